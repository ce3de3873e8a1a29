/** Which documents a preview has: pure functions. */
import { addTo, closeOver } from "pulumi-analytics-internal/core/graph";

/** A document of production or of files, with the data models that it reads. */
export interface Candidate {
  readonly id: string;
  readonly isModel: boolean;
  readonly reads: readonly string[];
}

/**
 * The ids of what changed and of what reads it, also through data models: workbooks and reports pass nothing on.
 *
 * @example listAffected(["orders"], [{ id: "sales", isModel: false, reads: ["orders"] }]) // Set { "orders", "sales" }
 */
export function listAffected(changed: Iterable<string>, candidates: readonly Candidate[]): Set<string> {
  const readers = new Map<string, string[]>();
  const models = new Set(candidates.flatMap(({ id, isModel }) => (isModel ? [id] : [])));
  for (const { id, reads } of candidates) for (const one of reads) addTo(readers, one, id);
  return closeOver(changed, (id) => (models.has(id) ? (readers.get(id) ?? []) : []));
}
