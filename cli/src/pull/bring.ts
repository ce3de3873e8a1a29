import { join, resolve } from "node:path";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { quoteArgument } from "pulumi-analytics-internal/core/text";
import { formatPath, writeFiles } from "../command/files";
import { toDocument } from "../documents/create";
import type { Document, DocumentMerge, FileEdit, MergeSide } from "../documents/document";
import { findKnown, type KnownFiles, mapValues } from "../documents/known";
import { dropExtension } from "../documents/names";
import { hashDocument, type PulledFolder } from "../documents/pull-manifest";
import { insertNames, type References } from "../documents/references";
import type { DocumentSet } from "../documents/set";
import { type FoundBase, findBase } from "./base";
import { ModelGraph } from "./model-graph";
import { type Agreement, type Kept, remember } from "./remember";

/** The files of a document, with what is known of them. */
export interface OwnFiles {
  readonly document: Document;
  readonly known: KnownFiles;
  readonly found: FoundBase;
}

/** What becomes of a document's files. */
export interface Brought extends DocumentMerge {
  /**
   * `unchanged`: the files say what the platform has. `edited`: they have changes, and the platform has none.
   * `conflict`: both changed the same, or what changed where isn't known, and no side is preferred: the files stay.
   */
  readonly action: "unchanged" | "edited" | "updated" | "conflict";
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
export async function readOwn(
  documents: DocumentSet,
  { folder, manifest }: PulledFolder,
  file: string,
  received: Document,
): Promise<OwnFiles> {
  const document = toDocument(documents.readFile(join(folder.folder, file)));
  const known = await findKnown(documents, document, received.stored!.id, { folder, manifest });
  return { document, known, found: await findBase(documents, document, known, received) };
}

/**
 * Brings what changed on the platform into a document's files: merges both, and says what is contested. Nothing is
 * written.
 *
 * @throws UsageError for names without a value.
 */
export function bring(
  { document, known, found: { base, isSure, remarks } }: OwnFiles,
  received: Document,
  { references, prefer }: Preference,
): Brought {
  const refs = mapValues(document, known, references);
  const merge = document.merge(received, { refs, base, ignorePaths: known.state?.ignorePaths, prefer });
  const brought = { ...merge, refs, remarks: [...remarks, ...merge.remarks] };
  if (merge.changes.length === 0) return { ...brought, action: merge.isThere ? "unchanged" : "edited" };
  if (!isSure && prefer === "file") {
    // Any of the differences may be the files' own.
    return { ...brought, form: document.contents, changes: [], contested: [], isThere: false, action: "edited" };
  }
  if (prefer !== undefined || (isSure && merge.contested.length === 0)) return { ...brought, action: "updated" };
  return { ...brought, action: "conflict", why: explainConflict(document, known, received, isSure) };
}

/**
 * Writes the files of a document that has none, and keeps for the next pull what they agree with.
 *
 * @param write the texts of its files, by their paths from the folder, and its form with names of its own.
 */
export function create(
  pull: PulledFolder & Kept,
  form: Json,
  agreed: Omit<Agreement, "form" | "refs" | "hash">,
  write: (form: Json) => Pick<Agreement, "form" | "refs"> & { readonly texts: ReadonlyMap<string, string> },
): void {
  const { file, received } = agreed;
  const mayRefer = new ModelGraph(pull.manifest, pull.references, pull.gone).mayRefer(received.stored!.id);
  const { texts, ...written } = write(insertNames(form, pull.references, { mayRefer }));
  pull.folder.apply(Array.from(texts, ([path, after]) => ({ path, after })));
  remember(pull, { ...agreed, ...written, hash: hashDocument({ type: received.type, file, texts }) });
}

/** A merge as it is told: with who changed the document last, if it has changes. */
export const describeMerge = ({ action, changes, contested, isThere, remarks, why }: Brought, received: Document) => ({
  ...{ action, changes },
  ...(action === "conflict" && contested.length > 0 && { contested }),
  ...(changes.length > 0 && readLastChange(received)),
  ...(action === "updated" && !isThere && { hasOwnEdits: true }),
  ...(remarks.length > 0 && { remarks }),
  ...(why && { why }),
});

/** Who changed a document last, by id, and when: the platform knows no more than that. */
export function readLastChange({ stored }: Document): { readonly updatedBy: string; readonly updatedAt: string } {
  const { updatedBy, updatedAt } = stored!;
  return { updatedBy, updatedAt };
}

/** The files that a merge writes. */
export const listFiles = (edits: readonly FileEdit[]): { readonly files?: readonly string[] } =>
  edits.length === 0 ? {} : { files: edits.map(({ path }) => path) };

/** What decides how documents are merged. */
export interface Preference {
  readonly references: References;
  /** Whose value files get where both changed the same; default: they stay as they are. */
  readonly prefer?: MergeSide | undefined;
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
  documents: DocumentSet,
  { references, gone }: Pick<Kept, "references" | "gone">,
  { document, known: { folder, pulled } }: OwnFiles,
  received: Document,
  { action, form: merged, changes, isThere, refs, ids }: Brought,
  { dryRun = false, listed, isKept = true }: Applied,
): readonly FileEdit[] {
  if (action === "conflict") return [];
  const { cwd } = documents;
  const { id } = received.stored!;
  const own = document.file!;
  const mayRefer = folder
    ? new ModelGraph(folder.manifest, references, gone).mayRefer(id)
    : (other: string) => references.getModelName(other) !== undefined;
  const form = ids === undefined ? merged : insertNames(merged, references, { mayRefer, own: own.form });
  const edits = changes.length === 0 ? [] : document.edit(cwd, form as JsonObject);
  writeFiles(cwd, edits, { dryRun });
  const file = folder && formatPath(folder.folder.folder, resolve(cwd, own.file));
  // Files elsewhere than the document's own are nothing that the next pull has to do with.
  const isOwn = pulled === undefined || (file !== undefined && dropExtension(pulled.file) === dropExtension(file));
  if (folder === undefined || file === undefined || !isOwn || !isKept) return edits;
  const hash = isThere ? hashDocument(dryRun ? own : documents.readFile(own.file)) : undefined;
  remember({ manifest: folder.manifest, references, gone }, { file, form, received, refs, ids, listed, hash });
  return edits;
}

/** Says why files stay as they are, and the commands of those who decide for a side. */
function explainConflict({ file, type }: Document, known: KnownFiles, { stored }: Document, isSure: boolean): string {
  const { id, documentVersion } = stored!;
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
