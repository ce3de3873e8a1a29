import { readUnlessGone, type WorkbookRepresentation } from "../../core/api";
import type { JsonObject } from "../../core/spec";
import { equal } from "../../core/values";
import type { LifecycleContext } from "../declare";
import { digestDocument } from "../document/digest";
import { getTitle } from "./declaration";
import type { Known } from "./fields";
import { describeDrift } from "./review";
import { compare, recallComparison } from "./stored";

/** Reads a workbook. @param known what the state has; undefined for a lookup or an import. */
export async function readWorkbook(context: LifecycleContext, id: string, known: Known | undefined) {
  const server = await readUnlessDeleted(context, id);
  if (server === undefined) return known?.inputs.restoreDeleted ? describeDeleted(context, known) : undefined;
  if (known === undefined) return describeFound(server);
  const seen = recallComparison(server, known);
  if (seen !== undefined) return seen;
  const { inputs, outputs, isDrifted } = compare(server, known);
  const drift = isDrifted ? describeDrift(known.inputs, inputs) : [];
  for (const change of drift) context.log(`${getTitle(server)} on the platform: ${change}`);
  // Other contents that mean the same are no change: the digest stays as it is.
  const { contentsDigest: _, ...found } = outputs;
  const { contentsDigest, ...before } = known.outputs;
  const isSame = equal(inputs, known.inputs) && equal(found, before);
  return { inputs, outputs: isSame ? { ...found, ...(contentsDigest && { contentsDigest }) } : outputs };
}

/** The workbook, unless it was deleted: then it is archived, and may still answer. */
export async function readUnlessDeleted(
  { client }: LifecycleContext,
  id: string,
): Promise<WorkbookRepresentation | undefined> {
  const server = await readUnlessGone(client.workbookContents.read(id));
  return server?.isArchived ? undefined : server;
}

/** A workbook nothing is known about. */
function describeFound({
  name,
  folderId,
  description,
  ownerId,
  url,
  documentVersion,
  contents,
}: WorkbookRepresentation) {
  return {
    inputs: { name, folderId, description, ownerId, contents: JSON.stringify(contents) },
    outputs: { url, documentVersion, ...digestDocument(contents as JsonObject, {}) },
  };
}

/**
 * A workbook that was deleted on the platform and is to be restored stays in the state, empty, so that the next update
 * brings it back.
 */
function describeDeleted(context: LifecycleContext, { inputs, outputs }: Known) {
  context.log(`${getTitle(inputs)} was deleted on the platform; the next update restores it`);
  return {
    inputs: { ...inputs, contents: '{"schemaVersion":1,"kind":"workbook","elements":[],"pages":[]}', refs: undefined },
    outputs: { url: outputs.url ?? "", deleted: true },
  };
}
