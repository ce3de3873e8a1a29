import { type AnalyticsClient, readUnlessGone } from "pulumi-analytics-internal/core/api";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { type Context, UsageError } from "../command";
import { FileWriter } from "../command/files";
import { formatAddress, type PlatformAddress } from "../documents/address";
import type { MergeSide } from "../documents/document";
import { createReferences } from "../documents/known";
import type { ListedDocument } from "../documents/platform-documents";
import { createManifest, type Manifest, readManifest, writeManifest } from "../documents/pull-manifest";
import type { DocumentSet } from "../documents/set";
import { listCoded, type NamedCoded } from "../platform/documents";
import type { ProfileOptions } from "../platform/profile";
import { readPlatform } from "../platform/reading";
import { addEditorSettings } from "../project/editor";
import { requireCommonJs } from "../project/package-json";
import { findErrors, type PulledError } from "./findings";
import { createElsewhereTest, readKnownResources } from "./known-resources";
import { type Layout, listPlacedModels, moveFiles } from "./layout";
import { pullModels } from "./models";
import {
  type Extent,
  type ListedModel,
  listCount,
  type Organization,
  readOrganization,
  type Unreadable,
} from "./organization";
import type { FileOutcome } from "./outcome";
import { type ImportedObject, type LeftOut, type OwnProgram, readOwnProgram, type SecretKey } from "./program";
import { findReaders } from "./readers";
import { openReferenceNames } from "./remember";
import { pullWorkbooks } from "./workbooks";
import { type ProgramOutcome, writeProgram } from "./write-program";

/** How a pull is asked for. */
export interface PullOptions extends ProfileOptions {
  /** Also people, access, places and data. */
  readonly all?: boolean;
  /** See {@link FolderPull}. */
  readonly prefer?: MergeSide;
  /** Where the files of models are; default: as in the last pull, at first `flat`. */
  readonly layout?: Layout;
  /** The folder to write to; default: the working directory. */
  readonly out?: string;
  readonly dryRun?: boolean;
  /** Whether the program is for the plugin and imports its objects. */
  readonly import?: boolean;
  /** False: what reads the models isn't looked up, as no program is written. */
  readonly readers?: boolean;
}

/** A file whose model is gone from the platform. */
interface GoneModel {
  readonly id: string;
  readonly file: string;
}

/** A document that an argument names. */
export interface NamedDocument extends ListedDocument {
  /** False: only `--all` brings it. */
  readonly isPulled: boolean;
}

/** What a pull did. */
export interface PullReport {
  readonly folder: string;
  readonly organization: string;
  readonly dryRun: boolean;
  readonly profile: string | undefined;
  /** All documents that arguments name. */
  readonly named: readonly NamedDocument[];
  /** Whether the program imports its objects. */
  readonly imports: boolean;
  /** The program that the folder has. */
  readonly own: OwnProgram;
  /** What was left out because the program declares it beside what was pulled, by its title. */
  readonly elsewhere: readonly string[];
  /** Whether all of the organization is pulled. */
  readonly isAll: boolean;
  /** Whether a project that was here comes to declare more of the organization than it did. */
  readonly isWider: boolean;
  /** Nothing had been pulled into the folder before. */
  readonly isFirst: boolean;
  readonly outcomes: readonly FileOutcome[];
  readonly gone: readonly GoneModel[];
  readonly program: readonly ProgramOutcome[];
  readonly leftOut: readonly LeftOut[];
  readonly unreadable: readonly Unreadable[];
  readonly secrets: readonly SecretKey[];
  /** What an update stops at; nothing is looked at in a dry run. */
  readonly errors: readonly PulledError[];
  /** Everything that the program declares. */
  readonly imported: readonly ImportedObject[];
}

/** What the steps of a pull have in common. */
interface Pull {
  readonly context: Context;
  readonly documents: DocumentSet;
  readonly options: PullOptions;
  readonly client: AnalyticsClient;
  readonly folder: FileWriter;
  readonly organization: Organization;
  /** The documents that arguments name; undefined: all there are. */
  readonly wanted: readonly ListedDocument[] | undefined;
  /** Kept up to date with what is written. */
  readonly manifest: Manifest;
}

