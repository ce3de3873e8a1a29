import type { PlatformDocument, ReadDocument } from "pulumi-analytics-internal/core/impact";

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
      .flatMap(({ element, name, is }) =>
        is === "control" || is === "relationship" ? [] : { model: document, element, name, is },
      );
  });
}

/** What other documents read, and what that needs of its own model. */
function listUsed(read: readonly ReadDocument[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { document, uses } of read) {
    for (const { target } of uses.uses) if (!target.startsWith(`model/${document.id}/`)) used.add(target);
  }
  const exposed = read.flatMap(({ uses }) => {
    const elements = new Map(uses.exposed.flatMap((one) => (one.is === "element" ? [[one.elementId, one.key]] : [])));
    // What is read of an element, directly or through a relationship, needs the element, and what that needs.
    return uses.exposed.map((one) => ({ ...one, reads: [...one.reads, elements.get(one.elementId) ?? one.key] }));
  });
  for (let size = -1; size !== used.size; ) {
    size = used.size;
    for (const { key, idKey = key, reads } of exposed) {
      if (!used.has(key) && !used.has(idKey)) continue;
      for (const one of [key, idKey, ...reads]) used.add(one);
    }
  }
  return used;
}
