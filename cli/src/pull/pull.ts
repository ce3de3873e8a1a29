import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AnalyticsClient, isNotFound, parsePath, readIdentity } from "pulumi-analytics-internal/core/api";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { type Context, UsageError } from "../command";
import { FileWriter } from "../command/files";
import { readModelsOfStack } from "../documents/model-in-state";
import { readPlatform } from "../impact/platform";
import type { ProfileOptions } from "../platform/profile";
import { chooseModels } from "../platform/remote-models";
import { addDependencies, requireCommonJs, type Wanted } from "../project/package-json";
import { Names } from "../text/names";
import { findErrors, type PulledError } from "./findings";
import { type Layout, listPlacedModels, moveFiles } from "./layout";
import { createManifest, type Manifest, readManifest, writeManifest } from "./manifest";
import { type ModelOutcome, pullModels } from "./models";
import { type ListedModel, listCount, type Organization, readOrganization, type Unreadable } from "./organization";
import {
  buildProgram,
  hashProgram,
  type ImportedObject,
  type LeftOut,
  listImportedObjects,
  type ProgramFile,
  policyPackages,
  programPackages,
  type SecretKey,
  writeExtraFiles,
  writeProjectFiles,
} from "./program";
import { findReaders } from "./readers";
import { References } from "./references";
import { type CodedDocument, chooseCoded, listCoded, pullWorkbooks, toCoded } from "./workbooks";

/** How a pull is asked for. */
export interface PullOptions extends ProfileOptions {
  /** Only models in this folder and below: its path, such as `Acme/Models`, or its id. */
  readonly folder?: string;
  /** Only these models. */
  readonly model?: readonly string[];
  /** Only these workbooks: ids, addresses, names or paths. */
  readonly workbook?: readonly string[];
  /** The same for reports. */
  readonly report?: readonly string[];
  /** Also people, access, places and data. */
  readonly all?: boolean;
  /** Where the files of models are; default: as in the last pull, at first `flat`. */
  readonly layout?: Layout;
  /** The folder to write to; default: the working directory. */
  readonly out?: string;
  readonly dryRun?: boolean;
  /** Also a CI file. */
  readonly ci?: "github" | "gitlab";
  /** Also a policy pack. */
  readonly policies?: boolean;
  /** Whether the program is for the plugin and imports its objects. */
  readonly import?: boolean;
  /** False: what reads the models isn't looked up. */
  readonly readers?: boolean;
}

/** What became of a file of the program. */
export interface ProgramOutcome {
  readonly path: string;
  /** `kept`: it isn't as a pull wrote it, and was left alone. */
  readonly action: "create" | "update" | "unchanged" | "kept";
  /** What the update of a file changes: `Tag "production" added`. */
  readonly changes?: readonly string[];
  /** What a kept file lacks, each a piece of TypeScript. */
  readonly missing?: readonly string[];
}

/** A file whose model is gone from the platform. */
export interface GoneModel {
  readonly id: string;
  readonly file: string;
}

