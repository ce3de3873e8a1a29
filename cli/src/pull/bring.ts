import { join, resolve } from "node:path";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { quoteArgument } from "pulumi-analytics-internal/core/text";
import { type FileWriter, formatPath, writeFiles } from "../command/files";
import { toDocument } from "../documents/create";
import type { Document, DocumentMerge, FileEdit, MergeSide } from "../documents/document";
import { findKnown, type KnownFiles, mapValues } from "../documents/known";
import { dropExtension } from "../documents/names";
import { hashDocument } from "../documents/pull-manifest";
import { insertNames } from "../documents/references";
import type { DocumentSet } from "../documents/set";
import { type FoundBase, findBase } from "./base";
import { type Kept, ModelGraph } from "./model-graph";
import { writeNewFiles } from "./new-files";
import type { FileOutcome } from "./outcome";
import { type Agreement, remember } from "./remember";
import { nameOwnedIds } from "./workbook-references";

/** What a pull into a folder works with. The manifest is kept up to date with what is written. */
export interface FolderPull extends Kept {
  readonly folder: FileWriter;
  readonly documents: DocumentSet;
  /** Whose value files get where both changed the same; default: they stay as they are. */
  readonly prefer?: MergeSide | undefined;
  /** Called after files were written. */
  readonly written: () => void;
}

/** The files of a document, beside what the platform has and what is known of them. */
export interface OwnFiles {
  readonly document: Document;
  readonly received: Document;
  readonly known: KnownFiles;
  readonly found: FoundBase;
}

/** What becomes of a document's files. */
export interface Brought extends DocumentMerge {
  readonly own: OwnFiles;
  readonly action: Extract<FileOutcome["action"], "unchanged" | "edited" | "updated" | "conflict">;
  /** Of a conflict. */
  readonly why?: string;
  /** What the names in the files stand for. */
  readonly refs: Readonly<Record<string, unknown>>;
}

/**
 * Reads the files of a document in a folder that is pulled into.
 *
 * @throws UsageError, SpecSyntaxError for files that can't be read.
 */
export async function readOwn(pull: FolderPull, file: string, received: Document): Promise<OwnFiles> {
  const { documents, folder } = pull;
  const document = toDocument(documents.readFile(join(folder.folder, file)));
  const known = await findKnown(documents, document, received.stored!.id, pull);
  return { document, received, known, found: await findBase(documents, document, known, received) };
}

/**
 * Brings what changed on the platform into a document's files: merges both, and says what is contested. Nothing is
 * written.
 *
 * @throws UsageError for names without a value.
 */
export function bring(own: OwnFiles, { references, prefer }: Pick<FolderPull, "references" | "prefer">): Brought {
  const { document, received, known, found } = own;
  const { base, isSure, remarks } = found;
  const refs = mapValues(document, known, references);
  const merge = document.merge(received, { refs, base, ignorePaths: known.state?.ignorePaths, prefer });
  const brought = { ...merge, own, refs, remarks: [...remarks, ...merge.remarks] };
  if (merge.changes.length === 0) return { ...brought, action: merge.isThere ? "unchanged" : "edited" };
  if (!isSure && prefer === "file") {
    // Any of the differences may be the files' own.
    return { ...brought, form: document.contents, changes: [], contested: [], isThere: false, action: "edited" };
  }
  if (prefer !== undefined || (isSure && merge.contested.length === 0)) return { ...brought, action: "updated" };
  return { ...brought, action: "conflict", why: explainConflict(own) };
}

/** Writes the files of a document that has none, and keeps for the next pull what they agree with. */
export function create(pull: FolderPull, contents: Json, agreed: Omit<Agreement, "form" | "refs" | "hash">): void {
  const { file, received } = agreed;
  const { type, stored } = received;
  const named = insertNames(contents, pull.references, { mayRefer: new ModelGraph(pull).mayRefer(stored!.id) });
  const { form, refs } = type === "data model" ? { form: named, refs: {} } : nameOwnedIds(named);
  const texts = writeNewFiles(pull.folder.folder, { type, file }, form as JsonObject);
  pull.folder.apply(Array.from(texts, ([path, after]) => ({ path, after })));
  remember(pull, { ...agreed, form, refs, hash: hashDocument({ type, file, texts }) });
}

