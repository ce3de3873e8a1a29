import { writeJson } from "pulumi-analytics-internal/core/data";
import type { Json, SpecChange } from "pulumi-analytics-internal/core/model";
import { type Context, exitCodes, type Outcome } from "../command";
import { formatAddress } from "../documents/address";
import type { Document, KnownBeside } from "../documents/document";
import { diffFields } from "../documents/model-changes";
import type { Pair } from "../documents/pairing";
import { DocumentSet } from "../documents/set";
import { drawChanges } from "../drawing";
import type { ProfileOptions } from "../platform/profile";
import { describeAll, describeDifferences, type Found, listJson, type Told, toJson } from "./present";
import { askReaders, listGone } from "./readers";
import { readPairs } from "./sides";

interface Options extends ProfileOptions {
  readonly ignore?: readonly string[];
  readonly out?: string;
}

/** Compares what both sides have, document by document. */
export async function run(context: Context, [a = "", b]: readonly string[], options: Options): Promise<Outcome> {
  const documents = new DocumentSet(context, options);
  const pairs = await readPairs(context, documents, [a, b]);
  if (options.out !== undefined) return draw(context, documents, pairs, options);
  const [[before, after]] = pairs as [Pair<Document>];
  if (pairs.length === 1 && before && after) {
    const told = await compareOne(context, documents, [before, after], options);
    return { json: toJson(told), text: describeDifferences(told), exit: getExit(told.changes.length > 0) };
  }
  const found: Found[] = [];
  // One after the other: each may ask the platform who reads what is gone.
  for (const [old, now] of pairs) {
    found.push(
      old && now
        ? { told: await compareOne(context, documents, [old, now], options) }
        : { [now ? "added" : "removed"]: describeSide((now ?? old)!) },
    );
  }
  const isSame = found.every(({ told }) => told !== undefined && told.changes.length === 0);
  return { json: listJson(found), text: describeAll(found), exit: getExit(!isSame) };
}

const getExit = (isFound: boolean) => (isFound ? exitCodes.found : exitCodes.ok);

/** Compares two documents, with all that is told of it. */
async function compareOne(
  context: Context,
  documents: DocumentSet,
  [before, after]: readonly [Document, Document],
  { ignore = [] }: Options,
): Promise<Told> {
  const known = { ignore, ...(await findKnown(documents, before, after)) };
  const isOneOrganization = await isOne(before, after);
  const { changes, values, remarks } = before.compare(after, { ...known, isOneOrganization });
  const client = (before.stored ?? after.stored)?.client;
  const gone = changes.some(mayBreak) ? listGone(before, after, known) : undefined;
  return {
    before: describeSide(before),
    after: describeSide(after),
    changes,
    about: await compareDetails(before, after),
    values,
    notes: [...listValueNotes(values, before, after), ...remarks],
    readers: gone === undefined ? undefined : await askReaders(context, gone, client),
  };
}

/** Writes a picture of what differs. */
async function draw(
  context: Context,
  documents: DocumentSet,
  pairs: readonly Pair<Document>[],
  { out, ignore = [] }: Options,
): Promise<Outcome> {
  const findOwn = async (old: Document, now: Document) => ({ ignore, ...(await findKnown(documents, old, now)) });
  const { isSame, ...outcome } = await drawChanges(context, { pairs, findKnown: findOwn }, { out });
  return { ...outcome, exit: getExit(!isSame) };
}

/** What the stack knows of a document that is compared with what the platform has. */
async function findKnown(documents: DocumentSet, before: Document, after: Document): Promise<KnownBeside> {
  const stored = [before, after].find((one) => one.stored !== undefined);
  const own = [before, after].find((one) => one.stored === undefined);
  if (stored === undefined || own === undefined) return {};
  return { state: await documents.findResource(own, stored.stored?.id) };
}

function describeSide({ address, type, name, file, stored, model }: Document): Told["before"] {
  if (stored !== undefined && address.from === "platform") {
    const { id, documentVersion, url } = stored;
    const { profile, version } = address;
    const place = profile === undefined ? "" : ` of ${profile}`;
    const tag = typeof version === "string" ? ` (${version})` : "";
    const key = model === undefined ? "documentId" : "dataModelId";
    return {
      title: `${type} "${name}"${place}, version ${documentVersion}${tag}`,
      json: { [key]: id, documentVersion, url, profile },
    };
  }
  const title = file !== undefined && address.from === "files" ? file.file : formatAddress(address);
  return { title, json: address.from === "files" ? { file: title } : { address: title } };
}

/** Whether documents may read what a change takes away. */
const mayBreak = ({ destructive, action, field }: SpecChange) =>
  destructive || action === "removed" || field === "name";

/** What was taken to mean the same. */
function listValueNotes(values: Readonly<Record<string, Json>>, before: Document, after: Document): string[] {
  const isOfFile = before.stored === undefined || after.stored === undefined;
  return Object.entries(values).map(([name, value]) => {
    const text = typeof value === "string" ? value : writeJson(value);
    return isOfFile ? `!ref ${name} is ${text}` : `${name} and ${text} count as the same`;
  });
}

/** Whether both sides, if they are documents of the platform, are of one organization. */
async function isOne({ stored: one }: Document, { stored: other }: Document): Promise<boolean> {
  if (one === undefined || other === undefined || one.client === other.client) return true;
  const [first, second] = await Promise.all([one.client.readIdentity(), other.client.readIdentity()]);
  return first.organizationId === second.organizationId;
}

/** What differs beside the contents of two data models of the platform; of two versions of one that is the same. */
async function compareDetails(
  { model: before, stored: one }: Document,
  { model: after, stored: other }: Document,
): Promise<SpecChange[]> {
  if (!before || !after || !one || !other || before.dataModelId === after.dataModelId) return [];
  const [from, to] = await Promise.all([
    one.client.dataModels.get(before.dataModelId),
    other.client.dataModels.get(after.dataModelId),
  ]);
  return diffFields([
    ["name", before.name, after.name],
    ["description", before.description || undefined, after.description || undefined],
    ["folder", from.path, to.path],
  ]);
}
