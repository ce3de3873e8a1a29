import type { Environment } from "../../command/child";
import { type Ended, runChild } from "../../command/child";
import { type Answer, answer, fail, pass, warn } from "../finding";
import { findPlugin, type Project } from "./project";

/** A module that Node loads before any program. */
const loaded = /(?:^|\s)(-r|--require|--import)(?:\s+|=)("(?:[^"\\]|\\.)*"|\S+)/g;

/**
 * Whether what NODE_OPTIONS loads prints: Pulumi takes the first line that a plugin prints for its port. The plugin of
 * this package starts all the same, the one of Pulumi for dynamic providers doesn't.
 */
export async function probeNodeOptions(project: Project | undefined, cwd: string, env: Environment): Promise<Answer> {
  const { NODE_OPTIONS: given = "" } = env;
  if (given.trim() === "") return answer(pass("not set"));
  const run = (options: string) => runChild(process.execPath, ["-e", ""], cwd, { ...env, NODE_OPTIONS: options });
  const whole = await run(given);
  if (whole.code !== 0) {
    return answer(fail(`Node doesn't start with it: ${getFirstLine(whole.stderr)}`, "Correct or remove it."));
  }
  if (whole.stdout === "") return answer(pass(given));
  const modules = [...given.matchAll(loaded)].map(([option, , file]) => ({ option: option.trim(), file: file! }));
  const alone = await Promise.all(modules.map(async (one) => ({ ...one, ended: await run(one.option) })));
  const printing = alone.filter(({ ended }: { ended: Ended }) => ended.stdout !== "").map(({ file }) => file);
  const seen = `${printing.join(" and ") || given} prints "${getFirstLine(whole.stdout)}" whenever Node starts`;
  const hint =
    "Pulumi takes the first line that a plugin prints for its port. Have it print nothing (dotenv: " +
    "DOTENV_CONFIG_QUIET=true), or remove it from NODE_OPTIONS.";
  const isNeeded = project !== undefined && findPlugin(project) === undefined;
  return answer(isNeeded ? fail(seen, hint) : warn(seen, hint));
}

const getFirstLine = (text: string) => text.trim().split("\n")[0]!;
