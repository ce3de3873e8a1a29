import type { Environment } from "../command/child";
import { type Ended, runChild } from "../command/child";
import { UsageError } from "../command/exit";

/**
 * The environment without what a hook or another caller of git says about its own repository: which it is, is said by
 * the folder. How git itself is set up stays, such as `safe.directory` in `GIT_CONFIG_COUNT`.
 */
export function omitRepository(env: Environment): Environment {
  const isKept = (name: string) => !/^GIT_/i.test(name) || /^GIT_(CONFIG_|EXEC_PATH$)/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}

/** Runs git; `more` are variables of its environment. */
export type Git = (
  args: readonly string[],
  options?: { readonly input?: string; readonly more?: Environment },
) => Promise<Ended>;

/** @param called what messages call the place that git is needed for. */
export function createGit(cwd: string, env: Environment, called: string): Git {
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

/** What git prints. @throws UsageError when it fails. */
export async function runGit(git: Git, args: readonly string[], options?: Parameters<Git>[1]): Promise<string> {
  const { code, stdout, stderr } = await git(args, options);
  if (code !== 0) throw new UsageError(`git ${args[0]} failed: ${getFirstLine(stderr)}.`);
  return stdout;
}

/** What git prints, without the blanks around it; undefined when it fails. */
export async function tryGit(git: Git, args: readonly string[]): Promise<string | undefined> {
  const { code, stdout } = await git(args);
  return code === 0 ? stdout.trim() : undefined;
}

export const getFirstLine = (text: string) => text.trim().split("\n")[0]!.replace(/\.$/, "");
