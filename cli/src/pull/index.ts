import { type Command, Option } from "commander";
import { defineCommand, type Outcome, UsageError } from "../command";
import { addProfileOptions } from "../platform/profile";
import { writeImportFile } from "./import-file";
import { layouts } from "./layout";
import { type PullOptions, pull as pullAll } from "./pull";
import { buildOutcome, updateOutcome } from "./report";
import { update } from "./update";

interface Options extends PullOptions {
  readonly update?: string;
  readonly importFile?: string;
}

/** `pull`: an organization into code, and `pull --update`: a change made in the product into a file. */
export const pull = defineCommand<Options>({
  name: "pull",

  define(command: Command) {
    command
      .description(
        "Write an organization as code: a YAML file for each data model, and a Pulumi program that adopts all objects.",
      )
      .option(
        "--folder <path>",
        "pull only the data models in this folder and below, such as Acme/Models, with their folders and tags",
      )
      .option("--model <id...>", "pull only these data models, with their folders and tags")
      .option("--workbook <id...>", "pull only these workbooks: ids, addresses, names or paths")
      .option("--report <id...>", "pull only these reports: the same")
      .option("--all", "pull everything: also people, teams, access, workspaces, connections, schedules and so on")
      .addOption(
        new Option(
          "--layout <layout>",
          "files of models: flat, all in models; folders, as on the platform; default: as in the last pull",
        ).choices(layouts),
      )
      .option("--out <dir>", "output folder; default: the working directory")
      .option("--update <file>", "update only this file with changes made in the product")
      .option("--import", "write a program for the provider plugin, which imports the objects instead of adopting them")
      .option("--import-file <file>", "write only this file, for `pulumi import --file` in a project of any language")
      .addOption(
        new Option("--ci <host>", "also write a CI file for this host, if there is none").choices(["github", "gitlab"]),
      )
      .option("--policies", "also write a policy pack with the starter policies, if there is none")
      .option("--no-readers", "don't look up which documents read each data model")
      .option("--dry-run", "show what would be written, and write nothing");
    addProfileOptions(command).addHelpText(
      "after",
      `
Writes models/*.yaml, with ids derived from names and \`!ref\`s for connections and other models, and a program
(index.ts and its imports) that adopts folders, models, tags, policies and credentials. The first \`pulumi up\` writes
nothing to the platform. The platform never shows the secrets of credentials: the command prints how to set them in the
stack's configuration.

You can run the command again. It reads and writes only what changed on the platform, and keeps names, ids, comments and
layout of your files. If you changed a file and its model changed on the platform too, the command reports a conflict
and doesn't change the file. It doesn't change program files that you edited. The manifest is
.pulumi-analytics/pull.json: commit it with the rest.

If a pull was stopped or failed, run it again. An unreadable model doesn't stop the others. The platform keeps what
became wrong after it was written, such as a formula with a column that is gone: a pull lists what \`pulumi up\` would
stop at, and the command that makes it a warning of the stack.

--layout folders puts the files of models into folders, as on the platform. A later pull moves the file of a model that
was moved in the product.

--workbook writes workbooks into folders below workbooks: workbook.yaml, pages/*.yaml and elements/*.yaml. The layout of
a page is written as rows where these say exactly what the platform's XML does. --report writes reports below reports,
with report.yaml, and places in pixels. Later pulls update those workbooks and reports too. One that you make one file,
workbooks/<name>.yaml in place of the folder, stays one file. --folder and --model select models alone: workbooks and
reports come with --workbook, --report and --all.

--all adds the rest of the organization, a file for each area, such as people.ts and access.ts. The files refer to each
other instead of repeating ids. Later pulls into the folder do the same.

Above each data model, models.ts names the workbooks, reports and models that read it, and their owners. For that, the
first pull of the whole organization reads the list of sources of each document: a request each, at most five at once.
Later pulls read those of documents with a new version (.analytics/cache). --no-readers reads none, and keeps the
comments that are there, as pulls of a part and \`--update\` do.

--import writes the program for the provider plugin (pulumi-analytics/native): each resource has the option \`import\`
with the id of its object. Later pulls into the folder do the same. Credentials are imported without their secrets,
which stay as they are.

In a project in YAML or Python, the resources are in one file, pulled.yaml or pulled.py, and import their objects. What
the stack has already stays out. The last lines say how the program gets them.

--ci and --policies write the same files as \`init\`, into the output folder: a workflow is only found in the root of a
repository. Without --policies, the CI file runs those of the folder \`policy-pack\`, if it is there.

--update finds the data model of the file in .pulumi-analytics/pull.json, then in the state of the stack, then by the
\`name\` at the top of the file. --model overrides that. What only the file has stays in it.

Exit codes: 0 success; 1 if there is a conflict, an unreadable object, a file whose model was deleted, or an edited
program file that lacks a resource.

With --json: {organization, dryRun, models: [{id, title, file, action, movedTo?, changes?, about?, why?}], gone: [{id,
file}], program: [{path, action, changes?, missing?}], leftOut: [{kind, title, why}], unreadable: [{what, why}],
secrets: [{key, what}], errors?: [{file, line, column, rule, message, of}], elsewhere?: [title]}; with --import-file:
{importFile, resources: [{type, name, id}], leftOut, unreadable}. A model's action is created, updated, unchanged,
edited (by you only), conflict or failed, a program file's create, update, unchanged or kept. \`about\` are changes of
name, folder and description. With --update: {file, model, title, version, dryRun, changes, about?, diff, remarks}.

Examples:
  $ pulumi-analytics pull --out organization
  $ pulumi-analytics pull --all --out organization
  $ pulumi-analytics pull --folder Acme/Models/Sales --dry-run
  $ pulumi-analytics pull --profile partner --out partner
  $ pulumi-analytics pull --import --out organization
  $ pulumi-analytics pull --import-file import.json && pulumi import --file import.json
  $ pulumi-analytics pull --update models/orders.yaml
  $ pulumi-analytics pull --workbook Acme/Sales --out organization
  $ pulumi-analytics pull --update workbooks/sales
  $ pulumi-analytics pull --update orders.yaml --model 1b0c6a52-… --dry-run`,
    );
  },

  async run(context, args, options): Promise<Outcome> {
    if (args.length > 0)
      throw new UsageError(
        `pull takes no arguments, but got: ${args.join(" ")}. Use --folder or --model to select models.`,
      );
    const { update: file, importFile, ...all } = options;
    const { out, folder, ...rest } = all;
    if (importFile !== undefined) {
      if (file !== undefined || out !== undefined || options.layout !== undefined || options.import) {
        throw new UsageError("--import-file writes one file. Remove --update, --out, --layout and --import.");
      }
      return writeImportFile(context, importFile, all);
    }
    if (file !== undefined && options.import) throw new UsageError("--update changes one file. Remove --import.");
    if (file === undefined) return buildOutcome(await pullAll(context, options), context.cwd, context.console);
    if (
      out !== undefined ||
      folder !== undefined ||
      options.layout !== undefined ||
      options.all ||
      options.ci ||
      options.policies
    ) {
      throw new UsageError(
        "--update changes one file in place. Remove --out, --folder, --layout, --all, --ci and --policies.",
      );
    }
    return updateOutcome(await update(context, { ...rest, update: file }), context.console);
  },
});
