import { createClient } from "../../core/api";
import type { ConfigSource } from "../../settings";
import { type Context, command, exitCodes, type Outcome, UsageError } from "../command";
import { FileWriter } from "../files";
import { projectName } from "../project";
import { type Access, accessOf, requireAnswers } from "./access";
import { choose, type Wanted } from "./choices";
import { emulatorCommand, emulatorEnvironment, type RunningEmulator, seeded, startEmulator } from "./emulator";
import { configure, configured, type Engine, engineOf, prepare, preview } from "./engine";
import { emulatorFiles, type Form, ignored, modelFiles, packageJson, policyFolder, projectFiles } from "./files";
import { type FirstModel, modelOf } from "./model";
import { ciHosts, type InitOptions, initOptions, languageOf, oneOf, portOf } from "./options";
import { install, manifestOf, packagesOf } from "./packages";
import { ignore, requireRoom, type Written, writeAll } from "./write";

const help = `
Asks for the language, your organization's region and credentials, and the folder, connection and table of the first model. Each question has
an option. Without a terminal, give all of them, or --emulator.

Writes the project, with the model, a policy pack, editor settings and a CI file. Installs the packages, creates the stack, and runs
\`pulumi preview\`, which writes nothing to the platform. The client secret is kept by Pulumi, encrypted, or stays in ANALYTICS_CLIENT_SECRET.

The command never changes files that are already here, except .gitignore and package.json, to which it adds lines. After Ctrl-C or a failure,
run the same command again.

Exit codes: 0 if the preview succeeded; 1 if it failed, or Pulumi is missing or not logged in.

With --json: {project, language, stack, emulator?, model, files: [{path, action}], installed, preview, problem?, next}. A file's action is
create, update, unchanged or kept; \`preview\` is succeeded, failed or skipped; \`next\` has the commands to continue with.

Examples:
  $ npx pulumi-analytics init --emulator
  $ npx pulumi-analytics init --language yaml
  $ npx pulumi-analytics init --region aws-us-east --client-id 4f1c… --folder Acme/Models --connection Warehouse --table SALES.PUBLIC.ORDERS`;

/** `init`: from an empty folder to a green preview. */
export const init = command<InitOptions>({
  name: "init",
  define: (sub) => void initOptions(sub).addHelpText("after", help),

  async run(context, args, options): Promise<Outcome> {
    if (args.length > 0)
      throw new UsageError(`init takes no arguments, but got: ${args.join(" ")}. It works in this folder.`);
    if (options.keep && options.overwrite)
      throw new UsageError("--keep and --overwrite exclude each other. Remove one.");
    const { cwd, console, signal } = context;
    const port = portOf(options);
    const stack = options.stack ?? (port === undefined ? "dev" : "emulator");
    const ci = oneOf("--ci", options.ci, ciHosts);
    const engine = await engineOf(context, port !== undefined);
    const config = await configured(context, engine, stack);
    const name = projectName(cwd);
    const wanted = wantedOf(options, port === undefined ? setBefore(config, name) : seeded);
    if (port === undefined) requireAnswers(context, { ...options, ...wanted }, config);
    const form: Form = { name, language: await languageOf(context, options.language), ci };
    requireCommonJs(cwd, form);
    const folder = new FileWriter(cwd, ".");
    requireRoom(folder, projectFiles(form), options);

    const packages = packagesOf(form.language, { emulator: port !== undefined });
    const start = async () => {
      // The emulator is a package of the project.
      const written = [...writeAll(folder, emulatorFiles, {}), ...writePackageJson(folder, form)];
      const installed = await install(context, packages);
      const emulator = await startEmulator(cwd, port as number);
      console.note(`  run     ${emulatorCommand(port as number)}`);
      return { written, installed, emulator };
    };
    const { written, installed, emulator } = port === undefined ? { written: [], installed: [] } : await start();
    try {
      const access = emulator ? accessTo(emulator) : await accessOf(context, options, config);
      const client = createClient({ ...access.profile, signal });
      const chosen = await choose(client, context, wanted);
      const model = modelOf(chosen.path, chosen.columns);
      const files = { ...projectFiles(form), ...modelFiles(form, model) };
      requireRoom(folder, files, options);
      const all = [
        ...written,
        ...writePackageJson(folder, form),
        ...writeAll(folder, files, options),
        ignore(folder, ignored(form.language)),
      ];
      for (const { path, action } of all) if (action !== "unchanged") console.note(`  ${action.padEnd(7)} ${path}`);
      const added = [...installed, ...(await install(context, packages))];
      const { folderId, connectionId } = chosen;
      const settings = {
        ...access.settings,
        [`${form.name}:folderId`]: folderId,
        [`${form.name}:connectionId`]: connectionId,
      };
      const problem = await tryOut(context, engine, form, stack, { ...access, settings });
      signal.throwIfAborted();
      return outcomeOf({ form, stack, port, model, files: all, installed: added, ...problem }, context);
    } finally {
      await emulator?.stop();
    }
  },
});

