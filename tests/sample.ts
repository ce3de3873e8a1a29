import type { Emulator, Snapshot } from "analytics-emulator";

type Properties = Record<string, unknown>;

/** Ids and names by what they stand for. */
export type Given = Record<string, string>;

/** A change that someone makes on the platform, and another one that the program then declares. */
interface Conflict {
  readonly theirs: Properties;
  readonly ours: Properties;
  /** The lines of the error, `…` for ids. Default: one for each field of theirs. */
  readonly changes?: readonly string[];
}

/** What the API's description says about the answers of a kind. */
interface Answer {
  /** Where they are read. */
  readonly path: string;
  /** What the entry of a list has that is the object. Default: the answer itself is the object. */
  readonly entry?: Properties | string;
  /** The fields that the object has, those with `?` sometimes; `audit` stands for when and by whom it was written. */
  readonly fields: string;
  /** Declared beside the sample: what requests and answers say in different forms. */
  readonly more?: Properties;
  /** A part of the object. */
  readonly shows?: Properties;
  /** What a create needs and no answer has. */
  readonly hidden?: readonly string[];
}

/**
 * A resource of a kind, with what the tests of all kinds need to know of it. A text `:models` stands for the id of that
 * name that is seeded or `given`.
 */
export interface Sample {
  /** Creates what the resource refers to. */
  readonly given?: (emulator: Emulator) => Promise<Given>;
  readonly declared: Properties;
  /** The mutating calls that a create, an update and a delete send. No delete: the resource is only forgotten. */
  readonly create: readonly string[];
  readonly update?: readonly string[];
  readonly delete?: readonly string[];
  /** By what changes: the fields that do, and the mutating calls, where they aren't those of `update`; `isLater`: a new object can't have it. */
  readonly updates?: Readonly<
    Record<string, { readonly to: Properties; readonly calls?: readonly string[]; readonly isLater?: true }>
  >;
  /**
   * For an event, where the platform keeps those that happened. Nothing tells a client whether one whose answer was
   * lost did, so it isn't sent again, and the user hears of it.
   */
  readonly events?: keyof Snapshot;
  /**
   * For an action that creates objects with random names and deletes them again: what a fault leaves of them, another
   * process deletes. It has tests of its own for that.
   */
  readonly keepsNothing?: true;
  /** Undefined where the platform keeps nothing that a create takes: an event, and a migration. */
  readonly answer: Answer | undefined;
  /** What an update must not overwrite; required of each kind with updates that has no such test of its own. */
  readonly conflict?: Conflict;
  /** Declared texts, beside names, descriptions and the like, that the platform may spell in another way. */
  readonly spelled?: readonly string[];
  /**
   * The field that people know an object by, in the spelling that the platform has and in another one that means the
   * same. Default: `name`, where the kind has one.
   */
  readonly key?: readonly [field: string, stored: string, declared: string] | undefined;
  /** By place, inputs with an unknown id there, for fields of another form than an id alone. */
  readonly wrongIds?: Readonly<Record<string, Properties>>;
  /** Fields with ids inside that the platform keeps as it is given them, and with those that aren't its own. */
  readonly foreignIds?: readonly string[];
  /** Its part of a program with every kind; names of other parts are those of their resources. */
  readonly program: string;
}

/** The calls of a plain collection. */
export function listCalls(path: string, update = "PATCH"): Pick<Sample, "create" | "update" | "delete"> {
  return { create: [`POST ${path}`], update: [`${update} ${path}/*`], delete: [`DELETE ${path}/*`] };
}
