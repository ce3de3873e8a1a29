/** Tables that a question names and no document reads: whether there are such. */

import { type AnalyticsClient, isAboutOneThing, readUnlessGone } from "pulumi-analytics-internal/core/api";
import { formTableKey } from "pulumi-analytics-internal/core/graph";
import type { ReadDocument } from "pulumi-analytics-internal/core/impact";
import { suggestWord } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command/exit";
import { collectLiving } from "../platform/models";
import type { Question } from "./question";

/**
 * Of a table that no document reads, nothing depends on it only if there is one.
 *
 * @param questions those that nothing answers.
 * @param read the documents that were looked at.
 * @param client undefined: the platform isn't asked, and the catalogs of its connections aren't known.
 * @returns what isn't known, a sentence each.
 * @throws UsageError for a table that no connection's catalog has, with the nearest that documents read.
 */
export async function requireTables(
  questions: readonly Question[],
  read: readonly ReadDocument[],
  client: AnalyticsClient | undefined,
): Promise<string[]> {
  const prefix = formTableKey([]);
  const known = new Set(
    read.flatMap(({ uses }) =>
      uses.uses.flatMap(({ target }) => (target.startsWith(prefix) ? [getTable(target)] : [])),
    ),
  );
  const notes: string[] = [];
  for (const { table } of questions) {
    // Those of dbt's manifests are known to be there.
    if (table?.isOpen !== true) continue;
    const { path } = table;
    const text = path.join(".");
    if (isKnown(path, known)) continue;
    const near = suggestWord(text.toUpperCase(), [...known]);
    if (client === undefined) notes.push(`table:${text}: no document here reads such a table.${near}`);
    else if (!(await isInCatalogs(client, path))) {
      throw new UsageError(`table:${text}: no document reads such a table, and no connection has it.${near}`);
    }
  }
  return notes;
}

/** `SALES.CORE.FACTS` of the key of a table, or of a column of one. */
const getTable = (key: string) => key.slice(formTableKey([]).length).split("/", 1)[0]!;

/** The last name may be that of a column. */
const isKnown = (path: readonly string[], known: ReadonlySet<string>) =>
  [path, path.slice(0, -1)].some((one) => known.has(one.join(".").toUpperCase()));

async function isInCatalogs({ connections }: AnalyticsClient, path: readonly string[]): Promise<boolean> {
  const all = await collectLiving(connections.list());
  const places = path.length > 2 ? [path, path.slice(0, -1)] : [path];
  const found = await Promise.all(
    all.flatMap(({ connectionId }) =>
      places.map(async (place) => {
        try {
          const object = await readUnlessGone(connections.lookup(connectionId, place));
          // A schema is no table whose column the last name could be.
          return object !== undefined && (place === path || object.kind === "table");
        } catch (error) {
          if (!isAboutOneThing(error)) throw error;
          // A connection that these credentials can't read may have it.
          return true;
        }
      }),
    ),
  );
  return found.includes(true);
}
