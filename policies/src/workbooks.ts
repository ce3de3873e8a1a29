/** Policies for workbooks and reports as code. */
import {
  forEachWorkbookElement,
  isUnknown,
  type PolicyWorkbook,
  validateReportContents,
  validateWorkbookContents,
  type WorkbookElementPlace,
  type WorkbookJudge,
} from "pulumi-analytics/policy";
import { policy } from "./policy";
import { count, declareFlag, declareTexts } from "./settings";

type Path = WorkbookElementPlace["path"];
type Value = WorkbookElementPlace["element"][string];
type Fields = WorkbookElementPlace["element"];

const isFields = (value: Value): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Validates workbooks and reports alike. */
const validateContents = (judge: WorkbookJudge) => [validateWorkbookContents(judge), validateReportContents(judge)];

/** Every mapping in a value, with its path. */
function* walk(value: Value, path: Path): Generator<{ fields: Fields; path: Path }> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* walk(item, [...path, index]);
  else if (isFields(value)) {
    yield { fields: value, path };
    for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...path, key]);
  }
}

/**
 * Elements of workbooks and reports read data models, not SQL or tables of the warehouse. Advisory.
 *
 * | setting | |
 * |---|---|
 * | `folders` | ids of the folders whose workbooks and reports may read anything; default: none |
 *
 * @example `workbookSources({ config: { folders: [sandboxFolderId] } })`
 */
export const workbookSources = policy({
  name: "workbook-sources",
  description: "Elements of workbooks and reports read data models.",
  level: "advisory",
  settings: { folders: declareTexts("Ids of the folders whose workbooks and reports may read SQL and tables.") },
  judge: (settingsOf) => ({
    validateResource: validateContents((workbook, context, report) => {
      const { folders } = settingsOf(context);
      const { folderId } = workbook.fields;
      if (folders.includes(folderId) || (folders.length > 0 && isUnknown(folderId))) return;
      forEachWorkbookElement(workbook, ({ element, path }) => {
        for (const { fields, path: at } of walk(element.source, [...path, "source"])) {
          if (fields.kind === "sql") report("reads SQL; read a data model", at);
          else if (fields.kind === "warehouse-table") report("reads a table of the warehouse; read a data model", at);
        }
      });
    }),
  }),
});

/**
 * Each control of a workbook or report does something: it filters elements, sets a control of a model, or a formula,
 * SQL or text names it. Advisory.
 */
