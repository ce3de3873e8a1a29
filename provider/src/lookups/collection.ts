import type { AnalyticsClient } from "../core/api";
import { didYouMean } from "../core/text";
import type { LookupContext } from "./question";

/** A list of the platform's, in which one entry can be told from the others by a name. */
export interface Collection<Entry> {
  /** What a message calls an entry. */
  readonly noun: string;
  entries(client: AnalyticsClient): AsyncIterable<Entry>;
  idOf(entry: Entry): string;
  /** What people call an entry: its name, address or path. */
  nameOf(entry: Entry): string;
  /** Tells this list from others of the same noun. */
  readonly key?: string;
}

/** An entry with its id under the name every answer has it. */
export type WithId<Entry> = Entry & { id: string };

/** How a filter is given: a field the entries have, and the value wanted there. */
export type Filter<Entry> = Partial<Entry>;

/** All living entries; listed once in a program's run. */
export function all<Entry extends object>(
  context: LookupContext,
  collection: Collection<Entry>,
): Promise<WithId<Entry>[]> {
  return context.once(collection.key ?? collection.noun, async () => {
    const found: WithId<Entry>[] = [];
    for await (const entry of collection.entries(context.client)) {
      if (!(entry as { isArchived?: boolean }).isArchived) found.push({ ...entry, id: collection.idOf(entry) });
    }
    return found;
  });
}

/** The entries that have these values; what is undefined isn't asked for. */
export async function matching<Entry extends object>(
  context: LookupContext,
  collection: Collection<Entry>,
  filter: Filter<Entry>,
): Promise<WithId<Entry>[]> {
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
  return (await all(context, collection)).filter((entry) =>
    wanted.every(([key, value]) => entry[key as keyof Entry] === value),
  );
}

/**
 * The one entry of this name.
 *
 * @param filter narrows the choice where names aren't unique.
 * @throws when there is none, or more than one, with those there are.
 */
export async function named<Entry extends object>(
  context: LookupContext,
  collection: Collection<Entry>,
  name: string,
  filter: Filter<Entry> = {},
): Promise<WithId<Entry>> {
  const { noun, nameOf } = collection;
  const choice = await matching(context, collection, filter);
  const found = choice.filter((entry) => nameOf(entry) === name);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only !== undefined) {
    const ids = found.map((entry) => placed(entry)).join(", ");
    throw new Error(`${found.length} ${noun}s are called "${name}": ${ids}. Give the id of one.`);
  }
  const names = choice.map(nameOf);
  throw new Error(`no ${noun} is called "${name}".${didYouMean(name, names)} ${candidates(noun, names)}`);
}

/** The entry with this id, by a call for one. */
export async function withId<Entry extends object>(
  noun: string,
  id: string,
  answer: Promise<Entry>,
): Promise<WithId<Entry>> {
  const { isNotFound } = require("../core/api") as typeof import("../core/api");
  try {
    return { ...(await answer), id };
  } catch (error) {
    if (isNotFound(error)) throw new Error(`there is no ${noun} with the id ${id}. ${error.message}`);
    throw error;
  }
}

const mostCandidates = 20;

function candidates(noun: string, names: readonly string[]): string {
  if (names.length === 0) return `There is no ${noun} at all, as far as these credentials can see.`;
  const more = names.length > mostCandidates ? `, and ${names.length - mostCandidates} more` : "";
  return `There are: ${names.slice(0, mostCandidates).join(", ")}${more}.`;
}

/** An entry's id, and where it lies when that tells it from its namesakes. */
function placed(entry: { id: string; path?: unknown }): string {
  return typeof entry.path === "string" && entry.path !== "" ? `${entry.id} in ${entry.path}` : entry.id;
}
