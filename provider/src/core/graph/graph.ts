import { addTo, remember } from "../data";
import type { DocumentUses, Exposed, Use } from "./document";
import { listKeys } from "./keys";

/** A document whose uses are known. */
export interface GraphDocument {
  readonly uses: DocumentUses;
  /** Ids of version tags by the id of the data model that is read at the tag. */
  readonly sourceTags: Readonly<Record<string, string>>;
}

/** A document that reads what is asked about. */
export interface Reader<Document> {
  readonly document: Document;
  readonly uses: readonly Use[];
  /** Ids of the version tags that have to move before a change reaches it; none: it does now. */
  readonly tags: readonly string[];
}

/** A part of a data model that nothing reads. */
export interface UnusedPart<Document> {
  readonly document: Document;
  readonly part: Exposed;
}

/** All that some things lead to, and these themselves; each is followed once. */
export function closeOver(starts: Iterable<string>, follow: (key: string) => Iterable<string>): Set<string> {
  // What is added while it is walked is walked too.
  const reached = new Set(starts);
  for (const key of reached) for (const one of follow(key)) reached.add(one);
  return reached;
}

/**
 * What documents read of each other. Its nodes are keys (see `keys`): elements, columns, metrics, relationships and
 * controls of data models, tables of warehouses, words of statements. Its edges are what the parts of data models read,
 * and the uses in documents, each with how, and where in the document. It is built once for some documents; a question
 * looks only at what it reaches.
 *
 * @example new Graph(documents).findReaders(["model/m/facts/column/region"])
 */
export class Graph<Document extends GraphDocument> {
  /** The parts of data models by the keys that read them, and by the keys that they read. */
  readonly #parts = new Map<string, Exposed[]>();
  readonly #above = new Map<string, { readonly document: Document; readonly part: Exposed }[]>();
  /** The places of documents among all of them, by the keys that they use. */
  readonly #users = new Map<string, Set<number>>();
  /** Of elements of data models, by the part of it. */
  readonly #elements = new Map<Exposed, string>();

  constructor(readonly documents: readonly Document[]) {
    for (const [index, document] of documents.entries()) {
      const { uses, exposed } = document.uses;
      for (const { target } of uses) remember(this.#users, target, () => new Set()).add(index);
      const elements = new Map(
        exposed.flatMap(({ is, elementId, key }) => (is === "element" ? [[elementId, key]] : [])),
      );
      for (const part of exposed) {
        this.#elements.set(part, elements.get(part.elementId) ?? part.key);
        for (const key of listKeys(part)) addTo(this.#parts, key, part);
        // What reads a column of an element names the column: the element passes nothing on.
        if (part.is !== "element") for (const key of new Set(part.reads)) addTo(this.#above, key, { document, part });
      }
    }
  }

  /**
   * The documents that use one of some targets: directly, or through columns and metrics of data models that read it.
   *
   * @param targets keys of what goes away or is renamed.
   */
  findReaders(targets: Iterable<string>): Reader<Document>[] {
    const reached = this.#spread(targets);
    const users = new Set([...reached.keys()].flatMap((key) => [...(this.#users.get(key) ?? [])]));
    return [...users]
      .sort((a, b) => a - b)
      .map((index) => {
        const document = this.documents[index]!;
        const uses = document.uses.uses.filter(({ target }) => reached.has(target));
        const waits = uses.map(({ target }) => listTags(document, target, reached));
        // It breaks now if one of its uses does.
        const tags = waits.some((one) => one.length === 0) ? [] : [...new Set(waits.flat())];
        return { document, uses, tags };
      });
  }

  /** All that some keys read, down to the tables of warehouses, and these keys themselves. */
  listRead(keys: Iterable<string>): Set<string> {
    return closeOver(keys, (key) => (this.#parts.get(key) ?? []).flatMap(({ reads }) => reads));
  }

  /**
   * What no other document reads, of the columns, metrics and elements of data models. An element that nothing reads
   * stands for all that is in it.
   *
   * @param getModelId the id of the data model that a document is.
   */
  listUnused(getModelId: (document: Document) => string): UnusedPart<Document>[] {
    const used = this.#listUsed(getModelId);
    return this.documents.flatMap((document) => {
      const { exposed } = document.uses;
      const live = new Set(exposed.filter(({ key }) => used.has(key)).map(({ elementId }) => elementId));
      return exposed
        .filter(({ is }) => is !== "control" && is !== "relationship")
        .filter(({ key, is, elementId }) => (live.has(elementId) ? !used.has(key) : is === "element"))
        .map((part) => ({ document, part }));
    });
  }

  /** What other documents read, and what that needs of its own model: its element, and what that needs. */
  #listUsed(getModelId: (document: Document) => string): Set<string> {
    const read = this.documents.flatMap((document) => {
      const own = `model/${getModelId(document)}/`;
      return document.uses.uses.flatMap(({ target }) => (target.startsWith(own) ? [] : [target]));
    });
    return closeOver(read, (key) =>
      (this.#parts.get(key) ?? []).flatMap((part) => [...listKeys(part), ...part.reads, this.#elements.get(part)!]),
    );
  }

  /** Every key that a target reaches, with the tags that have to move on the way: the fewest. */
  #spread(targets: Iterable<string>): Map<string, readonly string[]> {
    const reached = new Map<string, readonly string[]>([...targets].map((target) => [target, []]));
    const open = [...reached.keys()];
    // What is added while it is walked is walked too.
    for (const read of open) {
      for (const { document, part } of this.#above.get(read) ?? []) {
        const tags = listTags(document, read, reached);
        for (const key of listKeys(part)) {
          const before = reached.get(key);
          if (before !== undefined && before.length <= tags.length) continue;
          reached.set(key, tags);
          open.push(key);
        }
      }
    }
    return reached;
  }
}

/** The tags between a document and a target: those that it came by, and that of the model as the document reads it. */
function listTags(
  { sourceTags }: GraphDocument,
  target: string,
  reached: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const [is, dataModelId = ""] = target.split("/");
  const tag = is === "model" ? sourceTags[dataModelId] : undefined;
  const before = reached.get(target) ?? [];
  return tag === undefined ? before : [...new Set([...before, tag])];
}
