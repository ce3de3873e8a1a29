/** Documents that read what changed, and what their names stand for in production. */
import { addTo } from "pulumi-analytics-internal/core/data";
import { closeOver } from "pulumi-analytics-internal/core/graph";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { splitRef } from "pulumi-analytics-internal/core/model/json";
import { describeFiles } from "./describe-files";
import type { OwnDocument } from "./match-documents";
import type { MovedModel } from "./redirect";
import type { StateDocument } from "./states";

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

/** What the project's documents read, by the graph of their uses. */
export function listReads(own: readonly OwnDocument[]): Candidate[] {
  const { sources } = describeFiles(own);
  return own.map(({ id, type }) => ({ id, isModel: type === "data model", reads: sources.get(id) ?? [] }));
}

/** A document of the project, as a second one beside that of production. */
export function toMoved({ id, ids, name, form, state }: OwnDocument): MovedModel {
  const elements = Object.fromEntries(Object.entries(ids?.elements ?? {}).map(([key, one]) => [key, one.id]));
  return { form: form as JsonObject, id, elements, refs: state?.refs ?? {}, name };
}

/** What a name stands for in production: a data model of the stack, an element of it, or what others call so. */
export function findProductionValue(states: readonly StateDocument[], name: string): string | undefined {
  const [own, element] = splitRef(name);
  const model = states.find((state) => state.type === "data model" && state.isCalled(own));
  if (model !== undefined) return element === undefined ? model.id : model.ids?.elements[element]?.id;
  const values = new Set(states.flatMap(({ refs }) => refs[name] ?? []));
  const [only] = values;
  return values.size === 1 && typeof only === "string" ? only : undefined;
}
