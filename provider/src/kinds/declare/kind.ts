import type { AnalyticsClient, ApiError, Probe } from "../../core/api";
import type * as z from "../../core/zod";
import type { SettingsTable } from "../../settings";
import type { CheckContext, CommonInputs, Created, LifecycleContext, Origin, Remote } from "./context";
import type { Fields } from "./fields";

/** The reference page of a kind, beside its fields. */
export interface KindDocs {
  /** What the resource is, how it behaves and what is special about it: Markdown whose first sentence is a summary. */
  readonly description: string;
  /** The operations it uses, such as `GET /v2/tags`. */
  readonly endpoints: readonly string[];
  /** An example program, in TypeScript. */
  readonly example: string;
}

/** The file of a pulled program that declares the objects of a kind. */
export interface ExportedTo {
  /** Its name without extension, and what its first line says. */
  readonly file: string;
  readonly about: string;
  /** The fields that an object is named after there; of one that refers to another object, the other's name counts. Default: `name`. */
  readonly called?: readonly string[];
}

/**
 * One kind of resource, as the host serves it: data and calls, and nothing about the engine. `defineKind` makes it of a declaration; unknown
 * values, messages, adoption, objects that are gone or partially created, lost answers and redaction are the host's, once for all kinds.
 */
export interface Kind<Inputs extends object, Outputs extends object> {
  /** The last part of the type token, `pulumi-nodejs:dynamic/analytics:<name>`. Released names never change. */
  readonly name: string;
  readonly docs: KindDocs;
  /** The forms of its ids, such as `<teamId>/<memberId>`, where the provider composes them; left out: the platform's id of the object. */
  readonly idForms?: readonly string[];
  readonly fields: Fields;
  readonly outputFields: Fields;
  /** Whether an object and its replacement can't exist at the same time, so that the engine deletes the old one first. */
  readonly deletesFirst: boolean;
  /**
   * What a delete would lose for good, such as `all its users and documents`. The kind then has the field `allowDelete`, without which the provider
   * neither deletes nor replaces an object of it. Left out: a delete needs no consent.
   */
  readonly deleteLoses?: string;
  /** Whether the resource class is hand-written, in `program/<kind>.ts`. */
  readonly isExtended: boolean;
  /** Whether a program may adopt an object of the kind. */
  readonly isAdoptable: boolean;
  /** The settings that a stack may have for the kind. */
  readonly settings?: SettingsTable;
  /** The lists of the platform that the kind depends on, for `doctor`: nouns of lookups. */
  readonly dependsOn: readonly string[];
  /** Reads by which `doctor` finds out whether the kind works, beside those of the lookups that it depends on. */
  readonly probes: readonly Probe[];
  /** Where `pull` declares the objects of the kind; takes {@link Kind.ids}. Left out: a part of its own does that, or none. */
  readonly exportedTo?: ExportedTo;
  /** The inputs that a program sets. */
  readonly inputs: z.ZodObject<z.ZodRawShape> & z.ZodType<Inputs>;
  /** Forms of several inputs that belong together. */
  readonly variants?: z.ZodType;
  /** Inputs that had another name in older states: by the old name, the one of today. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Inputs that are secret, whatever the program passes. */
  readonly secret: readonly (keyof Inputs & string)[];
  /** Texts that no message may contain, beyond those in the secret inputs. */
  secretTexts?(inputs: Inputs): string[];
  /** Outputs that the state keeps as one JSON text each: engine and SDK carry a text in one piece, and walk anything else leaf by leaf. */
  readonly jsonOutputs: readonly string[];
  /**
   * Outputs that are secret for these inputs, of which the program marks some as secret; left out: none. Those that follow from a secret
   * input of the same name are anyway.
   */
  secretOutputs?(inputs: Inputs, secretInputs: readonly string[]): readonly (keyof Outputs & string)[];
  /** Inputs whose change replaces the object. */
  readonly replaceOn: readonly (keyof Inputs & string)[];
  /** The inputs with what they imply, as the rest of the kind and the state are to have them; left out: as they are. */
  normalized?(inputs: Inputs & CommonInputs): Inputs & CommonInputs;
  /**
   * Whether problems and warnings follow from the inputs and settings alone, and take long to find: what a release has checked, it doesn't check again.
   * Left out: each check looks for them.
   */
  readonly isCheckedOnce?: boolean;
  /** Problems beyond the shape, one sentence each. Sends no request. */
  problems?(inputs: Inputs & CommonInputs, context: CheckContext): string[];
  /**
   * Warnings about the declaration as it stands, one sentence each; shown when they are new, or the object is or changes. Sends no request.
   */
  warnings?(inputs: Inputs & CommonInputs, context: CheckContext): string[];
  /** Messages of a preview about the declaration and its changes, one sentence each. Sends no request. */
  previewMessages?(news: Inputs & CommonInputs, olds: Inputs | undefined, context: CheckContext): string[];
  /**
   * What a policy should know of an update and the new inputs alone don't show, such as what is removed. It stands among the checked
   * inputs as `changeSummary`, for everybody to read: no secrets. Never sent, never compared.
   */
  changeSummary?(news: Inputs, olds: Inputs): object | undefined;
  /**
   * What differs inside a long text among the inputs, by place, for a door that shows differences line by line; undefined: nothing does, or
   * the kind has no such text. No secrets.
   */
  changesByPlace?(news: Inputs, olds: Inputs): Record<string, string> | undefined;
  /** The inputs that differ in meaning. */
  changed(olds: Inputs, news: Inputs): (keyof Inputs & string)[];
  /** What can't be compared and so is taken to be as declared, and a hint; logged when an object is adopted. */
  notComparable?(inputs: Inputs): string | undefined;
  /**
   * What the owner of the API credentials needs to write objects of this kind, such as `an account type with "Manage API connectors"`: for
   * the error of a 403, the page of the kind and `doctor`. Left out: the platform documents none.
   */
  readonly permission?: string;
  /**
   * What to do about a failed call, where the kind knows more than the platform says, such as which field of the inputs a refused id stands
   * in. `outputs` are those of the state; empty before the create.
   */
  hint?(error: ApiError, inputs: Inputs, outputs: Partial<Outputs>): string | undefined;
  /** The object's name in messages, such as `tag "Production"`. */
  describe(inputs: Inputs): string;
  /** The id of an object that a person names, who may take it from the address of the object; left out: an object has one id only. */
  ownId?(client: AnalyticsClient, id: string): Promise<string>;
  /** The ids of all objects that have the natural key of these inputs; left out: there is none, and only an id finds one. */
  find?(context: LifecycleContext, inputs: Inputs): Promise<readonly string[]>;
  /** The ids of all objects of the kind, oldest first, so that names derived from them stay the same. */
  ids?(client: AnalyticsClient): Promise<readonly string[]>;
  /**
   * Where an object that {@link Kind.find} found comes from; undefined when it is gone. Left out: `create` itself adopts what exists already
   * where that is what it was to create.
   */
  origin?(context: LifecycleContext, id: string): Promise<Origin | undefined>;
  /**
   * What tells a create from others in the journal, where inputs say the same in several ways or aren't sent at all; left out: the
   * inputs. Contents may be secret: only a keyed digest is kept.
   */
  sent?(inputs: Inputs): unknown;
  create(context: LifecycleContext, inputs: Inputs): Promise<Created<Outputs>>;
  /**
   * Undefined when there is no such object. `known` is what the state holds, or what is declared when the object was just created or
   * is to be adopted; undefined when the program looks up by id.
   */
  read(
    context: LifecycleContext,
    id: string,
    known: Remote<Inputs, Partial<Outputs>> | undefined,
  ): Promise<Remote<Inputs, Outputs> | undefined>;
  /**
   * An archived object, which {@link Kind.read} calls gone and an update of all its fields restores: for an adoption by id. Left out: what is deleted
   * stays so.
   */
  archived?(context: LifecycleContext, id: string): Promise<Remote<Partial<Inputs>, Outputs> | undefined>;
  /** Whether an update sends all fields instead of those that changed. */
  readonly sendsAll?: boolean;
  /**
   * Whether `update` itself refuses to overwrite what someone changed on the platform, by a baseline of its own; left out: the host does, and keeps
   * what the platform made of the declaration.
   */
  readonly refusesConflicts?: boolean;
  /** Whether a read can return nothing but what was declared, such as a pair of ids: a write then needs no read. */
  readonly isStoredAsDeclared?: boolean;
  /** Answers what the platform has now; undefined: read it back. */
  update(
    context: LifecycleContext,
    id: string,
    olds: Remote<Inputs, Partial<Outputs>>,
    news: Inputs,
    changed: ReadonlySet<keyof Inputs & string>,
  ): Promise<Outputs | undefined>;
  /**
   * What the platform would make of the inputs, for unit tests of programs; `id` is for a kind whose ids the platform chooses. Left out: that id and
   * no outputs.
   */
  mock?(id: string, inputs: Inputs): { readonly id: string; readonly outputs: Outputs };
  /** Succeeds if the object is already deleted. */
  delete(context: LifecycleContext, id: string, olds: Remote<Inputs, Partial<Outputs>>): Promise<void>;
}

/** A kind whose field types don't matter here, as the registry holds them. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds has no common field types; each is checked where it is declared.
export type AnyKind = Kind<any, any>;

/** The inputs of a kind. */
export type InputsOf<Of> = Of extends Kind<infer Inputs, infer _Outputs> ? Inputs : never;

/** The outputs of a kind. */
export type OutputsOf<Of> = Of extends Kind<infer _Inputs, infer Outputs> ? Outputs : never;
