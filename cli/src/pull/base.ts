import { join, relative } from "node:path";
import { isAboutOneThing, readUnless } from "pulumi-analytics-internal/core/api";
import { type JsonObject, toLocalIds, toPlatformSpec } from "pulumi-analytics-internal/core/model";
import type { Document, MergeBase } from "../documents/document";
import type { KnownFiles } from "../documents/known";
import { readBase } from "../documents/merge-base";
import { hashDocument, manifestPath } from "../documents/pull-manifest";
import type { DocumentSet } from "../documents/set";

/** What the files of a document and the platform agreed on last. */
export interface FoundBase {
  readonly base: MergeBase;
  /** Whether it tells the files' own changes from the platform's. */
  readonly isSure: boolean;
  readonly remarks: readonly string[];
}

const useSurely = (base: MergeBase): FoundBase => ({ base, isSure: true, remarks: [] });

/**
 * Finds what a document's files and the platform agreed on last: when a stack wrote or read the document; else at the
 * last pull or update of the files, as the platform or the commit of that pull still has it.
 *
 * @param received the document as the platform has it.
 */
export async function findBase(
  documents: DocumentSet,
  document: Document,
  known: KnownFiles,
  received: Document,
): Promise<FoundBase> {
  const { pulled, state, isEdited } = known;
  const inState = state && readBase(state);
  if (pulled === undefined) return { base: inState ?? {}, isSure: inState !== undefined, remarks: [] };
  if (inState !== undefined && (inState.documentVersion ?? 0) >= pulled.version) return useSurely(inState);
  const ids = "ids" in pulled ? { ids: pulled.ids } : {};
  if (!isEdited) return useSurely(ids);
  const then = (await readVersion(known, received)) ?? (await readCommitted(documents, document, known));
  if (then !== undefined) return useSurely({ ...ids, ...then });
  const remark =
    `the platform no longer has version ${pulled.version}, which the file last agreed with: what differs ` +
    "counts as changed in the product";
  return inState === undefined
    ? { base: ids, isSure: false, remarks: [remark] }
    : { base: inState, isSure: false, remarks: [] };
}

/** The version of the last pull, as the platform has it; of workbooks, it gives out the latest alone. */
async function readVersion({ pulled }: KnownFiles, { stored, contents }: Document): Promise<MergeBase | undefined> {
  const { id, client, documentVersion } = stored!;
  const { version, ...known } = pulled!;
  const isLatest = documentVersion === version;
  if (!("ids" in known)) return isLatest ? { form: contents } : undefined;
  const spec = isLatest
    ? (contents as { pages: unknown[] })
    : await readUnless(isAboutOneThing, client.dataModels.getSpec(id, { documentVersion: version }));
  return spec && { form: toLocalIds(toPlatformSpec(spec), known.ids) as JsonObject };
}

/** The files of the last pull, as the last commit of its manifest has them. */
async function readCommitted(
  documents: DocumentSet,
  { type, file }: Document,
  { folder, pulled }: KnownFiles,
): Promise<MergeBase | undefined> {
  const { cwd } = documents;
  const manifest = relative(cwd, join(folder!.folder.folder, manifestPath));
  const committed = await documents.readCommitted(manifest, [file!.file]);
  const found = committed.find((one) => one.type === type && hashDocument(one) === pulled!.hash);
  return found && { form: found.form, refs: pulled!.refs };
}