/** A merge as it is told: with the files that it writes, and who changed the document last, if it has changes. */
export const describeMerge = (
  { own, action, changes, contested, isThere, remarks, why }: Brought,
  edits: readonly FileEdit[],
): Pick<FileOutcome, "action"> & Partial<FileOutcome> => ({
  ...{ action, changes },
  ...(contested.length > 0 && { contested }),
  ...(changes.length > 0 && readLastChange(own.received)),
  ...(action === "updated" && !isThere && { hasOwnEdits: true }),
  ...(remarks.length > 0 && { remarks }),
  ...(why && { why }),
  ...(edits.length > 0 && { files: edits.map(({ path }) => path) }),
});

/** Who changed a document last, by id, and when: the platform knows no more than that. */
export function readLastChange({ stored }: Document): { readonly updatedBy: string; readonly updatedAt: string } {
  const { updatedBy, updatedAt } = stored!;
  return { updatedBy, updatedAt };
}

/** What of {@link applyMerge} differs between pulls. */
interface Applied {
  readonly dryRun: boolean | undefined;
  /** The version that a list told. */
  readonly listed?: number;
  /** False: the next pull is to find the files edited. */
  readonly isKept?: boolean;
}

/**
 * Writes a merge into a document's files, and keeps for the next pull what these agree with now; nothing of a conflict.
 *
 * @returns what became of the files.
 */
export function applyMerge(
  { documents, references, gone }: Pick<FolderPull, "documents" | "references" | "gone">,
  { own: { document, received, known }, action, form: merged, changes, isThere, refs, ids }: Brought,
  { dryRun = false, listed, isKept = true }: Applied,
): readonly FileEdit[] {
  if (action === "conflict") return [];
  const { cwd } = documents;
  const { folder, pulled } = known;
  const own = document.file!;
  const kept = folder && { manifest: folder.manifest, references, gone };
  const mayRefer = kept
    ? new ModelGraph(kept).mayRefer(received.stored!.id)
    : (other: string) => references.getModelName(other) !== undefined;
  const form = ids === undefined ? merged : insertNames(merged, references, { mayRefer, own: own.form });
  const edits = changes.length === 0 ? [] : document.edit(cwd, form as JsonObject);
  writeFiles(cwd, edits, { dryRun });
  const file = folder && formatPath(folder.folder.folder, resolve(cwd, own.file));
  // Files elsewhere than the document's own are nothing that the next pull has to do with.
  const isOwn = pulled === undefined || (file !== undefined && dropExtension(pulled.file) === dropExtension(file));
  if (kept === undefined || file === undefined || !isOwn || !isKept) return edits;
  const hash = isThere ? hashDocument(dryRun ? own : documents.readFile(own.file)) : undefined;
  remember(kept, { file, form, received, refs, ids, listed, hash });
  return edits;
}

/** Says why files stay as they are, and the commands of those who decide for a side. */
function explainConflict({ document, received, known, found: { isSure } }: OwnFiles): string {
  const { file, type } = document;
  const { id, documentVersion } = received.stored!;
  const files = type === "data model" ? "this file" : "these files";
  const since = known.pulled?.version ?? known.state?.documentVersion;
  const from = known.pulled === undefined && known.state === undefined ? ` --from ${id}` : "";
  const command = `pulumi-analytics pull ${quoteArgument(file!.file)}${from} --prefer`;
  const reason = isSure
    ? `the same was changed in ${files} and on the platform` +
      (since === undefined ? "" : ` since version ${since} (it is at version ${documentVersion})`)
    : `nothing tells which of the differences are changes of ${files}`;
  const choice = from === "" ? "Choose a side" : "Move it if it is another document, or choose a side";
  return `${reason}. Nothing was written. ${choice}: \`${command} file\` or \`${command} platform\``;
}
