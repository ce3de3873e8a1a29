import { posix } from "node:path";
import { Argument, type Command } from "commander";
import { type Context, defineCommand, type Outcome, UsageError } from "../command";
import { getScript, type Shell, shells } from "./scripts";
import { describeCommands } from "./tree";

/** `completion`: what a shell needs to complete the command's words. */
export const completion = defineCommand<Record<never, never>>({
  name: "completion",

  define(command: Command) {
    command
      .description("Print a script for completion in bash, zsh, fish or PowerShell.")
      .addArgument(new Argument("[shell]", "default: the one of the variable SHELL").choices(shells))
      .addHelpText(
        "after",
        `
Examples:
  $ pulumi-analytics completion bash >> ~/.bashrc
  $ pulumi-analytics completion zsh > ~/.zfunc/_pulumi-analytics
  $ pulumi-analytics completion fish > ~/.config/fish/completions/pulumi-analytics.fish

Exit codes: 0 success, 2 usage error.`,
      );
  },

  async run({ env, program }: Context, [given]): Promise<Outcome> {
    const shell = (given as Shell | undefined) ?? findShell(env.SHELL);
    if (shell === undefined) throw new UsageError(`No shell given. Name one of: ${shells.join(", ")}.`);
    const script = getScript(shell);
    return { json: { shell, script, commands: describeCommands(program) }, text: script, isFile: true };
  },
});

/** The shell of an environment: `/usr/bin/zsh` is zsh. */
function findShell(path = ""): Shell | undefined {
  const name = posix.basename(path.replaceAll("\\", "/"), ".exe");
  return name === "pwsh" ? "powershell" : shells.find((shell) => shell === name);
}
