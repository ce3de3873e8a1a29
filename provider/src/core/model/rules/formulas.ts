import { remember } from "../../data";
import { findSpan } from "../../formula";
import { checkFormula, type FormulaProblem, type FormulaRuleName } from "../../formula/check";
import { describePlace } from "../references/formula-place";
import type { FormulaSite } from "../references/formula-sites";
import type { SpecIndex } from "../references/spec-index";
import type { Rule } from "./rule";

/** What is wrong with a formula, and where it stands. */
interface FoundProblem {
  readonly site: FormulaSite;
  readonly formula: string;
  readonly problem: FormulaProblem;
}

const found = new WeakMap<SpecIndex, readonly FoundProblem[]>();

/** What is wrong with the formulas of a model. All rules share it. */
const listFormulaProblems = (model: SpecIndex) => remember(found, model, () => findProblems(model));

function findProblems(model: SpecIndex): FoundProblem[] {
  const problems: FoundProblem[] = [];
  model.formulas.forEach((site) => {
    const formula = site.readFormula();
    if (formula === undefined) return;
    for (const problem of checkFormula(formula, describePlace(model, site))) problems.push({ site, formula, problem });
  });
  return problems;
}

const defineRule = (name: FormulaRuleName, severity: Rule["severity"]): Rule => ({
  name,
  severity,
  check(model, report) {
    for (const { site, formula, problem } of listFormulaProblems(model)) {
      const { rule, part, ...finding } = problem;
      if (rule === name) report({ path: site.buildPath(), span: findSpan(part, formula), ...finding });
    }
  },
});

/** What the platform refuses or surely computes wrongly is an error. */
export const formulaRules: readonly Rule[] = [
  defineRule("formula-syntax", "error"),
  defineRule("formula-arguments", "error"),
  defineRule("formula-types", "error"),
  defineRule("sql-operator", "warning"),
  defineRule("unknown-function", "error"),
  defineRule("doubtful-formula", "warning"),
];
