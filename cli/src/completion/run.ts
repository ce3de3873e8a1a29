import { posix } from "node:path";
import { type Context, type Outcome, UsageError } from "../command";
import { getScript, type Shell, shells } from "./scripts";
import { describeCommands } from "./tree";

/** Prints the script of a shell. */
export async function run({ env, program }: Context, [given]: readonly string[]): Promise<Outcome> {
  const shell = (given as Shell | undefined) ?? findShell(env.SHELL);
  if (shell === undefined) throw new UsageError(`No shell given. Name one of: ${shells.join(", ")}.`);
  const script = getScript(shell);
  return { json: { shell, script, commands: describeCommands(program) }, text: script, isFile: true };
}

/** The shell of an environment: `/usr/bin/zsh` is zsh. */
function findShell(path = ""): Shell | undefined {
  const name = posix.basename(path.replaceAll("\\", "/"), ".exe");
  return name === "pwsh" ? "powershell" : shells.find((shell) => shell === name);
}