/** What is chosen by option, or else is known. */
const wantedOf = ({ folder, connection, table }: InitOptions, known: Wanted): Wanted => ({
  folder: folder ?? known.folder,
  connection: connection ?? known.connection,
  table: table ?? known.table,
});

/** What an earlier run has set in the stack. */
const setBefore = (config: ConfigSource, name: string): Wanted => ({
  folder: config(`${name}:folderId`) as string | undefined,
  connection: config(`${name}:connectionId`) as string | undefined,
});

/** Pulumi loads TypeScript as CommonJS. */
function requireCommonJs(cwd: string, { language }: Form): void {
  if (language !== "typescript" || manifestOf(cwd).type !== "module") return;
  throw new UsageError(
    'package.json has `"type": "module"`, with which Pulumi can\'t load index.ts. Use an empty folder, or --language yaml.',
  );
}

/** Where there is none: without it, npm installs into the next folder above that has one. */
const writePackageJson = (folder: FileWriter, { name }: Form): Written[] =>
  folder.read("package.json") === undefined ? [folder.write("package.json", packageJson(name))] : [];

function accessTo({ url, clientId, clientSecret }: RunningEmulator): Access {
  return {
    profile: { baseUrl: url, clientId, clientSecret },
    settings: { "analytics:baseUrl": url, "analytics:clientId": clientId },
    secret: clientSecret,
  };
}

/** How the preview ended, and why it failed or was skipped. */
interface Tried {
  readonly preview: "succeeded" | "failed" | "skipped";
  readonly problem?: string;
}

async function tryOut(context: Context, engine: Engine, form: Form, stack: string, access: Access): Promise<Tried> {
  const { console } = context;
  if (engine.problem !== undefined) return { preview: "skipped", problem: engine.problem };
  try {
    console.note(`  run     pulumi stack select ${stack} --create, pulumi config set`);
    await configure(context, engine, stack, access);
    if (form.language === "python") {
      console.note("  run     pulumi install");
      await prepare(context, engine);
    }
  } catch (error) {
    return { preview: "skipped", problem: (error as Error).message };
  }
  try {
    console.note(`  run     pulumi preview --policy-pack ${policyFolder}\n`);
    await preview(context, engine, stack);
    return { preview: "succeeded" };
  } catch (error) {
    return { preview: "failed", problem: `${(error as Error).message || "see above."} Correct it.` };
  }
}

interface Result extends Tried {
  readonly form: Form;
  readonly stack: string;
  readonly port: number | undefined;
  readonly model: FirstModel;
  readonly files: readonly Written[];
  readonly installed: readonly string[];
}

function outcomeOf(result: Result, { console: { color } }: Context): Outcome {
  const { form, stack, port, model, files, installed, preview, problem } = result;
  const isGreen = preview === "succeeded";
  const exports = Object.entries(emulatorEnvironment).map(([name, value]) => `${name}="${value}"`);
  const emulated = port === undefined ? [] : [`${emulatorCommand(port)} &`, `export ${exports.join(" ")}`];
  const next = isGreen ? [...emulated, `pulumi up --policy-pack ${policyFolder}`] : [];
  const text = isGreen
    ? color.green(`${form.name} is ready: the preview of stack ${stack} succeeded. The model is ${model.file}. Next:`)
    : `${color.red(`The project is written, but its preview ${preview === "failed" ? "failed" : "didn't run"}: ${problem}`)}\nThen run the same command again.`;
  return {
    json: {
      project: form.name,
      language: form.language,
      stack,
      ...(port === undefined ? {} : { emulator: `http://127.0.0.1:${port}` }),
      model: model.file,
      files,
      installed,
      preview,
      ...(problem === undefined ? {} : { problem }),
      next,
    },
    text: [text, ...next.map((line) => `  ${line}`)].join("\n"),
    exit: isGreen ? exitCodes.ok : exitCodes.found,
  };
}
