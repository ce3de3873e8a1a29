import type { Call } from "../../call";
import { compileQuery, groupVisualization } from "../../spec/compile/query";
import type { DataElement } from "../../state/records";
import type { CompiledDocument } from "./contents";
import { findMissingSource } from "./sources";

/** What an element asks the warehouse, or why it can't. */
export function buildQuery(document: CompiledDocument, element: DataElement): Record<string, unknown> {
  const { table, type } = element;
  const about = { elementId: table.id, name: document.getName(element) };
  const error = findMissingSource(document, element);
  if (error !== undefined) return { ...about, error };
  const sql = compileQuery(document.model, type === "visualization" ? groupVisualization(table) : table);
  return { ...about, sql: `${sql}\n${describeOrigin(document.call)}` };
}

/** The comment that tells a warehouse who asks. */
function describeOrigin({ actor, ids, store }: Call): string {
  const email = store.members.get(actor)?.email;
  return `-- ${JSON.stringify({ "request-id": ids.makeUuid("query request"), email })}`;
}
