import type * as z from "zod";
import { type Api, expectId } from "./common";
import { readUnlessGone } from "./errors";
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
  /** What a create sends, where that isn't what it is given, and the texts of it that no error may contain. */
  readonly encode?: (given: New) => { readonly body: object; readonly secrets?: readonly string[] };
  /** What the request for the list asks for, such as archived objects too. */
  readonly query?: CollectionQuery;
}

/** What a request for a list asks for. */
export type CollectionQuery = Readonly<Record<string, string | number | boolean | undefined>>;

/** The calls of a collection. Each throws `ApiError` when it fails for good. */
export interface RestCollection<Entry, Whole, Created, New, Change> {
  /** `POST`. @param madeId see {@link Api.create}. */
  create(body: New, madeId?: string): Promise<Created>;
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
  const { path, entry, whole, created, bareArray, style = "page", query, encode } = shape;
  const getId = (object: Entry) => object[shape.id] as string;
  const buildPath = (id: string) => buildObjectPath(path, id);

  const calls: RestCollection<Entry, Whole, Whole & Partial<Created>, New, Change> = {
    create(given, madeId) {
      const { body, secrets } = encode?.(given) ?? { body: given };
      const read = (id: string) => calls.get(id) as Promise<Whole & Partial<Created>>;
      return api.create<Whole & Partial<Created>>(path, { body, answer: created, secrets }, read, madeId);
    },
    get: (id) => transport.send({ method: "GET", path: buildPath(id), answer: expectId(whole, shape.id, id) }),
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
