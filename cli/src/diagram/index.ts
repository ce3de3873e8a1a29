import { dirname, extname, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  cleanText,
  directions,
  type Graph,
  type Level,
  levels,
  type PictureFormat,
  summarizeGraph,
  type TextFormat,
  textFormats,
  type ViewOptions,
  write as writtenAs,
} from "pulumi-analytics-diagram/graph";
import { readBytes } from "pulumi-analytics-internal/core/files";
import { type Context, defineCommand, type Outcome, UsageError } from "../command";
import { convertReadError, type FileChange, writeOutput } from "../command/files";
import { collectValues } from "../command/options";
import { readModelsOfStack } from "../documents/states";
import type { ModelChoice } from "../platform/models";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";
import { type Drawing, loadDrawingPackage } from "../project/drawing-package";
import { compareGraphs } from "./compare";
import { buildGraph, type DrawnModel } from "./graph";
import { type Input, readFileModels, readPlatformModels, translateToFile } from "./input";

type Format = TextFormat | PictureFormat;

const formats: readonly Format[] = ["svg", "png", "mermaid", "dot", "html"];

interface Options extends ProfileOptions, ModelChoice, ViewOptions {
  readonly live?: boolean;
  readonly against?: readonly string[];
  readonly out?: string;
  readonly format?: Format;
  readonly title?: string;
  readonly level?: Level;
  readonly scale?: number;
  readonly font?: readonly string[];
  readonly dryRun?: boolean;
}

/** `diagram`: a picture of data models. */
export const diagram = defineCommand<Options>({
  name: "diagram",

  define(command: Command) {
    command
      .description(
        "Draw data models, and workbooks on top of them: elements, sources, joins, relationships, and changes " +
          "between two versions.",
      )
      .argument("[files...]", "files of models and workbooks, and folders of them")
      .option("--live", "draw the platform's data models instead")
      .option("--folder <path>", "with --live: only models in this folder and below, such as Acme/Models")
      .option("--model <id...>", "with --live: only these models")
      .option(
        "--against <path>",
        "show changes since an earlier version (file or folder); can be repeated",
        collectValues,
      )
      .option("--out <file>", "output file; its extension sets the format: .svg, .png, .html, .mmd, .dot")
      .addOption(
        new Option("--format <format>", "the format; default: by the extension of --out, otherwise mermaid").choices(
          formats,
        ),
      )
      .option("--title <text>", "the title; default: the name of the model")
      .addOption(
        new Option("--direction <way>", "layout direction; default: right, or down for more than 12 elements").choices(
          directions,
        ),
      )
      .option(
        "--columns <n>",
        "maximum number of columns per element, or `all`; default: 8 for up to 12 " +
          "elements, 4 for up to 24, otherwise none",
        parseColumnCount,
      )
      .option("--warehouse", "draw warehouse tables as separate boxes; default for up to 24 elements")
      .option("--no-warehouse", "name warehouse tables in the boxes that read them")
      .addOption(
        new Option(
          "--level <level>",
          "boxes of an SVG or PNG; default: elements, models for more than 120 elements, " +
            "folders for more than 150 models",
        ).choices(levels),
      )
      .option("--scale <n>", "scale of a PNG; default: 2, or less for a large picture", scaleFactor)
      .option(
        "--font <file>",
        "TrueType font for characters that the built-in font of a PNG lacks; can be repeated",
        collectValues,
      )
      .option("--dry-run", "show what would be written, and write nothing");
    addProfileOptions(command).addHelpText("after", help);
  },

  async run(context, paths, options): Promise<Outcome> {
    const format = chooseFormat(options);
    const draw = isText(format)
      ? createWriter(format)
      : createPainter(format, await loadDrawingPackage(context, "diagram"), context);
    const graph = await read(context, paths, options);
    const picture = await draw(graph, options);
    if (options.out === undefined) return { json: graph, text: picture as string, isFile: true };
    const file = writeOutput(context.cwd, options.out, picture, options);
    return { json: { ...graph, file }, text: `${describeFile(file, options)}: ${summarizeGraph(graph)}` };
  },
});

const endings: Readonly<Record<string, Format>> = {
  ".svg": "svg",
  ".png": "png",
  ".html": "html",
  ".htm": "html",
  ".mmd": "mermaid",
  ".mermaid": "mermaid",
  ".dot": "dot",
  ".gv": "dot",
};

function chooseFormat({ format, out }: Options): Format {
  if (out === undefined) {
    if (format !== "png") return format ?? "mermaid";
    throw new UsageError("A PNG can't be printed as text. Name a file: --out diagram.png.");
  }
  const wanted = format ?? endings[extname(out).toLowerCase()];
  if (wanted !== undefined) return wanted;
  throw new UsageError(`--out ${out}: unknown format. Use one of ${Object.keys(endings).join(", ")}, or add --format.`);
}

