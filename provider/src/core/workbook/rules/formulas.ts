import {
  type FormulaRule,
  findSpan,
  unknownFunction as functionsOfModels,
  isRefused,
  sqlOperator as sqlOfModels,
  suggestName,
  formulaSyntax as syntaxOfModels,
  visitUnresolved,
  walkFormulas,
} from "../../spec/internal";
import { readKnownString } from "../../spec/json";
import { toWorkbookPath } from "../as-model";
import { type FormulaText, formWhole, listFormulaTexts } from "../formula-texts";
import { hasColumns } from "../kinds";
import type { WorkbookIndex } from "../workbook-index";
import { FanOutFinder, type FindTable } from "./fan-out";
import type { WorkbookRule } from "./rule";

/** Every formula: of columns, joins, actions, marks and formats, and those in texts. */
function listFormulas(workbook: WorkbookIndex): FormulaText[] {
  const found: FormulaText[] = [];
  walkFormulas(workbook.model.spec, (site) => {
    const formula = site.readFormula();
    if (formula !== undefined) found.push(formWhole(formula, toWorkbookPath(site.buildPath())));
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
    visitUnresolved(workbook.model, walkFormulas, (site, { text, segments, nth }, names) => {
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
export const missingName = defineNameRule("missing-column", "error", isRefused);

/** It accepts any other, and the column gets the type `error`. */
export const unresolvedName = defineNameRule("unresolved-name", "warning", (...place) => !isRefused(...place));

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
