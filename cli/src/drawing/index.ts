/** Pictures of documents: data models as a graph, workbooks and reports on top of them or as pages. */
import { resolve } from "node:path";
import {
  cleanText,
  type Graph,
  type Level,
  summarizeGraph,
  type ViewOptions,
  write,
} from "pulumi-analytics-diagram/graph";
import { readBytes } from "pulumi-analytics-internal/core/files";
import { formatCount } from "pulumi-analytics-internal/core/text";
import { type Context, type Outcome, UsageError } from "../command";
import { convertReadError, type FileChange, writeOutput } from "../command/files";
import type { Document, KnownBeside } from "../documents/document";
import type { Pair } from "../documents/pairing";
import { type Drawing, loadDrawingPackage } from "../project/drawing-package";
import { DocumentTitles } from "./document-title";
import { chooseFormat, type Format, isGraphText } from "./format";
import { comparePairs } from "./models/compare";
import { alignDocuments, convertDocuments, readNames } from "./models/documents";
import { buildGraph } from "./models/graph";
import { drawPages, writeOutline } from "./pages/draw";
import { writePage } from "./pages/page";
import { type Shown, showChanges, showPages } from "./pages/shown";

export { chooseFormat } from "./format";

/** How a picture is drawn. */
export interface DrawOptions extends Omit<ViewOptions, "warehouse"> {
  readonly out?: string;
  /** Default: by the ending of `out`, else text. */
  readonly format?: Format;
  readonly dryRun?: boolean;
  readonly level?: Level;
  /** Of a PNG. */
  readonly scale?: number;
  /** Files of fonts for a PNG. */
  readonly font?: readonly string[];
  /** The only page of workbooks that is drawn. */
  readonly page?: string;
}

/** What a picture shows: a graph, or the pages of workbooks and reports. */
type Subject = { readonly graph: Graph } | { readonly shown: Shown };

/**
 * Draws documents. Data models are a graph, with workbooks and reports on top of them; workbooks and reports alone are
 * their pages, unless the format is one that has graphs alone.
 *
 * @throws UsageError for options that don't fit, and when a file can't be written.
 */
export async function drawDocuments(
  context: Context,
  documents: readonly Document[],
  options: DrawOptions,
): Promise<Outcome> {
  const isGraph = isDrawnAsGraph(documents, options);
  refuseOptions(options, isGraph ? ["page"] : ["level", "columns", "direction"], isGraph);
  const titles = new DocumentTitles(context.cwd);
  if (!isGraph) return present(context, "draw", { shown: showPages(documents, titles, options.page) }, options);
  const { names, folders } = await readNames(documents);
  const drawn = convertDocuments(documents, titles, folders);
  return present(context, "draw", { graph: buildGraph(drawn, { names }) }, options);
}

/** The documents of two versions, which of them belong together, and what is known beside two that do. */
export interface Versions {
  readonly pairs: readonly Pair<Document>[];
  readonly findKnown: (before: Document, after: Document) => Promise<KnownBeside>;
}

/**
 * Draws what changed between two versions of documents: in one graph, or page by page before and after.
 *
 * @returns `isSame`: nothing differs.
 * @throws UsageError as {@link drawDocuments}.
 */
export async function drawChanges(
  context: Context,
  { pairs: found, findKnown }: Versions,
  options: DrawOptions,
): Promise<Outcome & { readonly isSame: boolean }> {
  const all = found.flat().filter((one) => one !== undefined);
  const isGraph = isDrawnAsGraph(all, options);
  const { names, folders } = isGraph ? await readNames(all) : { names: new Map(), folders: new Map() };
  const titles = new DocumentTitles(context.cwd);
  const convertSide = (side: 0 | 1) => {
    const drawn = convertDocuments(
      found.flatMap((pair) => pair[side] ?? []),
      titles,
      folders,
    );
    return new Map(drawn.map((one) => [one.document, one]));
  };
  const [before, after] = [convertSide(0), convertSide(1)];
  const pairs = await Promise.all(
    found.map(async (pair) => {
      const [old, now] = [before.get(pair[0]!), after.get(pair[1]!)] as const;
      return old && now ? alignDocuments(old, now, await findKnown(old.document, now.document)) : ([old, now] as const);
    }),
  );
  if (!isGraph) {
    const documents = pairs.map(([old, now]) => [old?.document, now?.document] as const);
    const shown = showChanges(documents, titles);
    return { ...(await present(context, "diff", { shown }, options)), isSame: shown.changes.length === 0 };
  }
  const graph = comparePairs(pairs, { names });
  const isSame = [...graph.groups, ...graph.nodes, ...graph.edges].every(({ change }) => change === undefined);
  return { ...(await present(context, "diff", { graph }, options)), isSame };
}