export const workbookControls = policy({
  name: "workbook-controls",
  description: "Each control of a workbook or report does something.",
  level: "advisory",
  settings: {},
  judge: () => ({
    validateResource: validateContents((workbook, _context, report) => {
      const text = JSON.stringify(workbook.contents ?? null);
      const formulas = text.match(/(?<=\{)\{[^{}]*/g) ?? [];
      forEachWorkbookElement(workbook, ({ element, kind, path }) => {
        if (kind !== "control" || element.controlType === "synced") return;
        const { controlId } = element;
        const isBound = ["filters", "targets", "parameters"].some((field) => hasSome(element[field]));
        if (isBound || typeof controlId !== "string" || isUnknown(controlId)) return;
        const isNamed = text.includes(`[${controlId}]`) || formulas.some((formula) => formula.includes(controlId));
        if (!isNamed) report("the control filters nothing, and nothing names it; give it `filters`", path);
      });
    }),
  }),
});

const hasSome = (value: Value) => isUnknown(value) || (Array.isArray(value) && value.length > 0);

/**
 * Workbooks and reports have a moderate number of pages and elements. Advisory.
 *
 * | setting | |
 * |---|---|
 * | `pages` | most pages; default: 20 |
 * | `elements` | most elements; default: 200 |
 */
export const workbookSize = policy({
  name: "workbook-size",
  description: "Workbooks and reports have a moderate size.",
  level: "advisory",
  settings: { pages: count("Most pages.", 20), elements: count("Most elements.", 200) },
  judge: (settingsOf) => ({
    validateResource: validateContents(({ contents, noun }, context, report) => {
      const most = settingsOf(context);
      for (const field of ["pages", "elements"] as const) {
        const list = contents?.[field];
        const found = Array.isArray(list) ? list.length : 0;
        if (found > most[field]) report(`has ${found} ${field}, more than ${most[field]}; split the ${noun}`);
      }
    }),
  }),
});

/**
 * Workbooks and reports have a description and an owner. Advisory.
 *
 * | setting | |
 * |---|---|
 * | `owner` | whether `ownerId` is required; default: true |
 */
export const workbookOwner = policy({
  name: "workbook-owner",
  description: "Workbooks and reports have a description and an owner.",
  level: "advisory",
  settings: { owner: declareFlag("Whether ownerId is required.", true) },
  judge: (settingsOf) => ({
    validateResource: validateContents(({ fields: { description, ownerId } }, context, report) => {
      if (description === undefined || description === "") report("has no description; add `description`");
      if (settingsOf(context).owner && ownerId === undefined) report("has no owner; add `ownerId`");
    }),
  }),
});

/** The contrast between a text and its background, by the level of WCAG 2.2. */
const ratios: Readonly<Record<string, number>> = { AA: 4.5, AAA: 7 };

/**
 * Texts of workbooks and reports can be read on their background: the contrast of colors in hex is that of WCAG 2.2,
 * level AA (4.5:1). Colors of a theme aren't known, and not checked. Advisory.
 *
 * | setting | |
 * |---|---|
 * | `enhanced` | whether to require level AAA (7:1); default: false |
 */
export const workbookContrast = policy({
  name: "workbook-contrast",
  description: "Texts of workbooks and reports can be read on their background.",
  level: "advisory",
  settings: { enhanced: declareFlag("Whether to require level AAA (7:1).", false) },
  judge: (settingsOf) => ({
    validateResource: validateContents((workbook, context, report) => {
      const least = ratios[settingsOf(context).enhanced ? "AAA" : "AA"]!;
      for (const { text, background, path } of listColorPairs(workbook)) {
        const contrast = computeContrast(text, background);
        if (contrast === undefined || contrast >= least) continue;
        const shown = `${text} on ${background} has a contrast of ${contrast.toFixed(2)}:1`;
        report(`${shown}, and texts need ${least}:1; choose a darker or lighter color`, path);
      }
    }),
  }),
});

interface ColorPair {
  readonly text: Value;
  readonly background: Value;
  readonly path: Path;
}

/** The colors of texts with those behind them. */
function listColorPairs(workbook: PolicyWorkbook): ColorPair[] {
  const pairs: ColorPair[] = [];
  const add = (text: Value, background: Value, path: Path) => {
    if (text !== undefined && background !== undefined) pairs.push({ text, background, path });
  };
  const get = (value: Value, field: string) => (isFields(value) ? value[field] : undefined);
  forEachWorkbookElement(workbook, ({ element, path }) => {
    const background = get(element.style, "backgroundColor");
    for (const field of ["name", "value"]) add(get(element[field], "color"), background, [...path, field, "color"]);
    for (const { fields, path: at } of walk(element, path)) {
      add(fields.color ?? fields.fontColor, fields.backgroundColor ?? fields.fillColor, at);
    }
  });
  const theme = get(workbook.contents?.settings, "theme");
  const colors = get(get(theme, "overrides"), "colors");
  add(get(colors, "text"), get(colors, "surface"), ["settings", "theme", "overrides", "colors"]);
  return pairs;
}

/** The ratio of two colors in hex, from 1 to 21; undefined for others, such as those of a theme. */
function computeContrast(a: Value, b: Value): number | undefined {
  const [x, y] = [a, b].map(computeLuminance);
  if (x === undefined || y === undefined) return undefined;
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** The relative luminance of a color in hex, as WCAG defines it. */
function computeLuminance(color: Value): number | undefined {
  const [, hex] = typeof color === "string" ? (/^#([0-9a-f]{6})$/i.exec(color) ?? []) : [];
  if (hex === undefined) return undefined;
  const readChannel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * readChannel(0) + 0.7152 * readChannel(2) + 0.0722 * readChannel(4);
}
