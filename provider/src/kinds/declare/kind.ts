import type { ApiError, ClientArea } from "../../core/api";
import type { SettingsTable } from "../../settings";
import type { Created, LifecycleContext, Remote } from "./context";
import type { Adoption, Deletion, Naming, Needs, Pull, Review, Writing } from "./facets";
import type { InputFields, OutputFields } from "./fields";
import type { Shape } from "./shape";

/** The reference page of a kind, beside its fields. */
export interface KindDocs {
  /** What the resource is, how it behaves and what is special about it: Markdown whose first sentence is a summary. */
  readonly description: string;
  /** The operations it uses, such as `GET /v2/tags`. */
  readonly endpoints: readonly string[];
  /** An example program, in TypeScript. */
  readonly example: string;
}

/**
 * One kind of resource, as the host serves it: data and calls, and nothing about the engine. `defineKind` makes it of a
 * declaration; unknown values, messages, adoption, objects that are gone or partially created, lost answers and
 * redaction are the host's, once for all kinds.
 *
 * What every kind has comes first. Each facet at the end is about one matter, and a kind that has nothing to say about
 * it does without.
 */
export interface Kind<Inputs extends object, Outputs extends object> {
  /** The last part of the type token, `pulumi-nodejs:dynamic/analytics:<name>`. Released names never change. */
  readonly name: string;
  /**
   * What a client calls the area of the API that has its objects, or those that they are parts of. Left out: none does,
   * and a person has to say that one was deleted.
   */
  readonly area?: ClientArea;
  readonly docs: KindDocs;
  readonly fields: InputFields;
  readonly outputs: OutputFields;
  /** The settings that a stack may have for the kind. */
  readonly settings?: SettingsTable;
  readonly shape: Shape;

  /** The object's name in messages, such as `tag "Production"`. */
  describe(inputs: Inputs): string;
  create(context: LifecycleContext, inputs: Inputs): Promise<Created<Outputs>>;
  /**
   * Undefined when there is no such object. `known` is the state, or the declaration when the object was just
   * created or is being adopted; undefined when the program looks up by id.
   */
  read(
    context: LifecycleContext,
    id: string,
    known: Remote<Inputs, Partial<Outputs>> | undefined,
  ): Promise<Remote<Inputs, Outputs> | undefined>;
  /** Answers what the platform has now; undefined: read it back. */
  update(
    context: LifecycleContext,
    id: string,
    olds: Remote<Inputs, Partial<Outputs>>,
    news: Inputs,
    changed: ReadonlySet<keyof Inputs & string>,
  ): Promise<Outputs | undefined>;
  /** Succeeds if the object is already deleted. */
  delete(
    context: LifecycleContext,
    id: string,
    olds: Remote<Inputs & { readonly allowDelete?: boolean }, Partial<Outputs>>,
  ): Promise<void>;
  /**
   * What to do about a failed call, where the kind knows more than the platform says, such as which field of the inputs
   * a refused id stands in. `outputs` are those of the state; empty before the create.
   */
  hint?(error: ApiError, inputs: Inputs, outputs: Partial<Outputs>): string | undefined;
  /** Ids inside a value that no field describes, such as the connections of a model. */
  references?(inputs: Inputs): readonly { readonly field: string; readonly id: string; readonly kind: string }[];
  /**
   * What the platform would make of the inputs, for unit tests of programs; `id` is for a kind whose ids the platform
   * chooses. Left out: that id and no outputs.
   */
  mock?(id: string, inputs: Inputs): { readonly id: string; readonly outputs: Outputs };

  readonly needs: Needs;
  /** Undefined: a program can't adopt an object of the kind. */
  readonly adoption?: Adoption<Inputs, Outputs>;
  /** Left out: people call its objects by no name that differs from others. */
  readonly naming?: Naming;
  readonly review?: Review<Inputs, Outputs>;
  readonly writing?: Writing;
  readonly deletion?: Deletion<Inputs>;
  /** Left out: a part of `pull` of its own declares the objects, or none does. */
  readonly pull?: Pull;
}

/** A kind whose field types don't matter here, as the registry holds them. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds has no common field types; each kind is checked alone.
export type AnyKind = Kind<any, any>;

/** The inputs of a kind. */
export type InputsOf<Of> = Of extends Kind<infer Inputs, infer _Outputs> ? Inputs : never;

/** The settings of a kind where a stack sets none. */
export function getDefaultSettings({ settings }: AnyKind): Record<string, string> {
  return Object.fromEntries(Object.entries(settings?.choices ?? {}).map(([name, [first]]) => [name, first]));
}