function isDrawnAsGraph(documents: readonly Document[], options: DrawOptions): boolean {
  return isGraphText(chooseFormat(options)) || documents.some(({ type }) => type === "data model");
}

function refuseOptions(options: DrawOptions, names: readonly (keyof DrawOptions)[], isGraph: boolean): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const why = isGraph
    ? "data models are drawn as a graph, which has no pages. Name workbooks or reports alone"
    : "workbooks and reports alone are drawn as pages. Name data models too, or use --format mermaid";
  throw new UsageError(`--${given}: ${why}.`);
}

/** Prints a picture, or writes its file. */
async function present(context: Context, command: string, subject: Subject, options: DrawOptions): Promise<Outcome> {
  const picture = await drawSubject(context, command, subject, options);
  const json = "graph" in subject ? subject.graph : toJson(subject.shown);
  if (options.out === undefined) return { json, text: picture as string, isFile: true };
  const file = writeOutput(context.cwd, options.out, picture, options);
  const summary = "graph" in subject ? summarizeGraph(subject.graph) : summarizePages(subject.shown);
  return { json: { ...json, file }, text: `${describeFile(file, options)}: ${summary}` };
}

async function drawSubject(
  context: Context,
  command: string,
  subject: Subject,
  options: DrawOptions,
): Promise<string | Uint8Array> {
  const format = chooseFormat(options);
  if ("shown" in subject) {
    const { shown } = subject;
    if (format === undefined) return writeOutline(shown.after);
    if (format === "html") return writePage(shown);
    const picture = drawPages(shown);
    if (format === "svg") return picture.svg;
    return paint(context, command, options, (drawing, how, note) => drawing.renderPng(picture, how, note));
  }
  const { graph } = subject;
  const { direction, columns, level } = options;
  if (format === undefined || isGraphText(format)) {
    return write(graph, { format: format ?? "mermaid", direction, columns });
  }
  return paint(context, command, options, (drawing, how, note) => {
    if (format === "png" && how.fonts.length === 0) noteLackingLetters(graph, drawing, note);
    return drawing.draw(graph, { format, direction, columns, level, ...how }, context.signal, note);
  });
}

/** How a PNG is made. */
interface PaintOptions {
  readonly scale: number | undefined;
  readonly fonts: readonly Uint8Array[];
}

/** Draws with the package for it. */
async function paint<Picture>(
  context: Context,
  command: string,
  { scale, font = [] }: DrawOptions,
  work: (drawing: Drawing, how: PaintOptions, note: (text: string) => void) => Promise<Picture>,
): Promise<Picture> {
  const { cwd, console } = context;
  const drawing = await loadDrawingPackage(context, command);
  const how = { scale, fonts: font.map((path) => readFont(cwd, path)) };
  try {
    return await console.showProgress("Drawing", 1, async (step) => {
      const picture = await work(drawing, how, (text) => console.note(text));
      step();
      return picture;
    });
  } catch (error) {
    throw error instanceof drawing.DrawingError ? new UsageError(error.message) : error;
  }
}

function readFont(cwd: string, path: string): Uint8Array {
  return convertReadError(() => readBytes(resolve(cwd, path), { called: `--font ${path}` }));
}

function noteLackingLetters({ groups, nodes, title }: Graph, drawing: Drawing, note: (text: string) => void): void {
  const names = [title, ...[...groups, ...nodes].map(({ name }) => name)].join("");
  const lacking = drawing.listMissingLetters(cleanText(names));
  if (lacking.length === 0) return;
  const some = lacking.slice(0, 5).join("");
  note(
    `The built-in font has no ${some}${lacking.length > 5 ? "…" : ""}. Add a font with --font <file>, or draw an SVG.`,
  );
}

function toJson({ after: pages, before, changes }: Shown) {
  return { pages, ...(before === undefined ? {} : { changes }) };
}

function summarizePages({ after, before, changes }: Shown): string {
  const boxes = after.reduce((sum, page) => sum + page.boxes.length, 0);
  const counts = [formatCount(after.length, "page"), formatCount(boxes, "element")];
  return [...counts, ...(before === undefined ? [] : [formatCount(changes.length, "change")])].join(" · ");
}

function describeFile({ path, action }: FileChange, { dryRun }: DrawOptions): string {
  const word = { create: "written", update: "updated", unchanged: "is unchanged" }[action];
  return dryRun && action !== "unchanged" ? `${path} would be ${word}` : `${path} ${word}`;
}
