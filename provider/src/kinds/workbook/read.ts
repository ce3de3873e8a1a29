import { readUnlessGone, type WorkbookRepresentation } from "../../core/api";
import { equal } from "../../core/engine";
import type { JsonObject } from "../../core/spec";
import { digestDocument } from "../document/digest";
import { type CodedContext, getTitle } from "./declaration";
import type { Known } from "./fields";
import { describeDrift } from "./review";
import { compare, recallComparison } from "./stored";

/** Reads a workbook or report. @param known what the state has; undefined for a lookup or an import. */
export async function readWorkbook(context: CodedContext, id: string, known: Known | undefined) {
  const server = await readUnlessDeleted(context, id);
  if (server === undefined) return known?.inputs.restoreDeleted ? describeDeleted(context, known) : undefined;
  if (known === undefined) return describeFound(server);
  const seen = recallComparison(server, known);
  if (seen !== undefined) return seen;
  const { inputs, outputs, isDrifted } = compare(server, known);
  const drift = isDrifted ? describeDrift(known.inputs, inputs) : [];
  for (const change of drift) context.log(`${getTitle(context.noun, server)} on the platform: ${change}`);
  // Other contents that mean the same are no change: the digest stays as it is.
  const { contentsDigest: _, ...found } = outputs;
  const { contentsDigest, ...before } = known.outputs;
  const isSame = equal(inputs, known.inputs) && equal(found, before);
  return { inputs, outputs: isSame ? { ...found, ...(contentsDigest && { contentsDigest }) } : outputs };
}

/** The document, unless it was deleted: then it is archived, and may still answer. */
export async function readUnlessDeleted(
  { client, noun }: CodedContext,
  id: string,
): Promise<WorkbookRepresentation | undefined> {
  const server = await readUnlessGone(client[`${noun}Contents`].read(id));
  return server?.isArchived ? undefined : server;
}

/** A document nothing is known about. */
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
 * A document that was deleted on the platform and is to be restored stays in the state, empty, so that the next update
 * brings it back.
 */
function describeDeleted(context: CodedContext, { inputs, outputs }: Known) {
  const empty = { schemaVersion: 1, kind: context.noun, elements: [], pages: [] };
  context.log(`${getTitle(context.noun, inputs)} was deleted on the platform; the next update restores it`);
  return {
    inputs: { ...inputs, contents: JSON.stringify(empty), refs: undefined },
    outputs: { url: outputs.url ?? "", deleted: true },
  };
}
