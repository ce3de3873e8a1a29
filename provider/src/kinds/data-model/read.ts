import { type AnalyticsClient, ApiError, type DataModelRepresentation, readUnlessGone } from "../../core/api";
import { equal } from "../../core/engine";
import { assignIds, createEmptyIdentity, matchIdentity, toPlatformSpec } from "../../core/spec";
import type { LifecycleContext } from "../declare";
import { isUnread } from "../document/digest";
import { toFileContents } from "./declaration";
import type { Known } from "./fields";
import { describeDrift } from "./review/changes";
import { compare, digestContents, recallComparison } from "./stored";

/** Reads a model. @param known what the state has; undefined for a lookup or an import. */
export async function readModel(context: LifecycleContext, id: string, known: Known | undefined) {
  const server = await readUnlessDeleted(context.client, id);
  if (server === undefined) return known?.inputs.restoreDeleted ? describeDeleted(context, known) : undefined;
  if (known === undefined) return describeFound(server);
  const seen = recallComparison(server, known);
  if (seen !== undefined) return seen;
  const { inputs, outputs, declared, drifted } = compare(server, await readWritten(context, id, known, server));
  const drift = drifted === declared ? [] : describeDrift(declared, drifted, known.inputs.confidential);
  for (const change of drift) context.log(`data model "${server.name}" on the platform: ${change}`);
  // Other contents that mean the same are no change: the digest stays as it is.
  const { contentsDigest: _, ...found } = outputs;
  const { contentsDigest, ...before } = known.outputs;
  const isSame = equal(inputs, known.inputs) && equal(found, before);
  return { inputs, outputs: isSame ? { ...found, ...(contentsDigest && { contentsDigest }) } : outputs };
}

/** What is known of a model, with what the platform made of a write that nobody has read before somebody else wrote. */
export async function readWritten(
  context: LifecycleContext,
  id: string,
  known: Known,
  server: DataModelRepresentation,
): Promise<Known> {
  const { documentVersion } = known.outputs;
  if (documentVersion === undefined || documentVersion === server.documentVersion || !isUnread(known)) return known;
  const written = await readEarlierVersion(context, id, documentVersion);
  return written === undefined ? known : { ...known, outputs: compare(written, known).outputs };
}

/** Undefined if the platform no longer has it. */
export async function readEarlierVersion(
  { client }: LifecycleContext,
  id: string,
  documentVersion: number,
): Promise<DataModelRepresentation | undefined> {
  try {
    return await client.dataModels.getSpec(id, { documentVersion });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The model, unless it was deleted; the platform may answer for a deleted one too. */
export async function readUnlessDeleted(
  client: AnalyticsClient,
  id: string,
): Promise<DataModelRepresentation | undefined> {
  const server = await readUnlessGone(client.dataModels.getSpec(id));
  return server === undefined || (await client.dataModels.isDeleted(id)) ? undefined : server;
}

/** A model nothing is known about: the platform's own text and ids. */
function describeFound(server: DataModelRepresentation) {
  const contents = toFileContents(server);
  const { name, folderId, description, ownerId, url, documentVersion } = server;
  const { map: ids } = matchIdentity({ sent: assignIds(contents), received: toPlatformSpec(server) });
  return {
    inputs: { name, folderId, description, ownerId, spec: JSON.stringify(contents) },
    outputs: { url, documentVersion, ids, ...digestContents(server) },
  };
}

/**
 * A model that was deleted on the platform and is to be restored stays in the state, empty, so that the next update
 * brings it back.
 */
function describeDeleted(context: LifecycleContext, { inputs, outputs }: Known) {
  context.log(`data model "${inputs.name}" was deleted on the platform; the next update restores it`);
  return {
    inputs: { ...inputs, spec: '{"pages":[]}', refs: undefined },
    outputs: { url: outputs.url ?? "", ids: outputs.ids ?? createEmptyIdentity(), deleted: true },
  };
}
