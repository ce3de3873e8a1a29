import { findNearest, suggest } from "../../text";
import { walkFormulas } from "../references/formula-sites";
import { type FormulaPart, type FormulaSyntax, findSpan, parseSyntax } from "../references/formula-syntax";
import type { Report } from "../text/findings";
import { findEquivalent, functionNames, isKnownFunction } from "./functions";
import type { Rule } from "./rule";

/** What is wrong with a part of a formula. */
export type FormulaProblem = Pick<Report, "message" | "hint"> & { readonly part: FormulaPart };

/** A rule about single formulas, wherever they stand. */
export interface FormulaRule extends Rule {
  /** What it finds in one formula. */
  checkFormula(formula: string): FormulaProblem[];
}

/** Problems of one formula that are told one by one. Each is looked for in the whole formula. */
const mostProblems = 50;

/** The first problems, and one that counts the others. */
function joinMany(problems: FormulaProblem[]): FormulaProblem[] {
  const [next] = problems.slice(mostProblems);
  if (next === undefined) return problems;
  const count = problems.length - mostProblems;
  return [...problems.slice(0, mostProblems), { part: next.part, message: `${count} more problems from here on` }];
}

function defineRule(
  name: string,
  severity: Rule["severity"],
  check: (syntax: FormulaSyntax, formula: string) => FormulaProblem[],
): FormulaRule {
  const checkFormula = (formula: string) => joinMany(check(parseSyntax(formula), formula));
  return {
    name,
    severity,
    checkFormula,
    check(model, report) {
      walkFormulas(model.spec, (site) => {
        const formula = site.readFormula();
        if (formula === undefined) return;
        for (const { part, ...finding } of checkFormula(formula)) {
          report({ path: site.buildPath(), span: findSpan(part, formula), ...finding });
        }
      });
    },
  };
}

const partners: Readonly<Record<string, string>> = { "(": ")", ")": "(", "[": "]", "]": "[" };
const isOperator = ({ text }: FormulaPart) => /^(and|or)$/i.test(text);

const isCase = ({ text }: FormulaPart) => /^case$/i.test(text);

export const formulaSyntax = defineRule("formula-syntax", "error", ({ calls, unpaired, sql }, formula) => [
  ...describeCases(sql.filter(isCase), formula),
  ...unpaired.map((part) => {
    const sign = part.text[0]!;
    const isClosing = sign === ")" || sign === "]";
    const partner = partners[sign] ?? sign;
    return isClosing
      ? { part, message: `this \`${sign}\` closes nothing`, hint: `Remove it, or add the \`${partner}\`.` }
      : { part, message: `this \`${sign}\` is never closed`, hint: `Add the \`${partner}\`.` };
  }),
  ...calls.filter(isOperator).map((part) => ({
    part,
    message: `\`${part.text}\` is an operator, not a function`,
    hint: `Write it between two values: \`[A] ${part.text} [B]\`.`,
  })),
]);

function describeCases(parts: readonly FormulaPart[], formula: string): FormulaProblem[] {
  const written = (parts.length === 1 && rewriteCase(formula)) || "If(condition, value, otherwise)";
  return parts.map((part) => ({
    part,
    message: "`case … end` is SQL, and no formula",
    hint: `Write \`${written}\`.`,
  }));
}

/** Characters of a `case` that is rewritten: the search for its parts takes the square of its length. */
const longestCase = 2_000;

/** A formula that is one `case` of SQL as the platform writes it; undefined for any other. */
function rewriteCase(formula: string): string | undefined {
  if (formula.length > longestCase) return undefined;
  const [, branches, otherwise] = /^case\s+(when\s.+?)(?:\selse\s+(.+?))?\s+end$/is.exec(formula.trim()) ?? [];
  if (branches === undefined || /\bcase\b/i.test(branches + otherwise)) return undefined;
  const pairs = branches
    .split(/\bwhen\s+/i)
    .slice(1)
    .map((branch) => branch.trim().split(/\s+then\s+/i));
  if (pairs.some(({ length }) => length !== 2)) return undefined;
  return `If(${[...pairs.flat(), ...(otherwise === undefined ? [] : [otherwise])].join(", ")})`;
}

/** What formulas have instead of operators of SQL. */
const functionOf: Readonly<Record<string, string>> = {
  is: "IsNull([A])` or `IsNotNull([A])",
  like: 'Like([A], "a%")',
  ilike: 'ILike([A], "a%")',
  between: "Between([A], 1, 2)",
};

export const sqlOperator = defineRule("sql-operator", "warning", ({ sql }) =>
  sql
    .filter((part) => !isCase(part))
    .map((part) => ({
      part,
      message: `\`${part.text}\` is an operator of SQL, and formulas have functions instead`,
      hint: `Write it like \`${functionOf[part.text.toLowerCase()]}\`.`,
    })),
);

export const unknownFunction = defineRule("unknown-function", "warning", ({ calls }) =>
  calls
    .filter((part) => !isOperator(part) && !isKnownFunction(part.text))
    .map((part, index) => {
      const near =
        index < mostProblems ? (findEquivalent(part.text) ?? findNearest(part.text, functionNames)) : undefined;
      return {
        part,
        message: `\`${part.text}\` is not a known function`,
        hint: suggest(near),
      };
    }),
);
