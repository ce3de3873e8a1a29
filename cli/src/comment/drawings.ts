import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Context, UsageError } from "../command";
import { runChild } from "../command/child";

/** Which workbooks were drawn, and why others couldn't be. */
export interface Drawings {
  readonly drawn: readonly string[];
  readonly failed: readonly string[];
}

/**
 * Draws the workbooks that differ from a commit, each before and after, as web pages in a folder: an artifact of a job.
 * It needs git and the commit, and no settings.
 *
 * @throws UsageError when git refuses.
 */
export async function drawWorkbooks({ cwd, env }: Pick<Context, "cwd" | "env">, commit: string, folder: string) {
  const ownEnv = keepOwn(env);
  const runGit = async (...args: string[]) => {
    const { code, stdout, stderr } = await runChild("git", args, cwd, ownEnv);
    if (code !== 0) throw new UsageError(`git ${args[0]}: ${stderr.trim()}`);
    return stdout;
  };
  const patterns = ["*.yaml", "*.yml", "*.json"];
  const changed = await runGit("diff", "--name-only", "--relative", "-z", commit, "--", ...patterns);
  const files = changed.split("\0").filter((file) => file !== "");
  const roots = [...new Set(files.map((file) => findRoot(cwd, file)))].filter((path) => isLikely(cwd, path)).sort();
  if (roots.length === 0) return { drawn: [], failed: [] };
  const before = mkdtempSync(join(tmpdir(), "before-"));
  await runGit("worktree", "add", "--quiet", "--detach", before, commit);
  try {
    const inside = (await runGit("rev-parse", "--show-prefix")).trim();
    mkdirSync(resolve(cwd, folder), { recursive: true });
    return await drawAll(roots, join(before, inside), folder, { cwd, env });
  } finally {
    await runGit("worktree", "remove", "--force", before);
  }
}

/** Without what a git hook says about its own repository: the folder says which is meant. */
function keepOwn(env: Context["env"]): Context["env"] {
  const isKept = (name: string) => !/^GIT_/i.test(name) || /^GIT_(CONFIG_|EXEC_PATH$)/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}

/** The folder of a workbook that a file is part of, or the file itself. */
function findRoot(cwd: string, file: string): string {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
    if (existsSync(join(cwd, folder, "workbook.yaml"))) return folder;
  }
  return file;
}

/** Whether a path is a workbook's folder, or a file that may be one. */
function isLikely(cwd: string, path: string): boolean {
  if (!/\.(ya?ml|json)$/.test(path)) return true;
  const file = join(cwd, path);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return /\blayout\b/.test(text) && /\belements\b/.test(text);
}

async function drawAll(
  roots: readonly string[],
  before: string,
  folder: string,
  { cwd, env }: Pick<Context, "cwd" | "env">,
): Promise<Drawings> {
  const drawn: string[] = [];
  const failed: string[] = [];
  for (const root of roots) {
    const earlier = join(before, root);
    const against = existsSync(earlier) ? ["--against", earlier] : [];
    const out = join(folder, `${root.replace(/\.\w+$/, "").replaceAll(/[^\w-]+/g, "-")}.html`);
    const args = ["--no-install", "pulumi-analytics", "render", root, ...against, "--out", out];
    const { code, stderr } = await runChild("npx", args, cwd, env, { shell: process.platform === "win32" });
    if (code === 0) drawn.push(root);
    else if (!/not a workbook/.test(stderr)) failed.push(`${root}: ${stderr.trim()}`);
  }
  return { drawn, failed };
}
