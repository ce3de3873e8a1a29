import type * as z from "zod";
import { type Api, expectId, nothing } from "./common";
import { declareComplete, type Provable } from "./complete-list";
import { readUnlessGone } from "./errors";
import { collect, list } from "./transport/pages";
import { buildObjectPath } from "./transport/path";

/** A collection of the API. Its calls follow from it, the plain calls of its kind, and the fields of its lookup. */
export interface AreaDeclaration<Entry, Whole, Created, Updated, Read extends ReadMode, Sent extends string> {
  /** `/v2/teams`. */
  readonly path: string;
  /** What a message calls an object. */
  readonly noun: string;
  /** The field of an object that holds its id. */
  readonly id: FieldOf<Entry>;
  readonly read: Read;
  /** An object as listed. A field with a description is one of the lookup, too. */
  readonly listed: z.ZodType<Entry>;
  /** An object as read by its id. Left out: as listed. */
  readonly whole?: z.ZodType<Whole>;
  /** The answer to a create. Left out: an object as read by its id. */
  readonly created?: z.ZodType<Created>;
  /** The answer to an update. Left out: nothing worth reading. */
  readonly updated?: z.ZodType<Updated>;
  /** The fields that a create or an update sends. What else it is given, it doesn't send. */
  readonly sends: readonly Sent[];
  /** What it sends, where that isn't these fields alone, and the texts of it that no error may contain. */
  readonly encode?: (given: Given<Whole, Sent>) => { readonly body: object; readonly secrets?: readonly string[] };
  /** How the list is paged. Default: `page`. */
  readonly pages?: "page" | "token";
  /** Whether the list may be an array instead of pages. */
  readonly bareArray?: boolean;
  /**
   * Whether an administrator's list has every object, and what belongs to each, such as the members of a team. Left
   * out: what a list lacks may exist, and a person has to say that it was deleted.
   */
  readonly isComplete?: true;
  /** Whether an archived object may still be shown by its id, without a word of that: then only the list tells it. */
  readonly isShownWhenArchived?: true;
}

/**
 * How one object is read: `whole`, by its id; `listed`, from the list, where no call reads one; `either`, from the
 * list, and by its id if it is missing there: a list may be late, or show less than there is.
 */
export type ReadMode = "whole" | "listed" | "either";

/** The fields that an answer declares; it may have others. */
export type FieldOf<Answer> = string &
  keyof { [Name in keyof Answer as string extends Name ? never : number extends Name ? never : Name]: true };

/** What a create or an update is given: fields as answers have them, null to clear one, and fields that none has. */
export type Given<Whole, Sent extends string> = {
  readonly [Name in Sent]?: Name extends FieldOf<Whole> ? GivenValue<Whole[Name]> | null : unknown;
};
type GivenValue<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? object
    : Value;

/** What a request for a list asks for. */
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The calls of an area. Each throws `ApiError` when it fails for good. */
export interface Area<Entry, Seen, Whole, Created, Updated, Changes> extends Provable {
  /** `POST`. @param madeId see {@link Api.create}. */
  create(given: Changes & RequiredName<Changes>, madeId?: string): Promise<Created>;
  /** The object with this id. @throws if there is none. */
  get(id: string): Promise<Whole>;
  /** The object with this id, read as {@link AreaDeclaration.read} says; undefined: there is none, or it is archived. */
  findById(id: string): Promise<Seen | undefined>;
  /** `GET` of all, archived ones too if the platform lists them. */
  list(query?: Query): AsyncGenerator<Entry, void, undefined>;
  /** All that aren't archived, oldest first; calls close to each other share one listing. */
  readAll(): Promise<readonly Entry[]>;
  /** The one with this id among {@link readAll}; undefined: it isn't listed. */
  findListed(id: string): Promise<Entry | undefined>;
  /** `PATCH` of the fields that are given. */
  update(id: string, changes: Changes): Promise<Updated>;
  /** `DELETE`. Succeeds if the object is already deleted. */
  delete(id: string): Promise<void>;
  getId(object: object): string;
}

/** The name that a create needs, where objects have one. */
type RequiredName<Changes> = "name" extends keyof Changes ? { readonly name: string } : unknown;

/** A declared area. A client opens it: `Opened` is what it then has of it. */
export interface DeclaredArea<Entry, Whole, Opened>
  extends Pick<
    AreaDeclaration<Entry, Whole, unknown, unknown, ReadMode, string>,
    "path" | "id" | "read" | "listed" | "whole" | "sends"
  > {
  open(api: Api): Opened;
}

