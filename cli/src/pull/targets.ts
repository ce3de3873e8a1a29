/** What `pull` has to do, by its arguments: which files to update, or which documents of the platform to write. */
import { quoteArgument } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { formatPath } from "../command/files";
import {
  type Address,
  type FileAddress,
  formatAddress,
  type PlatformAddress,
  parseAddress,
  type StateAddress,
} from "../documents/address";
import type { ListedDocument } from "../documents/platform-documents";
import { findPulledFolder, listPulled } from "../documents/pull-manifest";
import type { DocumentType } from "../documents/read-files";
import { type DocumentSet, parseAddresses } from "../documents/set";
import type { StateDocument } from "../documents/states";

/** A file or folder of the user's, and the document that comes into it. */
export interface UpdateTarget {
  /** From the working directory. */
  readonly file: string;
  /** Undefined: the latest version of the document that the file belongs to. */
  readonly from?: PlatformAddress;
  /** The resource that the file is read for: what it lacks is restored. */
  readonly state?: StateDocument;
}

type OwnAddress = FileAddress | StateAddress | PlatformAddress;

/** What the arguments of `pull` ask for. */
export interface Wanted {
  /** Name files that are here, to be updated. */
  readonly own: readonly OwnAddress[];
  /** The document that comes into the only file. */
  readonly from: PlatformAddress | undefined;
  /** Documents of the platform, to be written; none beside `own`: all of them. */
  readonly listed: readonly PlatformAddress[];
}

const accepted = {
  origins: ["files", "state", "platform"],
  instead: "To take a file from a commit, run `git restore --source <commit> <file>`.",
} as const;

/**
 * Reads the arguments. Files, names and `state:` are updated; so is the file of a document whose version is named.
 * Other documents of the platform are written as files.
 *
 * @param from the document that comes into the only file.
 * @throws UsageError for arguments that make no sense together.
 */
export function readArguments(texts: readonly string[], from: string | undefined): Wanted {
  const addresses = parseAddresses(texts, accepted);
  const listed = addresses.filter(isListed);
  const own = addresses.filter((address) => !isListed(address));
  if (from !== undefined && (own.length !== 1 || listed.length > 0)) {
    throw new UsageError("--from names the document that comes into a file. Name that file, and no other.");
  }
  if (listed.length > 0 && own.length > 0) throw refuseMixture(own[0]!, listed[0]!);
  return { own, listed, from: from === undefined ? undefined : readFrom(from) };
}

/**
 * The files to update.
 *
 * @throws UsageError for what isn't there, or is several where `from` is one document.
 */
export async function findTargets(
  context: Context,
  documents: DocumentSet,
  { own, from }: Wanted,
): Promise<UpdateTarget[]> {
  const targets: UpdateTarget[] = [];
  for (const address of own) targets.push(...(await listTargets(context, documents, address)));
  if (from === undefined) return targets;
  const [only] = targets;
  if (only !== undefined && targets.length === 1) return [{ ...only, from }];
  throw new UsageError(
    `--from ${formatAddress(from)}: is one document, and these are the files of ${targets.length}. Name one file.`,
  );
}

/**
 * The files of documents of the platform, where resources of the stack declare these by them. A folder that was pulled
 * into knows its files itself.
 *
 * @throws UsageError where only some of the documents have files here.
 */
export async function findDeclared(
  { cwd }: Context,
  documents: DocumentSet,
  { listed }: Wanted,
): Promise<UpdateTarget[]> {
  if (listed.length === 0 || findPulledFolder(cwd) !== undefined) return [];
  if ((await documents.listResources(cwd)).length === 0) return [];
  const found = await Promise.all(listed.map(async (one) => (await findDocument(cwd, documents, one)).target));
  const own = found.flatMap((target) => target ?? []);
  const other = listed[found.indexOf(undefined)];
  if (own.length > 0 && other !== undefined) throw refuseMixture(listed[found.indexOf(own[0])]!, other);
  return own;
}

