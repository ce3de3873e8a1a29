import { findImpact, type Use } from "pulumi-analytics-internal/core/usage";
import type { KnownSource } from "./cache";
import type { Person, PlatformDocument, PlatformReader, ReadDocument, UnreadDocument } from "./platform";
import { listTargets, mayConcern, type Question } from "./question";

/** A document that a change breaks. */
export interface BrokenDocument {
  readonly document: PlatformDocument;
  readonly uses: readonly Use[];
  readonly isPartial: boolean;
  /** Names of the version tags that have to move first. */
  readonly tags: readonly string[];
  readonly owner: Person | undefined;
  readonly editor: Person | undefined;
}

/** The answer to a question about something that goes away or is renamed. */
export interface Answer {
  readonly questions: readonly Question[];
  readonly breaksNow: readonly BrokenDocument[];
  readonly breaksLater: readonly BrokenDocument[];
  readonly unread: readonly UnreadDocument[];
  /** How many documents were looked at, and whether the lists have the whole organization. */
  readonly documents: number;
  readonly isWhole: boolean;
}

/** Finds what breaks: only what reads from the models in question is read as a whole. */
export async function findBroken(reader: PlatformReader, questions: readonly Question[]): Promise<Answer> {
  const sources = await reader.readSources();
  const hasTable = questions.some(({ table }) => table !== undefined);
  const changed = new Set(questions.flatMap(({ model }) => model?.id ?? []));
  const models = hasTable ? listModels(reader) : closeModels(sources, changed);
  const ids = new Set(models.map(({ id }) => id));
  const isReader = (one: readonly KnownSource[]) =>
    one.some(({ type, dataModelId = "" }) => ids.has(dataModelId) || (hasTable && type !== "data-model"));
  const others = reader.documents.filter(
    (document) => document.type !== "data model" && isReader(sources.get(document) ?? []),
  );
  const read = await reader.readUses([...models, ...others], sources);
  const targets = questions.flatMap((question) => [...listTargets(question, read)]);
  const people = await reader.readPeople();
  const broken = findImpact(read, targets).flatMap(({ document: { document, isPartial, uses: all }, uses, tags }) => {
    const meant = uses.filter((use) => mayConcern(questions, use, all.uses));
    if (meant.length === 0) return [];
    const names = tags.map((id) => reader.tags.get(id) ?? id);
    const [owner, editor] = [people.get(document.ownerId), people.get(document.updatedBy)];
    const one: BrokenDocument = { document, uses: joinUses(meant), isPartial, tags: names, owner, editor };
    return [one];
  });
  // What a model reads of itself is no break of another document.
  const told = broken.filter(({ document }) => !changed.has(document.id)).sort(compareDocuments);
  return {
    questions,
    breaksNow: told.filter(({ tags }) => tags.length === 0),
    breaksLater: told.filter(({ tags }) => tags.length > 0),
    unread: reader.unread,
    documents: reader.documents.length,
    isWhole: reader.isWhole,
  };
}

export const listModels = ({ documents }: PlatformReader): PlatformDocument[] =>
  documents.filter(({ type }) => type === "data model");

/** The models that are asked about, and those that read from them, also through others. */
function closeModels(
  sources: ReadonlyMap<PlatformDocument, readonly KnownSource[]>,
  changed: ReadonlySet<string>,
): PlatformDocument[] {
  const reached = new Set(changed);
  const models = [...sources].filter(([{ type }]) => type === "data model");
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const [{ id }, own] of models) {
      if (own.some(({ dataModelId = "" }) => reached.has(dataModelId))) reached.add(id);
    }
  }
  // Those that are read come before those that read them: names of elements are then known.
  const isChanged = ({ id }: PlatformDocument) => changed.has(id);
  const found = models.map(([document]) => document).filter(({ id }) => reached.has(id));
  return [...found.filter(isChanged), ...found.filter((one) => !isChanged(one))];
}

/** One line for each way in which an element reads. */
function joinUses(uses: readonly Use[]): Use[] {
  const joined = new Map(uses.map((use) => [`${use.elementId} ${use.how}`, use]));
  // That a chart reads a table says less than which of its columns does.
  const precise = [...joined.values()].filter(
    (use) =>
      use.how !== "source" || ![...joined.values()].some((one) => one !== use && one.elementId === use.elementId),
  );
  return precise.sort((a, b) => `${a.page} ${a.element}`.localeCompare(`${b.page} ${b.element}`));
}

const compareDocuments = (a: BrokenDocument, b: BrokenDocument) =>
  a.document.name.localeCompare(b.document.name) || a.document.id.localeCompare(b.document.id);

/** Columns, metrics and elements of models that no document reads. */
export interface UnusedPart {
  readonly model: PlatformDocument;
  readonly element: string;
  readonly name: string;
  readonly is: "column" | "metric" | "element";
}

/** Finds what nothing reads. An element that nothing reads stands for all that is in it. */
export function listUnused(read: readonly ReadDocument[], models: readonly PlatformDocument[]): UnusedPart[] {
  const used = listUsed(read);
  return read.flatMap(({ document, uses: { exposed } }) => {
    if (!models.includes(document)) return [];
    const live = new Set(exposed.filter(({ key }) => used.has(key)).map(({ elementId }) => elementId));
    return exposed
      .filter(({ key, is, elementId }) => (live.has(elementId) ? !used.has(key) : is === "element"))
      .map(({ element, name, is }) => ({ model: document, element, name, is }));
  });
}

/** What other documents read, and what that needs of its own model. */
function listUsed(read: readonly ReadDocument[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { document, uses } of read) {
    for (const { target } of uses.uses) if (!target.startsWith(`model/${document.id}/`)) used.add(target);
  }
  const exposed = read.flatMap(({ uses }) => uses.exposed);
  for (let size = -1; size !== used.size; ) {
    size = used.size;
    for (const { key, idKey = key, reads } of exposed) {
      if (!used.has(key) && !used.has(idKey)) continue;
      for (const one of [key, idKey, ...reads]) used.add(one);
    }
  }
  return used;
}