/** What a pull did. */
export interface PullReport {
  readonly folder: string;
  readonly organization: string;
  readonly dryRun: boolean;
  /** Whether the program imports its objects. */
  readonly imports: boolean;
  /** Nothing had been pulled into the folder before. */
  readonly isFirst: boolean;
  /** Whether a policy pack was asked for. */
  readonly hasPolicies: boolean;
  readonly models: readonly ModelOutcome[];
  readonly workbooks: readonly ModelOutcome[];
  readonly reports: readonly ModelOutcome[];
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

/** Brings an organization into a folder. */
export async function pull(context: Context, options: PullOptions): Promise<PullReport> {
  const { cwd, console } = context;
  const { dryRun = false } = options;
  const folder = new FileWriter(cwd, options.out ?? ".", { dryRun });
  const before = readManifest(folder);
  if (before === undefined) requireCommonJs(folder.folder, "Pull into another folder: --out <dir>.");
  const { stack, profile = before?.profile } = options;
  const imports = options.import ?? before?.imports;
  if (imports && profile !== undefined) throw new UsageError(explainOneOrganization(profile));
  const client = await context.client({ stack, profile });
  const organizationId = await identifyOrganization(client, folder, before);

  const narrowed = [options.folder, options.model, options.workbook, options.report];
  const isWhole = narrowed.every((one) => one === undefined);
  if (options.all && !isWhole)
    throw new UsageError("--all pulls the whole organization. Remove --folder, --model, --workbook and --report.");
  const everything = isWhole || before?.everything === true;
  const all = options.all ?? before?.all ?? false;
  const extent = { everything, all };
  const organization = await console.showProgress("Reading lists", listCount(extent), (step) =>
    readOrganization(client, { ...extent, step }),
  );
  const choice = organization.models.map((model) => {
    return { ...model, dataModelId: model.id, name: model.title, folderPath: parsePath(model.path).join("/") };
  });
  const isOfModels = isWhole || options.folder !== undefined || options.model !== undefined;
  const selected = isOfModels ? chooseModels(choice, options, organization.folders.values()) : [];
  const workbooks = await selectCoded(client, organization, options, "workbook", { all, known: before?.workbooks });
  const reports = await selectCoded(client, organization, options, "report", { all, known: before?.reports });
  const layout = options.layout ?? before?.layout;
  const kept = before ?? createManifest(organizationId);
  const placed = listPlacedModels(kept);
  const manifest: Manifest = { ...kept, profile, layout, imports, all: all || undefined };
  try {
    const gone = await dropGone(client, organization, folder, manifest);
    const named = nameAll(organization, manifest);
    const pulled = await console.showProgress("Pulling models", selected.length, (step) => {
      const written = createSaver(folder, manifest);
      const goneIds = new Set(gone.map(({ id }) => id));
      let states: ReturnType<typeof readModelsOfStack> | undefined;
      const findInState = async (id: string) => {
        states ??= readModelsOfStack(folder.folder, stack, context.env);
        return (await states).get(id);
      };
      return pullModels(
        { client, folder, cwd, manifest, ...named, gone: goneIds, findInState, written },
        selected,
        step,
      );
    });
    if (isWhole && options.readers !== false) {
      await renewReaders(manifest, (work) =>
        readPlatform(client, { console, folder: folder.folder, isDryRun: dryRun }, work),
      );
    }
    const { references } = named;
    const pullCoded = (noun: string, documents: readonly CodedDocument[]) =>
      console.showProgress(`Pulling ${noun}s`, documents.length, (step) =>
        pullWorkbooks({ client, folder, cwd, manifest, references }, documents, step),
      );
    const pulledWorkbooks = await pullCoded("workbook", workbooks);
    const pulledReports = await pullCoded("report", reports);
    // Right before the program, which names the files.
    const moved = moveFiles(folder, manifest, selected, placed);
    const models = pulled.map((model) => ({ ...model, movedTo: moved.get(model.id) }));
    // Only now is it true: a pull that was cut short hasn't seen everything.
    manifest.everything = everything;
    const { unreadable } = organization;
    // A model that the provider refuses by itself isn't in the program.
    const declared = models.filter(({ id }) => manifest.models[id]?.leftOut === undefined);
    const outcomes = { model: declared, workbook: pulledWorkbooks, report: pulledReports };
    const about = {
      folder: folder.folder,
      organization: organizationId,
      dryRun,
      imports: imports ?? false,
      isFirst: before === undefined,
      hasPolicies: options.policies ?? false,
    };
    return {
      ...about,
      models,
      workbooks: pulledWorkbooks,
      reports: pulledReports,
      gone,
      ...writeProgram(organization, folder, manifest, options),
      unreadable,
      errors: dryRun ? [] : findErrors(folder.folder, outcomes),
    };
  } finally {
    // Whatever ended the pull: what was written is remembered.
    writeManifest(folder, manifest);
  }
}

/** Without access to the lists, what an earlier pull found stays. */
async function renewReaders({ models }: Manifest, open: Parameters<typeof findReaders>[0]): Promise<void> {
  const readers = await findReaders(open);
  for (const [id, model] of Object.entries(models)) if (readers?.has(id)) model.readers = readers.get(id);
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
  const { organizationId } = await readIdentity(client);
  if (before === undefined || before.organization === organizationId) return organizationId;
  throw new UsageError(
    `${folder} contains another organization: ${before.organization}, but this connection belongs to ` +
      `${organizationId}. Pull this organization into another folder: --out <dir>.`,
  );
}

/** The workbooks or reports to pull: those that are asked for, all of them, or those that were pulled before. */
async function selectCoded(
  client: AnalyticsClient,
  organization: Organization,
  options: PullOptions,
  noun: CodedNoun,
  { all, known = {} }: { all: boolean; known?: Manifest["workbooks"] },
): Promise<CodedDocument[]> {
  const { workbook, report, folder, model } = options;
  const wanted = options[noun];
  const isOther = [workbook, report, folder, model].some((one) => one !== undefined);
  if (wanted === undefined && (isOther || (!all && Object.keys(known).length === 0))) return [];
  if (wanted !== undefined) return chooseCoded(await listCoded(client, noun), wanted);
  // Where the list can't be read, the organization says so.
  const listed = all ? toCoded(organization[`${noun}s`] ?? []) : await listCoded(client, noun);
  return listed.filter(({ id, isArchived }) => !isArchived && (all || Object.hasOwn(known, id)));
}

/** The names of connections and models, which share a scope as both stand in `!ref`. */
function nameAll({ connections, models, folders }: Organization, manifest: Manifest) {
  const pulled = Object.entries(manifest.models);
  const known = { ...manifest.names.connections, ...Object.fromEntries(pulled.map(([id, { name }]) => [id, name])) };
  const names = new Names(known, ["analytics", "connections", "folders", "kept"]);
  const connectionNames = connections.map(({ connectionId: id, name }) => {
    return [id, names.give(id, [name, `${name} connection`])] as const;
  });
  manifest.names.connections = Object.fromEntries(connectionNames);
  // In the order of their age, whether they are pulled or not: a narrower pull gives the same names.
  const modelNames = new Map(
    models.map(({ id, title, folderId }) => {
      const place = folders.get(folderId)?.name ?? "";
      return [id, names.give(id, [title, `${place} ${title}`, `${title} model`])];
    }),
  );
  const references = new References(connectionNames.map(([id, name]) => [name, id]));
  for (const [id, { name, ids }] of pulled) references.add({ id, name, ids });
  return { references, nameOf: ({ id }: ListedModel) => modelNames.get(id) as string };
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
async function dropGone(
  client: AnalyticsClient,
  { models }: Organization,
  folder: FileWriter,
  manifest: Manifest,
): Promise<GoneModel[]> {
  const listed = new Set(models.map(({ id }) => id));
  const gone: GoneModel[] = [];
  for (const [id, { file }] of Object.entries(manifest.models)) {
    if (listed.has(id) || !(await isGone(client, id))) continue;
    if (folder.read(file) === undefined) delete manifest.models[id];
    else gone.push({ id, file });
  }
  return gone;
}

async function isGone(client: AnalyticsClient, id: string): Promise<boolean> {
  try {
    return (await client.files.get(id)).isArchived === true;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

/** Writes the program, as far as it is still as a pull wrote it. */
function writeProgram(
  organization: Organization,
  folder: FileWriter,
  manifest: Manifest,
  extras: Pick<PullOptions, "ci" | "policies">,
) {
  const { files, secrets, names } = buildProgram(organization, manifest);
  manifest.names = names;
  const isFirst = Object.keys(manifest.program).length === 0;
  const projectFiles = {
    ...writeProjectFiles(folder.folder, manifest.imports),
    ...writeExtraFiles(folder.folder, extras),
  };
  const project = Object.entries(projectFiles)
    .filter(([path]) => !existsSync(join(folder.folder, path)))
    .map(([path, text]): ProgramOutcome => ({ path, action: folder.write(path, text).action }));
  const packages = [
    ...(isFirst ? addPackages(folder, programPackages) : []),
    ...(extras.policies ? addPackages(folder, policyPackages) : []),
  ];
  const program = files.map((file) => writeProgramFile(file, folder, manifest));
  return {
    program: [...project, ...packages, ...program],
    leftOut: files.flatMap(({ leftOut }) => leftOut),
    secrets,
    imported: listImportedObjects(files),
  };
}

/** Adds the packages of the program to a `package.json` that was here before it. */
function addPackages(folder: FileWriter, wanted: Wanted): ProgramOutcome[] {
  const before = folder.read("package.json");
  if (before === undefined) return [];
  const { text, added } = addDependencies(before, wanted);
  if (added.length === 0) return [];
  const { action } = folder.write("package.json", text);
  return [{ path: "package.json", action, changes: added.map((name) => `${name} added`) }];
}

function writeProgramFile(file: ProgramFile, folder: FileWriter, manifest: Manifest): ProgramOutcome {
  const { path } = file;
  const [text, current] = [file.writeText(), folder.read(path)];
  const [ours, theirs] = [hashProgram(text), current === undefined ? undefined : hashProgram(current)];
  // One that only a formatter went over, and that has no news, stays as it is.
  const isSame = theirs === ours;
  if (theirs !== undefined && !isSame && theirs !== manifest.program[path]) {
    return { path, action: "kept", missing: file.listMissing(current as string) };
  }
  manifest.program[path] = ours;
  if (isSame) return { path, action: "unchanged" };
  const changes = current === undefined ? [] : file.listChanges(current);
  return { path, action: folder.write(path, text).action, ...(changes.length > 0 && { changes }) };
}
