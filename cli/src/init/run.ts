import { type AnalyticsClient, createClient } from "pulumi-analytics-internal/core/api";
import { quoteArgument, suggestWord } from "pulumi-analytics-internal/core/text";
import type { ConfigSource } from "pulumi-analytics-internal/settings";
import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import { FileWriter } from "../command/files";
import { parsePair } from "../command/options";
import { addEditorSettings } from "../project/editor";
import { formatExports } from "../project/emulator-stack";
import { readExistingProject } from "../project/existing";
import { requireCommonJs } from "../project/package-json";
import { findPackageManager } from "../project/package-manager";
import { findPackagePath } from "../project/package-place";
import { writeTsconfig } from "../project/program";
import { policyFolder } from "../project/starter-files";
import { type Access, askAccess, requireAnswers } from "./access";
import { addMissing, findCiHost, hasOtherProgram, noteUnreadCi } from "./add";
import { writeAgentsFile } from "./agents";
import { choose, chooseForModels, type Wanted } from "./choices";
import {
  choosePort,
  describeEmulator,
  formatEmulatorCommand,
  type RunningEmulator,
  seeded,
  startEmulator,
  usualPort,
} from "./emulator";
import { configure, type Engine, findEngine, prepare, readConfigured, runPreview } from "./engine";
import {
  emulatorFiles,
  type Form,
  listIgnored,
  writeFolderFiles,
  writeModelFiles,
  writePackageJson,
  writeProjectFiles,
} from "./files";
import { addImpactSetting } from "./impact-setting";
import { buildModel } from "./model";
import { findModelFolder, type ModelFolder } from "./model-folder";
import { asksForProgram, checkLanguage, chooseLanguage, type InitOptions, readGivenPort } from "./options";
import { install, listPackages } from "./packages";
import { writeReadme } from "./readme";
import { Unfinished } from "./unfinished";
import { ignore, type WrittenFile, writeAll } from "./write";

/** What is to be done, known before anything is written. */
interface Plan {
  readonly form: Form;
  readonly stack: string;
  /** The emulator's port; undefined: a real organization. */
  readonly port: number | undefined;
  readonly engine: Engine;
  /** What an earlier run has set in the stack. */
  readonly config: ConfigSource;
  readonly wanted: Wanted;
  /** Models that are here; undefined: the project gets a first one. */
  readonly models: ModelFolder | undefined;
  readonly options: InitOptions;
}

/** What was done so far. */
interface Progress {
  readonly files: WrittenFile[];
  readonly installed: string[];
  /** The file of the first model, or the folder of those that are here. */
  model?: string;
}

/** How the preview ended, and why it failed or was skipped. */
interface Ending {
  readonly preview: "succeeded" | "failed" | "skipped";
  readonly problem?: string;
}

/** Starts a project, or adds what one lacks. */
export async function run(context: Context, args: readonly string[], options: InitOptions): Promise<Outcome> {
  if (args.length > 0) {
    throw new UsageError(`init takes no arguments, but got: ${args.join(" ")}. It works in this folder.`);
  }
  if (hasOtherProgram(context.cwd) && !asksForProgram(options)) return addMissing(context, options);
  const plan = await buildPlan(context, options);
  const done: Progress = { files: [], installed: [] };
  const ending = await perform(context, plan, done).catch((error: unknown): Ending => {
    if (error instanceof Unfinished) return { preview: error.during, problem: error.message };
    throw error;
  });
  context.signal.throwIfAborted();
  return buildOutcome(plan, done, ending, context);
}

async function buildPlan(context: Context, options: InitOptions): Promise<Plan> {
  const { cwd, console } = context;
  const isEmulated = options.emulator !== undefined;
  const given = readGivenPort(options);
  // What the command line says wrong comes before what it lacks.
  if (options.language !== undefined) checkLanguage(options.language);
  const stack = options.stack ?? (isEmulated ? "emulator" : "dev");
  const engine = await findEngine(context, isEmulated);
  const config = await readConfigured(context, engine, stack);
  const { name, language } = readExistingProject(cwd);
  const chosen = await chooseLanguage(context, options.language, language);
  const models = options.table === undefined ? findModelFolder(context, chosen) : undefined;
  const former = readFormer(config, name, models);
  const wanted = getWanted(options, isEmulated ? { ...former, ...seeded } : former, models);
  const missing = isEmulated && models === undefined ? [] : listMissing(wanted, models);
  requireAnswers(context, missing, isEmulated ? undefined : config);
  if (engine.problem !== undefined) console.note(`warning: no preview: ${engine.problem}`);
  const form: Form = {
    ...readPlace(cwd),
    name,
    ci: findCiHost(cwd),
    isEmulated,
    language: chosen,
  };
  if (form.language === "typescript") requireCommonJs(cwd, "Use an empty folder, or --language yaml.");
  const port = isEmulated ? (given ?? (await findPort(context, config))) : undefined;
  return { form, stack, port, engine, config, wanted, models, options };
}

