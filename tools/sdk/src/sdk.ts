import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { codegen, type Log } from "pulumi-cli";

const run = promisify(execFile);
const repository = join(__dirname, "../../..");

/** The schema of the plugin, of which every SDK is generated. */
export const schemaFile = join(repository, "provider/plugin/schema.json");

/** The SDK for Python, which is checked in: its users install it, and have no generator. */
export const pythonFolder = join(repository, "sdk/python");

/** Files of `sdk/python` that are written by hand. */
const byHand = ["README.md"];

/** What the generator writes beside, and nobody needs: a page that says less than ours, and settings of GitHub. */
const leftOut = ["pulumi_analytics/README.md", ".gitattributes", ".gitignore"];

/** What Python and pip leave in the folder. */
const byproducts = /(^|\/)(__pycache__|build|dist|[^/]+\.egg-info)(\/|$)/;

/** The versions with which the SDK for Go is compiled: those of the CLI's build. */
const goModule = join(repository, "tools/sdk/go");

/** Generates an SDK into a folder. */
export async function generate(language: "python" | "go" | "nodejs", folder: string, log?: Log): Promise<void> {
  await run(await codegen({ log }), ["sdk", language, schemaFile, folder]);
}

/** Generates the SDK for Python; the paths of the files that changed, relative to its folder. */
export async function writePython(log?: Log): Promise<string[]> {
  const generated = await python(log);
  const changed = await stalePython(generated);
  for (const path of changed) {
    const text = generated.get(path);
    const file = join(pythonFolder, path);
    await mkdir(dirname(file), { recursive: true });
    await (text === undefined ? rm(file) : writeFile(file, text));
  }
  return changed;
}

/** The files of the SDK for Python that aren't what would be generated now. */
export async function stalePython(generated?: ReadonlyMap<string, string>, log?: Log): Promise<string[]> {
  const [wanted, there] = [generated ?? (await python(log)), await textsOf(pythonFolder)];
  const kept = [...there.keys()].filter((path) => !byHand.includes(path));
  return [...new Set([...kept, ...wanted.keys()])].filter((path) => there.get(path) !== wanted.get(path)).sort();
}

async function python(log?: Log): Promise<Map<string, string>> {
  return inTemporaryFolder(async (folder) => {
    await generate("python", folder, log);
    const texts = await textsOf(folder);
    for (const path of leftOut) texts.delete(path);
    return texts;
  });
}

/** Compiles the SDK for Go. */
export async function compileGo(log?: Log): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await generate("go", folder, log);
    await cp(goModule, folder, { recursive: true });
    const env = { ...process.env, GOWORK: "off" };
    await run("go", ["build", "-mod=readonly", "-trimpath", "./..."], { cwd: folder, env });
  });
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "analytics-sdk-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The texts of a folder's files by their paths, with `/`. */
async function textsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !byproducts.test(path));
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const)),
  );
}
