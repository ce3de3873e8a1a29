import { Argument, type Command } from "commander";
import type { CliCommand } from "../command";
import { addProfileOptions, useOptions } from "../command/options";

/** What the server answers by itself; its other tools are commands. */
export const questions = ["search", "read", "functions"] as const;

/** `mcp`: the commands that read, for coding agents, by the Model Context Protocol. */
export const mcp: CliCommand = {
  name: "mcp",

  define(command: Command) {
    command
      .description("Let a coding agent read: the commands that write nothing, by the Model Context Protocol on stdio.")
      .addArgument(new Argument("[question]", "answer one question of an agent instead").choices(questions))
      .argument("[what]", "words to search for, or a document to read");
    addProfileOptions(
      useOptions(command, [], { live: "search the names of the platform's documents, too" }),
    ).addHelpText(
      "after",
      `
Tools: validate, diff, impact, check, search, read, functions. Paths stay in this folder.

Examples:
  $ pulumi-analytics mcp
  $ pulumi-analytics mcp search revenue
  $ pulumi-analytics mcp read orders#fact_orders
  $ pulumi-analytics mcp functions date`,
    );
  },
};