/** What is known of an object that {@link Area.findById} reads. */
type Seen<Read extends ReadMode, Entry, Whole> = Read extends "whole" ? Whole : Entry;

/** What an object may say of itself. */
type Common = { readonly name?: string; readonly createdAt?: string; readonly isArchived?: boolean };

/**
 * Declares a collection of the API.
 *
 * @param extend the calls of the client, where there are others beside the usual ones.
 * @see `core/api/tags.ts`
 */
export function defineArea<
  Entry extends object,
  const Sent extends string,
  const Read extends ReadMode,
  Whole extends Entry = Entry,
  Created extends object = Whole,
  Updated = undefined,
  Opened = Area<Entry, Seen<Read, Entry, Whole>, Whole, Created, Updated, Given<Whole, Sent>>,
>(
  declaration: AreaDeclaration<Entry, Whole, Created, Updated, Read, Sent>,
  extend?: (
    calls: Area<Entry, Seen<Read, Entry, Whole>, Whole, Created, Updated, Given<Whole, Sent>>,
    api: Api,
  ) => Opened,
): DeclaredArea<Entry, Whole, Opened> {
  type Changes = Given<Whole, Sent>;
  type SeenObject = Seen<Read, Entry, Whole>;
  const {
    path,
    noun,
    id: idField,
    read,
    listed,
    updated,
    sends,
    pages: style = "page",
    bareArray,
    isComplete,
    isShownWhenArchived,
  } = declaration;
  const whole = declaration.whole ?? (listed as z.ZodType<object> as z.ZodType<Whole>);
  const created = declaration.created ?? (whole as z.ZodType<object> as z.ZodType<Created>);
  const getId = (object: object) => (object as Readonly<Record<string, string>>)[idField]!;
  const buildPath = (id: string) => buildObjectPath(path, id);
  const encode = (given: Changes) => {
    const body = Object.fromEntries(sends.map((name) => [name, given[name]])) as Changes;
    return declaration.encode?.(body) ?? { body };
  };

  function openCalls(api: Api): Area<Entry, SeenObject, Whole, Created, Updated, Changes> {
    /** By id, oldest first. Whether a list has deleted objects, which are archived, is mostly undocumented. */
    const readShared = (): Promise<ReadonlyMap<string, Entry>> =>
      api.reads.read(path, async () => {
        const living = (await collect(calls.list())).filter((one: Common) => !one.isArchived);
        return new Map(living.sort(compareAge).map((one) => [getId(one), one]));
      });

    const calls: ReturnType<typeof openCalls> = {
      ...(isComplete && declareComplete(idField, () => calls.list())),
      ...(isShownWhenArchived && { isShownWhenArchived }),
      ...(read !== "listed" && { ask: (known) => calls.get(known.id) }),
      create: (given, madeId) =>
        api.create<Created>(
          path,
          { ...encode(given), answer: created },
          (id) => calls.get(id) as Promise<object> as Promise<Created>,
          madeId,
        ),
      async get(id) {
        if (read !== "listed") {
          return api.transport.send({ method: "GET", path: buildPath(id), answer: expectId(whole, idField, id) });
        }
        const found = await calls.findListed(id);
        if (found === undefined) throw new Error(`there is no ${noun} with the id ${id}.`);
        return found as Whole;
      },
      async findById(id) {
        const known = read === "whole" ? undefined : await calls.findListed(id);
        const found: Common | undefined =
          known !== undefined || read === "listed" ? known : await readUnlessGone(calls.get(id));
        return found?.isArchived ? undefined : (found as SeenObject | undefined);
      },
      list: (query) => list(api.transport, { path, entry: listed, style, bareArray, query }),
      readAll: async () => [...(await readShared()).values()],
      findListed: async (id) => (await readShared()).get(id),
      update: (id, changes) =>
        api.write(path, {
          method: "PATCH",
          path: buildPath(id),
          ...encode(changes),
          answer: (updated === undefined
            ? nothing
            : expectId(updated as z.ZodType<object>, idField, id)) as z.ZodType<Updated>,
        }),
      async delete(id) {
        await api.write(path, { method: "DELETE", path: buildPath(id) });
      },
      getId,
    };
    return calls;
  }

  return {
    ...declaration,
    open(api) {
      const calls = openCalls(api);
      return extend === undefined ? (calls as Opened) : extend(calls, api);
    },
  };
}

function compareAge(a: Common, b: Common): number {
  if (a.createdAt === undefined) return 0;
  return `${a.createdAt} ${a.name}` < `${b.createdAt} ${b.name}` ? -1 : 1;
}
