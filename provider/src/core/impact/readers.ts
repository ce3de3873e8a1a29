import { addTo } from "../data";
import { closeOver, type DocumentUses, Graph, translateUses, type Use } from "../graph";
import {
  type KnownSource,
  listTags,
  type Person,
  type PlatformDocument,
  type PlatformReader,
  type ReadDocument,
  type UnreadDocument,
} from "./reader";

/** What a change is of: what reads from that has to be read. */
export interface Scope {
  /** The ids of the data models that are asked about, or change. */
  readonly modelIds: Iterable<string>;
  /** Whether tables of warehouses are asked about, too, which any document may read. */
  readonly hasTables?: boolean;
  /** The data models as the change leaves them, by their ids: what they expose then is what passes a break on. */
  readonly changed?: ReadonlyMap<string, DocumentUses>;
}

/** What goes away, or is renamed. */
export interface Sought {
  /** The ids of the data models that it is part of. */
  readonly modelIds: Iterable<string>;
  /** Its keys, among what the documents read and expose. */
  listTargets(read: readonly ReadDocument[], translate: OpenedFiles["translate"]): Iterable<string>;
  /** Whether a document's use of a target counts; left out: each does. */
  isMeant?(use: Use, uses: readonly Use[]): boolean;
  /** Whether one of its data models reads this of itself, and that doesn't count; left out: nothing of itself counts. */
  isOwn?(use: Use, dataModelId: string): boolean;
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

/** The data models and workbooks of a project. For what the platform has, too, the files count. */
export interface FileDocuments {
  /** The documents of the platform that they are. */
  readonly ids: ReadonlySet<string>;
  /** The ids of the data models that each of them reads from. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
  /** Opens them, given what the platform's data models offer. */
  open(read: readonly ReadDocument[]): OpenedFiles;
}

/** The documents of files: all is in the ids of files, and so is what the platform has once it is translated. */
export interface OpenedFiles {
  readonly own: readonly ReadDocument[];
  /** Puts the ids of files in the place of the platform's. */
  translate(key: string): string;
}

/** Without files. */
const noFiles: FileDocuments = {
  ids: new Set(),
  sources: new Map(),
  open: () => ({ own: [], translate: (key) => key }),
};

/** What a change may break, read. */
export interface Concerned extends Omit<Broken, "breaksNow" | "breaksLater">, Pick<OpenedFiles, "translate"> {
  /** The documents of the platform and of the project's files, as they are now. */
  readonly read: readonly ReadDocument[];
  /** The same as the change leaves them; a document that is a file of the project counts once. */
  readonly graph: Graph<ReadDocument>;
  readonly people: ReadonlyMap<string, Person>;
  /** Names of version tags by their ids. */
  readonly tags: ReadonlyMap<string, string>;
}

/** Reads what a change may break: only what reads from the models in question is read as a whole. */
export async function readConcerned(reader: PlatformReader, scope: Scope, files = noFiles): Promise<Concerned> {
  const { hasTables = false, changed } = scope;
  const sources = await reader.readSources();
  const models = hasTables ? listModels(reader) : closeModels(sources, new Set(scope.modelIds), files.sources);
  const ids = new Set(models.map(({ id }) => id));
  const isReader = (one: readonly KnownSource[]) =>
    one.some(({ type, dataModelId = "" }) => ids.has(dataModelId) || (hasTables && type !== "data-model"));
  const others = reader.documents.filter(
    (document) =>
      document.type !== "data model" && !files.ids.has(document.id) && isReader(sources.get(document) ?? []),
  );
  const read = await reader.readUses([...models, ...others], sources);
  const sourceTags = new Map([...sources].map(([{ id }, own]) => [id, listTags(own)]));
  const { own: opened, translate } = files.open(read);
  const own = opened.map((one) => ({ ...one, sourceTags: sourceTags.get(one.document.id) ?? {} }));
  const translated = read.map((one) => ({ ...one, uses: translateUses(one.uses, translate) }));
  return {
    ...buildGraph(translated, own, changed),
    translate,
    people: await reader.readPeople(),
    tags: reader.tags,
    unread: reader.unread.filter(({ document: { id } }) => !files.ids.has(id)),
    documents: reader.documents.length + own.filter(({ document }) => !files.ids.has(document.id)).length,
    isWhole: reader.isWhole,
  };
}

/** The same of a project's own files alone. */
export function readConcernedFiles(files: FileDocuments): Concerned {
  const { own, translate } = files.open([]);
  const names = { people: new Map(), tags: new Map() };
  return { ...buildGraph([], own), translate, ...names, unread: [], documents: own.length, isWhole: false };
}

function buildGraph(
  read: readonly ReadDocument[],
  own: readonly ReadDocument[],
  changed: Scope["changed"] = new Map(),
): Pick<Concerned, "read" | "graph"> {
  const replaced = new Set(own.map(({ document }) => document.id));
  const all = [...read.filter(({ document }) => !replaced.has(document.id)), ...own];
  const after = all.map((one) => ({ ...one, uses: changed.get(one.document.id) ?? one.uses }));
  return { read: [...read, ...own], graph: new Graph(after) };
}

/** Finds what breaks among documents that were read. */
export function findReaders(concerned: Concerned, sought: Sought): Broken {
  const { read, graph, translate, people, tags: tagNames, ...rest } = concerned;
  const { isMeant = () => true, isOwn = () => true } = sought;
  const models = new Set(sought.modelIds);
  const broken = graph.findReaders(sought.listTargets(read, translate)).flatMap(({ document: found, uses, tags }) => {
    const { document, isPartial, uses: its } = found;
    const isItself = (use: Use) =>
      models.has(document.id) && use.target.startsWith(`model/${document.id}/`) && isOwn(use, document.id);
    const meant = uses.filter((use) => !isItself(use) && isMeant(use, its.uses));
    if (meant.length === 0) return [];
    const names = tags.map((id) => tagNames.get(id) ?? id);
    const [owner, editor] = [people.get(document.ownerId), people.get(document.updatedBy)];
    const one: BrokenDocument = { document, uses: joinUses(meant), isPartial, tags: names, owner, editor };
    return [one];
  });
  const told = broken.sort(compareDocuments);
  return {
    ...rest,
    breaksNow: told.filter(({ tags }) => tags.length === 0),
    breaksLater: told.filter(({ tags }) => tags.length > 0),
  };
}

export const listModels = ({ documents }: PlatformReader): PlatformDocument[] =>
  documents.filter(({ type }) => type === "data model");

/** The models that are asked about, and those that read from them, also through others. */
export function closeModels(
  sources: ReadonlyMap<PlatformDocument, readonly KnownSource[]>,
  changed: ReadonlySet<string>,
  ofFiles: FileDocuments["sources"] = new Map(),
): PlatformDocument[] {
  const models = [...sources].filter(([{ type }]) => type === "data model");
  const readers = new Map<string, string[]>();
  for (const [{ id }, own] of models) for (const { dataModelId = "" } of own) addTo(readers, dataModelId, id);
  for (const [id, own] of ofFiles) for (const one of own) addTo(readers, one, id);
  const reached = closeOver(changed, (id) => readers.get(id) ?? []);
  // Those that are read come before those that read them: names of elements are then known.
  const isChanged = ({ id }: PlatformDocument) => changed.has(id);
  const found = models.map(([document]) => document).filter(({ id }) => reached.has(id));
  return [...found.filter(isChanged), ...found.filter((one) => !isChanged(one))];
}

/** One line for each way in which an element reads. */
function joinUses(uses: readonly Use[]): Use[] {
  const joined = new Map(uses.map((use) => [`${use.elementId} ${use.how}`, use]));
  // That a chart reads a table says less than which of its columns does.
  const named = new Set([...joined.values()].flatMap(({ how, elementId }) => (how === "source" ? [] : [elementId])));
  const precise = [...joined.values()].filter(({ how, elementId }) => how !== "source" || !named.has(elementId));
  return precise.sort((a, b) => `${a.page} ${a.element}`.localeCompare(`${b.page} ${b.element}`));
}

const compareDocuments = (a: BrokenDocument, b: BrokenDocument) =>
  a.document.name.localeCompare(b.document.name) || a.document.id.localeCompare(b.document.id);
