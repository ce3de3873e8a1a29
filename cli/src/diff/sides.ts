/** The two sides of a comparison: which documents they are, and which belong together. */
import { type Address, formBase, parseAddress } from "../documents/address";
import type { Document } from "../documents/document";
import { type Pair, pairDocuments, readEvidence } from "../documents/pairing";
import { chooseModels } from "../documents/platform-documents";
import type { DocumentType } from "../documents/read-files";
import type { DocumentSet } from "../documents/set";

/**
 * The documents of both sides, each with what it was or will be; one that isn't named is what the platform has. It is
 * the one before, so that the changes are those that writing the document would make; it is the one after of an earlier
 * version of the platform. A commit alone is the same documents there, and so is `state:`.
 */
export async function readSides(
  documents: DocumentSet,
  [a, b]: readonly [a: string, b: string | undefined],
): Promise<Pair<Document>[]> {
  if (b === undefined) {
    const named = await readSide(documents, parseAddress(a));
    const counterparts = await readCounterparts(documents, named);
    return named[0]?.stored === undefined ? pair(counterparts, named, true) : pair(named, counterparts, true);
  }
  const [named, second] = [parseAddress(a), parseAddress(b)];
  const isBase = named.from === "commit" && second.from === "files";
  const first = isBase ? { ...named, ref: formBase(named.ref) } : named;
  if (isOpen(first) || isPlatformName(first)) {
    const after = await readSide(documents, second);
    const { found, isSame } = await readBeside(documents, first, second, after);
    return pair(found, after, isSame);
  }
  const before = await readSide(documents, first);
  const { found, isSame } = await readBeside(documents, second, first, before);
  // Of several, only one can be meant.
  if (!isSame && before.length > 1 && isAddressOfOne(second, found)) await documents.readOne(first);
  return pair(before, found, isSame);
}

/** @returns `isSame`: each was read as the same document as that of the other side, in its order. */
async function readBeside(
  documents: DocumentSet,
  address: Address,
  other: Address,
  others: readonly Document[],
): Promise<{ found: readonly Document[]; isSame: boolean }> {
  const beside = findBeside(documents, address, other, others);
  if (isOpen(beside)) {
    return { found: await Promise.all(others.map((one) => documents.readSame(beside, one))), isSame: true };
  }
  const types = isPlatformName(beside) ? [...new Set(others.map(({ type }) => type))] : undefined;
  const found = isAddressOfOne(other, others)
    ? [await documents.readOne(beside, types)]
    : await readSide(documents, beside, types);
  return { found, isSame: false };
}

/** Whether an address names a document, and no folder that has only one. */
function isAddressOfOne(address: Address, [only, ...others]: readonly Document[]): boolean {
  if (only === undefined || others.length > 0) return false;
  if (address.from === "state") return address.name !== undefined;
  const target = address.from === "commit" ? address.target : address;
  return target !== undefined && (target.by !== "path" || target.value.replace(/^\.\//, "") === only.file?.file);
}

/** One document, or all of a folder. */
async function readSide(
  documents: DocumentSet,
  address: Address,
  types?: readonly DocumentType[],
): Promise<readonly Document[]> {
  const isOne =
    address.from === "platform" && (address.by === "id" || !(await documents.list(address, types)).isFolder);
  return isOne ? [await documents.readOne(address, types)] : documents.read(address, types, chooseModels);
}

/** What the platform has of each; of several documents, those that no resource declares yet have nothing there. */
async function readCounterparts(documents: DocumentSet, named: readonly Document[]): Promise<(Document | undefined)[]> {
  const isKnown = await Promise.all(
    named.map(async (one) => one.address.from === "platform" || (await documents.findResource(one)) !== undefined),
  );
  const areNone = !isKnown.includes(true);
  return Promise.all(
    named.map((one, index) => (isKnown[index] || areNone ? documents.readCounterpart(one) : undefined)),
  );
}

/** @param isSame whether the documents of both sides are the same ones, in the same order. */
function pair(
  before: readonly (Document | undefined)[],
  after: readonly (Document | undefined)[],
  isSame: boolean,
): Pair<Document>[] {
  if (isSame) return after.map((now, index): Pair<Document> => [before[index], now]);
  const isThere = (one: Document | undefined) => one !== undefined;
  return pairDocuments(before.filter(isThere), after.filter(isThere), readEvidence, true);
}

/** The other side of a folder: a commit alone is the same folder there, with what was added or removed since. */
function findBeside(documents: DocumentSet, address: Address, other: Address, found: readonly Document[]): Address {
  if (address.from !== "commit" || !isOpen(address) || other.from !== "files") return address;
  const [value = "."] = documents.listPaths([other]);
  const folder = `${value.replace(/(?<!\/)\/+$/, "")}/`;
  const isFolder = found.some(({ file }) => file?.file.startsWith(folder));
  return isFolder || value === "." ? { ...address, target: { by: "path", value } } : address;
}

const isPlatformName = (address: Address) => address.from === "platform" && address.by !== "id";

/** A commit or a state that names no document of it. */
const isOpen = (address: Address) =>
  (address.from === "commit" && address.target === undefined) ||
  (address.from === "state" && address.name === undefined);
