import type { AnalyticsClient, FileType } from "../../core/api";
import type { Named, Naming } from "./facets";

/** The lookup of a kind, as a program calls it with what it finds an object by. */
export const writeLookup = (kind: string, by: string, value: string): string =>
  `get${kind}({ ${by}: ${JSON.stringify(value)} })`;

/**
 * How people call the objects of a kind.
 *
 * @param lookup default: the kind's lookup finds them by the name.
 */
export function defineNaming<Entry>(
  kind: string,
  list: (client: AnalyticsClient) => AsyncIterable<Entry>,
  toNamed: (entry: Entry) => Named,
  lookup: Naming["lookup"] = (name) => writeLookup(kind, "name", name),
): Naming {
  return {
    async *list(client) {
      for await (const entry of list(client)) yield toNamed(entry);
    },
    lookup,
  };
}

/** People call a document or folder by its name alone, or by its path. */
export const defineFileNaming = (kind: string, type: FileType): Naming =>
  defineNaming(
    kind,
    ({ files }) => files.list({ type }),
    ({ id, name, path }) => ({ id, names: [name, `${path}/${name}`] }),
  );
