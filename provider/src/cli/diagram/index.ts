import { basename, dirname, extname, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  clean,
  directions,
  type Graph,
  type PictureFormat,
  summaryOf,
  type TextFormat,
  textFormats,
  type ViewOptions,
  write as writtenAs,
} from "pulumi-analytics-diagram/graph";
import { readBytes } from "../../core/files";
import { type Context, command, type Outcome, UsageError } from "../command";
import { type ConnectionOptions, connectionOptions } from "../connection";
import { asUsageError, type FileChange, FileWriter } from "../files";
import type { ModelChoice } from "../remote-models";
import { compareGraphs } from "./compare";
import { type Drawing, drawingPackage } from "./drawing-package";
import { graphOf } from "./graph";
import { type Input, inWordsOfFile, modelsOfFiles, modelsOfPlatform } from "./input";

type Format = TextFormat | PictureFormat;

const formats: readonly Format[] = ["svg", "png", "mermaid", "dot", "html"];

interface Options extends ConnectionOptions, ModelChoice, ViewOptions {
  readonly live?: boolean;
  readonly against?: readonly string[];
  readonly out?: string;
  readonly format?: Format;
  readonly title?: string;
  readonly scale?: number;
  readonly font?: readonly string[];
  readonly dryRun?: boolean;
}

