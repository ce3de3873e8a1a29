import type { AnalyticsClient } from "../core/api";
import { isSameData, isSameName, suggestWord } from "../core/text";
import { type LookupContext, searchAnswer } from "./question";

/** A list on the platform whose entries have names. */
export interface Collection<Entry> {
  /** The noun for an entry in messages. */
  readonly noun: string;
  entries(client: AnalyticsClient): AsyncIterable<Entry>;
  idOf(entry: Entry): string;
  /** The name of an entry for people: its name, address or path. */
  nameOf(entry: Entry): string;
  /** Distinguishes this list from others with the same noun. */
  readonly key?: string;
  /** True: archived entries alone; otherwise none of them. */
  readonly areArchived?: boolean;
  /** Whether an entry that a filter matches is meant. Default: all are. */
  accepts?(entry: Entry): boolean;
}

/** An entry with its id in the field `id`. */
export type WithId<Entry> = Entry & { id: string };

/** A filter: fields of the entries and the values to match. */
export type Filter<Entry> = Partial<Entry>;

/** All entries, archived or not as the collection says; listed once per run of a program. */
function listAll<Entry extends object>(
  context: LookupContext,
  collection: Collection<Entry>,
): Promise<WithId<Entry>[]> {
  return context.once(getKey(collection), () => listEntries(context, collection));
}

/**
 * What `search` finds among all entries. It gets them a second time, listed anew, if it finds nothing in a list from
 * earlier in the run.
 */
export function search<Entry extends object, Found>(
  context: LookupContext,
  collection: Collection<Entry>,
  search: (entries: readonly WithId<Entry>[]) => Found | undefined,
): Promise<Found | undefined> {
  return searchAnswer(context, getKey(collection), () => listEntries(context, collection), search);
}

function getKey({ key, noun }: Pick<Collection<never>, "key" | "noun">): string {
  return key ?? noun;
}

async function listEntries<Entry extends object>(
  { client }: LookupContext,
  { entries, idOf, areArchived = false }: Collection<Entry>,
): Promise<WithId<Entry>[]> {
  const found: WithId<Entry>[] = [];
  for await (const entry of entries(client)) {
    const { isArchived = false } = entry as { isArchived?: boolean };
    if (isArchived === areArchived) found.push({ ...entry, id: idOf(entry) });
  }
  return found;
}

/** The entries with these values; undefined values match everything. */
export async function findMatching<Entry extends object>(
  context: LookupContext,
  collection: Collection<Entry>,
  filter: Filter<Entry>,
): Promise<WithId<Entry>[]> {
  return filterMatching(await listAll(context, collection), filter, collection.accepts);
}

/** The entries of a list with these values. */
export function filterMatching<Entry extends object>(
  entries: readonly WithId<Entry>[],
  filter: Filter<Entry>,
  accepts: (entry: Entry) => boolean = () => true,
): WithId<Entry>[] {
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
  return entries.filter(
    (entry) => wanted.every(([key, value]) => isSameData(entry[key as keyof Entry], value)) && accepts(entry),
  );
}

/**
 * The one entry with this name.
 *
 * @param filter narrows the candidates if names aren't unique.
 * @throws when there is none, or more than one; the message lists the candidates.
 */
export async function findByName<Entry extends object>(
  context: LookupContext,
  collection: Collection<Entry>,
  name: string,
  filter: Filter<Entry> = {},
): Promise<WithId<Entry>> {
  const { noun, nameOf, accepts } = collection;
  let choice: readonly WithId<Entry>[] = [];
  const narrow = (entries: readonly WithId<Entry>[]) => {
    choice = filterMatching(entries, filter, accepts);
    const found = choice.filter((entry) => isSameName(nameOf(entry), name));
    return found.length > 0 ? found : undefined;
  };
  const found = (await search(context, collection, narrow)) ?? [];
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only !== undefined) {
    const ids = found.map((entry) => describePlace(entry)).join(", ");
    throw new Error(`${found.length} ${noun}s are called "${name}": ${ids}. Give the id of one.`);
  }
  const names = choice.map(nameOf);
  throw new Error(
    `no ${noun} is called "${name}".${suggestWord(name, names)} ${describeCandidates(noun, names, filter)}`,
  );
}

/** The entry with this id, from the request for one entry. */
export async function readById<Entry extends object>(
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

/** The candidates in a message, or that there are none. */
export function describeCandidates(noun: string, names: readonly string[], filter: object): string {
  if (names.length > 0) return describeNames(names);
  const narrowed = Object.entries(filter).flatMap(([field, value]) =>
    value === undefined ? [] : [`${field} "${value}"`],
  );
  const where = narrowed.length === 0 ? "at all" : `with the ${narrowed.join(" and the ")}`;
  return `There is no ${noun} ${where}, as far as these credentials can see.`;
}

/** The candidates in a message, each name once. */
export function describeNames(all: readonly string[]): string {
  const names = [...new Set(all)];
  const more = names.length > mostCandidates ? `, and ${names.length - mostCandidates} more` : "";
  return `There are: ${names.slice(0, mostCandidates).join(", ")}${more}.`;
}

/** An entry's id, and its path if it has one, to distinguish entries with the same name. */
function describePlace(entry: { id: string; path?: unknown }): string {
  return typeof entry.path === "string" && entry.path !== "" ? `${entry.id} in ${entry.path}` : entry.id;
}
