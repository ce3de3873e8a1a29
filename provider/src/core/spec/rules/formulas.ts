import { nearest } from "../../text";
import { walkFormulas } from "../references/formula-sites";
import { type FormulaPart, type FormulaSyntax, syntaxOf } from "../references/formula-syntax";
import type { Report } from "../text/findings";
import { equivalentOf, functionNames, isKnownFunction } from "./functions";
import type { Rule } from "./rule";

/** A rule about single formulas: what it finds in one, each part with its message. */
function rule(
  name: string,
  severity: Rule["severity"],
  check: (syntax: FormulaSyntax) => (Pick<Report, "message" | "hint"> & { part: FormulaPart })[],
): Rule {
  return {
    name,
    severity,
    check(model, report) {
      walkFormulas(model.spec, (site) => {
        const formula = site.formula();
        if (formula === undefined) return;
        for (const { part, ...finding } of check(syntaxOf(formula))) {
          report({ path: site.path(), span: spanOf(part, formula), ...finding });
        }
      });
    },
  };
}

/** A part, by the number of times that its text occurs before it. */
const spanOf = ({ text, start }: FormulaPart, formula: string) => ({
  text,
  nth: formula.slice(0, start).split(text).length - 1,
});

const partners: Readonly<Record<string, string>> = { "(": ")", ")": "(", "[": "]", "]": "[" };
const isOperator = ({ text }: FormulaPart) => /^(and|or)$/i.test(text);

export const formulaSyntax = rule("formula-syntax", "error", ({ calls, unpaired }) => [
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

export const unknownFunction = rule("unknown-function", "warning", ({ calls }) =>
  calls
    .filter((part) => !isOperator(part) && !isKnownFunction(part.text))
    .map((part) => {
      const near = equivalentOf(part.text) ?? nearest(part.text, functionNames);
      return {
        part,
        message: `\`${part.text}\` is not a known function`,
        ...(near === undefined ? {} : { hint: `Did you mean \`${near}\`?` }),
      };
    }),
);
