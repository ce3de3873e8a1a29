import {
  deriveColumnNames,
  type FormulaRule,
  findNames,
  findSpan,
  unknownFunction as functionsOfModels,
  isRefused,
  normalizePlainName,
  parseSyntax,
  sqlOperator as sqlOfModels,
  suggestName,
  formulaSyntax as syntaxOfModels,
  visitUnresolved,
  walkFormulas,
} from "../../spec/internal";
import { filterObjects, type JsonObject, listObjectEntries, type Path, readKnownString } from "../../spec/json";
import { toWorkbookPath } from "../as-model";
import { hasColumns } from "../kinds";
import type { ElementEntry, WorkbookIndex } from "../workbook-index";
import { indexAsModel } from "./model-index";
import { listTableSources } from "./references";
import type { WorkbookRule } from "./rule";
import { walkObjects } from "./walk";

/** A formula, and where it is: in a text, such as one with `{{…}}`, or the whole of it. */
interface FormulaText {
  readonly formula: string;
  readonly path: Path;
  readonly text: string;
  /** Where in the text it begins. */
  readonly start: number;
}

/** A formula of a column. */
interface ColumnFormula extends FormulaText {
  readonly entry: ElementEntry;
}

const formWhole = (formula: string, path: Path): FormulaText => ({ formula, path, text: formula, start: 0 });

function* listColumnFormulas({ entries }: WorkbookIndex): Generator<ColumnFormula> {
  for (const entry of entries) {
    if (!hasColumns(entry.kind)) continue;
    for (const [index, column] of listObjectEntries(entry.element.columns)) {
      const formula = readKnownString(column.formula);
      if (formula !== undefined) yield { entry, ...formWhole(formula, [...entry.path, "columns", index, "formula"]) };
    }
  }
}

/** Every formula: of columns, joins, actions, marks and formats, and those in texts. */
function listFormulas(workbook: WorkbookIndex): FormulaText[] {
  const found: FormulaText[] = [];
  walkFormulas(indexAsModel(workbook).spec, (site) => {
    const formula = site.readFormula();
    if (formula !== undefined) found.push(formWhole(formula, toWorkbookPath(site.buildPath())));
  });
  for (const { element, kind, path } of workbook.entries) {
    const { columns: _, source: __, ...rest } = element;
    found.push(...listInside(rest, path));
    const progress = kind === "progress" ? ["value", "min", "max"] : [];
    for (const field of progress) {
      const formula = readKnownString(element[field]);
      if (formula !== undefined) found.push(formWhole(formula, [...path, field]));
    }
    const body = kind === "text" ? readKnownString(element.body) : undefined;
    for (const { 1: formula = "", index } of body?.matchAll(/\{\{(.*?)\}\}/gs) ?? []) {
      found.push({ formula, path: [...path, "body"], text: body!, start: index + 2 });
    }
  }
  for (const field of ["overlays", "agents"]) found.push(...listInside(workbook.document[field], [field]));
  return found;
}

/** The formulas of actions, marks and formats. */
function* listInside(value: JsonObject[string], path: Path): Generator<FormulaText> {
  for (const { object, path: at } of walkObjects(value, path)) {
    const fields = ["formula", ...(at.at(-1) === "trigger" ? ["condition"] : [])];
    for (const field of fields) {
      const formula = readKnownString(object[field]);
      if (formula !== undefined) yield formWhole(formula, [...at, field]);
    }
  }
}

/** A rule about single formulas, over all of a workbook's. */
const adopt = ({ name, severity, checkFormula }: FormulaRule): WorkbookRule => ({
  name,
  severity,
  check(workbook, report) {
    for (const { formula, path, text, start } of listFormulas(workbook)) {
      for (const { part, ...finding } of checkFormula(formula)) {
        report({ path, span: findSpan({ text: part.text, start: start + part.start }, text), ...finding });
      }
    }
  },
});

export const formulaSyntax = adopt(syntaxOfModels);
export const sqlOperator = adopt(sqlOfModels);
export const unknownFunction = adopt(functionsOfModels);

export const missingNode: WorkbookRule = {
  name: "missing-node",
  severity: "error",
  check(workbook, report) {
    for (const { formula, path, text, start } of listFormulas(workbook)) {
      const found = /\[Missing node\/[^\]]*\]/.exec(formula);
      if (found === null) continue;
      report({
        path,
        span: findSpan({ text: found[0], start: start + found.index }, text),
        message: "the formula reads from an element that was deleted on the platform",
        hint: "Read from an element that is there, or remove the column.",
      });
    }
  },
};

