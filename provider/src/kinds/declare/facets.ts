import type { AnalyticsClient, Probe } from "../../core/api";
import type { Properties } from "../../core/engine";
import type { LiveSetting } from "../../settings";
import type { CheckContext, CommonInputs, LifecycleContext, LiveContext, Remote } from "./context";

/** What the writes of a kind need of the platform. */
export interface Needs {
  /**
   * What the owner of the API credentials needs to write objects of this kind, such as
   * `an account type with "Manage API connectors"`: for the error of a 403, the page of the kind and `doctor`. Where
   * the platform documents none, it is an assumption, and the emulator's README lists it.
   */
  readonly permission: string;
  /** The lists of the platform that the kind depends on, for `doctor`: nouns of lookups. */
  readonly lookups?: readonly string[];
  /** Reads by which `doctor` finds out whether the kind works, beside those of the lookups. */
  readonly probes?: readonly Probe[];
}

/** How an object that exists already comes into a state: it is adopted, imported, or looked up by its id. */
export interface Adoption<Inputs, Outputs> {
  /**
   * The forms of its ids, such as `<teamId>/<memberId>`, where the provider composes them; left out: the platform's id
   * of the object.
   */
  readonly idForms?: readonly string[];
  /**
   * What tells an object from all others of its kind, in the form of an id of declared fields, such as `<email>`: two
   * resources can't have the same. Left out: its ids, see `idForms`, or its name, see `foldName`.
   */
  readonly keyForms?: readonly string[];
  /**
   * The id of an object that a person names, who may take it from the address of the object; left out: an object has
   * one id only.
   */
  ownId?(client: AnalyticsClient, id: string): Promise<string>;
  /**
   * The ids of all objects that have the natural key of these inputs; left out: there is none, and only an id finds
   * one.
   */
  find?(context: LifecycleContext, inputs: Inputs): Promise<readonly string[]>;
  /**
   * The id of the member who created an object that {@link Adoption.find} found; undefined: unknown. Left out: the
   * platform doesn't say.
   */
  creator?(context: LifecycleContext, id: string): Promise<string | undefined>;
  /**
   * The inputs in which an object surely isn't what a create sent, where comparing the fields is too strict: the
   * platform rewrites what it stores.
   */
  listDiffering?(context: LifecycleContext, id: string, sent: Inputs): Promise<readonly string[]>;
  /**
   * Of objects that others refer to by their names: a create refuses a name that another object has, because whether
   * the platform does is undocumented. It needs {@link Adoption.foldName}.
   */
  readonly unique?: UniqueNames;
  /** Where two objects can't have one name: the form in which names that the platform takes for the same are equal. */
  foldName?(name: string): string;
  /**
   * An archived object, which a read calls gone and an update of all its fields restores: for an adoption by id. Left
   * out: what is deleted stays so.
   */
  archived?(context: LifecycleContext, id: string): Promise<Remote<Partial<Inputs>, Outputs> | undefined>;
  /** What can't be compared and so is taken to be as declared, and a hint; logged when an object is adopted. */
  notComparable?(inputs: Inputs): string | undefined;
}

/** See {@link Adoption.unique}. */
export interface UniqueNames {
  /** What a message calls an object. */
  readonly noun: string;
  list(client: AnalyticsClient): Promise<readonly { readonly id: string; readonly name: string }[]>;
}

/**
 * Problems that only the platform knows, one sentence each: for a declaration without other problems. They change
 * nothing on the platform.
 */
export interface LiveReview<Inputs> {
  /**
   * They are looked for where the stack sets `analytics:<setting>`. Left out: always; then a preview works without the
   * platform all the same.
   */
  readonly setting?: LiveSetting;
  problems(inputs: Inputs, context: LiveContext): Promise<readonly string[]>;
}

/** A set on the platform, such as the members of a team, that resources of several kinds may manage. */
export interface SharedSet {
  /** What the items are, and what has them: `members of the team`. */
  readonly what: string;
  /** The id of what has them. */
  readonly of: string;
  readonly items: readonly unknown[];
  /** Whether the resource removes items that it doesn't declare. */
  readonly isWhole: boolean;
  /** What to remove so that the resource no longer manages the set; left out: the resource. */
  readonly removal?: string;
}

/** See {@link Review.endangers}. */
export interface Danger {
  /** The kind of the resources. */
  readonly kind: string;
  /** What the update does: a clause before their names. */
  readonly what: string;
  /** What to do about it, as a sentence. */
  readonly hint: string;
}