/** A port for the project's emulator, where it was before if nobody else has that one now. */
async function findPort({ cwd, console }: Context, config: ConfigSource): Promise<number> {
  const before = /^http:\/\/127\.0\.0\.1:(\d+)$/.exec(`${config("analytics:baseUrl")}`)?.[1];
  const { port, note } = await choosePort(cwd, Number(before ?? usualPort));
  if (note !== undefined) console.note(`  note    ${note}`);
  return port;
}

/** What the packages of a folder say; it is known for sure once they are installed. */
const readPlace = (cwd: string) => ({
  packagePath: findPackagePath(cwd),
  manager: findPackageManager(cwd),
  tsconfig: writeTsconfig(cwd),
});

/** What is chosen by option, or else is known. */
function getWanted({ folder, connection, table, ref = [] }: InitOptions, known: Wanted, models?: ModelFolder): Wanted {
  const given = ref.map((text) => parsePair("--ref", text, "--ref <name>=<id>, such as --ref warehouse=Snowflake"));
  const names = models?.refs.map(({ name }) => name) ?? [];
  for (const [name] of given) {
    if (names.includes(name)) continue;
    const why = models === undefined ? "there are no models that name anything" : `no model here has \`!ref ${name}\``;
    throw new UsageError(`--ref ${name}: ${why}. Remove the option.${suggestWord(name, names)}`);
  }
  const only = models?.refs.find(({ key }) => key === "connectionId")?.name;
  const common = connection ?? known.connection;
  return {
    folder: folder ?? known.folder,
    connection: common,
    table: table ?? known.table,
    refs: { ...known.refs, ...(only !== undefined && { [only]: common }), ...Object.fromEntries(given) },
  };
}

const connectionOption = "--connection <id or name>";

/** The options that would answer what is still open. */
const listMissing = ({ folder, connection, table, refs = {} }: Wanted, models: ModelFolder | undefined): string[] => [
  ...(folder === undefined ? ["--folder <id or path>"] : []),
  ...(models?.refs ?? [])
    .filter(({ name }) => refs[name] === undefined)
    .map(({ name, key }) => (key === "connectionId" ? connectionOption : `--ref ${quoteArgument(name)}=<id>`)),
  ...(models === undefined && connection === undefined ? [connectionOption] : []),
  ...(models === undefined && table === undefined ? ["--table <path>"] : []),
];

const readFormer = (config: ConfigSource, project: string, models: ModelFolder | undefined): Wanted => {
  const read = (key: string) => config(`${project}:${key}`) as string | undefined;
  const refs = Object.fromEntries((models?.refs ?? []).map(({ name, key }) => [name, read(key)]));
  return { folder: read("folderId"), connection: read("connectionId"), refs };
};

async function perform(context: Context, plan: Plan, done: Progress): Promise<Ending> {
  const { port } = plan;
  if (port === undefined) return build(context, plan, done, await askAccess(context, plan.config));
  // The emulator is a package of the project, so the project comes first.
  const folder = new FileWriter(context.cwd, ".");
  report(context, done, writeAll(folder, emulatorFiles));
  await installAll(context, plan, done);
  context.console.note(`  run     ${formatEmulatorCommand(port)}`);
  const emulator = await startEmulator(context.cwd, port);
  if (emulator.isFound) context.console.note(`  note    port ${port} has ${describeEmulator(emulator)}, which is used`);
  try {
    return await build(context, plan, done, toAccess(emulator));
  } finally {
    await emulator.stop();
  }
}

function toAccess({ url, clientId, clientSecret }: RunningEmulator): Access {
  return {
    profile: { baseUrl: url, clientId, clientSecret },
    settings: { "analytics:baseUrl": url, "analytics:clientId": clientId },
    secret: clientSecret,
  };
}

