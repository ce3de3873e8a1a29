import { type Command, Option } from "commander";
import { Graph } from "pulumi-analytics-internal/core/graph";
import { listModels } from "pulumi-analytics-internal/core/impact";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import { defineCommand, exitCodes, type Outcome, UsageError } from "../command";
import { parseMapping } from "../generate";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";
import { usePlatform } from "../platform/reading";
import { type AskOptions, ask } from "./ask";
import { compareDbt } from "./dbt";
import { formatMarkdown, formatText, formatUnused, toJson } from "./present";
import { listNamedModels, parseQuestion, parseTable } from "./question";

interface Options extends AskOptions {
  readonly table?: readonly string[];
  readonly dbt?: string;
  readonly map?: readonly string[];
  readonly markdown?: boolean;
  readonly failOn?: "used";
}

const collectTexts = (text: string, before: readonly string[] = []) => [...before, text];

/** `impact`: which documents of the platform a change breaks, where, and whom to tell. */
export const impact = defineCommand<Options>({
  name: "impact",

  define(command: Command) {
    command
      .description(
        "Find the workbooks, reports and data models that read an element, column or metric, and whom to tell.",
      )
      .argument("[what...]", "<model>#<element>[.<column or metric>], or a model: by id or name")
      .option("--table <path>", "DB.SCHEMA.TABLE[.COLUMN] of the warehouse; can be repeated", collectTexts)
      .option("--files <path>", "own models and workbooks, a file or folder; default: here and below", collectTexts)
      .option("--offline", "ask only the own files, not the platform")
      .option("--changes", "what the files removed or renamed since the stack's last update, per its state")
      .option("--against <ref>", "what they removed or renamed since a branch, tag or commit of git")
      .option("--dbt <manifest>", "what tables lose by a new target/manifest.json of dbt; with --dbt-state")
      .option("--dbt-state <manifest>", "the manifest.json that is deployed")
      .option(
        "--map <from=to>",
        "another database in place of the manifests', as in generate dbt; repeatable",
        collectTexts,
      )
      .option("--markdown", "a table for a comment on a pull request")
      .addOption(new Option("--fail-on <when>", "exit with 1 if something reads it").choices(["used"]));
    addProfileOptions(command).addHelpText(
      "after",
      `
Names match in any spelling: sales#fact_orders.region is the column Region of Fact Orders. A document counts if it reads
the column itself, through other elements, or through other data models. Documents that read a version tag of the model
break when the tag moves; tagged versions of workbooks and reports are documents of their own. Statements in SQL are
searched for the words of --table.

The data models and workbooks in files of the working directory are asked, too, each place with file, line and column.
A model can be named as in \`!ref\`: orders#fact_orders.region. The state of the stack says which document of the
platform a file is: it is listed once, and the file counts. Without credentials, and with --offline, the command asks
only files.

--changes compares the data models in the files with the stack's state, --against with a commit of git, such as main or
origin/main. Only what is removed or renamed counts: columns, metrics, relationships, controls, elements and whole
models. A part is renamed if its id stays, or if a new one has its formula. If nothing goes away, the command sends no
request.

--dbt compares two manifests of dbt, each with the catalog.json beside it. Tables and columns that are gone, renamed (by
dbt's id of the model, or meta.analytics.was) or of another type count, and are looked up as by --table. Without a
catalog or an enforced contract, a column that isn't documented any more is only named. dbt's other environment, with
another database or schema for all models, is no change.

What was read is kept in .analytics/cache by document and version: ids, names and what formulas refer to, no data. Only
lists and documents with a new version are read again.

Exit codes: 0; with --fail-on used 1 if a document reads it.

With --json: {questions, against?, changes?: [{text, is, becomes, documents}], breaksNow, breaksWhenTagMoves, inFiles,
unreadable, unreadableFiles, documents, isPlatformAsked, isWholeOrganization, seenBy, notes}; a document is {id, type,
name, path, url, ownerId, updatedBy, tag?, file?, owner, editor, isPartial, tags, places: [{elementId, element, kind,
page?, how, file?, line?, column?, by?}]}. A document that is only a file has no id, path and url; \`by\` are the
changes that break a place, if there are several.

Examples:
  $ pulumi-analytics impact 'Sales#Fact Orders.Region'
  $ pulumi-analytics impact sales#fact_orders --markdown > comment.md
  $ pulumi-analytics impact --table PROD.CORE.ORDERS.REGION --fail-on used
  $ pulumi-analytics impact --changes
  $ pulumi-analytics impact --against origin/main --markdown > comment.md
  $ pulumi-analytics impact --dbt target/manifest.json --dbt-state prod/manifest.json --fail-on used`,
    );
  },

  async run(context, args, options): Promise<Outcome> {
    const { table: tables = [] } = options;
    if ((options.dbt === undefined) !== (options.dbtState === undefined)) {
      throw new UsageError("--dbt and --dbt-state go together: the new manifest.json, and the one that is deployed.");
    }
    const isAboutChanges = options.changes === true || options.against !== undefined || options.dbt !== undefined;
    if (args.length + tables.length === 0 && !isAboutChanges) {
      throw new UsageError("Nothing to look for. Name a <model>#<element>.<column>, or use --table or --changes.");
    }
    const { dbt, dbtState } = options;
    const ofDbt =
      dbt && dbtState
        ? compareDbt(context.cwd, dbt, dbtState, new Map(options.map?.map(parseMapping)))
        : { questions: [], notes: [] };
    const questions = [...tables.map(parseTable), ...ofDbt.questions];
    const answer = await ask(context, options, args, { questions, notes: ofDbt.notes });
    const isUsed = answer.breaksNow.length + answer.breaksLater.length > 0;
    return {
      json: toJson(answer),
      text: options.markdown ? formatMarkdown(answer) : formatText(answer, context.console),
      exit: isUsed && options.failOn === "used" ? exitCodes.found : exitCodes.ok,
    };
  },
});