/** How much is pulled. */
interface Scope extends Extent {
  /** No argument names documents. */
  readonly isWhole: boolean;
}

/**
 * Brings an organization into a folder.
 *
 * @param addresses the documents to write; none: all there are.
 */
export async function pull(
  context: Context,
  documents: DocumentSet,
  addresses: readonly PlatformAddress[],
  options: PullOptions,
): Promise<PullReport> {
  const { dryRun = false } = options;
  const folder = new FileWriter(context.cwd, options.out ?? ".", { dryRun });
  const before = readManifest(folder);
  const own = readOwnProgram(folder.folder, before?.program ?? {});
  const { language, runtime } = own;
  if (before === undefined && language === undefined) {
    requireCommonJs(folder.folder, "Pull into another folder: --out <dir>.");
  }
  const profile = findProfile(addresses) ?? options.profile ?? before?.profile;
  const imports = language !== undefined || (options.import ?? before?.imports);
  if (imports && profile !== undefined) throw new UsageError(explainOneOrganization(profile));
  const client = await documents.getClient(profile);
  const organizationId = await identifyOrganization(client, folder, before);
  const scope = chooseScope(options, addresses.length === 0, before);
  const organization = await context.console.showProgress("Reading lists", listCount(scope), (step) =>
    readOrganization(client, { ...scope, step }),
  );
  const named = scope.isWhole ? [] : await listNamed(documents, addresses, { ...options, profile });
  const wanted = scope.isWhole ? undefined : named.filter(({ isPulled }) => isPulled);
  const kept = before ?? createManifest(organizationId);
  const layout = options.layout ?? before?.layout;
  const manifest: Manifest = { ...kept, profile, layout, imports, all: scope.all || undefined };
  const parts = { context, documents, options, client, folder, organization, wanted, manifest };
  const known = language === undefined ? [] : await readKnownResources(documents, folder.folder);
  const isElsewhere = createElsewhereTest(known, kept);
  const chosen = selectModels(parts);
  const coded = [
    ...(await selectCoded(parts, "workbook", kept.workbooks)),
    ...(await selectCoded(parts, "report", kept.reports)),
  ];
  const elsewhere = [...chosen.map(({ id, title }) => ({ id, name: title })), ...coded].filter(isElsewhere);
  const models = chosen.filter((one) => !isElsewhere(one));
  const placed = listPlacedModels(kept);
  try {
    const gone = await dropGone(parts);
    const nameOf = nameAll(organization, manifest);
    const references = createReferences({ folder: { folder, manifest }, state: undefined });
    const pulling = {
      ...{ folder, documents, manifest, references, prefer: options.prefer },
      gone: new Set(gone.map(({ id }) => id)),
      written: createSaver(folder, manifest),
    };
    const found = await context.console.showProgress("Pulling models", models.length, (step) =>
      pullModels({ ...pulling, nameOf }, models, step),
    );
    if (scope.isWhole && options.readers !== false) await renewReaders(parts);
    for (const noun of ["workbook", "report"] as const) {
      const some = coded.filter((one) => one.type === noun && !isElsewhere(one));
      const work = (step: () => void) => pullWorkbooks(pulling, some, step);
      found.push(...(await context.console.showProgress(`Pulling ${noun}s`, some.length, work)));
    }
    // Right before the program, which names the files.
    const moved = moveFiles(folder, manifest, models, placed);
    const placedNow = found.map((one) => ({ ...one, movedTo: moved.get(one.id) }));
    // At first, all is new: who changed it last is nobody's question, and a request for each member.
    const outcomes = before === undefined ? placedNow.map(omitEditor) : await nameEditors(client, placedNow);
    // Only now is it true: a pull that was cut short hasn't seen everything.
    manifest.everything = scope.everything;
    const { program, ...written } = writeProgram(organization, folder, manifest, { known, own });
    return {
      folder: folder.folder,
      organization: organizationId,
      dryRun,
      profile,
      named,
      imports: imports ?? false,
      own,
      elsewhere: elsewhere.map(({ name }) => name),
      isAll: scope.all,
      isWider:
        Boolean(before ?? runtime) && scope.isWhole && !(before?.everything && (before.all ?? false) === scope.all),
      isFirst: before === undefined,
      outcomes,
      gone,
      ...written,
      program: [...program, ...writeEditorSettings(folder, outcomes)],
      unreadable: organization.unreadable,
      errors: dryRun ? [] : findErrors(folder.folder, filterDeclared(outcomes, manifest)),
    };
  } finally {
    // Whatever ended the pull: what was written is remembered.
    writeManifest(folder, manifest);
  }
}