async function read(context: Context, paths: readonly string[], options: Options): Promise<Graph> {
  const input = await readModels(context, paths, options);
  const how = { names: input.names, title: options.title };
  if (options.against === undefined) return buildGraph(input.models, how);
  const before = readFileModels(context.cwd, options.against);
  if (!options.live) return compareGraphs(before, input.models, how);
  const states = await readModelsOfStack(
    dirname(resolve(context.cwd, options.against[0]!)),
    options.stack,
    context.env,
  );
  const translate = (file: DrawnModel, live: DrawnModel) => translateToFile(file, live, states);
  return compareGraphs(before, input.models, { ...how, translate });
}

async function readModels(context: Context, paths: readonly string[], options: Options): Promise<Input> {
  if (options.live) {
    if (paths.length === 0) return readPlatformModels(await context.client(options), options, context);
    throw new UsageError("Files and --live can't be combined. To compare them, use --live --against <path>.");
  }
  if (options.folder !== undefined || options.model !== undefined) {
    throw new UsageError("--folder and --model select models of the platform. Add --live.");
  }
  if (paths.length > 0) return { models: readFileModels(context.cwd, paths), names: new Map() };
  throw new UsageError("Nothing to draw. Name model files or folders, or add --live.");
}

/** Makes a graph a text or a picture. */
type Draw = (graph: Graph, options: Options) => Promise<string | Uint8Array>;

const isText = (format: Format): format is TextFormat => (textFormats as readonly Format[]).includes(format);

function createWriter(format: TextFormat): Draw {
  return async (graph, { direction, columns, warehouse }) =>
    writtenAs(graph, { format, direction, columns, warehouse });
}

function createPainter(format: PictureFormat, drawing: Drawing, { cwd, console, signal }: Context): Draw {
  return async (graph, { direction, columns, warehouse, level, scale, font = [] }) => {
    const fonts = font.map((path) => readFont(cwd, path));
    if (format === "png" && fonts.length === 0) noteLackingLetters(graph, drawing, console);
    const how = { format, direction, columns, warehouse, level, scale, fonts };
    try {
      return await console.showProgress("Drawing", 1, async (step) => {
        const picture = await drawing.draw(graph, how, signal, (note) => console.note(note));
        step();
        return picture;
      });
    } catch (error) {
      throw error instanceof drawing.DrawingError ? new UsageError(error.message) : error;
    }
  };
}

function readFont(cwd: string, path: string): Uint8Array {
  return convertReadError(() => readBytes(resolve(cwd, path), { called: `--font ${path}` }));
}

function noteLackingLetters({ groups, nodes, title }: Graph, drawing: Drawing, console: Context["console"]): void {
  const names = [title, ...[...groups, ...nodes].map(({ name }) => name)].join("");
  const lacking = drawing.listMissingLetters(cleanText(names));
  if (lacking.length === 0) return;
  const some = lacking.slice(0, 5).join("");
  console.note(
    `The built-in font has no ${some}${lacking.length > 5 ? "…" : ""}. Add a font with --font <file>, or draw an SVG.`,
  );
}

function describeFile({ path, action }: FileChange, { dryRun }: Options): string {
  const word = { create: "written", update: "updated", unchanged: "is unchanged" }[action];
  return dryRun && action !== "unchanged" ? `${path} would be ${word}` : `${path} ${word}`;
}

function parseColumnCount(value: string): number {
  if (value === "all") return Number.POSITIVE_INFINITY;
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Use a number, or `all`.");
}

function scaleFactor(value: string): number {
  const scale = Number(value);
  if (scale >= 0.1 && scale <= 10) return scale;
  throw new InvalidArgumentError("Use a number from 0.1 to 10.");
}

const help = `
Files are those of a DataModelDirectory: \`!ref orders\` is the model of orders.yaml, \`!ref orders#fact_orders\` its
element. Connections with their tables, and models outside the files, appear outside the models.

Without --out, text goes to stdout. SVG and PNG are pictures for reports; Mermaid and DOT are text for documents. An
HTML page is interactive: it opens at folders, models or elements, as many as can be read, and has search, upstream and
downstream of each, and columns with their formulas. It is one file, and works without network and with the keyboard.
SVG, PNG and HTML need the package pulumi-analytics-diagram.

References to elements and columns that don't exist are red, with the message of \`pulumi-analytics validate\`.

--against marks additions, removals and changes with colors and signs. With --live, it shows changes in the product
since the files: the command compares a model with the file that has its \`dataModelId\` or its name.

With --json: {version, title, compared?, groups: [{id, kind, name, parent?, file?, folder?, change?, changes?}], nodes:
[{id, kind, type?, name, group, description?, reads, sql?, columns: [{id, name, formula?, description?, hidden?,
change?, problems?}], metrics, change?, changes?, problems?}], edges: [{id, from, to, kind, label, details, change?,
broken?}], file?: {path, action}}. Edges lead from a source to its dependent.

Examples:
  $ pulumi-analytics diagram models --out models.html
  $ pulumi-analytics diagram models/orders.yaml --out orders.png --columns all
  $ pulumi-analytics diagram --live --folder Acme/Models --out live.svg
  $ pulumi-analytics diagram models --against ../main/models --out changes.png
  $ pulumi-analytics diagram models > models.mmd`;
