import { SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { type Context, UsageError } from "../command";
import { writeFiles } from "../command/files";
import type { Document, FileEdit } from "../documents/document";
import { getText } from "../documents/read-files";
import { type DocumentSet, formPlatformAddress } from "../documents/set";
import { diffLines } from "../text/line-diff";
import { restoreFiles } from "./restore-files";
import { resolveId, type UpdateTarget } from "./targets";
import { findKnownModel } from "./update-model";
import type { UpdateOptions, UpdateReport } from "./update-report";
import { findKnownWorkbook } from "./update-workbook";

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
  options: UpdateOptions,
): Promise<UpdateReport> {
  const { cwd, console } = context;
  const { dryRun = false } = options;
  const { document, edits: restored } = await readOrRestore(cwd, documents, target, dryRun);
  if (document === undefined) return describeRestoration(documents, target, restored, options);
  const { type } = document;
  const file = document.file!;
  const from = target.from && (await resolveId(documents, target.from, type));
  const known = await (type === "data model" ? findKnownModel : findKnownWorkbook)(documents, document, from?.value);
  const profile = options.profile ?? from?.profile ?? known.profile;
  const id = known.id ?? (await known.findId(await documents.getClient(profile)));
  const version = from?.version;
  const address = formPlatformAddress(id, { profile, version });
  const server = await console.showProgress(`Reading the ${type}`, 1, () => documents.readOne(address, [type]));
  const { form, remember, ...merge } = await known.merge(server, version !== undefined);
  const edits = merge.changes.length === 0 ? [] : document.edit(cwd, form);
  writeFiles(cwd, edits, { dryRun });
  if (!dryRun) remember?.(edits[0]?.after ?? getText(file));
  return {
    ...{ file: file.file, what: type, model: id, title: server.name, version: server.stored!.documentVersion },
    ...{ dryRun, restored: listPaths(restored), diff: diffEdits(edits, file.folder !== undefined), ...merge },
  };
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
  options: UpdateOptions,
): Promise<UpdateReport> {
  const { type: what, id: model, profile } = state!;
  const address = formPlatformAddress(model, { profile: options.profile ?? profile });
  const { name: title, stored } = await documents.readOne(address, [what]);
  return {
    ...{ file, what, model, title, version: stored!.documentVersion, dryRun: true, restored: listPaths(edits) },
    ...{ changes: [], about: [], hasOwnEdits: false, contested: [], remarks: [], diff: diffEdits(edits, true) },
  };
}

const listPaths = (edits: readonly FileEdit[]) => edits.map(({ path }) => path);

/** The lines that change, below the paths of the files where there are several. */
const diffEdits = (edits: readonly FileEdit[], isFolder: boolean) =>
  edits.flatMap(({ path, before = "", after = "" }) => [
    ...(isFolder ? [`  ${path}`] : []),
    ...diffLines(before, after),
  ]);