/** Names that are looked up in what a viewer selected, in a repeated container, or in what is gone. */
const isElsewhere = ([first = ""]: readonly string[]) =>
  ["Selection", "Missing node"].includes(first) || first.endsWith("repeated container");

const describeSources = (sources: readonly string[]) =>
  sources.length === 0 ? undefined : `It reads from ${sources.map((name) => `\`${name}\``).join(", ")}.`;

/** A rule about the names in formulas that mean nothing. */
const defineNameRule = (name: string, severity: WorkbookRule["severity"], isMeant: typeof isRefused): WorkbookRule => ({
  name,
  severity,
  check: (workbook, report) =>
    visitUnresolved(indexAsModel(workbook), walkFormulas, (site, { text, segments, nth }, names) => {
      if (!isMeant(site, segments) || isElsewhere(segments)) return;
      const hint = suggestName(site, segments, names) ?? describeSources(names.listSourceNames(site.element));
      report({
        path: toWorkbookPath(site.buildPath()),
        span: { text: `[${text}]`, nth },
        message: `nothing in this workbook is called \`[${text}]\` here`,
        ...(hint === undefined ? {} : { hint }),
      });
    }),
});

/** The platform refuses a name of another element that leads nowhere. */
export const missingName = defineNameRule("missing-column", "error", isRefused);

/** It accepts any other, and the column gets the type `error`. */
export const unresolvedName = defineNameRule("unresolved-name", "warning", (...place) => !isRefused(...place));

/** Aggregates of equal values are that value: these may be taken at any grain. */
const harmless = /^(min|max|minif|maxif|first|last|countdistinct|countdistinctif)$/i;
const aggregate = /^(sum|avg|count|median|stddev|variance|percentile|listagg|arrayagg|sumproduct)/i;

/** The calls around a place in a formula, the innermost first. */
function listCallsAround(formula: string, place: number): string[] {
  const calls = new Map(parseSyntax(formula).calls.map(({ text, start }) => [start, text]));
  const open: (string | undefined)[] = [];
  const texts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[(?:[^\]\\]|\\.)*\]|[\p{L}_][\p{L}\p{N}_]*|[()]/gsu;
  let last: string | undefined;
  for (const { 0: part, index } of formula.matchAll(texts)) {
    if (index >= place) break;
    if (part === "(") open.push(last);
    else if (part === ")") open.pop();
    last = calls.get(index);
  }
  return open.flatMap((call) => call ?? []).reverse();
}

export const fanOut: WorkbookRule = {
  name: "fan-out",
  severity: "warning",
  check(workbook, report) {
    for (const { entry, formula, path } of listColumnFormulas(workbook)) {
      for (const { object: source } of listTableSources(entry)) {
        const target = workbook.byId.get(readKnownString(source.elementId) ?? "");
        if (target?.name === undefined || target.id === entry.id) continue;
        const calculated = mapCalculations(target);
        for (const { segments, text, start } of calculated.size === 0 ? [] : findNames(formula)) {
          if (segments.length < 2 || segments[0] !== target.name) continue;
          const column = segments.slice(1).join("/");
          const grouping = calculated.get(normalizePlainName(column));
          const isSameGrain = grouping === undefined || grouping === source.groupingId;
          const call = listCallsAround(formula, start).find((one) => aggregate.test(one) || harmless.test(one));
          if (isSameGrain || call === undefined || harmless.test(call)) continue;
          report({
            path,
            span: findSpan({ text: `[${text}]`, start }, formula),
            message:
              `\`${target.name}\` calculates \`${column}\` for each group of \`${grouping}\`, and this reads another ` +
              `grain: the values repeat, and \`${call}\` of them is wrong`,
            hint:
              `Read the same grain with \`groupingId: ${grouping}\`, or a \`summary\` of \`${target.name}\` ` +
              "with `Max`.",
          });
        }
      }
    }
  },
};

/** The columns that an element calculates for its groups, by their plain names, with the grouping of each. */
function mapCalculations({ element }: ElementEntry): ReadonlyMap<string, string> {
  const groupings = new Map(
    filterObjects(element.groupings).flatMap(({ id, calculations }) =>
      (Array.isArray(calculations) ? calculations : []).map((column) => [column, readKnownString(id) ?? "…"] as const),
    ),
  );
  return new Map(
    filterObjects(element.columns).flatMap((column) => {
      const grouping = groupings.get(column.id ?? null);
      if (grouping === undefined) return [];
      const name = readKnownString(column.name);
      const names = name === undefined ? deriveColumnNames(column) : [normalizePlainName(name)];
      return names.map((one) => [one, grouping] as const);
    }),
  );
}
