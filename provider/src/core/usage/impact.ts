import type { DocumentUses, Use } from "./document-uses";
import { listKeys } from "./keys";

/** A document whose uses are known. */
export interface IndexedDocument {
  readonly uses: DocumentUses;
  /** Ids of version tags by the id of the data model that is read at the tag. */
  readonly sourceTags: Readonly<Record<string, string>>;
}

/** What a change breaks in one document. */
export interface Impact<Document> {
  readonly document: Document;
  readonly uses: readonly Use[];
  /** Ids of the version tags that have to move before it breaks; none: it breaks now. */
  readonly tags: readonly string[];
}

/**
 * Which documents use one of some targets: directly, or through columns and metrics of data models that read it.
 *
 * @param targets keys of what goes away or is renamed.
 */
export function findImpact<Document extends IndexedDocument>(
  documents: readonly Document[],
  targets: Iterable<string>,
): Impact<Document>[] {
  const reached = spreadTargets(documents, targets);
  return documents.flatMap((document) => {
    const uses = document.uses.uses.filter(({ target }) => reached.has(target));
    if (uses.length === 0) return [];
    const waits = uses.map(({ target }) => listTags(document, target, reached));
    // It breaks now if one of its uses does.
    const tags = waits.some((one) => one.length === 0) ? [] : [...new Set(waits.flat())];
    return [{ document, uses, tags }];
  });
}

/** Every key that a target reaches, with the tags that have to move on the way: the fewest. */
function spreadTargets(
  documents: readonly IndexedDocument[],
  targets: Iterable<string>,
): Map<string, readonly string[]> {
  const reached = new Map<string, readonly string[]>([...targets].map((target) => [target, []]));
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const document of documents) {
      for (const part of document.uses.exposed) {
        const { reads, is } = part;
        if (is === "element") continue;
        const hit = reads.filter((read) => reached.has(read));
        if (hit.length === 0) continue;
        const ways = hit.map((read) => listTags(document, read, reached)).sort((a, b) => a.length - b.length);
        for (const one of listKeys(part)) {
          const before = reached.get(one);
          if (before !== undefined && before.length <= ways[0]!.length) continue;
          reached.set(one, ways[0]!);
          hasGrown = true;
        }
      }
    }
  }
  return reached;
}

/** The tags between a document and a target: those that it came by, and that of the model as the document reads it. */
function listTags(
  { sourceTags }: IndexedDocument,
  target: string,
  reached: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const [is, dataModelId = ""] = target.split("/");
  const tag = is === "model" ? sourceTags[dataModelId] : undefined;
  const before = reached.get(target) ?? [];
  return tag === undefined ? before : [...new Set([...before, tag])];
}