const repeated = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** `diagram`: a picture of data models. */
export const diagram = command<Options>({
  name: "diagram",

  define(command: Command) {
    command
      .description(
        "Draw data models: elements, joins, relationships, what they read, and what changed between two versions.",
      )
      .argument("[files...]", "model files, and folders of them")
      .option("--live", "draw the platform's data models instead")
      .option("--folder <path>", "with --live: only those in this folder and below, such as Acme/Models")
      .option("--model <id...>", "with --live: only these")
      .option(
        "--against <path>",
        "an earlier version, a file or folder: show what changed since; may be given again",
        repeated,
      )
      .option("--out <file>", "where to; the ending says the format: .svg, .png, .html, .mmd, .dot")
      .addOption(
        new Option("--format <format>", "the format; default: by the ending of --out, else mermaid").choices(formats),
      )
      .option("--title <text>", "the title; default: the name of the model")
      .addOption(
        new Option(
          "--direction <way>",
          "which way rows flow; default: right, or down for more than 12 elements",
        ).choices(directions),
      )
      .option(
        "--columns <n>",
        "show up to so many columns of each element, or `all`; default: 8 for up to 12 elements, 4 for up to 24, else none",
        columnCount,
      )
      .option("--warehouse", "draw warehouse tables as boxes of their own; default: up to 24 elements")
      .option("--no-warehouse", "name warehouse tables in the boxes that read them")
      .option("--scale <n>", "of a PNG: how many times larger; default: 2", scaleFactor)
      .option(
        "--font <file>",
        "of a PNG: a TrueType font for letters that the built-in one lacks; may be given again",
        repeated,
      )
      .option("--dry-run", "only say what would be written");
    connectionOptions(command).addHelpText("after", help);
  },

  async run(context, paths, options): Promise<Outcome> {
    const format = formatOf(options);
    const draw = isText(format) ? writer(format) : painter(format, await drawingPackage(context), context);
    const graph = await read(context, paths, options);
    const picture = await draw(graph, options);
    if (options.out === undefined) return { json: graph, text: picture as string };
    const file = write(options.out, picture, context, options);
    return { json: { ...graph, file }, text: `${wordsFor(file, options)}: ${summaryOf(graph)}` };
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

function formatOf({ format, out }: Options): Format {
  if (out === undefined) {
    if (format !== "png") return format ?? "mermaid";
    throw new UsageError("A PNG is no text: name a file for it, as in --out diagram.png.");
  }
  const wanted = format ?? endings[extname(out).toLowerCase()];
  if (wanted !== undefined) return wanted;
  throw new UsageError(
    `--out ${out}: which format? Let it end in ${Object.keys(endings).join(", ")}, or say --format.`,
  );
}

async function read(context: Context, paths: readonly string[], options: Options): Promise<Graph> {
  const input = await modelsOf(context, paths, options);
  const how = { names: input.names, title: options.title };
  if (options.against === undefined) return graphOf(input.models, how);
  const before = modelsOfFiles(context.cwd, options.against);
  return compareGraphs(before, input.models, { ...how, ...(options.live ? { translate: inWordsOfFile } : {}) });
}

async function modelsOf(context: Context, paths: readonly string[], options: Options): Promise<Input> {
  if (options.live) {
    if (paths.length === 0) return modelsOfPlatform(await context.client(options), options, context);
    throw new UsageError("Either files or --live: to compare the two, say --live --against <path>.");
  }
  if (options.folder !== undefined || options.model !== undefined) {
    throw new UsageError("--folder and --model choose among the platform's data models: add --live.");
  }
  if (paths.length > 0) return { models: modelsOfFiles(context.cwd, paths), names: new Map() };
  throw new UsageError("What is to be drawn? Name model files or folders of them, or say --live.");
}

/** Makes a graph a text or a picture. */
type Draw = (graph: Graph, options: Options) => Promise<string | Uint8Array>;

const isText = (format: Format): format is TextFormat => (textFormats as readonly Format[]).includes(format);

function writer(format: TextFormat): Draw {
  return async (graph, { direction, columns, warehouse }) =>
    writtenAs(graph, { format, direction, columns, warehouse });
}

function painter(format: PictureFormat, drawing: Drawing, { cwd, console, signal }: Context): Draw {
  return async (graph, { direction, columns, warehouse, scale, font = [] }) => {
    const fonts = font.map((path) => readFont(cwd, path));
    if (format === "png" && fonts.length === 0) noteLackingLetters(graph, drawing, console);
    const how = { format, direction, columns, warehouse, scale, fonts };
    try {
      return await console.progress("Drawing", 1, async (step) => {
        const picture = await drawing.draw(graph, how, signal);
        step();
        return picture;
      });
    } catch (error) {
      throw error instanceof drawing.DrawingError ? new UsageError(error.message) : error;
    }
  };
}

function readFont(cwd: string, path: string): Uint8Array {
  return asUsageError(() => readBytes(resolve(cwd, path), { called: `--font ${path}` }));
}

function noteLackingLetters({ groups, nodes, title }: Graph, drawing: Drawing, console: Context["console"]): void {
  const names = [title, ...[...groups, ...nodes].map(({ name }) => name)].join("");
  const lacking = drawing.lettersLacking(clean(names));
  if (lacking.length === 0) return;
  const some = lacking.slice(0, 5).join("");
  console.note(
    `The built-in font has no ${some}${lacking.length > 5 ? "…" : ""}: give one that has, with --font <file>; or draw an SVG.`,
  );
}

function write(out: string, picture: string | Uint8Array, { cwd }: Context, { dryRun }: Options): FileChange {
  const path = resolve(cwd, out);
  return new FileWriter(cwd, dirname(path), { dryRun }).write(basename(path), picture);
}

function wordsFor({ path, action }: FileChange, { dryRun }: Options): string {
  const word = { create: "written", update: "written anew", unchanged: "is as it was" }[action];
  return dryRun && action !== "unchanged" ? `${path} would be ${word}` : `${path} ${word}`;
}

function columnCount(value: string): number {
  if (value === "all") return Number.POSITIVE_INFINITY;
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It is a number, or `all`.");
}

function scaleFactor(value: string): number {
  const scale = Number(value);
  if (scale >= 0.1 && scale <= 10) return scale;
  throw new InvalidArgumentError("It is a number from 0.1 to 10.");
}

const help = `
Files are those of a DataModelDirectory: \`!ref orders\` is the model of orders.yaml, \`!ref orders#fact_orders\` its element. What leads out of
the files is drawn outside of them: connections with their tables, other models.

Without --out, text goes to stdout. SVG and PNG are pictures for reports; Mermaid and DOT are texts for documents; an HTML page is to look
around in: search, filter by model and page, click an element for its columns and formulas. It is one file, works without network, and by
keyboard. SVG, PNG and HTML need the package pulumi-analytics-diagram beside this one.

--against colors what was added, removed and changed, and says it with a sign. With --live it shows what was changed in the product since the
files: a model is compared with the file that has its \`dataModelId\`, or its name.

With --json: {version, title, compared?, groups: [{id, kind, name, parent?, file?, change?, changes?}], nodes: [{id, kind, type?, name, group,
description?, reads, columns: [{id, name, formula?, description?, hidden?, change?}], metrics, change?, changes?}], edges: [{id, from, to, kind,
label, details, change?}], file?: {path, action}}. Edges lead from what is used to what uses it.

Examples:
  $ pulumi-analytics diagram models --out models.html
  $ pulumi-analytics diagram models/orders.yaml --out orders.png --columns all
  $ pulumi-analytics diagram --live --folder Acme/Models --out live.svg
  $ pulumi-analytics diagram models --against ../main/models --out changes.png
  $ pulumi-analytics diagram models > models.mmd`;
