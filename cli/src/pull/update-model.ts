import type { AnalyticsClient, DataModelRepresentation } from "pulumi-analytics-internal/core/api";
import { parsePath } from "pulumi-analytics-internal/core/api";
import {
  type JsonObject,
  Model,
  type SpecChange,
  toLocalIds,
  toPlatformSpec,
} from "pulumi-analytics-internal/core/model";
import type { Document } from "../documents/document";
import { type MergeBase, type ModelMerge, mergeModel } from "../documents/merge-model";
import { diffFields } from "../documents/model-changes";
import { insertNames } from "../documents/references";
import type { DocumentSet } from "../documents/set";
import { readEarlierVersion } from "./earlier-version";
import { type FileModelState, findIdByName, findKnown, mapValues } from "./known-model";
import type { KnownDocument } from "./update-report";

/** What is known of the file of a data model. */
export async function findKnownModel(
  documents: DocumentSet,
  document: Document,
  wanted?: string,
): Promise<KnownDocument> {
  const file = document.file!;
  const known = await findKnown(documents, document, wanted);
  return {
    id: known.id,
    profile: known.profile,
    findId: (client) => findIdByName(client, file),
    async merge({ model, stored }, isEarlier) {
      const server = model!;
      const { id, client } = stored!;
      const refs = mapValues(file, known);
      const { base, remarks } = isEarlier ? dropMergeBase(known) : await readMergeBase(client, id, known);
      const own = { form: file.form, refs, ignorePaths: known.ignorePaths };
      const merge = mergeModel(own, toPlatformSpec(server), base, server.documentVersion);
      const { form, changes } = mergeTop(document.contents, merge, server);
      const named = insertNames(form, known.references, { mayRefer: known.mayRefer(id), own: file.form }) as JsonObject;
      const about = isEarlier ? [] : await diffAbout(client, server, known, document.contents);
      const { ids, isThere, contested, ambiguities } = merge;
      const { documentVersion, latestDocumentVersion: latest = documentVersion } = server;
      return {
        ...(latest > documentVersion ? { latestVersion: latest } : {}),
        ...{ form: named, changes, contested, about, hasOwnEdits: !isThere, remarks: [...remarks, ...ambiguities] },
        // To the next pull, a file with an earlier version is one that was edited.
        ...(!isEarlier && {
          remember: (text: string) => known.remember({ id, server, ids, form: named, refs, text, isThere }),
        }),
      };
    },
  };
}

/** The file is to say what the version says, whatever changed since. */
const dropMergeBase = ({ ids, base }: FileModelState): { base: MergeBase | undefined; remarks: readonly string[] } => ({
  base: ids && { ids, ...(base?.baseline === undefined ? {} : { baseline: base.baseline }) },
  remarks: [],
});

/** What the merge is based on; without it, all that differs counts as changed on the platform. */
async function readMergeBase(
  client: AnalyticsClient,
  id: string,
  { base, ids, baseVersion }: FileModelState,
): Promise<{ base: MergeBase | undefined; remarks: readonly string[] }> {
  const otherwise = ids && { ids };
  if (base !== undefined) return { base, remarks: [] };
  if (ids === undefined || baseVersion === undefined) return { base: otherwise, remarks: [] };
  const then = await readEarlierVersion(client, id, baseVersion);
  if (then !== undefined) return { base: { model: new Model(toLocalIds(then, ids)), ids }, remarks: [] };
  const remark =
    `the platform no longer has version ${baseVersion}, which the file last agreed with: what differs ` +
    "counts as changed in the product";
  return { base: otherwise, remarks: [remark] };
}

/**
 * What was renamed, moved or described since it was pulled or declared; what stands at the top of the file is told with
 * its contents.
 */
async function diffAbout(
  client: AnalyticsClient,
  { dataModelId, name, folderId, description }: DataModelRepresentation,
  { placed }: FileModelState,
  form: JsonObject,
): Promise<SpecChange[]> {
  if (placed === undefined) return [];
  const path = placed.folder === undefined ? undefined : (await client.dataModels.get(dataModelId)).path;
  // The platform joins names without escaping their slashes.
  const isThere = placed.folder !== undefined && parsePath(placed.folder).join("/") === path;
  const about = diffFields([
    ["name", placed.name, name],
    ["folder", placed.folder, isThere ? placed.folder : path],
    ["folderId", placed.folderId, placed.folderId === undefined ? undefined : folderId],
    // None and an empty one are the same.
    [
      "description",
      placed.description || undefined,
      placed.description === undefined ? undefined : description || undefined,
    ],
  ]);
  return about.filter(({ path: [field] }) => typeof form[String(field)] !== "string");
}

/** What a file says at its top belongs to the model too, if it says it. */
function mergeTop(
  top: JsonObject,
  merge: Pick<ModelMerge, "form" | "changes">,
  { name, description }: DataModelRepresentation,
): Pick<ModelMerge, "form" | "changes"> {
  const changes = diffFields([
    ["name", top.name, typeof top.name === "string" ? name : top.name],
    ["description", top.description, typeof top.description === "string" ? (description ?? "") : top.description],
  ]);
  const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after])) as JsonObject;
  return {
    form: changes.length === 0 ? merge.form : { ...(merge.form as JsonObject), ...changed },
    changes: [...changes, ...merge.changes],
  };
}
