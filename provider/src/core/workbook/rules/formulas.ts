import { remember } from "../../data";
import { findNames, findSpan } from "../../formula";
import { checkFormula, type FormulaPlace, type FormulaProblem, listRowAggregates } from "../../formula/check";
import { listObjectEntries, readKnownString } from "../../model/json";
import { describePlace } from "../../model/references";
import {
  describeRowAggregate,
  isRefused,
  listCalculated,
  formulaRules as rulesOfModels,
  suggestName,
  visitUnresolved,
} from "../../model/rules";
import { toWorkbookPath } from "../as-model";
import { type FormulaText, formWhole, listFormulaTexts } from "../formula-texts";
import { hasColumns } from "../kinds";
import type { WorkbookIndex } from "../workbook-index";
import { FanOutFinder, type FindTable } from "./fan-out";
import type { WorkbookRule } from "./rule";

/** A formula, and what is known of the names in it. */
interface PlacedFormula extends FormulaText {
  readonly place?: FormulaPlace;
}

/** Every formula: of columns, joins, actions, marks and formats, and those in texts. */
function listFormulas(workbook: WorkbookIndex): PlacedFormula[] {
  const found: PlacedFormula[] = [];
  workbook.model.formulas.forEach((site) => {
    const formula = site.readFormula();
    if (formula === undefined) return;
    const place = describePlace(workbook.model, site);
    found.push({ ...formWhole(formula, toWorkbookPath(site.buildPath())), place });
  });
  // Of texts with `{{…}}`, only those of text elements are known to hold formulas alone.
  const isSure = ({ formula, text, path }: FormulaText) =>
    formula === text || (path.length === 3 && path[2] === "body");
  for (const { element, path } of workbook.entries) {
    const { columns: _, source: __, ...rest } = element;
    for (const one of [...listFormulaTexts(rest, path)].filter(isSure)) found.push(one);
  }
  for (const field of ["overlays", "agents"]) {
    for (const one of [...listFormulaTexts(workbook.document[field], [field])].filter(isSure)) found.push(one);
  }
  return found;
}

/** What is wrong with the formulas of a workbook. All rules share it. */
const found = new WeakMap<WorkbookIndex, readonly { text: FormulaText; problem: FormulaProblem }[]>();

const listProblems = (workbook: WorkbookIndex) =>
  remember(found, workbook, () =>
    listFormulas(workbook).flatMap((text) =>
      checkFormula(text.formula, text.place).map((problem) => ({ text, problem })),
    ),
  );

/** A rule about single formulas, over all of a workbook's. */
export const formulaRules: readonly WorkbookRule[] = rulesOfModels.map(({ name, severity }) => ({
  name,
  severity,
  check(workbook, report) {
    for (const { text, problem } of listProblems(workbook)) {
      const { rule, part, ...finding } = problem;
      if (rule !== name) continue;
      const span = findSpan({ text: part.text, start: text.start + part.start }, text.text);
      report({ path: text.path, span, ...finding });
    }
  },
}));

/** Charts calculate aggregates for their axes, tables only in groupings and in their summary. */
export const rowAggregate: WorkbookRule = {
  name: "row-aggregate",
  severity: "warning",
  check({ entries }, report) {
    for (const { element, kind, path } of entries) {
      const calculated = kind === "table" ? listCalculated(element) : undefined;
      if (calculated === undefined) continue;
      for (const [index, { id, formula }] of listObjectEntries(element.columns)) {
        const [text, own] = [readKnownString(formula), readKnownString(id)];
        const [aggregate] = text === undefined ? [] : listRowAggregates(text);
        if (aggregate === undefined || own === undefined || calculated.has(own)) continue;
        const at = [...path, "columns", index, "formula"];
        report({ path: at, span: findSpan(aggregate, text!), ...describeRowAggregate(aggregate.text) });
      }
    }
  },
};

export const missingNode: WorkbookRule = {
  name: "missing-node",
  severity: "error",
  check(workbook, report) {
    for (const { formula, path, text, start } of listFormulas(workbook)) {
      const name = findNames(formula).find(({ segments }) => segments.length > 1 && segments[0] === "Missing node");
      if (name === undefined) continue;
      report({
        path,
        span: findSpan({ text: `[${name.text}]`, start: start + name.start }, text),
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
const defineNameRule = (name: string, isMeant: typeof isRefused): WorkbookRule => ({
  name,
  severity: "error",
  check: (workbook, report) =>
    visitUnresolved(workbook.model, workbook.model.formulas, (site, { text, segments, nth }, names) => {
      if (!isMeant(site, segments) || isElsewhere(segments)) return;
      report({
        path: toWorkbookPath(site.buildPath()),
        span: { text: `[${text}]`, nth },
        message: `nothing in this ${workbook.noun} is called \`[${text}]\` here`,
        hint: suggestName(site, segments, names) ?? describeSources(names.listSourceNames(site.element)),
      });
    }),
});

/** The platform refuses a name of another element that leads nowhere. */
export const missingName = defineNameRule("missing-column", isRefused);

/** It accepts any other, and the column gets the type `error`: nobody can read it. */
export const unresolvedName = defineNameRule("unresolved-name", (...place) => !isRefused(...place));

export const fanOut: WorkbookRule = {
  name: "fan-out",
  severity: "warning",
  check({ entries, byId }, report) {
    const findTable: FindTable = ({ kind, elementId }) => {
      const target = kind === "table" ? byId.get(readKnownString(elementId) ?? "") : undefined;
      return target?.name === undefined ? undefined : { element: target.element, name: target.name };
    };
    const finder = new FanOutFinder(findTable);
    for (const { element, kind, path } of entries) {
      for (const found of hasColumns(kind) ? finder.listFanOuts(element, path) : []) report(found.report);
    }
  },
};
