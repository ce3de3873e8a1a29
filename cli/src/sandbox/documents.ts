/** What a sandbox has of the project and of the platform. */
import { isDeepStrictEqual } from "node:util";
import type { PlatformDocument, PlatformReader } from "pulumi-analytics-internal/core/impact";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import { readKnownString } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import { createNameFinder, formatCount } from "pulumi-analytics-internal/core/text";
import { type Candidate, findProductionValue, listAffected, listReads, toMoved } from "../documents/affected";
import { matchDocuments, type OwnDocument } from "../documents/match-documents";
import { dropExtension } from "../documents/names";
import { allTypes } from "../documents/read-files";
import { type DocumentSet, formPlatformAddress } from "../documents/set";
import { describeNotCompared, readSides } from "../documents/sides";
import type { SandboxedDocument } from "./program";

/** Copies of workbooks and reports that a sandbox makes at most: each is read as a whole, and created. */
const mostCopies = 50;

/** Why a document is in the sandbox. */
export type Reason = "new" | "changed" | "reads" | "copy";

export interface ChosenDocument extends SandboxedDocument {
  readonly reason: Reason;
  /** Its address in production; undefined: it is new. */
  readonly productionUrl: string | undefined;
}

export interface Chosen {
  readonly documents: readonly ChosenDocument[];
  /** What the sandbox lacks, for people. */
  readonly notes: readonly string[];
  findValue(name: string): string | undefined;
}

/**
 * Finds what differs from a commit, and what reads it: files of the project, and copies of what isn't code.
 *
 * @param options `ignored`: the ids of documents that are sandboxes themselves.
 */
export async function chooseDocuments(
  documents: DocumentSet,
  reader: PlatformReader,
  { ref, profile, ignored }: { readonly ref: string; readonly profile?: string; readonly ignored: ReadonlySet<string> },
): Promise<Chosen> {
  const sides = await readSides(documents, { against: { from: "commit", ref }, types: allTypes });
  const matched = await matchDocuments(documents, { files: sides.files });
  const isSecret = ({ state }: OwnDocument) => state?.isConfidential === true;
  const own = matched.documents.filter((one) => !isSecret(one));
  const isChanged = ({ form, former }: OwnDocument) => !isDeepStrictEqual(form, former?.form);
  const changed = own.filter(isChanged).map(({ id }) => id);
  const sources = await reader.readSources();
  const known = new Set(matched.documents.map(({ id }) => id));
  const others = reader.documents.filter(({ id, tag }) => !known.has(id) && !ignored.has(id) && tag === undefined);
  const urls = new Map(reader.documents.map(({ id, url }) => [id, url]));
  const candidates = [...listReads(own), ...others.map((one) => describeOther(one, sources.get(one) ?? []))];
  const affected = listAffected(changed, candidates);
  const chosen = own.filter(({ id }) => affected.has(id));
  const copied = others.filter(({ id }) => affected.has(id));
  const isModel = ({ type }: PlatformDocument) => type === "data model";
  const read = copied.filter((one) => !isModel(one)).sort((a, b) => a.name.localeCompare(b.name));
  const left = read.slice(mostCopies);
  const copies = [...copied.filter(isModel), ...read.slice(0, mostCopies)];
  const findName = createNames();
  return {
    documents: [
      ...chosen.map((one): ChosenDocument => {
        const reason = !isChanged(one) ? "reads" : one.former === undefined ? "new" : "changed";
        return { ...toSandboxed(one, findName(dropExtension(one.file))), reason, productionUrl: urls.get(one.id) };
      }),
      ...(await Promise.all(copies.map((one) => readCopy(documents, one, profile)))),
    ],
    notes: [
      ...matched.documents.filter(isSecret).map(({ file }) => `${file} holds a secret: sandboxes leave it out.`),
      ...sides.notes,
      ...sides.gone.map(({ file }) => `${file} is gone: readers of it stay in production.`),
      ...sides.notCompared.map(describeNotCompared),
      ...reader.unread.map(
        ({ document: { name, type }, why }) => `${type} ${name} can't be read: ${why.split("\n")[0]}`,
      ),
      ...(left.length > 0 ? [`${formatCount(left.length, "more document")} read it and stay in production.`] : []),
      ...(reader.isWhole ? [] : ["The credentials don't see the whole organization: others may read it, too."]),
    ],
    findValue: (name) => findProductionValue(matched.states, name),
  };
}

type Sources = Awaited<ReturnType<PlatformReader["readSources"]>> extends ReadonlyMap<unknown, infer One> ? One : never;

/** What a document reads at a version tag stays as it is until the tag moves. */
const describeOther = ({ id, type }: PlatformDocument, sources: Sources): Candidate => ({
  id,
  isModel: type === "data model",
  reads: sources.flatMap(({ dataModelId, versionTagId }) =>
    dataModelId === undefined || versionTagId !== undefined ? [] : [dataModelId],
  ),
});

/** As a sandbox creates it. */
function toSandboxed(one: OwnDocument, resource: string): SandboxedDocument {
  const { type, name, file, form, state } = one;
  const title = state?.declared.name ?? readKnownString((form as JsonObject).name) ?? name;
  return { ...toMoved(one), resource, type, title, file };
}

/** A copy has the ids of its elements as its own. */
async function readCopy(
  documents: DocumentSet,
  { id, type, name, url }: PlatformDocument,
  profile: string | undefined,
): Promise<ChosenDocument> {
  const { contents: form } = await documents.readOne(formPlatformAddress(id, { profile }), [type]);
  const ids = type === "data model" ? listElements(form).flatMap((one) => readKnownString(one.id) ?? []) : [];
  const elements = Object.fromEntries(ids.map((one) => [one, one]));
  const resource = `copy-${id}`;
  return { resource, type, title: name, form, id, elements, refs: {}, reason: "copy", productionUrl: url };
}

/** Names in the program, which stay the same from run to run. */
function createNames(): (path: string) => string {
  const taken = new Set(["folder"]);
  const findFree = createNameFinder("-");
  return (path) => {
    const slug = path
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "");
    const name = findFree(slug || "document", (other) => taken.has(other));
    taken.add(name);
    return name;
  };
}
