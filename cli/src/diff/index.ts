import type { Command } from "commander";
import { writeJson } from "pulumi-analytics-internal/core/data";
import type { Json, SpecChange } from "pulumi-analytics-internal/core/model";
import { describeUnknownPath } from "pulumi-analytics-internal/core/model/stored";
import { isWorkbook } from "pulumi-analytics-internal/core/workbook";
import { type Context, defineCommand, exitCodes, type Outcome } from "../command";
import { collectValues, useFormats, useOptions } from "../command/options";
import { type Address, addressHelp, formatAddress, parseAddress } from "../documents/address";
import { compare, type KnownBeside } from "../documents/compare";
import type { Document } from "../documents/document";
import { diffFields } from "../documents/model-changes";
import { chooseModels } from "../documents/platform-documents";
import { DocumentSet } from "../documents/set";
import { drawChanges } from "../drawing";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";
import { formatMarkdown, formatText, type Told, toJson } from "./present";
import { askReaders, listGone } from "./readers";

interface Options extends ProfileOptions {
  readonly format: Format;
  readonly ignore?: readonly string[];
  readonly out?: string;
}

const formats = ["text", "markdown", "json"] as const;
type Format = (typeof formats)[number];

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
${addressHelp}

The order of keys, explicit defaults and missing ids make no difference. The output shows a model of the platform in the
ids of the file; two models of the platform in ids derived from their names. A \`!ref\` matches any value of the
platform, but the same name must match the same value everywhere. If both files use \`!ref\`s, the command compares
their names. It matches two files without a common id by contents. If the file is in a Pulumi project whose stack
manages the model, what the platform made of the declaration makes no difference, nor do parts in the resource's
\`ignorePaths\`; a \`!ref\` then has the stack's value.

In two organizations, ids of connections, other models and people always differ: they count only if they don't
correspond one to one.

Exit codes: 0 if the contents mean the same, 1 if they differ. Differences in name, description and folder of two models
of the platform are shown, but don't change the exit code.

If something goes away from a model of the platform, the output ends with who reads it: documents, places and owners, as
\`impact\` finds them. Of two files, it names the command to run.

With --out, it draws what changed instead: data models as one graph, workbooks and reports page by page. Either side may
then be several documents, such as a folder.

With --json: {before, after, differs, summary, changes: [{action, thing, where, path, field?, before?, after?,
destructive, usedBy?, text}], about: [{field, before, after}], values, notes, readers: [{type, name, path, url, owner,
tags, places}]}, the two sides as {title, file?,
dataModelId?, documentVersion?, url?, profile?}. \`values\` maps each \`!ref\` of a file, or id of A with its field, to
its value on the other side.

Examples:
  $ pulumi-analytics diff orders
  $ pulumi-analytics diff git:main models/orders.yaml
  $ pulumi-analytics diff 1b0c6a52-…@Production 1b0c6a52-…
  $ pulumi-analytics diff live:Acme/Models/Orders partner:Acme/Models/Orders --ignore '**/description'
  $ pulumi-analytics diff git:main orders --format markdown > comment.md
  $ pulumi-analytics diff git:main models --out changes.html`,
    );
  },

  async run(context, [a = "", b], options): Promise<Outcome> {
    const documents = new DocumentSet(context, options);
    if (options.out !== undefined) return draw(context, documents, [a, b], options);
    const [before, after] = await readSides(documents, a, b);
    const { ignore = [] } = options;
    const known = { ignore, ...(await findKnown(documents, before, after)) };
    const isOneOrganization = await isOne(before, after);
    const { changes, values, remarks } = compare(before, after, { ...known, isOneOrganization });
    // Only the fields of data models are known to all depths.
    const paths = isWorkbook(before.contents) ? [] : ignore;
    const unknown = paths.flatMap((path) => describeUnknownPath(path, [before.contents, after.contents]) ?? []);
    const client = (before.stored ?? after.stored)?.client;
    const gone = changes.some(mayBreak) ? listGone(before, after, known) : undefined;
    const readers = gone === undefined ? undefined : await askReaders(context, gone, client);
    const told: Told = {
      before: describeSide(before),
      after: describeSide(after),
      changes,
      about: await compareDetails(before, after),
      values,
      notes: [...unknown.map((text) => `--ignore ${text}`), ...listValueNotes(values, before, after), ...remarks],
      readers,
    };
    return {
      json: toJson(told),
      text: formatTold(told, options.format, context),
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
  const [before, after] = await readAllSides(documents, a, b);
  const findOwn = async (old: Document, now: Document) => ({ ignore, ...(await findKnown(documents, old, now)) });
  const { isSame, ...outcome } = await drawChanges(context, { before, after, findKnown: findOwn }, { out });
  return { ...outcome, exit: isSame ? exitCodes.ok : exitCodes.found };
}

/** All documents of both sides; see {@link readSides}. */
async function readAllSides(
  documents: DocumentSet,
  a: string,
  b: string | undefined,
): Promise<readonly [before: readonly Document[], after: readonly Document[]]> {
  if (b === undefined) {
    const before = await documents.read(a);
    return [before, await Promise.all(before.map((one) => documents.readCounterpart(one)))];
  }
  const [first, second] = [parseAddress(a), parseAddress(b)];
  if (isOpen(first) || isPlatformName(first)) {
    const after = await documents.read(second, undefined, chooseModels);
    return [await readAllBeside(documents, first, { address: second, found: after }), after];
  }
  const before = await documents.read(first);
  return [before, await readAllBeside(documents, second, { address: first, found: before })];
}

/** The other side of several documents: of a commit, what the same path holds there. */
async function readAllBeside(
  documents: DocumentSet,
  address: Address,
  other: { readonly address: Address; readonly found: readonly Document[] },
): Promise<readonly Document[]> {
  if (address.from === "commit" && isOpen(address) && other.address.from === "files") {
    const [value = "."] = documents.listPaths([other.address]);
    return documents.read({ ...address, target: { by: "path", value } });
  }
  if (isOpen(address)) return Promise.all(other.found.map((one) => documents.readSame(address, one)));
  const types = [...new Set(other.found.map(({ type }) => type))];
  return documents.read(address, isPlatformName(address) ? types : undefined);
}

/**
 * The two documents; one that isn't named is what the platform has. It is the one before, so that the changes are those
 * that writing the document would make; it is the one after of an earlier version of the platform. A commit alone is the
 * same document there, and so is `state:`.
 */
async function readSides(documents: DocumentSet, a: string, b: string | undefined): Promise<[Document, Document]> {
  if (b === undefined) {
    const named = await documents.readOne(a);
    const counterpart = await documents.readCounterpart(named);
    return named.stored === undefined ? [counterpart, named] : [named, counterpart];
  }
  const [first, second] = [parseAddress(a), parseAddress(b)];
  if (isOpen(first) || isPlatformName(first)) {
    const after = await documents.readOne(second);
    return [await readBeside(documents, first, after), after];
  }
  const before = await documents.readOne(first);
  return [before, await readBeside(documents, second, before)];
}

/** The other side: a name on the platform is that of a document of the same type. */
function readBeside(documents: DocumentSet, address: Address, other: Document): Promise<Document> {
  if (isOpen(address)) return documents.readSame(address, other);
  return documents.readOne(address, isPlatformName(address) ? [other.type] : undefined);
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
  const found = own.state?.id === stored.stored?.id ? own.state : await documents.findResource(stored, own);
  return found === undefined ? {} : { state: found.resource };
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

function formatTold(told: Told, format: Format, { console }: Context): string {
  return format === "markdown" ? formatMarkdown(told) : formatText(told, console);
}

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
