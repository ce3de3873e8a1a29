import type { Command } from "commander";
import { writeJson } from "pulumi-analytics-internal/core/data";
import type { Json, SpecChange } from "pulumi-analytics-internal/core/model";
import { type Context, defineCommand, exitCodes, type Outcome } from "../command";
import { collectValues, useFormats, useOptions } from "../command/options";
import { type Address, formatAddress, parseAddress } from "../documents/address";
import type { Document, KnownBeside } from "../documents/document";
import { diffFields } from "../documents/model-changes";
import { chooseModels } from "../documents/platform-documents";
import type { DocumentType } from "../documents/read-files";
import { DocumentSet } from "../documents/set";
import { drawChanges } from "../drawing";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";
import { describeDifferences, type Told, toJson } from "./present";
import { askReaders, listGone } from "./readers";

interface Options extends ProfileOptions {
  readonly ignore?: readonly string[];
  readonly out?: string;
}

const formats = ["text", "markdown", "json"] as const;

/** `diff`: what differs in meaning between two files, models, versions or organizations. */
export const diff = defineCommand<Options>({
  name: "diff",

  define(command: Command) {
    command
      .description(
        "Compare the meaning of two data models, workbooks or reports: in files, commits, the stack's state, on the " +
          "platform, in two versions or organizations.",
      )
      .argument("<A>", "before: a document; alone: after what the platform has")
      .argument("[B]", "after: a document")
      .option("--ignore <path>", "ignore a part, such as **/description; can be repeated", collectValues);
    addProfileOptions(useFormats(useOptions(command, ["out"]), formats)).addHelpText(
      "after",
      `
A document is a file, a name, git:main:<file>, state:<name>, live:<path> or an id.
With --out, changes are drawn (.svg, .png, .html), of several documents too.

Examples:
  $ pulumi-analytics diff orders
  $ pulumi-analytics diff git:main models/orders.yaml --format markdown
  $ pulumi-analytics diff git:main models --out changes.html

Exit codes: 0 the same, 1 differences, 2 usage, 3 platform.`,
    );
  },

  async run(context, [a = "", b], options): Promise<Outcome> {
    const documents = new DocumentSet(context, options);
    if (options.out !== undefined) return draw(context, documents, [a, b], options);
    const [before, after] = await readPair(documents, a, b);
    const { ignore = [] } = options;
    const known = { ignore, ...(await findKnown(documents, before, after)) };
    const isOneOrganization = await isOne(before, after);
    const { changes, values, remarks } = before.compare(after, { ...known, isOneOrganization });
    const client = (before.stored ?? after.stored)?.client;
    const gone = changes.some(mayBreak) ? listGone(before, after, known) : undefined;
    const readers = gone === undefined ? undefined : await askReaders(context, gone, client);
    const told: Told = {
      before: describeSide(before),
      after: describeSide(after),
      changes,
      about: await compareDetails(before, after),
      values,
      notes: [...listValueNotes(values, before, after), ...remarks],
      readers,
    };
    return {
      json: toJson(told),
      text: describeDifferences(told),
      exit: changes.length > 0 ? exitCodes.found : exitCodes.ok,
    };
  },
});

/** Writes a picture of what differs; either side may be several documents. */
async function draw(
  context: Context,
  documents: DocumentSet,
  [a, b]: readonly [a: string, b: string | undefined],
  { out, ignore = [] }: Options,
): Promise<Outcome> {
  const read: ReadSide = (address, types) => documents.read(address, types, chooseModels);
  const [before, after] = await readSides(documents, [a, b], read);
  const findOwn = async (old: Document, now: Document) => ({ ignore, ...(await findKnown(documents, old, now)) });
  const { isSame, ...outcome } = await drawChanges(context, { before, after, findKnown: findOwn }, { out });
  return { ...outcome, exit: isSame ? exitCodes.ok : exitCodes.found };
}

/** Reads what an address names: one document, or all. */
type ReadSide = (address: Address, types?: readonly DocumentType[]) => Promise<readonly Document[]>;

/** The two documents; see {@link readSides}. */
async function readPair(documents: DocumentSet, a: string, b: string | undefined): Promise<[Document, Document]> {
  const read: ReadSide = async (address, types) => [await documents.readOne(address, types)];
  const [[before], [after]] = await readSides(documents, [a, b], read);
  return [before!, after!];
}

/**
 * The documents of both sides; one that isn't named is what the platform has. It is the one before, so that the changes
 * are those that writing the document would make; it is the one after of an earlier version of the platform. A commit
 * alone is the same documents there, and so is `state:`.
 */
async function readSides(
  documents: DocumentSet,
  [a, b]: readonly [a: string, b: string | undefined],
  read: ReadSide,
): Promise<readonly [before: readonly Document[], after: readonly Document[]]> {
  if (b === undefined) {
    const named = await read(parseAddress(a));
    const counterparts = await Promise.all(named.map((one) => documents.readCounterpart(one)));
    return named[0]?.stored === undefined ? [counterparts, named] : [named, counterparts];
  }
  const [first, second] = [parseAddress(a), parseAddress(b)];
  const readBeside = async (address: Address, other: Address, found: readonly Document[]) => {
    const beside = findBeside(documents, address, other, found);
    if (isOpen(beside)) return Promise.all(found.map((one) => documents.readSame(beside, one)));
    return read(beside, isPlatformName(beside) ? [...new Set(found.map(({ type }) => type))] : undefined);
  };
  if (isOpen(first) || isPlatformName(first)) {
    const after = await read(second);
    return [await readBeside(first, second, after), after];
  }
  const before = await read(first);
  return [before, await readBeside(second, first, before)];
}

/** The other side of a folder: a commit alone is the same folder there, with what was added or removed since. */
function findBeside(documents: DocumentSet, address: Address, other: Address, found: readonly Document[]): Address {
  if (address.from !== "commit" || !isOpen(address) || other.from !== "files") return address;
  const [value = "."] = documents.listPaths([other]);
  const folder = `${value.replace(/\/+$/, "")}/`;
  const isFolder = found.some(({ file }) => file?.file.startsWith(folder));
  return isFolder || value === "." ? { ...address, target: { by: "path", value } } : address;
}

const isPlatformName = (address: Address) => address.from === "platform" && address.by !== "id";

/** A commit or a state that names no document of it. */
const isOpen = (address: Address) =>
  (address.from === "commit" && address.target === undefined) ||
  (address.from === "state" && address.name === undefined);

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