/** The one document that an address names, and the file of it: one that was pulled, or of a resource of the stack. */
async function findDocument(
  cwd: string,
  documents: DocumentSet,
  address: PlatformAddress,
): Promise<{ readonly document?: ListedDocument; readonly target?: UpdateTarget }> {
  const { version: _, ...latest } = address;
  const [document, ...others] = (await documents.list(latest)).documents;
  if (document === undefined || others.length > 0) return {};
  const known = [...listPulled(cwd), ...(await documents.listResources(cwd))].find(({ id }) => id === document.id);
  if (known?.file === undefined) return { document };
  return {
    document,
    target: { file: formatPath(cwd, known.file), from: { ...address, by: "id", value: document.id } },
  };
}

const refuseMixture = (own: Address, listed: Address) =>
  new UsageError(
    `${formatAddress(own)} is updated, and ${formatAddress(listed)} is written as a new file. Run pull for each.`,
  );

/** Whether an address names documents as the platform lists them: without a version. */
const isListed = (address: Address): address is PlatformAddress =>
  address.from === "platform" && address.version === undefined;

function readFrom(text: string): PlatformAddress {
  const address = parseAddress(text);
  if (address.from === "platform") return address;
  throw new UsageError(
    `--from ${text}: not a document of the platform. Give its id, its address in the product, or live:<folder>/<name>.`,
  );
}

/** The files that an address names, with what comes into them. */
function listTargets(context: Context, documents: DocumentSet, address: OwnAddress): Promise<UpdateTarget[]> {
  if (address.from === "files") return listFileTargets(documents, address);
  return address.from === "state"
    ? listStateTargets(context, documents, address)
    : findVersionTarget(context, documents, address);
}

async function listFileTargets(documents: DocumentSet, address: FileAddress): Promise<UpdateTarget[]> {
  const found = await documents.read(address);
  return found.flatMap(({ file }) => (file === undefined ? [] : [{ file: file.file }]));
}

/** The files of resources; those that the program builds have none. */
async function listStateTargets(
  { cwd }: Context,
  documents: DocumentSet,
  address: StateAddress,
): Promise<UpdateTarget[]> {
  const found = await documents.read(address);
  const targets = found.flatMap(({ state }) =>
    state?.file === undefined
      ? []
      : [{ file: formatPath(cwd, state.file), from: { from: "platform", by: "id", value: state.id } as const, state }],
  );
  if (targets.length > 0) return targets;
  throw new UsageError(
    `${formatAddress(address)}: the program builds this ${found[0]!.type}, so that no file is to be updated.`,
  );
}

/** The file that a version of a document comes into: the one that was pulled, or that the stack's resource has. */
async function findVersionTarget(
  { cwd }: Context,
  documents: DocumentSet,
  address: PlatformAddress,
): Promise<UpdateTarget[]> {
  const { document, target } = await findDocument(cwd, documents, address);
  if (document === undefined) {
    throw new UsageError(`${formatAddress(address)}: a version is that of one document. Name the document.`);
  }
  const { id, type } = document;
  // Reading it says which versions there are, and how one of a workbook comes back.
  if (address.version === "" || type !== "data model")
    await documents.readOne({ ...address, by: "id", value: id }, [type]);
  if (target !== undefined) return [target];
  throw new UsageError(
    `${formatAddress(address)}: no file here is of this ${type}: none was pulled, and the stack has no ` +
      `resource with one. Name it: pulumi-analytics pull <file> --from ${quoteArgument(formatAddress(address))}`,
  );
}

/** The address by the id of its document. @throws UsageError for none, or several. */
export async function resolveId(
  documents: DocumentSet,
  address: PlatformAddress,
  type: DocumentType,
): Promise<PlatformAddress> {
  if (address.by === "id") return address;
  const { version: _, ...latest } = address;
  return { ...address, by: "id", value: (await documents.findOne(latest, [type])).id };
}
