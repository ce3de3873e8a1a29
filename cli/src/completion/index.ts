import { Argument, type Command } from "commander";
import type { CliCommand } from "../command";
import { shells } from "./scripts";

/** `completion`: what a shell needs to complete the command's words. */
export const completion: CliCommand = {
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
};