/** Writes the project, installs its packages, and previews it. */
async function build(context: Context, plan: Plan, done: Progress, access: Access): Promise<Ending> {
  const { cwd, signal } = context;
  const { options } = plan;
  const { model, settings, writeFiles } = await chooseModel(context, plan, createClient({ ...access.profile, signal }));
  // A workspace has its packages in its root, which the files then name.
  await installAll(context, plan, done);
  const form = { ...plan.form, ...readPlace(cwd) };
  const files = { ...writeProjectFiles(form), ...writeFiles(form) };
  const folder = new FileWriter(cwd, ".");
  const { stack, port } = plan;
  if (folder.read("README.md") === undefined) {
    report(context, done, [folder.write("README.md", writeReadme({ name: form.name, stack, port }))]);
  }
  const written = [...writeAll(folder, files, options), ...addEditorSettings(cwd, cwd)];
  report(context, done, [...written, ignore(folder, listIgnored(form.language))]);
  noteUnreadCi(context, written);
  // One that was here before.
  const setting = addImpactSetting(folder);
  if (setting !== undefined) report(context, done, [setting]);
  report(context, done, [writeAgentsFile(context, policyFolder, options.overwrite)]);
  done.model = model;
  const own = Object.fromEntries(Object.entries(settings).map(([key, value]) => [`${form.name}:${key}`, value]));
  return tryOut(context, plan, { ...access, settings: { ...access.settings, ...own } });
}

/** What the program declares: the models that are here, else a first one. */
async function chooseModel(context: Context, { wanted, models }: Plan, client: AnalyticsClient) {
  if (models === undefined) {
    const { folderId, connectionId, path, columns } = await choose(client, context, wanted);
    const model = buildModel(path, columns);
    const writeFiles = (form: Form) => writeModelFiles(form, model);
    return { model: model.file, settings: { folderId, connectionId }, writeFiles };
  }
  const settings = await chooseForModels(client, context, wanted, models.refs);
  return { model: models.path, settings, writeFiles: (form: Form) => writeFolderFiles(form, models) };
}

/** Says what became of files, and keeps it for the outcome. */
function report({ console }: Context, done: Progress, written: readonly WrittenFile[]): void {
  for (const { path, action } of written) if (action !== "unchanged") console.note(`  ${action.padEnd(7)} ${path}`);
  done.files.push(...written);
}

/** Installs what is missing. Without an own `package.json`, npm would use the next folder above that has one. */
async function installAll(context: Context, { form, port }: Plan, done: Progress): Promise<void> {
  const folder = new FileWriter(context.cwd, ".");
  if (folder.read("package.json") === undefined) {
    report(context, done, [folder.write("package.json", writePackageJson(form.name))]);
  }
  done.installed.push(...(await install(context, listPackages(form.language, { emulator: port !== undefined }))));
}

async function tryOut(context: Context, { engine, form, stack }: Plan, access: Access): Promise<Ending> {
  const { console } = context;
  if (engine.problem !== undefined) return { preview: "skipped", problem: engine.problem };
  console.note(`  run     pulumi stack select ${stack} --create, pulumi config set`);
  await configure(context, engine, stack, access);
  if (form.language !== "typescript") {
    console.note("  run     pulumi install");
    await prepare(context, engine);
  }
  console.note(`  run     pulumi preview --policy-pack ${policyFolder}`, "");
  await runPreview(context, engine, stack);
  return { preview: "succeeded" };
}

/** Where to look at what a stack on the emulator has made. */
const showPage = (port: number | undefined) =>
  port === undefined ? [] : [`Then open http://127.0.0.1:${port} in a browser: the emulator shows what it holds.`];

function buildOutcome(
  { form, stack, port, models }: Plan,
  { files, installed, model }: Progress,
  { preview: result, problem }: Ending,
  { env, console: { color } }: Context,
): Outcome {
  const isGreen = result === "succeeded";
  const isKept = files.some(({ path, action }) => path === "Pulumi.yaml" && action === "kept");
  const emulated = port === undefined ? [] : [`${formatEmulatorCommand(port)} &`, formatExports(env, !isKept)];
  const next = isGreen ? [...emulated, `pulumi up --policy-pack ${policyFolder}`] : [];
  const what = models === undefined ? "The model is" : "The models are in";
  const text = isGreen
    ? color.green(`${form.name} is ready: the preview of stack ${stack} succeeded. ${what} ${model}. Next:`)
    : `${color.red(`${form.name} is not ready: ${problem}`)}\nThen run the same command again.`;
  return {
    json: {
      project: form.name,
      language: form.language,
      stack,
      ...(port === undefined ? {} : { emulator: `http://127.0.0.1:${port}` }),
      ...(model === undefined ? {} : { model }),
      files,
      installed,
      preview: result,
      ...(problem === undefined ? {} : { problem }),
      next,
    },
    text: [text, ...next.map((line) => `  ${line}`), ...(isGreen ? showPage(port) : [])].join("\n"),
    exit: isGreen ? exitCodes.ok : exitCodes.found,
  };
}
