import { dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { AnalyticsClient, DataModelRepresentation } from "pulumi-analytics-internal/core/api";
import { writeJson } from "pulumi-analytics-internal/core/data";
import type { Json, SpecChange } from "pulumi-analytics-internal/core/model";
import { describeUnknownPath } from "pulumi-analytics-internal/core/model/stored";
import { isWorkbook } from "pulumi-analytics-internal/core/workbook";
import { type Context, defineCommand, exitCodes, type Outcome } from "../command";
import { collectValues } from "../command/options";
import { diffFields } from "../documents/model-changes";
import { readModelsOfStack, type StateModel } from "../documents/states";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";
import { compare } from "./compare";
import { formatMarkdown, formatText, type Told, toJson } from "./present";
import { type ReadSide, readFileSide, readModelSide } from "./read-side";
import { askReaders, listGone } from "./readers";
import { type ModelSide, parseSide, type Side, sideHelp } from "./side";

interface Options extends ProfileOptions {
  readonly format: Format;
  readonly ignore?: readonly string[];
}

const formats = ["text", "markdown", "json"] as const;
type Format = (typeof formats)[number];

/** `diff`: what differs in meaning between two files, models, versions or organizations. */
export const diff = defineCommand<Options>({
  name: "diff",

  define(command: Command) {
    command
      .description(
        "Compare the meaning of two data models (in files, on the platform, in two versions or organizations), " +
          "or of two files of workbooks.",
      )
      .argument("<A>", "before: a file, or a data model of the platform")
      .argument("<B>", "after: the same")
      .addOption(
        new Option("--format <format>", "text, a comment for a pull request, or --json")
          .choices(formats)
          .default("text"),
      )
      .option("--ignore <path>", "ignore a part, such as **/description; can be repeated", collectValues);
    addProfileOptions(command).addHelpText(
      "after",
      `
${sideHelp}

The order of keys, explicit defaults and missing ids make no difference. The output shows a model of the platform in the
ids of the file; two models of the platform in ids derived from their names. A \`!ref\` matches any value of the
platform, but the same name must match the same value everywhere. If both files use \`!ref\`s, the command compares
their names. It matches two files without a common id by contents. If the file is in a Pulumi project whose stack
manages the model, what the platform made of the declaration makes no difference, nor do parts in the resource's
\`ignorePaths\`; a \`!ref\` then has the stack's value.

In two organizations, ids of connections, other models and people always differ: they count only if they don't
correspond one to one.

Exit codes: 0 if the contents mean the same, 1 if they differ. Differences in name, description and folder of two models
of the platform are shown, but don't change the exit code.

If something goes away from a model of the platform, the output ends with who reads it: documents, places and owners, as
\`impact\` finds them. Of two files, it names the command to run.

With --json: {before, after, differs, summary, changes: [{action, thing, where, path, field?, before?, after?,
destructive, usedBy?, text}], about: [{field, before, after}], values, notes, readers: [{type, name, path, url, owner,
tags, places}]}, the two sides as {title, file?,
dataModelId?, documentVersion?, url?, profile?}. \`values\` maps each \`!ref\` of a file, or id of A with its field, to
its value on the other side.

Examples:
  $ pulumi-analytics diff models/orders.yaml 1b0c6a52-…
  $ pulumi-analytics diff 1b0c6a52-…@Production 1b0c6a52-…
  $ pulumi-analytics diff live:Acme/Models/Orders partner:Acme/Models/Orders --ignore '**/description'
  $ pulumi-analytics diff main/orders.yaml orders.yaml --format markdown > comment.md`,
    );
  },

  async run(context, [a, b], options): Promise<Outcome> {
    const sides = [parseSide(a as string), parseSide(b as string)] as const;
    const platforms = new Platforms(context, options);
    const [before, after] = await Promise.all([read(context, sides[0], platforms), read(context, sides[1], platforms)]);
    const isOneOrganization = await platforms.isOne(sides);
    const { ignore = [] } = options;
    const state = await findInState(context, sides, [before, after], options);
    const { changes, values, remarks } = compare(before, after, { ignore, isOneOrganization, state });
    // Only the fields of data models are known to all depths.
    const paths = isWorkbook(before.spec) ? [] : ignore;
    const unknown = paths.flatMap((path) => describeUnknownPath(path, [before.spec, after.spec]) ?? []);
    const client = await platforms.findClient(sides);
    const known = { ignore, ...(state === undefined ? {} : { state }) };
    const gone = changes.some(mayBreak) ? listGone(before, after, known) : undefined;
    const readers = gone === undefined ? undefined : await askReaders(context, gone, client);
    const told: Told = {
      before,
      after,
      changes,
      about: await platforms.compareDetails(sides, before.model, after.model),
      values,
      notes: [...unknown.map((text) => `--ignore ${text}`), ...listValueNotes(values, before, after), ...remarks],
      readers,
    };
    return {
      json: toJson(told),
      text: formatTold(told, options.format, context),
      exit: changes.length > 0 ? exitCodes.found : exitCodes.ok,
    };
  },
});

/** Whether documents may read what a change takes away. */
const mayBreak = ({ destructive, action, field }: SpecChange) =>
  destructive || action === "removed" || field === "name";

function formatTold(told: Told, format: Format, { console }: Context): string {
  return format === "markdown" ? formatMarkdown(told) : formatText(told, console);
}

async function read(context: Context, side: Side, platforms: Platforms): Promise<ReadSide> {
  return side.is === "file" ? readFileSide(context.cwd, side) : readModelSide(await platforms.getClient(side), side);
}

/** The model of a comparison with a file, as the state of the file's project knows it. */
async function findInState(
  { cwd, env }: Context,
  sides: readonly Side[],
  read: readonly ReadSide[],
  { stack }: Options,
): Promise<StateModel | undefined> {
  const file = sides.find((side) => side.is === "file");
  const model = read.find((side) => side.model !== undefined)?.model;
  if (file === undefined || model === undefined) return undefined;
  return (await readModelsOfStack(dirname(resolve(cwd, file.path)), stack, env)).get(model.dataModelId);
}

/** What was taken to mean the same. */
function listValueNotes(values: Readonly<Record<string, Json>>, before: ReadSide, after: ReadSide): string[] {
  const isOfFile = before.model === undefined || after.model === undefined;
  return Object.entries(values).map(([name, value]) => {
    const text = typeof value === "string" ? value : writeJson(value);
    return isOfFile ? `!ref ${name} is ${text}` : `${name} and ${text} count as the same`;
  });
}

/** The organizations a comparison has to do with; one client each. */
class Platforms {
  readonly #context: Context;
  readonly #options: Options;
  readonly #clients = new Map<string | undefined, Promise<AnalyticsClient>>();

  constructor(context: Context, options: Options) {
    this.#context = context;
    this.#options = options;
  }

  getClient({ profile = this.#options.profile }: ModelSide): Promise<AnalyticsClient> {
    const client = this.#clients.get(profile) ?? this.#context.client({ ...this.#options, profile });
    this.#clients.set(profile, client);
    return client;
  }

  /** The client of the first side that is a model of the platform. */
  async findClient(sides: readonly Side[]): Promise<AnalyticsClient | undefined> {
    const side = sides.find((one) => one.is === "model");
    return side && this.getClient(side);
  }

  /** Whether both sides, if they are models of the platform, are of one organization. */
  async isOne([a, b]: readonly [Side, Side]): Promise<boolean> {
    if (a.is === "file" || b.is === "file" || this.#clients.size < 2) return true;
    const [one, other] = await Promise.all([a, b].map(async (side) => (await this.getClient(side)).readIdentity()));
    return one?.organizationId === other?.organizationId;
  }

  /** What differs beside the contents; of two versions of one model that is the same. */
  async compareDetails(
    [a, b]: readonly [Side, Side],
    before: DataModelRepresentation | undefined,
    after: DataModelRepresentation | undefined,
  ): Promise<SpecChange[]> {
    if (a.is === "file" || b.is === "file" || !before || !after || before.dataModelId === after.dataModelId) return [];
    const [from, to] = await Promise.all([
      (await this.getClient(a)).dataModels.get(before.dataModelId),
      (await this.getClient(b)).dataModels.get(after.dataModelId),
    ]);
    return diffFields([
      ["name", before.name, after.name],
      ["description", before.description || undefined, after.description || undefined],
      ["folder", from.path, to.path],
    ]);
  }
}
