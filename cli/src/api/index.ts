import type { Command } from "commander";
import type { CliCommand } from "../command";
import { addProfileOptions, collectValues, useOptions } from "../command/options";

/** `api`: one request to the platform, with the project's sign-in, limits and retries. */
export const api: CliCommand = {
  name: "api",

  define(sub: Command) {
    sub
      .description("Send one request to the platform's API, with the project's sign-in, limits and retries.")
      .argument("<method>", "GET, POST, PUT, PATCH or DELETE")
      .argument("<path>", "below the base URL: tags, /v2/tags; {live:Acme/Weekly} is the id of that document")
      .option(
        "--field <name=value>",
        "of the body; of GET, or beside --input, of the query; repeatable; " +
          "a value that is JSON is that value, @file the text of a file",
        collectValues,
      )
      .option("--input <file>", "the body, as JSON; - reads stdin")
      .option("--show-secrets", "print secrets where stdout is no terminal");
    useOptions(sub, [], { all: "read a list to its end", yes: "send what changes something without a question" });
    addProfileOptions(sub).addHelpText(
      "after",
      `
Examples:
  $ pulumi-analytics api GET tags --all
  $ pulumi-analytics api POST tags --field name=Production --yes
  $ pulumi-analytics api PUT workbooks/4a3f0c6e-…/contents --input new.json`,
    );
  },
};
