import { basename, extname } from "node:path";
import { type Command, Option } from "commander";
import { formatChanges } from "pulumi-analytics-internal/core/model";
import { isObject, type JsonObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { formatCount } from "pulumi-analytics-internal/core/text";
import { diffWorkbooks } from "pulumi-analytics-internal/core/workbook";
import { type Context, defineCommand, type Outcome, UsageError } from "../command";
import { writeOutput } from "../command/files";
import { readDocumentFile } from "../documents/read-files";
import { loadDrawingPackage } from "../project/drawing-package";
import { drawPages } from "./draw";
import { writePage } from "./page";
import { buildPages, markElements, type Page } from "./scene";
import { showId } from "./title";

interface Options {
  readonly against?: string;
  readonly page?: string;
  readonly out?: string;
  readonly format?: Format;
}

const formats = ["html", "svg", "png"] as const;
type Format = (typeof formats)[number];

/** `render`: the pages of a workbook as wireframes. */
export const render = defineCommand<Options>({
  name: "render",

  define(command: Command) {
    command
      .description("Draw the pages of a workbook's file as wireframes, from its layout; works offline.")
      .argument("<file>", "a workbook or report as code: YAML or JSON, or its folder")
      .option("--against <file>", "show what changed since an earlier version")
      .option("--page <id>", "draw one page, overlay or panel")
      .option("--out <file>", "output file; its extension sets the format: .html, .svg, .png")
      .addOption(
        new Option("--format <format>", "the format; default: by the extension of --out, otherwise svg").choices(
          formats,
        ),
      )
      .addHelpText(
        "after",
        `
A page shows each element as a box with its kind, title and source. Containers are dashed; of tabs, the first is open.
With --against, changed boxes have a colored frame and a sign, and a web page shows both versions of changed pages.

A PNG needs the package pulumi-analytics-diagram.

With --json: {pages: [{id, kind, name, width, height, boxes: [{id, kind, title, source?, values?, x, y, width, height,
mark?}]}], changes, file?}.

Examples:
  $ pulumi-analytics render workbooks/sales.yaml --out sales.html
  $ pulumi-analytics render workbooks/sales.yaml --against main/sales.yaml --out changes.html
  $ pulumi-analytics render workbooks/sales --page overview --out overview.png`,
      );
  },

  async run(context, [path = ""], options): Promise<Outcome> {
    const format = chooseFormat(options);
    const after = readWorkbook(context, path);
    const before = options.against === undefined ? undefined : readWorkbook(context, options.against);
    const changes = before === undefined ? [] : diffWorkbooks(before, after);
    const marks = before === undefined ? undefined : markElements(before, after, changes);
    const pages = choosePages(buildPages(after, marks), options.page);
    const shown = {
      title: readKnownString(after.name) ?? showId(basename(path, extname(path))),
      after: pages,
      ...(before === undefined ? {} : { before: choosePages(buildPages(before, marks), options.page, pages) }),
      changes: formatChanges(changes),
    };
    const picture = format === "html" ? writePage(shown) : drawPages(pages, shown.title);
    const contents =
      typeof picture === "string" ? picture : format === "svg" ? picture.svg : await drawPng(context, picture);
    const json = { pages, changes: shown.changes };
    if (options.out === undefined) return { json, text: contents as string, isFile: true };
    const file = writeOutput(context.cwd, options.out, contents);
    const count = pages.reduce((sum, { boxes }) => sum + boxes.length, 0);
    const text = `${file.path}: ${formatCount(pages.length, "page")}, ${formatCount(count, "element")}`;
    return {
      json: { ...json, file },
      text: before === undefined ? text : `${text}, ${formatCount(changes.length, "change")}`,
    };
  },
});

function chooseFormat({ format, out }: Options): Format {
  if (out === undefined) {
    if (format === "png") throw new UsageError("A PNG can't be printed as text. Name a file: --out page.png.");
    return format ?? "svg";
  }
  const ending = extname(out).slice(1).toLowerCase();
  const wanted = format ?? (ending === "htm" ? "html" : formats.find((one) => one === ending));
  if (wanted !== undefined) return wanted;
  throw new UsageError(`--out ${out}: unknown format. Use .html, .svg or .png, or add --format.`);
}

/** @throws UsageError when the file can't be read, or holds no workbook. */
function readWorkbook({ cwd }: Context, path: string): JsonObject {
  const { form, isWorkbook } = readDocumentFile(cwd, path);
  if (isWorkbook && isObject(form)) return form;
  throw new UsageError(
    `${path}: not a workbook: it has no layout and no elements beside its pages. For a data model, use diagram.`,
  );
}

/** @param others further pages there are: one that only the other version has is no mistake. */
function choosePages(pages: readonly Page[], id: string | undefined, others: readonly Page[] = []): readonly Page[] {
  if (id === undefined) return pages;
  const chosen = pages.filter((page) => page.id === id);
  if (chosen.length > 0 || others.length > 0) return chosen;
  throw new UsageError(`--page ${id}: there is no such page. There are: ${pages.map((page) => page.id).join(", ")}.`);
}

async function drawPng(context: Context, picture: ReturnType<typeof drawPages>): Promise<Uint8Array> {
  const drawing = await loadDrawingPackage(context, "render");
  return drawing.renderPng(picture, {}, (note) => context.console.note(note));
}