const omitEditor = ({ updatedBy: _, updatedAt: __, ...one }: FileOutcome): FileOutcome => one;

/** Says by name who changed documents last. */
const nameEditors = ({ members }: AnalyticsClient, outcomes: readonly FileOutcome[]): Promise<FileOutcome[]> =>
  Promise.all(
    outcomes.map(async (one) =>
      one.updatedBy === undefined ? one : { ...one, updatedBy: await members.readLabel(one.updatedBy) },
    ),
  );

/** Writes what an editor needs for the first documents of a folder. */
function writeEditorSettings(folder: FileWriter, outcomes: readonly FileOutcome[]): ProgramOutcome[] {
  const isNew = outcomes.some(({ action }) => action === "created");
  return isNew ? addEditorSettings(folder.folder, folder.folder, { dryRun: folder.isDryRun }) : [];
}

/** The profile that addresses name. @throws UsageError when they name several. */
function findProfile(addresses: readonly PlatformAddress[]): string | undefined {
  const [first, ...others] = addresses;
  const other = others.find(({ profile }) => profile !== first?.profile);
  if (other === undefined) return first?.profile;
  throw new UsageError(
    `${formatAddress(first!)} and ${formatAddress(other)} are of two organizations, and a folder holds one. ` +
      "Pull each into its own folder.",
  );
}

function chooseScope(options: PullOptions, isWhole: boolean, before: Manifest | undefined): Scope {
  const everything = isWhole || before?.everything === true;
  const all = (isWhole ? options.all : undefined) ?? before?.all ?? false;
  return { isWhole, everything, all };
}

/** The documents that addresses name, each once. Of a folder the data models are pulled, unless all are asked for. */
async function listNamed(
  documents: DocumentSet,
  addresses: readonly PlatformAddress[],
  { profile, all = false, dryRun = false }: Pick<PullOptions, "profile" | "all" | "dryRun">,
): Promise<readonly NamedDocument[]> {
  const named = new Map<string, NamedDocument>();
  for (const address of addresses) {
    const { documents: found, isFolder } = await documents.list(
      profile === undefined ? address : { ...address, profile },
    );
    const isKept = (one: ListedDocument) => !isFolder || all || isModel(one);
    if (!dryRun && !found.some(isKept)) {
      throw new UsageError(
        `${formatAddress(address)}: no data model in this folder or below. ` +
          "--all also brings its workbooks and reports.",
      );
    }
    for (const one of found) {
      named.set(one.id, { ...one, isPulled: named.get(one.id)?.isPulled || isKept(one) });
    }
  }
  return [...named.values()];
}

const isModel = ({ type }: ListedDocument) => type === "data model";

/** The data models to pull. */
function selectModels({ organization: { models }, wanted }: Pull): readonly ListedModel[] {
  const ids = new Set(wanted?.map(({ id }) => id));
  return wanted === undefined ? models : models.filter(({ id }) => ids.has(id));
}

