import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { isOutsideFolder } from "pulumi-analytics-internal/core/files";
import type { Environment } from "../command/child";
import { UsageError } from "../command/exit";
import { formatPath } from "../command/files";
import { createGit, type Git, getFirstLine, runGit, tryGit } from "./git";
import { findDocuments, type OwnFiles, readListed } from "./project-files";

/** The files of a commit, and what there is to know of it. */
export interface FilesAt extends OwnFiles {
  /** The commit: the ref that was asked for, or where the branch began. */
  readonly ref: string;
  readonly notes: readonly string[];
}

/** Files of more than this together are more than data models and workbooks. */
const mostFiles = 20_000;

/**
 * The data models and workbooks among files and folders, as a commit of the repository has them. Nothing in the
 * repository is touched.
 *
 * @param paths relative to `cwd`; one that the commit doesn't have counts as no files.
 * @param given a branch, tag or commit; with `...` the commit where the working tree left it, with `..` itself.
 * @param called how messages name it.
 * @throws UsageError outside of a repository, and for an unknown ref.
 */
export async function readFilesAt(
  cwd: string,
  paths: readonly string[],
  given: string,
  env: Environment,
  called: string,
): Promise<FilesAt> {
  const git = createGit(cwd, env, called);
  const top = await findTop(git, called);
  const [, named = given, dots] = /^(.+?)(\.{2,3})$/.exec(given) ?? [];
  const tip = await findCommit(git, named, called);
  const { commit, notes } = dots === "..." ? await findBase(git, tip, named, called) : { commit: tip, notes: [] };
  const here = realpathSync(cwd);
  const places = paths.map((path) => formPathInside(top, resolve(here, path), path));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-analytics-at-")));
  try {
    const left = await writeFilesAt({ env, called }, { commit, top, places }, folder);
    const below = join(folder, relative(top, here));
    mkdirSync(below, { recursive: true });
    const ref = commit === tip ? named : commit.slice(0, 12);
    // Links out of the project are told of the working tree.
    const { documents } = findDocuments(below, paths, { isLenient: true });
    return { ...readListed(below, documents), ref, notes: [...notes, ...left] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The last commit of a file; undefined where none has it, and outside of a repository. */
export async function findLastCommit(cwd: string, path: string, env: Environment): Promise<string | undefined> {
  const log = tryGit(createGit(cwd, env, path), ["log", "-1", "--format=%H", "--", path]);
  const commit = await log.catch((error) => {
    if (error instanceof UsageError) return undefined;
    throw error;
  });
  return commit || undefined;
}

/**
 * The commit at which the working tree left a branch, and what there is to say of it.
 *
 * @throws UsageError where nothing says where that was, as in a shallow clone.
 */
async function findBase(git: Git, tip: string, ref: string, called: string) {
  const find = (from: string) => tryGit(git, ["merge-base", from, "HEAD"]);
  const commit = await find(tip);
  if (commit === undefined) {
    throw new UsageError(
      `${called}: no commit is known that ${ref} and this branch have in common. In a shallow clone, as CI has it, ` +
        `run git fetch --unshallow. To compare with ${ref} as it is, write git:${ref}..`,
    );
  }
  const remote = `origin/${ref}`;
  const other = (await find(`refs/remotes/${remote}`)) ?? commit;
  const isLater = other !== commit && (await tryGit(git, ["merge-base", "--is-ancestor", commit, other])) !== undefined;
  const short = commit.slice(0, 12);
  const notes = [
    ...(commit === tip ? [] : [`${ref} has commits that this branch hasn't: compared with ${short}, where it began.`]),
    ...(isLater ? [`This branch has commits of ${remote} that ${ref} hasn't: compare with git:${remote}.`] : []),
  ];
  return { commit, notes };
}

async function findTop(git: Git, called: string): Promise<string> {
  const { code, stdout, stderr } = await git(["rev-parse", "--show-toplevel"]);
  if (code === 0) return realpathSync(stdout.replace(/\r?\n$/, ""));
  const why = stderr.includes("not a git repository") ? "the folder is not in a git repository" : getFirstLine(stderr);
  throw new UsageError(`${called}: ${why}. Run the command in one, or compare with the stack's state.`);
}

async function findCommit(git: Git, ref: string, called: string): Promise<string> {
  const find = (name: string) =>
    tryGit(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  const commit = await find(ref);
  if (commit !== undefined) return commit;
  const remote = `origin/${ref}`;
  const isShallow = (await tryGit(git, ["rev-parse", "--is-shallow-repository"])) === "true";
  const hint =
    (await find(remote)) === undefined
      ? `In a shallow clone, as CI has it, fetch it first: ${formatFetch(ref, isShallow)}.`
      : `Did you mean \`${remote}\`?`;
  throw new UsageError(`${called}: no branch, tag or commit of this repository. ${hint}`);
}

/** The command after which a clone of one branch, or of its last commits, knows a ref under the same name. */
function formatFetch(ref: string, isShallow: boolean): string {
  const fetch = isShallow ? "git fetch --unshallow" : "git fetch";
  if (/[~^@]|\.\./.test(ref)) return fetch;
  if (/^[0-9a-f]{7,40}$/.test(ref)) return `${fetch} origin ${ref}`;
  const [, branch] = /^origin\/(.+)$/.exec(ref) ?? [];
  return branch === undefined
    ? `${fetch} origin ${ref}:${ref}`
    : `${fetch} origin ${branch}:refs/remotes/origin/${branch}`;
}

/** A path from the top of the repository, with `/`. */
function formPathInside(top: string, place: string, path: string): string {
  if (isOutsideFolder(top, place)) {
    throw new UsageError(`${path}: is outside of the git repository ${top}. Leave it out, or run the command there.`);
  }
  return formatPath(top, place);
}

/** Whose git is run, and what messages call the commit. */
interface Caller {
  readonly env: Environment;
  readonly called: string;
}

/**
 * Writes the YAML and JSON files of a commit below some places into a folder, and those of its submodules.
 *
 * @returns what it leaves out.
 */
async function writeFilesAt(
  caller: Caller,
  { commit, top, places }: { readonly commit: string; readonly top: string; readonly places: readonly string[] },
  folder: string,
): Promise<string[]> {
  const git = createGit(top, caller.env, caller.called);
  const listed = await runGit(git, ["ls-tree", "-r", "-z", "--full-tree", commit]);
  const entries = listed.split("\0").flatMap((line) => {
    const [, type = "", object = "", path = ""] = /^\d+ (\w+) (\w+)\t(.+)$/s.exec(line) ?? [];
    return path === "" ? [] : [{ type, object, path }];
  });
  const files = entries.flatMap(({ type, path }) =>
    type === "blob" && isModelName(path) && isBelow(path, places) ? [path] : [],
  );
  if (files.length > mostFiles) {
    throw new UsageError(`git: ${files.length} files of a commit. Run the command in the folder of the models.`);
  }
  mkdirSync(folder, { recursive: true });
  // An index of its own: that of the repository stays as it is.
  const index = { GIT_INDEX_FILE: join(folder, ".git-index") };
  await runGit(git, ["read-tree", "--no-sparse-checkout", commit], { more: index });
  const input = files.map((path) => `${path}\0`).join("");
  await runGit(git, ["checkout-index", "-z", "--stdin", `--prefix=${folder}/`], { more: index, input });
  const notes: string[] = [];
  for (const { type, object, path } of entries) {
    const inside = type === "commit" ? listInside(path, places) : [];
    if (inside.length === 0) continue;
    const place = join(top, path);
    const isOut = !existsSync(join(place, ".git"));
    const inner = createGit(isOut ? top : place, caller.env, caller.called);
    const isKnown = !isOut && (await tryGit(inner, ["cat-file", "-e", `${object}^{commit}`])) !== undefined;
    if (isKnown) {
      notes.push(...(await writeFilesAt(caller, { commit: object, top: place, places: inside }, join(folder, path))));
    } else if (isOut && !places.some((one) => one === path || one.startsWith(`${path}/`))) {
      notes.push(`${path} is a submodule that isn't checked out: it counts on neither side.`);
    } else {
      const update = isOut ? `submodule update --init ${path}` : `-C ${path} fetch origin ${object}`;
      throw new UsageError(
        `${caller.called}: ${path} is a submodule, and its commit ${object.slice(0, 12)} isn't here. Run git ${update}`,
      );
    }
  }
  return notes;
}

/** The places in a submodule. */
const listInside = (path: string, places: readonly string[]): string[] =>
  places.flatMap((place) => {
    if (place === "" || path === place || path.startsWith(`${place}/`)) return [""];
    return place.startsWith(`${path}/`) ? [place.slice(path.length + 1)] : [];
  });

/** Names that folders of models leave out are left out here too; `_` is for what is included. */
const isModelName = (path: string) =>
  /\.(ya?ml|json)$/i.test(path) && !/(^|\/)(\.|(node_modules|dbt_packages)\/)/.test(path);

const isBelow = (path: string, places: readonly string[]) =>
  places.some((place) => place === "" || path === place || path.startsWith(`${place}/`) || isBeside(path, place));

/** What a file includes lies beside it or below. */
const isBeside = (path: string, place: string) =>
  isModelName(place) && path.startsWith(place.slice(0, place.lastIndexOf("/") + 1));
