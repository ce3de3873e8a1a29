import { type AnalyticsClient, type DataModelRepresentation, parsePath } from "pulumi-analytics-internal/core/api";
import { type Json, type JsonObject, Model, type SpecChange, toLocalIds } from "pulumi-analytics-internal/core/model";
import { type Context, UsageError } from "../command";
import { writeOutput } from "../command/files";
import { findWorkbookAround } from "../documents/find-files";
import { diffFields } from "../documents/model-changes";
import { readDocumentFile, readModelFile } from "../documents/read-files";
import { type DocumentSet, formPlatformAddress } from "../documents/set";
import { updateModel } from "../text";
import { diffLines } from "../text/line-diff";
import { readEarlierVersion } from "./earlier-version";
import { type FileModelState, findIdByName, findKnown, mapValues } from "./known-model";
import { type Comparison, type MergeBase, merge } from "./reconcile";
import { insertNames } from "./references";
import { resolveId, type UpdateTarget } from "./targets";
import type { UpdateOptions, UpdateReport } from "./update-report";
import { updateWorkbook } from "./update-workbook";

/**
 * Brings what was changed on the platform into a user's file. Of a version that is named, the file gets all.
 *
 * @throws UsageError for what is no document, and for one that nothing says which document of the platform it is.
 */
export async function update(
  context: Context,
  documents: DocumentSet,
  target: UpdateTarget,
  options: UpdateOptions,
): Promise<UpdateReport> {
  const { cwd, console } = context;
  const { dryRun = false } = options;
  const document = readDocumentFile(cwd, findWorkbookAround(cwd, target.file) ?? target.file);
  if (document.isWorkbook) return updateWorkbook(context, documents, { file: document, from: target.from }, options);
  const file = readModelFile(cwd, target.file);
  if (!isModel(file.form)) throw new UsageError(`${file.path}: not a data model: it has no \`pages\`.`);
  const from = target.from && (await resolveId(documents, target.from, "data model"));
  const known = await findKnown(context, file, { ...options, id: from?.value });
  const profile = options.profile ?? from?.profile ?? known.profile;
  const client = await documents.getClient(profile);
  const id = known.id ?? (await findIdByName(client, file));
  const version = from?.version;
  const address = formPlatformAddress(id, { profile, version });
  const { model: server } = await console.showProgress("Reading the model", 1, () =>
    documents.readOne(address, ["data model"]),
  );
  if (server === undefined) throw new UsageError(`${file.path}: ${id} is not a data model.`);

  const refs = mapValues(file, known);
  const isEarlier = version !== undefined;
  const { base, remarks } = isEarlier ? dropMergeBase(known) : await readMergeBase(client, id, known);
  const own = { form: file.form, refs, ignorePaths: known.ignorePaths };
  const comparison = merge(own, server, base);
  const { form, changes } = mergeTop(file.form, comparison, server);
  const named = insertNames(form, known.references, { mayRefer: known.mayRefer(id), own: file.form });
  const text = updateModel(file.text, named, file.source);

  // The last request comes before the write: if it fails, nothing was changed.
  const about = isEarlier ? [] : await diffAbout(client, server, known, file.form);
  writeOutput(cwd, target.file, text, { dryRun });
  const { ids, isThere, contested, ambiguities } = comparison;
  // To the next pull, a file with an earlier version is one that was edited.
  if (!dryRun && !isEarlier) known.remember({ id, server, ids, form: named, refs, text, isThere });
  const { name: title, documentVersion, latestDocumentVersion: latest = documentVersion } = server;
  const diff = diffLines(file.text, text);
  const told = { changes, contested, hasOwnEdits: !isThere, about, diff, remarks: [...remarks, ...ambiguities] };
  return {
    ...{ file: file.path, what: "data model", model: id, title, version: documentVersion },
    ...(latest > documentVersion ? { latestVersion: latest } : {}),
    ...{ dryRun, ...told },
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
  form: Json,
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
  return about.filter(({ path: [field] }) => typeof (form as JsonObject)[String(field)] !== "string");
}

const isModel = (form: Json) => Array.isArray((form as JsonObject | null)?.pages);

/** What a file says at its top belongs to the model too, if it says it. */
function mergeTop(
  form: Json,
  comparison: Comparison,
  { name, description }: DataModelRepresentation,
): Pick<Comparison, "form" | "changes"> {
  const top = form as JsonObject;
  const changes = diffFields([
    ["name", top.name, typeof top.name === "string" ? name : top.name],
    ["description", top.description, typeof top.description === "string" ? (description ?? "") : top.description],
  ]);
  const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after])) as JsonObject;
  return {
    form: changes.length === 0 ? comparison.form : { ...(comparison.form as JsonObject), ...changed },
    changes: [...changes, ...comparison.changes],
  };
}
