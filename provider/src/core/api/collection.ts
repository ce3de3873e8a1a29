import type * as z from "zod";
import { isSameName } from "../text";
import { findDifferingFields } from "./agrees";
import type { Api } from "./common";
import { ifItReplaces, readUnlessGone } from "./errors";
import type { CreateOptions } from "./transport/create-once";
import { collect, list } from "./transport/pages";
import { buildObjectPath } from "./transport/path";

/** What a collection of objects that have a name, an id and a creation time looks like. */
export interface CollectionShape<Entry extends object, Whole extends Entry, Created extends Whole, New = never> {
  /** `/v2/teams`. */
  readonly path: string;
  readonly noun: string;
  /** The field that holds the id. */
  readonly id: keyof Entry & string;
  /** An object as listed. */
  readonly entry: z.ZodType<Entry>;
  /** An object as read by its id. */
  readonly whole: z.ZodType<Whole>;
  /** The answer to a create. */
  readonly created: z.ZodType<Created>;
  /** Whether the list may be an array instead of pages. */
  readonly bareArray?: boolean;
  /** How the list is paged. Default: `page`. */
  readonly style?: "page" | "token";
  /** Whether a new object may be missing from the list for a while. */
  readonly listedLate?: boolean;
  /** What a create sends, where that isn't what it is given, and the texts of it that no error may contain. */
  readonly encode?: (given: New) => { readonly body: object; readonly secrets?: readonly string[] };
  /** Whether an object is the one that a create was to make. Default: it has the name. */
  readonly isSame?: (found: Entry, given: New) => boolean;
  /** What a found object must agree with, where that isn't what a create is given. */
  readonly comparable?: (given: New) => object;
  /**
   * How a create compares its name with those of other objects, to refuse an equal one: objects are referred to by
   * their names, and whether the platform refuses a second one is undocumented. Default: it doesn't look.
   */
  readonly uniqueNames?: "exact" | "ignoring-case";
  /** What the request for the list asks for, such as archived objects too. */
  readonly query?: CollectionQuery;
}

/** What a request for a list asks for. */
export type CollectionQuery = Readonly<Record<string, string | number | boolean | undefined>>;

/** The calls of a collection. Each throws `ApiError` when it fails for good. */
export interface RestCollection<Entry, Whole, Created, New, Change> {
  /** `POST`. An object whose answer was lost is looked up by its name. */
  create(body: New, options?: CreateOptions): Promise<Created>;
  /** `GET` by id. */
  get(id: string): Promise<Whole>;
  /** `GET` of all, archived ones too if the platform lists them. */
  list(query?: CollectionQuery): AsyncGenerator<Entry, void, undefined>;
  /** All that aren't archived, oldest first; calls close to each other share one listing. */
  living(): Promise<Entry[]>;
  /**
   * An object as the shared listing shows it, so that n reads cost its pages only. What is missing there is read by its
   * id: a list may be late, or show less than there is. Undefined: there is none, or it is archived.
   */
  look(id: string): Promise<Entry | Whole | undefined>;
  /** `PATCH` of the fields that are given. */
  update(id: string, change: Change): Promise<void>;
  /** `DELETE`. Succeeds if the object is already deleted. */
  delete(id: string): Promise<void>;
}

/** Refuses a create whose name another object has. */
export function refuseTaken(noun: string, name: string, other: { id: string; name: string } | undefined): void {
  if (other === undefined) return;
  const spelled = other.name === name ? "" : "change the spelling and ";
  throw new Error(
    `Another ${noun} has the name "${other.name}" already (${other.id}): ${spelled}adopt it with adopt: true, or ` +
      `choose another name. ${ifItReplaces}`,
  );
}

function compareAge(a: Named, b: Named): number {
  return `${a.createdAt} ${a.name}` < `${b.createdAt} ${b.name}` ? -1 : 1;
}

/** The fields of every entry. */
type Named = { readonly name: string; readonly createdAt: string; readonly isArchived?: boolean };

/**
 * The calls of a collection: create once, read, shared list, update, delete.
 *
 * @example See `core/api/teams.ts`.
 */
export function createRestCollection<
  New extends { readonly name: string },
  Change extends object,
  Entry extends Named,
  Whole extends Entry,
  Created extends Whole,
>(
  api: Api,
  shape: CollectionShape<Entry, Whole, Created, New>,
): RestCollection<Entry, Whole, Whole & Partial<Created>, New, Change> {
  const { transport, reads } = api;
  const { path, noun, entry, whole, created, bareArray, style = "page", query, listedLate, encode } = shape;
  const { comparable = (given: New) => given } = shape;
  const isSame = shape.isSame ?? ((found: Entry, given: New) => isSameName(found.name, given.name));
  const getId = (object: Entry) => object[shape.id] as string;
  const buildPath = (id: string) => buildObjectPath(path, id);

  const calls: RestCollection<Entry, Whole, Whole & Partial<Created>, New, Change> = {
    create(given, options) {
      const { body, secrets } = encode?.(given) ?? { body: given };
      return api.createOnce<Whole & Partial<Created>>(
        path,
        {
          key: `${noun} ${given.name}`,
          listedLate,
          send: async (deadline) => {
            if (shape.uniqueNames !== undefined) {
              const formNameKey = (name: string) => (shape.uniqueNames === "exact" ? name : name.toLowerCase());
              const isTaken = ({ name, isArchived }: Entry) =>
                isSameName(formNameKey(name), formNameKey(given.name)) && !isArchived;
              const other = (await collect(calls.list())).find(isTaken);
              refuseTaken(noun, given.name, other && { id: getId(other), name: other.name });
            }
            return transport.send({ method: "POST", path, body, answer: created, secrets, deadline });
          },
          find: async (mayBeOurs) => {
            const all = await collect(calls.list());
            const found = all.find((object) => isSame(object, given) && mayBeOurs(getId(object), object.createdAt));
            return found && ((await calls.get(getId(found))) as Whole & Partial<Created>);
          },
          differs: (found) => findDifferingFields(comparable(given), found),
          idOf: getId,
        },
        options,
      );
    },
    get: (id) => transport.send({ method: "GET", path: buildPath(id), answer: whole }),
    list: (asked) => list(transport, { path, entry, style, bareArray, query: { ...query, ...asked } }),
    living: () =>
      reads.read(path, async () =>
        (await collect(calls.list())).filter(({ isArchived }) => !isArchived).sort(compareAge),
      ),
    async look(id) {
      const listed = (await calls.living()).find((object) => getId(object) === id);
      const found = listed ?? (await readUnlessGone(calls.get(id)));
      return found?.isArchived ? undefined : found;
    },
    async update(id, body) {
      await api.write(path, { method: "PATCH", path: buildPath(id), body });
    },
    async delete(id) {
      await api.write(path, { method: "DELETE", path: buildPath(id) });
    },
  };
  return calls;
}
