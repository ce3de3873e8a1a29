import type { Command } from "commander";
import { command, type Outcome, UsageError } from "../command";
import { connectionOptions } from "../connection";
import { type PullOptions, pull as pullAll } from "./pull";
import { outcomeOf, updateOutcome } from "./report";
import { update } from "./update";

interface Options extends PullOptions {
  readonly update?: string;
}

/** `pull`: an organization into code, and `pull --update`: a change made in the product into a file. */
export const pull = command<Options>({
  name: "pull",

  define(command: Command) {
    command
      .description(
        "Bring an organization into code: a YAML file for each data model, and a Pulumi program that adopts everything.",
      )
      .option(
        "--folder <path>",
        "only the data models in this folder and below, such as Acme/Models, and what belongs to them",
      )
      .option("--model <id...>", "only these data models, and what belongs to them")
      .option("--out <dir>", "where to write; default: the working directory")
      .option("--update <file>", "bring what was changed in the product into this one file, instead")
      .option("--dry-run", "write nothing, and say what would be written");
    connectionOptions(command).addHelpText(
      "after",
      `
Writes models/*.yaml, with ids made from names, \`!ref\`s for connections and other models, and a program (index.ts and what it imports) that
adopts folders, models, tags, policies and credentials: \`pulumi up\` then writes nothing to the platform. Secrets of credentials, which
the platform never shows, are settings of the stack; the commands to set them are told.

Pull again whenever you like: only what changed on the platform is read and written. Names, ids, comments and layout of your files stay.
A file that you changed, when its model was changed on the platform too, is left alone and told as a conflict; so is a file of the
program that you edited. What has to be remembered is in .pulumi-analytics/pull.json: commit it with the rest.

A pull that was stopped or failed goes on when it is started again. What one model's answer is wrong about stops no other.

--update finds out which data model the file is: from .pulumi-analytics/pull.json, else from the state of the stack, else from the \`name\`
at the file's top; or you say so with --model. What only the file has is taken back: it is made to say what the platform has.

Ends with 0 when all is well; with 1 when there is a conflict, something couldn't be read, a file's model is gone, or an edited file of
the program lacks something.

With --json: {organization, dryRun, models: [{id, title, file, action, changes?, why?}], gone: [{id, file}], program: [{path, action,
missing}], leftOut: [{kind, title, why}], unreadable: [{what, why}], secrets: [{key, what}]}; a model's action is created, updated,
unchanged, edited (by you only), conflict or failed, a program file's create, update, unchanged or kept. With --update: {file, model,
title, version, dryRun, changes, diff, remarks}.

Examples:
  $ pulumi-analytics pull --out organization
  $ pulumi-analytics pull --folder Acme/Models/Sales --dry-run
  $ pulumi-analytics pull --connection partner --out partner
  $ pulumi-analytics pull --update models/orders.yaml
  $ pulumi-analytics pull --update orders.yaml --model 1b0c6a52-… --dry-run`,
    );
  },

  async run(context, args, options): Promise<Outcome> {
    if (args.length > 0) throw new UsageError(`pull takes no arguments: ${args.join(" ")}.`);
    const { update: file, out, folder, ...rest } = options;
    if (file === undefined) return outcomeOf(await pullAll(context, options), context.cwd, context.console);
    if (out !== undefined || folder !== undefined) {
      throw new UsageError("--update changes one file where it is: it goes with neither --out nor --folder.");
    }
    return updateOutcome(await update(context, { ...rest, update: file }), context.console);
  },
});
