import { type AnalyticsClient, parsePath } from "pulumi-analytics-internal/core/api";
import { type SpecChange, SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { isSameName } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { writeFiles } from "../command/files";
import type { Document, FileEdit } from "../documents/document";
import { createReferences, findKnown, type KnownFiles } from "../documents/known";
import { readPlace } from "../documents/merge-base";
import { diffAbout, writeManifest } from "../documents/pull-manifest";
import { type DocumentSet, formPlatformAddress } from "../documents/set";
import { collectLiving } from "../platform/models";
import { diffLines } from "../text/line-diff";
import { findBase } from "./base";
import { applyMerge, bring, describeMerge, readLastChange } from "./bring";
import type { UpdateReport } from "./outcome";
import type { PullOptions } from "./pull";
import { restoreFiles } from "./restore-files";
import { resolveId, type UpdateTarget } from "./targets";

/**
 * Brings what was changed on the platform into a user's files. Of a version that is named, they get all. Files of a
 * resource that is named are restored first, where they are missing or can't be read.
 *
 * @throws UsageError for what is no document, and for one that nothing says which document of the platform it is.
 */
export async function update(
  context: Context,
  documents: DocumentSet,
  target: UpdateTarget,
  options: PullOptions,
): Promise<UpdateReport> {
  const { cwd, console } = context;
  const { dryRun = false, prefer } = options;
  const { document, edits: restored } = await readOrRestore(cwd, documents, target, dryRun);
  if (document === undefined) return describeRestoration(documents, target, restored, options);
  const { type } = document;
  const file = document.file!;
  const from = target.from && (await resolveId(documents, target.from, type));
  const known = await findKnown(documents, document, from?.value);
  const profile = options.profile ?? from?.profile ?? known.profile;
  const id = known.id ?? (await findIdByName(await documents.getClient(profile), document));
  const version = from?.version;
  const isEarlier = version !== undefined;
  const address = formPlatformAddress(id, { profile, version });
  const received = await console.showProgress(`Reading the ${type}`, 1, () => documents.readOne(address, [type]));
  const references = createReferences(known);
  const found = await findBase(documents, document, isEarlier ? { ...known, isEdited: false } : known, received);
  const { ids, baseline } = found.base;
  // An earlier version is what the file is to say, whatever changed since.
  const base = isEarlier ? { ids, baseline } : found.base;
  const isSure = found.isSure || isEarlier || (from !== undefined && prefer === undefined);
  const own = { document, received, known, found: { ...found, base, isSure } };
  const brought = bring(own, { references, prefer });
  const about = isEarlier ? [] : await findAbout(known, document, received);
  // To the next pull, a file with an earlier version is one that was edited.
  const edits = applyMerge({ documents, references }, brought, { dryRun, isKept: !isEarlier });
  if (known.folder && !dryRun && !isEarlier) writeManifest(known.folder.folder, known.folder.manifest);
  const { documentVersion, latestVersion, client, updatedBy } = received.stored!;
  return {
    ...{ type, id, title: received.name, file: file.file, version: documentVersion, dryRun },
    ...(latestVersion > documentVersion && { latestVersion }),
    ...{ restored: listPaths(restored), diff: diffEdits(edits, file.folder !== undefined) },
    ...describeMerge(brought, edits),
    ...(about.length > 0 && { about }),
    ...(brought.changes.length + about.length > 0 && {
      ...readLastChange(received),
      updatedBy: await client.members.readLabel(updatedBy),
    }),
  };
}

/** The model that is called like the file says at its top. */
async function findIdByName(client: AnalyticsClient, { type, file: read, contents }: Document): Promise<string> {
  const { file } = read!;
  const { name } = contents;
  const hint = `Name the ${type}: --from <id>.`;
  if (type !== "data model" || typeof name !== "string") {
    const also = type === "data model" ? ", and has no `name` at its top" : "";
    throw new UsageError(
      `${file}: unknown ${type}: the file is not in a pulled folder, not in the stack's state${also}. ${hint}`,
    );
  }
  const found = (await collectLiving(client.dataModels.list())).filter((model) => isSameName(model.name, name));
  if (found.length === 1) return found[0]!.dataModelId;
  const ids = found.map(({ dataModelId, path: place }) => `${dataModelId} in ${place}`).join(", ");
  throw new UsageError(
    found.length === 0
      ? `${file}: no data model has the name "${name}". ${hint}`
      : `${file}: ${found.length} data models have the name "${name}": ${ids}. ${hint}`,
  );
}

/**
 * What was renamed, moved or described since it was pulled or declared; what stands at the top of the file is told with
 * its contents.
 */
async function findAbout(known: KnownFiles, { contents }: Document, received: Document): Promise<SpecChange[]> {
  const placed: Parameters<typeof diffAbout>[0] =
    (known.pulled === undefined ? known.state && readPlace(known.state) : known.pulled.about) ?? {};
  const { name, stored, model } = received;
  const { id, client, folderId, description } = stored!;
  const path = placed.folder === undefined || model === undefined ? undefined : (await client.dataModels.get(id)).path;
  // The platform joins names without escaping their slashes.
  const isThere = path === undefined || parsePath(placed.folder!).join("/") === path;
  const about = diffAbout(placed, { name, folder: isThere ? placed.folder : path, folderId, description });
  return about.filter(({ path: [field] }) => typeof contents[String(field)] !== "string");
}

interface Readable {
  /** Undefined in a dry run that would restore files. */
  readonly document: Document | undefined;
  readonly edits: readonly FileEdit[];
}

/** Reads the document of a target; where it can't be read, the files of a named resource are restored. */
async function readOrRestore(
  cwd: string,
  documents: DocumentSet,
  { file, state }: UpdateTarget,
  dryRun: boolean,
): Promise<Readable> {
  const read = () => documents.readOne({ from: "files", by: "path", value: file });
  try {
    return { document: await read(), edits: [] };
  } catch (error) {
    const isUnreadable = error instanceof UsageError || error instanceof SpecSyntaxError;
    const edits = isUnreadable && state !== undefined ? restoreFiles(cwd, state) : [];
    if (edits.length === 0) throw error;
    writeFiles(cwd, edits, { dryRun });
    return { document: dryRun ? undefined : await read(), edits };
  }
}

/** What a dry run would restore. What the platform changed since isn't known before it is done. */
async function describeRestoration(
  documents: DocumentSet,
  { file, state }: UpdateTarget,
  edits: readonly FileEdit[],
  options: PullOptions,
): Promise<UpdateReport> {
  const { type, id, profile } = state!;
  const address = formPlatformAddress(id, { profile: options.profile ?? profile });
  const { name: title, stored } = await documents.readOne(address, [type]);
  return {
    ...{ type, id, title, file, version: stored!.documentVersion, dryRun: true, restored: listPaths(edits) },
    ...{ action: "updated", diff: diffEdits(edits, true) },
  };
}

const listPaths = (edits: readonly FileEdit[]) => edits.map(({ path }) => path);

/** The lines that change, below the paths of the files where there are several. */
const diffEdits = (edits: readonly FileEdit[], isFolder: boolean) =>
  edits.flatMap(({ path, before = "", after = "" }) => [
    ...(isFolder ? [`  ${path}`] : []),
    ...diffLines(before, after),
  ]);
