import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { type Ended, runChild } from "../command/child";
import { UsageError } from "../command/exit";
import { type Environment, omitRepository } from "./git-environment";
import { type OwnFiles, readOwnFiles } from "./project-files";

/** The files of a commit, and what there is to know of it. */
export interface FilesAt extends OwnFiles {
  readonly notes: readonly string[];
}

/** Files of more than this together are more than data models and workbooks. */
const mostFiles = 20_000;

/**
 * The data models and workbooks among files and folders, as a commit of the repository has them. Nothing in the
 * repository is touched.
 *
 * @param paths relative to `cwd`; one that the commit doesn't have counts as no files.
 * @param ref a branch, tag or commit.
 * @param called how messages name it.
 * @throws UsageError outside of a repository, and for an unknown ref.
 */
export async function readFilesAt(
  cwd: string,
  paths: readonly string[],
  ref: string,
  env: Environment,
  called: string,
): Promise<FilesAt> {
  const git = createGit(cwd, env, called);
  const top = await findTop(git, called);
  const commit = await findCommit(git, ref, called);
  const here = realpathSync(cwd);
  const places = paths.map((path) => formPathInside(top, resolve(here, path), path));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-analytics-at-")));
  try {
    await writeFilesAt(git, { commit, top, places }, folder);
    const below = join(folder, relative(top, here));
    mkdirSync(below, { recursive: true });
    // Links out of the project are told of the working tree.
    return { ...readOwnFiles(below, paths, () => {}), notes: await describeDistance(git, commit, ref) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The last commit of a file; undefined where none has it, and outside of a repository. */
export async function findLastCommit(cwd: string, path: string, env: Environment): Promise<string | undefined> {
  const log = createGit(cwd, env, path)(["log", "-1", "--format=%H", "--", path]);
  const { code, stdout } = await log.catch((error) => {
    if (error instanceof UsageError) return { code: 1, stdout: "" };
    throw error;
  });
  return code === 0 && stdout.trim() !== "" ? stdout.trim() : undefined;
}

/** What a commit has that the working tree never had looks as if it were removed. */
async function describeDistance(git: Git, commit: string, ref: string): Promise<string[]> {
  const { code } = await git(["merge-base", "--is-ancestor", commit, "HEAD"]);
  if (code === 0) return [];
  const base = await git(["merge-base", commit, "HEAD"]);
  // A shallow clone doesn't know.
  if (base.code !== 0) return [];
  return [
    `${ref} has commits that this branch hasn't: what they added counts as removed. To leave that out, compare with ` +
      `the commit where the branch began: ${base.stdout.trim().slice(0, 12)}.`,
  ];
}

/** Runs git; `more` are variables of its environment. */
type Git = (
  args: readonly string[],
  options?: { readonly input?: string; readonly more?: Environment },
) => Promise<Ended>;

function createGit(cwd: string, env: Environment, called: string): Git {
  const own = omitRepository(env);
  return async (args, { input, more } = {}) => {
    try {
      return await runChild("git", args, cwd, { ...own, LC_ALL: "C", ...more }, input === undefined ? {} : { input });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      throw new UsageError(`${called}: git is not on PATH.`);
    }
  };
}

async function findTop(git: Git, called: string): Promise<string> {
  const { code, stdout, stderr } = await git(["rev-parse", "--show-toplevel"]);
  if (code === 0) return realpathSync(stdout.replace(/\r?\n$/, ""));
  const why = stderr.includes("not a git repository") ? "the folder is not in a git repository" : getFirstLine(stderr);
  throw new UsageError(`${called}: ${why}. Run the command in one, or compare with the stack's state.`);
}

async function findCommit(git: Git, ref: string, called: string): Promise<string> {
  const find = async (name: string) => {
    const { code, stdout } = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
    return code === 0 ? stdout.trim() : undefined;
  };
  const commit = await find(ref);
  if (commit !== undefined) return commit;
  const remote = `origin/${ref}`;
  const hint =
    (await find(remote)) === undefined
      ? `In a shallow clone, as CI has it, fetch it first: ${formatFetch(ref)}.`
      : `Did you mean \`${remote}\`?`;
  throw new UsageError(`${called}: no branch, tag or commit of this repository. ${hint}`);
}

/** The command after which a clone of one branch, or of its last commits, knows a ref under the same name. */
function formatFetch(ref: string): string {
  if (/[~^@]|\.\./.test(ref)) return "git fetch --unshallow";
  if (/^[0-9a-f]{7,40}$/.test(ref)) return `git fetch origin ${ref}`;
  const [, branch] = /^origin\/(.+)$/.exec(ref) ?? [];
  return branch === undefined
    ? `git fetch origin ${ref}:${ref}`
    : `git fetch origin ${branch}:refs/remotes/origin/${branch}`;
}

const getFirstLine = (text: string) => text.trim().split("\n")[0]!.replace(/\.$/, "");

/** A path from the top of the repository, with `/`. */
function formPathInside(top: string, place: string, path: string): string {
  const inside = relative(top, place);
  if (inside === ".." || inside.startsWith(`..${sep}`) || resolve(inside) === inside) {
    throw new UsageError(`${path}: is outside of the git repository ${top}. Leave it out, or run the command there.`);
  }
  return inside.split(sep).join("/");
}

/** Writes the YAML and JSON files of a commit below some places into a folder. */
async function writeFilesAt(
  git: Git,
  { commit, top, places }: { commit: string; top: string; places: readonly string[] },
  folder: string,
): Promise<void> {
  const listed = await run(git, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]);
  const files = listed.split("\0").filter((path) => isModelName(path) && isBelow(path, places));
  if (files.length > mostFiles) {
    throw new UsageError(`git: ${files.length} files of a commit. Name the folders of the models.`);
  }
  // An index of its own: that of the repository stays as it is.
  const index = { GIT_INDEX_FILE: join(folder, ".git-index") };
  await run(git, ["-C", top, "read-tree", "--no-sparse-checkout", commit], { more: index });
  const input = files.map((path) => `${path}\0`).join("");
  await run(git, ["-C", top, "checkout-index", "-z", "--stdin", `--prefix=${folder}/`], { more: index, input });
}

async function run(git: Git, args: readonly string[], options?: Parameters<Git>[1]): Promise<string> {
  const { code, stdout, stderr } = await git(args, options);
  if (code !== 0) throw new UsageError(`git ${args[0]} failed: ${getFirstLine(stderr)}.`);
  return stdout;
}

/** Names that folders of models leave out are left out here too; `_` is for what is included. */
const isModelName = (path: string) =>
  /\.(ya?ml|json)$/i.test(path) && !/(^|\/)(\.|(node_modules|dbt_packages)\/)/.test(path);

const isBelow = (path: string, places: readonly string[]) =>
  places.some((place) => place === "" || path === place || path.startsWith(`${place}/`) || isBeside(path, place));

/** What a file includes lies beside it or below. */
const isBeside = (path: string, place: string) =>
  isModelName(place) && path.startsWith(place.slice(0, place.lastIndexOf("/") + 1));