/** `unused`: what of the data models no document reads. */
export const unused = defineCommand<ProfileOptions>({
  name: "unused",

  define(command: Command) {
    command
      .description("List the columns, metrics and elements of data models that no workbook, report or model reads.")
      .argument("[model...]", "data models, by id or name; default: all");
    addProfileOptions(command).addHelpText(
      "after",
      `
What documents outside of the platform read, such as exports or embeds with parameters, isn't known. Documents that
couldn't be read may use what is listed: they are named.

With --json: {unused: [{dataModelId, model, element, name, is}], unreadable: [{id, name, type, why}], partial}; \`is\`
is column, metric or element. \`partial\` are the names of documents of which only the columns could be read.`,
    );
  },

  async run(context, args, options): Promise<Outcome> {
    return usePlatform(context, options, async (reader) => {
      const named = listNamedModels(reader.documents);
      const asked = args.map((text) => {
        const { model } = parseQuestion(text, named);
        return reader.documents.find(({ id }) => id === model!.id)!;
      });
      const sources = await reader.readSources();
      const read = await reader.readUses(reader.documents, sources);
      const models = new Set(asked.length > 0 ? asked : listModels(reader));
      const all = new Graph(read).listUnused(({ document: { id } }) => id);
      const parts = all.flatMap(({ document: { document: model }, part: { element, name, is } }) =>
        models.has(model) ? [{ model, element, name, is }] : [],
      );
      const partial = read.filter(({ isPartial }) => isPartial).map(({ document }) => document.name);
      const unread = reader.unread.map(({ document: { id, name, type }, why }) => ({ id, name, type, why }));
      const notes = [
        ...unread.map(({ name, type, why }) => `Couldn't be read: ${name} (${type}): ${why.split("\n")[0]}`),
        ...(partial.length === 0 ? [] : [`Only the columns could be read of: ${partial.join(", ")}`]),
      ];
      return {
        json: {
          unused: parts.map(({ model, ...part }) => ({ dataModelId: model.id, model: model.name, ...part })),
          unreadable: unread,
          partial,
        },
        text: [
          formatUnused(parts, context.console),
          ...(notes.length === 0 ? [] : [notes.map(escapeLine).join("\n")]),
        ].join("\n\n"),
      };
    });
  },
});
