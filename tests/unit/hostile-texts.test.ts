import { dropMarks } from "../../cli/src/drawing/pages/title";
import { stripFormatting } from "../../cli/src/pull/program/hash";
import { escapeDot, escapeMermaid } from "../../diagram/src/graph";
import { createPattern } from "../../generate/src/pattern";
import { parseSql } from "../../generate/src/sql";
import { isMatchingAny } from "../../policies/src/settings";
import { isDecimal, parseJson, parseNumber } from "../../provider/src/core/data";
import { findNames, normalizeFormula } from "../../provider/src/core/formula";
import { checkFormula } from "../../provider/src/core/formula/check";
import { listWords } from "../../provider/src/core/graph/sources";
import { findControls } from "../../provider/src/core/model/references/controls";
import { findOutputs } from "../../provider/src/core/model/references/sql-outputs";
import { parseSpec } from "../../provider/src/core/model/text";
import * as texts from "../../provider/src/core/text";
import { listFormulaTexts } from "../../provider/src/core/workbook/formula-texts";
import { parseLayout } from "../../provider/src/core/workbook/layout/layout";
import { countCases } from "../cases";
import { expectLimited, manyCharacters } from "./limited";

/** What readers look for: what opens, closes, escapes, separates and fills. */
const pieces = [
  ..."'\"`\\[]{}()<>#*-_.:,;/=&%@$!|+ \t\n\raxX01e…\u2022",
  ...["{{", "}}", "/*", "*/", "--", "//", "If(", "case when ", "not ", "ref(", "as ", "- ", "<a style=", "https://"],
];

/** Numbers in [0, 1), the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** A few pieces over and over, between two others: what makes a reader that goes back begin again at each. */
function buildText(random: () => number): string {
  const pick = () => pieces[Math.floor(random() * pieces.length)]!;
  const unit = Array.from({ length: 1 + Math.floor(random() * 4) }, pick).join("");
  return pick() + unit.repeat(manyCharacters / unit.length) + pick();
}

/** Readers of what a user, the platform or somebody else's repository writes. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  isMask: texts.isMask,
  hasMaskInside: texts.hasMaskInside,
  isShownAs: (text) => texts.isShownAs(text, text.replaceAll("a", "***")),
  normalizeStored: texts.normalizeStored,
  escapeText: texts.escapeText,
  formTitle: texts.formTitle,
  shortenName: (text) => texts.shortenName(text, 80),
  isDecimal: (text) => isDecimal(text),
  "isDecimal, of digits": (text) => isDecimal(text.replaceAll(/[^.eE+-]/g, "0")),
  "parseNumber, of digits": (text) => parseNumber(text.replaceAll(/[^.]/g, "0")),
  parseJson: (text) => parseJson(JSON.stringify({ [text]: [text, 1e20] })),
  parseSpec: (text) => parseSpec(`values: [${text}`),
  "parseSpec, of digits": (text) => parseSpec(`values: [${text.replaceAll(/[^_.:]/g, "0")}]`),
  checkFormula,
  findNames,
  normalizeFormula,
  findControls,
  findOutputs: (text) => findOutputs(`select ${text} from t`),
  listWords: (text) => listWords({ kind: "sql", statement: text }),
  listFormulaTexts: (text) => [...listFormulaTexts({ body: text }, [])],
  parseLayout: (text) => parseLayout(`<Page id="p">${text}`),
  parseSql: (text) => parseSql(text, { doubleQuotedTexts: false, backslashEscapes: false }),
  createPattern: (text) => createPattern("*a*x*").test(text),
  isMatchingAny: (text) => isMatchingAny(text, ["*a*x*1*"]),
  dropMarks,
  stripFormatting,
  escapeMermaid,
  escapeDot,
};

/** For all 100 texts, on a busy machine. */
const longestMs = 600_000;

function readAll(read: (text: string) => unknown): void {
  const random = createRandom(1);
  for (let count = countCases(100); count > 0; count--) {
    const text = buildText(random);
    expectLimited(() => {
      try {
        read(text);
      } catch (error) {
        // What isn't SQL or YAML is refused; a reader without any more stack isn't.
        if (error instanceof RangeError) throw error;
      }
    });
  }
}

test.each(Object.entries(readers))("%s takes time that grows with the text", (_, read) => readAll(read), longestMs);

// What each of these readers began again with.
test.each<[string, (text: string) => unknown, string]>([
  ["isMask, of a boundary", texts.isMask, `${"-".repeat(manyCharacters)}1`],
  ["isMask, of a user's name", texts.isMask, `${"x".repeat(manyCharacters)}!`],
  ["isMask, of brackets", texts.isMask, `<${"*".repeat(manyCharacters)}x`],
  ["findControls", findControls, `{{#0${"\t".repeat(manyCharacters)}{{}}`],
  ["isDecimal", isDecimal, `${"1".repeat(manyCharacters)}x`],
  ["parseSpec", parseSpec, `values: [${"0".repeat(manyCharacters)}_x]`],
  ["checkFormula", checkFormula, `${"as ".repeat(manyCharacters / 3)}\``],
  ["parseSql", readers.parseSql!, `1${" ".repeat(manyCharacters)}--`],
])("%s takes time that grows with a text made for it", (_, read, text) => {
  expectLimited(() => read(text));
});
