/** The branch of a pull request that a job writes. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../command";
import type { Environment } from "../command/child";
import { createGit, type Git, runGit } from "../documents/git";
import type { Forge } from "./forge";

/** What the branch is to be. */
export interface NextCommit {
  /** The job's commit. */
  readonly parent: string;
  readonly tree: string;
  /** Whether it has other files than the job's commit. */
  readonly isChange: boolean;
}

/** What the branch is. */
export interface LastCommit {
  readonly commit: string;
  readonly tree: string;
  readonly author: string;
  /** Whether a job wrote all that the commit has. */
  readonly isOwn: boolean;
}

/** A commit of a job names its tree: one that was amended or has commits above it is somebody's. */
const trailer = "Written-Tree: ";

/** Works on a branch without touching the working tree, its index, or the repository's refs. */
export class Branch {
  private constructor(
    private readonly git: Git,
    private readonly forge: Forge,
    private readonly name: string,
    private readonly scratch: string,
  ) {}

  /** Opens a branch as long as the work takes. */
  static async use<T>(
    { cwd, env, forge }: { readonly cwd: string; readonly env: Environment; readonly forge: Forge },
    name: string,
    work: (branch: Branch) => Promise<T>,
  ): Promise<T> {
    const scratch = await mkdtemp(join(tmpdir(), "pulumi-analytics-branch-"));
    try {
      const git = createGit(cwd, { ...env, ...configure(env, forge) }, "--post");
      if ((await git(["check-ref-format", "--branch", name])).code !== 0) {
        throw new UsageError(`DRIFT_BRANCH ${name}: not a name of a branch.`);
      }
      if (name === forge.target) {
        throw new UsageError(`DRIFT_BRANCH ${name}: the job runs on this branch. Name another one.`);
      }
      return await work(new Branch(git, forge, name, scratch));
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  /** The branch as the code host has it. */
  async read(): Promise<LastCommit | undefined> {
    const { url } = this.forge.repository;
    const listed = await this.#run(["ls-remote", url, this.#ref]);
    const commit = listed.split("\t", 1)[0]!.trim();
    if (commit === "") return undefined;
    // A fetch of one commit would make a shallow clone of the repository.
    const folder = `--git-dir=${join(this.scratch, "fetched")}`;
    await this.#run(["init", "--quiet", "--bare", join(this.scratch, "fetched")]);
    await this.#run([folder, "fetch", "--quiet", "--no-tags", "--depth=1", url, commit]);
    const said = await this.#run([folder, "log", "-1", "--format=%T%n%an%n%B", commit]);
    const [tree = "", author = "", ...message] = said.split("\n");
    return { commit, tree, author, isOwn: message.includes(`${trailer}${tree}`) };
  }

  /** The job's commit with what some paths of the working tree have now; ignored files stay out. */
  async build(paths: readonly string[]): Promise<NextCommit> {
    const parent = (await this.#run(["rev-parse", "HEAD"])).trim();
    const before = (await this.#run(["rev-parse", "HEAD^{tree}"])).trim();
    if (paths.length === 0) return { parent, tree: before, isChange: false };
    const more = { GIT_INDEX_FILE: join(this.scratch, "index"), GIT_LITERAL_PATHSPECS: "1" };
    await this.#run(["read-tree", parent], { more });
    const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...paths];
    const input = await this.#run(listed, { more });
    await this.#run(["update-index", "-z", "--add", "--remove", "--stdin"], { more, input });
    const tree = (await this.#run(["write-tree"], { more })).trim();
    return { parent, tree, isChange: tree !== before };
  }

  /** Writes the branch, unless somebody was faster than `last` was read. */
  async push({ parent, tree }: NextCommit, title: string, last: LastCommit | undefined): Promise<void> {
    const hasName = (await this.git(["config", "user.email"])).code === 0;
    const name = hasName ? [] : ["-c", "user.name=pulumi-analytics", "-c", "user.email=pulumi-analytics@localhost"];
    const input = `${title}\n\n${trailer}${tree}\n`;
    const commit = (await this.#run([...name, "commit-tree", tree, "-p", parent], { input })).trim();
    await this.#push(`${commit}:${this.#ref}`, last?.commit ?? "");
  }

  async delete({ commit }: LastCommit): Promise<void> {
    await this.#push(`:${this.#ref}`, commit);
  }

  get #ref(): string {
    return `refs/heads/${this.name}`;
  }

  /** @param expected the commit that the branch has to be at; empty: there is no branch. */
  #push(what: string, expected: string): Promise<string> {
    const lease = `--force-with-lease=${this.#ref}:${expected}`;
    return this.#run(["push", "--quiet", "--no-verify", lease, this.forge.repository.url, what]);
  }

  async #run(args: readonly string[], options?: Parameters<Git>[1]): Promise<string> {
    const remote = ["ls-remote", "fetch", "push"].find((word) => args.includes(word));
    if (remote === undefined) return runGit(this.git, args, options);
    const { code, stdout, stderr } = await this.git(args, options);
    if (code === 0) return stdout;
    throw new UsageError(`git ${remote} of ${this.name}: ${stderr.trim().slice(0, 500)}`, this.forge.permissions);
  }
}

/** The token as configuration, because every user of the machine sees arguments. */
function configure(env: Environment, { repository: { url, authorization } }: Forge): Environment {
  const count = Number(env.GIT_CONFIG_COUNT ?? 0);
  const settings = [
    [`http.${url}.extraHeader`, `Authorization: ${authorization}`],
    // The token is for this address alone.
    [`http.${url}.followRedirects`, "false"],
    ["credential.helper", ""],
  ] as const;
  const entries = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${count + index}`, key],
    [`GIT_CONFIG_VALUE_${count + index}`, value],
  ]);
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(count + settings.length) };
}
