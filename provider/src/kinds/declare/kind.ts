import * as z from "zod";
import type { AnalyticsClient, ApiError, CreateOptions } from "../../core/api";

/** Inputs every kind has beside its own. */
export const commonInputs = z.object({
  /** The named connection (`analytics:connections.<name>`) the object lives behind; left out: the stack's own settings. */
  connection: z.string().min(1).optional(),
  /**
   * Adopts an object that exists, instead of creating one: `true` finds it by its natural key (and creates one when there is
   * none), `{ id }` names it. Nothing is written when it already equals what is declared. Without meaning once the object is in
   * the state.
   */
  adopt: z.union([z.boolean(), z.strictObject({ id: z.string().min(1) })]).optional(),
});

export type CommonInputs = z.infer<typeof commonInputs>;

/** What a lifecycle call works with. */
export interface Call {
  /** The client of the resource's connection. */
  readonly client: AnalyticsClient;
  /** What the machine remembers of earlier attempts at this create; to be handed to the client's create call. */
  readonly attempt: CreateOptions;
  /** Whether a create replaces the object with this id, which may still be there. */
  replaces(id: string): boolean;
  /**
   * To be called as soon as the platform holds something the state must remember, with what it holds then. When anything fails
   * later in the same call, the object is kept in the state as partially created, and the next `up` goes on from there instead of
   * making a second one.
   */
  reached(id: string, remote: { inputs: object; outputs: object }): void;
  /** Tells the user something that doesn't stop the operation. */
  tell(message: string): void;
}

/** A remote object as this program would have declared it, and what the platform adds. */
export interface Remote<Inputs, Outputs> {
  readonly inputs: Inputs;
  readonly outputs: Outputs;
}

/** Where an object comes from, as far as the platform tells. */
export interface Origin {
  /** When it was made (ISO 8601). */
  readonly at?: string;
  /** Where nobody tells when it was made: what it can't be older than (ISO 8601). */
  readonly notBefore?: string;
  /** Id of the member who made it. */
  readonly by?: string;
}

/** What was made. `outputs` left out: read it back. */
export interface Made<Outputs> {
  readonly id: string;
  readonly outputs?: Outputs;
}

/**
 * One kind of resource: its fields and its calls, and nothing about the engine. Plain data goes in and out; the rest (unknown
 * values, messages, comparing, not found, partially created objects, redaction) is written once in `lifecycle.ts`.
 *
 * @example See `resources/tag/lifecycle.ts`.
 */
export interface Kind<Inputs extends object, Outputs extends object> {
  /** The last part of the type token, `pulumi-nodejs:dynamic/analytics:<name>`. Released names never change. */
  readonly name: string;
  /** The fields a program sets. */
  readonly inputs: z.ZodObject<z.ZodRawShape> & z.ZodType<Inputs>;
  /** Inputs that had another name in older states: by the old name, the one of today. */
  readonly renamed?: Readonly<Record<string, keyof Inputs & string>>;
  /** Inputs that are secret, whatever the program passed. */
  readonly secret: readonly (keyof Inputs & string)[];
  /** Texts that no message may hold, beyond those in the secret inputs. */
  secretTexts?(inputs: Inputs): string[];
  /**
   * Outputs of many parts that the state keeps as one JSON text each: engine and SDK carry a text in one piece, and walk anything else leaf
   * by leaf. The class makes structures of them again, see `ResourceShape.texts`.
   */
  readonly texts?: readonly (keyof Outputs & string)[];
  /**
   * Outputs that are secret for these inputs, of which the program marks some as secret; left out: none. Those that follow from a secret
   * input of the same name are anyway.
   */
  secretOutputs?(inputs: Inputs, secretInputs: readonly string[]): readonly (keyof Outputs & string)[];
  /** Inputs that mean a new object when they change. */
  readonly replaceOn: readonly (keyof Inputs & string)[];
  /** The inputs with what they imply, as the rest of the kind and the state are to have them; left out: as they are. */
  settled?(inputs: Inputs & CommonInputs): Inputs & CommonInputs;
  /** What is wrong beyond the shape, a sentence each. No network. `isNew`: no state holds the resource yet. */
  problems?(inputs: Inputs & CommonInputs, isNew: boolean): string[];
  /** What a preview tells about the declaration and what it changes, a sentence each; stops nothing. No network. */
  notes?(news: Inputs & CommonInputs, olds: Inputs | undefined, urn: string | undefined): string[];
  /**
   * What a policy should know of an update and the new inputs alone don't show, such as what is removed. It stands among the checked
   * inputs as `facts`, for everybody to read: no secrets. Never sent, never compared.
   */
  facts?(news: Inputs, olds: Inputs): object | undefined;
  /** Which inputs differ in meaning; left out: each compared as data. */
  changed?(olds: Inputs, news: Inputs): (keyof Inputs & string)[];
  /** What can't be compared and so is taken to be as declared, and a hint; logged when an object is adopted. */
  unseen?(inputs: Inputs): string | undefined;
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
  /** How a message calls the object, such as `tag "Production"`. */
  describe(inputs: Inputs): string;
  /** The ids of all objects that have the natural key of these inputs; left out: there is none, and only an id finds one. */
  find?(call: Call, inputs: Inputs): Promise<readonly string[]>;
  /**
   * Where an object that {@link Kind.find} found comes from; undefined when it is gone. Left out: `create` itself takes what is there
   * already for what it was to make.
   */
  origin?(call: Call, id: string): Promise<Origin | undefined>;
  /**
   * What tells a create from others in the journal, where inputs say the same in several ways or aren't sent at all; left out: the
   * inputs. Contents may be secret: only a keyed digest is kept.
   */
  sent?(inputs: Inputs): unknown;
  create(call: Call, inputs: Inputs): Promise<Made<Outputs>>;
  /**
   * Undefined when there is no such object. `known` is what the state holds, or what is declared when the object was just made or
   * is to be adopted; undefined when the program looks up by id.
   */
  read(
    call: Call,
    id: string,
    known: Remote<Inputs, Partial<Outputs>> | undefined,
  ): Promise<Remote<Inputs, Outputs> | undefined>;
  /** Answers what the platform has now; left out: read it back. */
  update(
    call: Call,
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
  /** Already gone is success. */
  delete(call: Call, id: string, olds: Remote<Inputs, Partial<Outputs>>): Promise<void>;
}

/** A kind whose field types don't matter here, as the registry holds them. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds has no common field types; each is checked where it is declared.
export type AnyKind = Kind<any, any>;
