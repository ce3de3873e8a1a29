/** `comment --post` of a pull: what `pull` brought into files, as a branch and its pull request. */
import { join } from "node:path";
import { type Context, UsageError } from "../command";
import { manifestPath } from "../documents/pull-manifest";
import { type Pulled, sortPulled } from "../report/pulled";
import { Branch, type LastCommit } from "./branch";
import { type Forge, findForge, type PullRequest } from "./forge";
import { addNotice } from "./write";

/** What became of the pull request. */
export interface PullRequestOutcome {
  /**
   * `none`: nothing to pull, and no pull request. `kept`: somebody has commits on the branch, which stays; only the
   * text is updated. `unknown`: not all could be read, and nothing differs in what could.
   */
  readonly action: "opened" | "updated" | "closed" | "none" | "kept" | "unknown";
  readonly url?: string;
}

interface Wanted {
  readonly title: string;
  readonly pulled: Pulled;
  readonly body: string;
}

/**
 * Brings a branch and its pull request up to date with what `pull` wrote into the working tree. Each run begins from
 * the job's commit. Only a branch that is as a run left it is written: commits of people stay.
 *
 * @throws UsageError where the code host refuses; the message says what the token needs.
 */
export async function updatePullRequest(
  { cwd, env }: Context,
  { title, pulled, body }: Wanted,
): Promise<PullRequestOutcome> {
  const forge = findForge(env, "--post");
  const name = env.DRIFT_BRANCH;
  if (!name) throw new UsageError("DRIFT_BRANCH is not set. Set it to the branch of the pull request.");
  return Branch.use({ cwd, env, forge }, name, async (branch) => {
    const next = await branch.build(listPaths(pulled));
    const last = await branch.read();
    const open = await explain(forge, forge.findOpen(name));
    const settle = (action: PullRequestOutcome["action"], one = open): PullRequestOutcome => ({
      action,
      ...(one && { url: one.url }),
    });
    const update = (one: PullRequest, text: string) => explain(forge, forge.update(one, text));
    if (last !== undefined && !last.isOwn) {
      if (open === undefined)
        throw new UsageError(explainForeign(name, last), "Delete the branch, or name another one.");
      const notice = `${explainForeign(name, last)} Merge it, or close it and delete the branch.`;
      await update(open, addNotice(body, notice));
      return settle("kept");
    }
    if (next.isChange) {
      if (last?.tree !== next.tree) await branch.push(next, title, last);
      if (open === undefined) return settle("opened", await explain(forge, forge.open(name, { title, body })));
      await update(open, body);
      return settle("updated");
    }
    // What couldn't be read may be what the pull request is about.
    if (sortPulled(pulled).unread.length > 0) return settle("unknown");
    if (open !== undefined) {
      await update(open, body);
      await explain(forge, forge.close(open));
    }
    if (last !== undefined) await branch.delete(last);
    return settle(open === undefined ? "none" : "closed");
  });
}

/** The files that a pull wrote. */
function listPaths(pulled: Pulled): string[] {
  const { folder, program } = pulled;
  const { brought } = sortPulled(pulled);
  // Versions alone in the manifest are no news.
  if (brought.length + program.length === 0) return [];
  const below = [...program.map(({ path }) => path), manifestPath].map((path) => join(folder, path));
  return [...new Set([...brought.flatMap(({ files }) => files), ...below])];
}

const explainForeign = (branch: string, { commit, author }: LastCommit) =>
  `The branch ${branch} has a commit of ${author} (${commit.slice(0, 12)}), so that it stays as it is.`;

async function explain<T>({ permissions }: Forge, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof UsageError) || !/: 40[134] /.test(error.message)) throw error;
    throw new UsageError(error.message, permissions);
  }
}
