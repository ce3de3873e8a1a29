import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSpec } from "../../../../provider/src/core/model";
import { isObject, type Json } from "../../../../provider/src/core/model/json";
import fc from "../../../fast-check";

const repository = join(__dirname, "../../../..");

/** The folders whose files are models and workbooks as people write them. */
const folders = ["docs/handbook", "examples", "tests/fixtures/specs/constructs", "bench"];

/** Every formula in a form, and each in a text with `{{…}}`. */
export function listFormulas(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(listFormulas);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" ? (key === "formula" ? [inner] : []) : listFormulas(inner),
  );
}

function listFiles(folder: string): string[] {
  return (
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      // The files before a task of an agent have mistakes.
      .filter((path) => !/node_modules|tasks\/[^/]+\/before\//.test(path))
  );
}

/** The formulas of this repository's files, each once. */
export function listRealFormulas(): string[] {
  const found = folders.flatMap((folder) =>
    listFiles(join(repository, folder)).flatMap((file) => {
      try {
        return listFormulas(parseSpec(readFileSync(file, "utf8")));
      } catch {
        // Files of other kinds: settings of projects and pipelines.
        return [];
      }
    }),
  );
  return [...new Set(found)];
}

const word = fc.constantFrom("Amount", "Net Revenue", "It's", "a[b", "Größe", "x", "1", "Customer Id", "and", "A/B");
const name = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words) => `[${words.map((one) => one.replaceAll(/[[\]/\\]/g, "\\$&")).join("/")}]`);
const literal = fc.constantFrom("1", "2.5", ".5", "1e3", '"a"', '""', '"a ""b"" c"', '"[no]"', "True", "false", "Null");
const calls = fc.constantFrom("Sum", "Coalesce", "Text", "Concat", "Not", "In", "Today");
const operators = fc.constantFrom(
  "+",
  "-",
  "*",
  "/",
  "^",
  "%",
  "&",
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "and",
  "or",
  "Or",
);
const gaps = fc.constantFrom("", " ", "\n  ", " /* why */ ", " // why\n");

/** Formulas that can be read, with the operators, literals, calls, steps and comments that there are. */
export const validFormulas: fc.Arbitrary<string> = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    name,
    literal,
    fc
      .tuple(name, fc.constantFrom(".email", "[0]", ".users[0].email", '["key"]', ".`odd key`"))
      .map((parts) => parts.join("")),
    fc
      .tuple(tie("formula"), operators, tie("formula"), gaps)
      .map(([a, sign, b, gap]) => `${a} ${sign}${gap || " "}${b}`),
    fc
      .tuple(calls, gaps, fc.array(tie("formula"), { maxLength: 3 }))
      .map(([call, gap, args]) =>
        call === "Not" ? `Not(${args[0] ?? "[A]"})` : `${call}${/\n|\//.test(gap) ? "" : gap}(${args.join(`,${gap}`)})`,
      ),
    fc.tuple(fc.constantFrom("-", "not "), tie("formula")).map(([sign, inner]) => `${sign}(${inner})`),
    fc.tuple(gaps, tie("formula"), gaps).map(([before, inner, after]) => `(${before}${inner}${after})`),
  ),
})).formula;

const signs =
  "[ ] ( ) , . \\ \" ' “ ” ‘ ’ ` / * - + = ! < > & | ? : ; { } @ # \n case when then else end if is not in between " +
  'and or like A 1 [A] "x" Sum( // /* */';

/** Anything: signs of formulas in any order, and any characters. */
export const anyTexts: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...signs.split(" ")), gaps, fc.string({ maxLength: 3 })), { maxLength: 30 })
  .map((parts) => parts.join(""));
