/** The two sides of a comparison: which documents they are, and which belong together. */
import { type Context, UsageError } from "../command";
import { type Address, formBase, formTip, parseAddress } from "../documents/address";
import { toDocument } from "../documents/create";
import type { Document } from "../documents/document";
import { type Pair, pairDocuments, readEvidence } from "../documents/pairing";
import { chooseModels } from "../documents/platform-documents";
import { allTypes, type DocumentType } from "../documents/read-files";
import type { DocumentSet } from "../documents/set";
import { describeNotCompared, readSides } from "../documents/sides";

/**
 * The documents of both sides, each with what it was or will be; one that isn't named is what the platform has. It is
 * the one before, so that the changes are those that writing the document would make; it is the one after of an earlier
 * version of the platform. A commit alone is the same documents there, and so is `state:`.
 */
export async function readPairs(
  { console }: Context,
  documents: DocumentSet,
  [a, b]: readonly [a: string, b: string | undefined],
): Promise<Pair<Document>[]> {
  const first = parseAddress(a);
  if (b === undefined) {
    const named = await readSide(documents, first);
    const counterparts = await readCounterparts(documents, named);
    return named.map((one, index) => (one.stored ? [one, counterparts[index]] : [counterparts[index], one]));
  }
  const second = parseAddress(b);
  const note = (text: string) => console.note(text);
  if (isOpen(first)) return readBeside(documents, first, second, note);
  if (isOpen(second)) {
    const open = second.from === "commit" ? { ...second, ref: formTip(second.ref) } : second;
    return (await readBeside(documents, open, first, note)).map(([there, here]) => [here, there]);
  }
  const isBase = first.from === "commit" && second.from === "files";
  const before = isBase ? { ...first, ref: formBase(first.ref) } : first;
  if (isPlatformName(before)) {
    const after = await readSide(documents, second);
    return pairDocuments(await readOther(documents, before, second, after), after, readEvidence, true);
  }
  const old = await readSide(documents, before);
  const now = await readOther(documents, second, before, old);
  // Of several, only one can be meant.
  if (old.length > 1 && isAddressOfOne(documents, second, now)) await documents.readOne(before);
  return pairDocuments(old, now, readEvidence, true);
}

/** The documents of an address, each behind what it is in a commit or state that names none. */
async function readBeside(
  documents: DocumentSet,
  open: Address,
  other: Address,
  note: (text: string) => void,
): Promise<Pair<Document>[]> {
  if (other.from !== "files") {
    const others = await readSide(documents, other);
    return Promise.all(others.map(async (one) => [await documents.readSame(open, one), one] as const));
  }
  const { part, ...whole } = other;
  const found = await readSides(documents, { against: open, addresses: [whole], types: allTypes });
  if (found.notCompared.length > 0) throw new UsageError(...found.notCompared.map(describeNotCompared));
  // Says what is wrong with an address of nothing.
  if (found.pairs.length === 0) await readSide(documents, other);
  for (const text of found.notes) note(text);
  return found.pairs.map(([there, here]) => [there, here && toDocument(here, undefined, part)]);
}

/** The documents of an address that is compared with others. */
async function readOther(
  documents: DocumentSet,
  address: Address,
  other: Address,
  others: readonly Document[],
): Promise<readonly Document[]> {
  const types = isPlatformName(address) ? [...new Set(others.map(({ type }) => type))] : undefined;
  return isAddressOfOne(documents, other, others)
    ? [await documents.readOne(address, types)]
    : readSide(documents, address, types);
}

/** Whether an address names a document, and no folder that has only one. */
function isAddressOfOne(documents: DocumentSet, address: Address, [only, ...others]: readonly Document[]): boolean {
  if (only === undefined || others.length > 0) return false;
  // A word may be the name of a document, or that of a folder here.
  if (address.from === "files") return documents.listPaths([address]).every((path) => isSamePath(path, only));
  if (address.from === "state") return address.name !== undefined;
  const target = address.from === "commit" ? address.target : address;
  return target !== undefined && (target.by !== "path" || isSamePath(target.value, only));
}

const isSamePath = (path: string, { file }: Document) => path.replace(/^\.\//, "") === file?.file;

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

const isPlatformName = (address: Address) => address.from === "platform" && address.by !== "id";

/** A commit or a state that names no document of it. */
const isOpen = (address: Address) =>
  (address.from === "commit" && address.target === undefined) ||
  (address.from === "state" && address.name === undefined);
