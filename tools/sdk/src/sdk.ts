import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findCodegen, type Log } from "pulumi-cli";

const run = promisify(execFile);
const repository = join(__dirname, "../../..");

/** The schema of the plugin, from which every SDK is generated. */
export const schemaFile = join(repository, "provider/plugin/schema.json");

/** Where the SDK for Python is made for a release. Projects have their own: `pulumi install` generates it. */
export const pythonFolder = join(repository, "sdk/python");

/** The page about the SDK for Python, which is written by hand. */
const pythonReadme = join(repository, "tools/sdk/python/README.md");

/** What the generator writes and nobody needs: a page that says less than ours, and settings of GitHub. */
const leftOut = ["pulumi_analytics/README.md", ".gitattributes", ".gitignore"];

/** The versions with which the SDK for Go is compiled: those of the CLI's build. */
const goModule = join(repository, "tools/sdk/go");

/** Generates an SDK into a folder. */
async function generate(language: "python" | "go" | "nodejs", folder: string, log?: Log): Promise<void> {
  await run(await findCodegen({ log }), ["sdk", language, schemaFile, folder]);
}

/** Generates the SDK for Python into a folder, in place of what the folder has. */
export async function writePython(folder: string, log?: Log): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await generate("python", folder, log);
  for (const path of leftOut) await rm(join(folder, path), { force: true });
  await cp(pythonReadme, join(folder, "README.md"));
  await cp(join(repository, "LICENSE"), join(folder, "LICENSE"));
}

/** Generates the SDK for Go into a folder: a module with all that its repository has. */
export async function writeGo(folder: string, log?: Log): Promise<void> {
  await generate("go", folder, log);
  await cp(goModule, folder, { recursive: true });
  await cp(join(repository, "LICENSE"), join(folder, "LICENSE"));
}

/** Compiles the SDK for Go, and programs that use it. */
export async function compileGo(programs: readonly string[], log?: Log): Promise<void> {
  await useTemporaryFolder(async (folder) => {
    await writeGo(folder, log);
    for (const [at, program] of programs.entries()) {
      await mkdir(join(folder, `programs/${at}`), { recursive: true });
      await writeFile(join(folder, `programs/${at}/main.go`), `${program}\n`);
    }
    const env = { ...process.env, GOWORK: "off" };
    // Without linking each program.
    await run("go", ["vet", "-mod=readonly", "-trimpath", "./..."], { cwd: folder, env });
  });
}

/** Compiles programs in TypeScript with the SDK that `pulumi package add` generates. */
export async function compileTypeScript(programs: readonly string[], log?: Log): Promise<void> {
  await useTemporaryFolder(async (folder) => {
    await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
    await generate("nodejs", join(folder, "sdk"), log);
    for (const [at, program] of programs.entries()) await writeFile(join(folder, `${at}.ts`), program);
    const paths = { [packageName]: ["./sdk/index.ts"] };
    const options = { target: "es2022", module: "nodenext", noEmit: true, skipLibCheck: true, strict: true };
    const compilerOptions = { ...options, paths };
    const files = programs.map((_, at) => `${at}.ts`);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    await run(join(repository, "node_modules/.bin/tsc"), ["-p", folder]);
  });
}

/** What programs call the SDK that is generated for Node.js. */
const packageName = "pulumi-analytics-native";

async function useTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "analytics-sdk-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
