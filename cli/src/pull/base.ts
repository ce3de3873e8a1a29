import { join, relative, resolve } from "node:path";
import { isAboutOneThing, readUnless } from "pulumi-analytics-internal/core/api";
import { type JsonObject, toLocalIds, toPlatformSpec } from "pulumi-analytics-internal/core/model";
import type { Document, MergeBase } from "../documents/document";
import type { KnownFiles } from "../documents/known";
import { readBase } from "../documents/merge-base";
import { dropExtension } from "../documents/names";
import { hashDocument, manifestPath } from "../documents/pull-manifest";
import type { DocumentSet } from "../documents/set";

/** What the files of a document and the platform agreed on last. */
export interface FoundBase {
  readonly base: MergeBase;
  /** Whether it tells the files' own changes from the platform's. */
  readonly isSure: boolean;
  readonly remarks: readonly string[];
}

const trust = (base: MergeBase): FoundBase => ({ base, isSure: true, remarks: [] });

/**
 * Finds what a document's files and the platform agreed on last: when the stack wrote or read them, unless a pull was
 * later; else at the last pull, if the files are as they were then; else that pull's version, as the platform or a
 * commit has it.
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
  const last = { about: pulled?.about, ...(pulled && "ids" in pulled && { ids: pulled.ids }) };
  const inState = state && readBase(state);
  // A resource may be declared by other files.
  const isOfFiles = state?.file !== undefined && isSameFile(state.file, resolve(documents.cwd, document.file!.file));
  const isSince = (inState?.documentVersion ?? 0) >= (pulled?.version ?? 0);
  // It also knows how the platform rewrites them.
  if (inState !== undefined && isOfFiles && isSince) return trust(inState);
  if (pulled !== undefined && !isEdited) return trust(last);
  const then = pulled && ((await readVersion(known, received)) ?? (await readCommitted(documents, document, known)));
  if (then !== undefined) return trust({ ...last, ...then });
  const remarks =
    pulled === undefined || inState !== undefined
      ? []
      : [
          `version ${pulled.version}, which the files last agreed with, is neither on the platform nor in the commit ` +
            "of the last pull: what differs counts as changed in the product",
        ];
  return { base: inState ?? last, isSure: false, remarks };
}

const isSameFile = (one: string, other: string) => dropExtension(one) === dropExtension(other);

/** The version of the last pull: the platform's, which gives out the latest of a workbook alone; else the kept one. */
async function readVersion({ pulled }: KnownFiles, { stored, contents }: Document): Promise<MergeBase | undefined> {
  const { id, client, documentVersion } = stored!;
  const { version, ...known } = pulled!;
  const isLatest = documentVersion === version;
  if (!("ids" in known)) {
    const then = isLatest ? contents : known.contents;
    return then && { form: then as JsonObject };
  }
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