/** What is said of a declaration before anything is sent. Sends no request. */
export interface Review<Inputs, Outputs = Properties> {
  /**
   * Fills in implied inputs before validation and storage. Left out: the inputs stay as declared.
   *
   * @param before the inputs of the state; undefined for a new resource.
   */
  normalized?(
    inputs: Inputs & CommonInputs,
    before: Inputs | undefined,
    context: Pick<CheckContext, "run">,
  ): Inputs & CommonInputs;
  /**
   * Whether problems and warnings follow from the inputs and settings alone, and take long to find: what a release has
   * checked, it doesn't check again. Left out: each check looks for them.
   */
  readonly isCheckedOnce?: boolean;
  /** Problems beyond the types of the fields, one sentence each. */
  problems?(inputs: Inputs & CommonInputs, context: CheckContext): string[];
  /**
   * Warnings about the declaration as it stands, one sentence each; shown when they are new, or the object is or
   * changes.
   */
  warnings?(inputs: Inputs & CommonInputs, context: CheckContext): string[];
  /** What only the platform knows of a new or changed declaration without other problems. Left out: nothing. */
  readonly live?: readonly LiveReview<Inputs & CommonInputs>[];
  /** Messages of a preview about the declaration and its changes, one sentence each. */
  previewMessages?(news: Inputs & CommonInputs, olds: Inputs | undefined, context: CheckContext): string[];
  /**
   * The resources of other kinds that manage parts of the object, and that an update may destroy although it doesn't
   * mention them. A preview warns of each. Undefined: it destroys none.
   */
  endangers?(news: Inputs, olds: Inputs): Danger | undefined;
  /** The id of the object whose update may destroy this one: see {@link Review.endangers}. */
  partOf?(inputs: Inputs): string | undefined;
  /** Messages of a preview about changes that only the state's outputs show to be some, one sentence each. */
  updateMessages?(news: Inputs & CommonInputs, olds: Inputs, outputs: Partial<Outputs>): string[];
  /**
   * The set that the resource manages, where others may manage it, too: two that would undo each other are a problem.
   *
   * @param id undefined: not known yet.
   */
  sharedSet?(inputs: Inputs, id: string | undefined): SharedSet | undefined;
  /**
   * What a policy should know of an update and the new inputs alone don't show, such as what is removed. It stands
   * among the checked inputs as `changeSummary`, for everybody to read: no secrets. Never sent, never compared.
   */
  changeSummary?(news: Inputs, olds: Inputs): object | undefined;
  /**
   * What an update, an adoption or a delete breaks on the platform: messages, where the stack sets `analytics:impact`.
   * They send reads, and no failure of these is one of the preview or the delete. Left out: nothing is known.
   */
  readonly impact?: {
    /** For a changed declaration without problems. @returns what the change summary gets, too. */
    update(news: Inputs & CommonInputs, olds: Inputs & CommonInputs, context: LiveContext): Promise<object | undefined>;
    adoption(news: Inputs & CommonInputs, context: LiveContext): Promise<void>;
    delete(id: string, inputs: Inputs & CommonInputs, context: LiveContext): Promise<void>;
  };
  /**
   * What differs inside a long text among the inputs, by place, for a door that shows differences line by line;
   * undefined: nothing does, or the kind has no such text. No secrets.
   */
  changesByPlace?(news: Inputs, olds: Inputs): Record<string, string> | undefined;
}

/** What is secret beside the fields that are marked as `secret`. */
export interface Secrets<Inputs, Outputs> {
  /** Texts that no message may contain. */
  texts?(inputs: Inputs): string[];
  /** Inputs that a program may mark as secret because of the texts alone: the rest of them is none. */
  partly?(inputs: Inputs): readonly (keyof Inputs & string)[];
  /** Words of a document's language, such as the kinds of its elements. They are never secret. */
  words?(): readonly string[];
  /**
   * Outputs that are secret for these inputs. `secretInputs` are those that the program marks as secret; an output with
   * the name of a secret input is secret without this function. Left out: none.
   */
  outputs?(inputs: Inputs, secretInputs: readonly string[]): readonly (keyof Outputs & string)[];
}

/** How the lifecycle writes. */
export interface Writing {
  /** Whether there can't be a second object: its calls repeat a create whose answer was lost. */
  readonly isRepeatable?: boolean;
  /** The fields that a create writes after it has created the object. */
  readonly later?: readonly string[];
  /** Whether an update sends all fields instead of those that changed. */
  readonly sendsAll?: boolean;
  /**
   * Whether `update` itself refuses to overwrite what someone changed on the platform, by a baseline of its own; left
   * out: the host does, and keeps what the platform made of the declaration.
   */
  readonly refusesConflicts?: boolean;
  /** Whether a read can return nothing but what was declared, such as a pair of ids: a write then needs no read. */
  readonly isStoredAsDeclared?: boolean;
}

/** When and at what cost an object is deleted. */
export interface Deletion<Inputs = never> {
  /**
   * Whether an object and its replacement can't exist at the same time, so that the engine deletes the old one first.
   * Default: where something would be lost, as a refused delete then leaves no second object.
   */
  readonly isFirst?: boolean;
  /**
   * What a delete destroys permanently, such as `all its users and documents`. The kind then has the field
   * `allowDelete`, without which the provider neither deletes nor replaces an object of it. Left out: a delete needs no
   * consent.
   */
  readonly loses?: string;
  /**
   * What a delete leaves on the platform, as a sentence: shown at the first delete of the kind in a run. Left out, or
   * undefined for these inputs: nothing, or `delete` itself says it.
   */
  leaves?(inputs: Inputs): string | undefined;
  /**
   * Whether a delete takes along the files that lie below, of a folder or workspace: it is refused while one of them is
   * held by the same stack. Left out: never.
   */
  takesAlong?(inputs: Inputs): boolean;
}

/** An object and what people call it. */
export interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

/** How people call the objects of a kind: a name in the place of an id is answered with the id, or with the way to it. */
export interface Naming {
  list(client: AnalyticsClient): AsyncIterable<Named>;
  /** The lookup that finds the id by a name, as a program calls it; undefined: none does. */
  lookup(name: string): string | undefined;
}

/** The place of a value in inputs: names of fields, and positions in lists. */
export type Place = readonly (string | number)[];

/** How `pull --all` declares the objects of a kind. */
export interface Pull {
  /** The file of the pulled program: its name without extension, and what its first line says. */
  readonly file: string;
  readonly about: string;
  /**
   * The fields that an object is named after there; of one that refers to another object, the other's name counts.
   * Default: `name`.
   */
  readonly called?: readonly string[];
  /** Where in the inputs a secret may stand: the program takes these from settings. Default: only in URLs' userinfo. */
  secrets?(inputs: Readonly<Record<string, unknown>>): readonly Place[];
  /** The ids of all objects of the kind, oldest first, so that names derived from them stay the same. */
  ids(client: AnalyticsClient): Promise<readonly string[]>;
}
