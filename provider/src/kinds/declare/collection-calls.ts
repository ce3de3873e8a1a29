import { type AnalyticsClient, readUnlessGone } from "../../core/api";
import { isSameName } from "../../core/text";
import type { LifecycleContext, Origin } from "./context";
import type { UniqueNames } from "./facets";

/** The calls of a collection in which objects have a name and an age. */
interface Collection {
  /** Oldest first. */
  living(): Promise<readonly { readonly name: string }[]>;
  get(id: string): Promise<{ readonly createdAt: string; readonly createdBy: string }>;
  delete(id: string): Promise<void>;
}

/**
 * The calls of a kind that follow from its collection: objects are found by their name, and deleted by their id.
 *
 * @param id the field of an entry that holds its id.
 * @param unique see {@link Adoption.unique}; left out: names repeat.
 * @example `const { ids, ...calls } = createCollectionCalls(({ teams }) => teams, "teamId")`, then `pull: { …, ids }`
 * and `...calls`.
 */
export function createCollectionCalls(
  of: (client: AnalyticsClient) => Collection,
  id: string,
  unique?: Omit<UniqueNames, "list">,
) {
  const getId = (entry: object) => (entry as Record<string, string>)[id]!;
  return {
    ids: async (client: AnalyticsClient): Promise<string[]> => (await of(client).living()).map(getId),
    adoption: {
      ...(unique && {
        unique: {
          ...unique,
          list: async (client: AnalyticsClient) =>
            (await of(client).living()).map((entry) => ({ id: getId(entry), name: entry.name })),
        },
      }),
      async find({ client }: LifecycleContext, { name }: { readonly name: string }): Promise<string[]> {
        return (await of(client).living()).filter((entry) => isSameName(entry.name, name)).map(getId);
      },
      async origin({ client }: LifecycleContext, objectId: string): Promise<Origin | undefined> {
        const found = await readUnlessGone(of(client).get(objectId));
        return found && { at: found.createdAt, by: found.createdBy };
      },
    },
    delete: ({ client }: LifecycleContext, objectId: string) => of(client).delete(objectId),
  };
}
