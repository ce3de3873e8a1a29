import { type DocumentUses, findImpact, type Use } from "../usage";
import type { KnownSource, Person, PlatformDocument, PlatformReader, ReadDocument, UnreadDocument } from "./reader";

/** What goes away, or is renamed. */
export interface Sought {
  /** The ids of the data models that it is part of: what they read of themselves doesn't count. */
  readonly modelIds: Iterable<string>;
  /** Whether some of it are tables of warehouses, which any document may read. */
  readonly hasTables?: boolean;
  /** Its keys, among what the documents read and expose. */
  listTargets(read: readonly ReadDocument[]): Iterable<string>;
  /** Whether a document's use of a target counts; left out: each does. */
  isMeant?(use: Use, uses: readonly Use[]): boolean;
  /** The data models as the change leaves them, by their ids: what they expose then is what passes a break on. */
  readonly changed?: ReadonlyMap<string, DocumentUses>;
}

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

/** What breaks, and what isn't known. */
export interface Broken {
  readonly breaksNow: readonly BrokenDocument[];
  readonly breaksLater: readonly BrokenDocument[];
  readonly unread: readonly UnreadDocument[];
  /** How many documents were looked at, and whether the lists have the whole organization. */
  readonly documents: number;
  readonly isWhole: boolean;
}

/** Finds what breaks: only what reads from the models in question is read as a whole. */
export async function findBroken(reader: PlatformReader, sought: Sought): Promise<Broken> {
  const { hasTables = false, isMeant = () => true, changed } = sought;
  const sources = await reader.readSources();
  const own = new Set(sought.modelIds);
  const models = hasTables ? listModels(reader) : closeModels(sources, own);
  const ids = new Set(models.map(({ id }) => id));
  const isReader = (one: readonly KnownSource[]) =>
    one.some(({ type, dataModelId = "" }) => ids.has(dataModelId) || (hasTables && type !== "data-model"));
  const others = reader.documents.filter(
    (document) => document.type !== "data model" && isReader(sources.get(document) ?? []),
  );
  const read = await reader.readUses([...models, ...others], sources);
  const targets = sought.listTargets(read);
  const people = await reader.readPeople();
  const after = read.map((one) => ({ ...one, uses: changed?.get(one.document.id) ?? one.uses }));
  const broken = findImpact(after, targets).flatMap(({ document: { document, isPartial, uses: all }, uses, tags }) => {
    // What a model reads of itself is no break of another document.
    const meant = own.has(document.id) ? [] : uses.filter((use) => isMeant(use, all.uses));
    if (meant.length === 0) return [];
    const names = tags.map((id) => reader.tags.get(id) ?? id);
    const [owner, editor] = [people.get(document.ownerId), people.get(document.updatedBy)];
    const one: BrokenDocument = { document, uses: joinUses(meant), isPartial, tags: names, owner, editor };
    return [one];
  });
  const told = broken.sort(compareDocuments);
  return {
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