/** The workbooks or reports to pull: those that are asked for, all of them, or those that were pulled before. */
async function selectCoded(
  { client, organization, wanted, manifest: { all = false } }: Pull,
  noun: CodedNoun,
  known: Manifest["workbooks"] = {},
): Promise<NamedCoded[]> {
  if (wanted !== undefined) return wanted.flatMap((one) => (one.type === noun ? [{ ...one, type: noun }] : []));
  if (!all && Object.keys(known).length === 0) return [];
  // Where the list can't be read, the organization says so.
  const listed = organization[`${noun}s`] ?? (all ? [] : await listCoded(client, noun));
  return listed.filter(({ id }) => all || Object.hasOwn(known, id));
}

/** A model that the provider refuses by itself isn't in the program. */
const filterDeclared = (outcomes: readonly FileOutcome[], { models }: Manifest) =>
  outcomes.filter(({ id }) => models[id]?.leftOut === undefined);

/** What an earlier pull found stays where the lists can't be read, and where too much would have to be. */
async function renewReaders({ context: { console }, client, folder, manifest }: Pull): Promise<void> {
  const options = { console, folder: folder.folder, isDryRun: folder.isDryRun };
  const readers = await findReaders(console, (work) => readPlatform(client, options, work));
  for (const [id, model] of Object.entries(manifest.models)) if (readers?.has(id)) model.readers = readers.get(id);
}

/** An import reads an object before the engine hands the provider what the program declares, and so its profile. */
function explainOneOrganization(profile: string): string {
  return (
    `profile ${profile}: Pulumi imports objects with the provider's own settings, not with those of a profile. ` +
    "Use a stack whose own settings (analytics:baseUrl or analytics:region, analytics:clientId, " +
    "analytics:clientSecret) are those of the organization, without --profile."
  );
}

/** The organization that is pulled; a folder holds one of them. */
async function identifyOrganization(
  client: AnalyticsClient,
  { folder }: FileWriter,
  before?: Manifest,
): Promise<string> {
  const { organizationId } = await client.readOwner();
  if (before === undefined || before.organization === organizationId) return organizationId;
  throw new UsageError(
    `${folder} contains another organization: ${before.organization}, but this connection belongs to ` +
      `${organizationId}. Pull this organization into another folder: --out <dir>.`,
  );
}

/** Names connections, for the manifest, and models. */
function nameAll({ connections, models, folders }: Organization, manifest: Manifest) {
  const names = openReferenceNames(manifest);
  manifest.names.connections = Object.fromEntries(
    connections.map(({ connectionId: id, name }) => [id, names.give(id, [name, `${name} connection`])]),
  );
  // In the order of their age, whether they are pulled or not: a narrower pull gives the same names.
  const modelNames = new Map(
    models.map(({ id, title, folderId }) => {
      const place = folders.get(folderId)?.name ?? "";
      return [id, names.give(id, [title, `${place} ${title}`, `${title} model`])];
    }),
  );
  return ({ id }: ListedModel) => modelNames.get(id) as string;
}

/** Milliseconds between two times that the manifest is written while models come in. */
const savingPause = 1000;

function createSaver(folder: FileWriter, manifest: Manifest): () => void {
  let savedAt = performance.now();
  return () => {
    if (performance.now() - savedAt < savingPause) return;
    writeManifest(folder, manifest);
    savedAt = performance.now();
  };
}

/** Finds the models that are there no more. Their files stay, and are told of until somebody takes them away. */
async function dropGone({ client, organization: { models }, folder, manifest }: Pull): Promise<GoneModel[]> {
  const listed = new Set(models.map(({ id }) => id));
  const gone: GoneModel[] = [];
  for (const [id, { file }] of Object.entries(manifest.models)) {
    if (listed.has(id) || !(await isGone(client, id))) continue;
    if (folder.read(file) === undefined) delete manifest.models[id];
    else gone.push({ id, file });
  }
  return gone;
}

async function isGone({ files }: AnalyticsClient, id: string): Promise<boolean> {
  const file = await readUnlessGone(files.get(id));
  return file === undefined || file.isArchived === true;
}
