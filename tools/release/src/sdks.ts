import { access, mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { hasGo, resolvePulumi } from "pulumi-cli";
import { pythonFolder, writeGo, writePython } from "../../sdk/dist/sdk";
import { hasProgram, repository, run, useTemporaryFolder } from "./files";

/** What a step made, or why it was skipped. */
export type Outcome = { readonly files: readonly string[] } | { readonly skipped: string };

/** The module of the SDK for Go, and the folder of the repository that has it at the tag. */
export const goModule = { path: "github.com/pulumi-analytics/pulumi-analytics/sdk/go", folder: "sdk/go" };

/** The author of the commit in the bundle, whatever the settings of the machine are. */
const goAuthor = { name: "pulumi-analytics", email: "pulumi-analytics@users.noreply.github.com" };

/** Builds the wheel and the source distribution of the SDK for Python. */
export async function buildPython(folder: string, version: string): Promise<Outcome> {
  if (!(await hasGo())) return { skipped: "no Go, which the generator is built with" };
  if (!(await hasProgram("python3", "-m", "venv", "--help"))) return { skipped: "no python3 with venv" };
  await writePython(pythonFolder, () => {});
  await useTemporaryFolder(async (temporary) => {
    await run("python3", ["-m", "venv", temporary]);
    const python = join(temporary, "bin/python");
    await run(python, ["-m", "pip", "install", "--quiet", "build==1.3.0"]);
    await run(python, ["-m", "build", "--outdir", folder, pythonFolder], {
      env: { SOURCE_DATE_EPOCH: await readCommitTime() },
    });
  });
  return { files: [`pulumi_analytics-${version}-py3-none-any.whl`, `pulumi_analytics-${version}.tar.gz`] };
}

/**
 * Writes the SDK for Go as a git bundle with the tag that Go looks for, `sdk/go/v1.2.0`: Go modules are published by
 * pushing it.
 */
export async function buildGo(folder: string, version: string): Promise<Outcome> {
  if (!(await hasGo())) return { skipped: "no Go" };
  const file = nameGoBundle(version);
  const date = `${await readCommitTime()} +0000`;
  await useTemporaryFolder(async (temporary) => {
    await mkdir(join(temporary, goModule.folder), { recursive: true });
    await writeGo(join(temporary, goModule.folder), () => {});
    const env = {
      GIT_AUTHOR_NAME: goAuthor.name,
      GIT_AUTHOR_EMAIL: goAuthor.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: goAuthor.name,
      GIT_COMMITTER_EMAIL: goAuthor.email,
      GIT_COMMITTER_DATE: date,
    };
    const runGit = (...args: string[]) => run("git", args, { cwd: temporary, env });
    await runGit("init", "--quiet", "--initial-branch", "release");
    await runGit("add", "--all", "--force");
    await runGit("commit", "--quiet", "--no-gpg-sign", "--no-verify", "--message", `SDK for Go ${version}`);
    await runGit("-c", "tag.gpgSign=false", "tag", `${goModule.folder}/v${version}`);
    await runGit("bundle", "create", "--quiet", join(folder, file), `refs/tags/${goModule.folder}/v${version}`);
  });
  return { files: [file] };
}

export const nameGoBundle = (version: string) => `pulumi-analytics-go-v${version}.bundle`;

/**
 * Says why the NuGet and Maven packages aren't built: their generators are programs of the official CLI, no Go modules.
 */
export async function explainSkipped(language: "dotnet" | "java"): Promise<Outcome> {
  const tools = { dotnet: ["dotnet", "--version"], java: ["mvn", "--version"] } as const;
  const [program, ...args] = tools[language];
  if (!(await hasProgram(program, ...args))) return { skipped: `no ${program}` };
  const generator = `pulumi-language-${language}`;
  const folders = [dirname((await resolvePulumi()).command), ...(process.env.PATH ?? "").split(delimiter)];
  for (const folder of folders) {
    const isThere = await access(join(folder, generator)).then(
      () => true,
      () => false,
    );
    if (isThere)
      return { skipped: `\`pulumi package gen-sdk --language ${language}\` writes it; nothing packs it yet` };
  }
  return { skipped: `no ${generator}, which generates it` };
}

/** The time of the last commit, so that the same commit gives the same files. */
async function readCommitTime(): Promise<string> {
  return (await run("git", ["log", "-1", "--format=%ct"], { cwd: repository })).trim();
}
