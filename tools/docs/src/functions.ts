/** A function of formulas, as the rules know it. */
interface FunctionFacts {
  readonly group: string;
  readonly name: string;
  readonly signature: string;
  readonly returns: string;
  readonly source: "page" | "index" | "release" | "formulas";
}

/** The functions of formulas, as the rules know them. */
export interface Functions {
  listFunctions(): readonly FunctionFacts[];
  /** Functions of SQL and of spreadsheets in lower case → the platform's. */
  readonly foreignFunctions: Readonly<Record<string, string>>;
}

/** Where the arguments of a function are known from. */
const sources: Readonly<Record<FunctionFacts["source"], string>> = {
  page: "page",
  index: "index",
  release: "release notes",
  formulas: "formulas",
};

const returned: Readonly<Record<string, string>> = {
  logical: "condition",
  any: "value",
  first: "1st argument",
  second: "2nd argument",
};

/** The page that lists the functions of formulas. */
export function renderFunctions({ listFunctions, foreignFunctions }: Functions): string {
  const quote = (name: string) => `\`${name}\``;
  const functions = listFunctions();
  const groups = [...new Set(functions.map(({ group }) => group))].flatMap((group) => [
    `## ${group.charAt(0).toUpperCase()}${group.slice(1)}`,
    "",
    "| function | returns | known from |",
    "| --- | --- | --- |",
    ...functions
      .filter((one) => one.group === group)
      .map(
        ({ signature, returns, source }) =>
          `| ${quote(signature)} | ${returned[returns] ?? returns} | ${sources[source]} |`,
      ),
    "",
  ]);
  const foreign = Object.entries(foreignFunctions).map(
    ([name, own]) => `| ${quote(name.toUpperCase())} | ${quote(own)} |`,
  );
  return [
    "<!-- Generated from the list of functions that the rules use by `npm run docs`. Edit the list. -->",
    "",
    "# Functions of formulas",
    "",
    `The ${functions.length} functions that the rules of formulas know. Upper and lower case make no difference. ` +
      "Another function is an error,",
    "because the platform accepts it and breaks the column. The platform adds functions, and organizations define " +
      "their own: if yours has, set",
    "`pulumi config set --path analytics:rules.unknown-function warning`. For their use, see " +
      "[recipes](guides/formulas.md#recipes).",
    "",
    "What the last column says decides how sure a finding is: `page`, the function's own page in the platform's " +
      "reference; `index`, the platform's index",
    "of functions, with the arguments of a published translation of it. A wrong number of arguments is an error for " +
      "the first, and a warning for the others.",
    "",
    ...groups,
    "## Operators",
    "",
    "`and`, `or`, `=`, `!=`, `<`, `&` (joins texts) and the like are operators. " +
      "`Not([Paid])` is written like a function.",
    "",
    "## Functions of SQL and spreadsheets",
    "",
    "| there | here |",
    "| --- | --- |",
    ...foreign,
    "| `CASE WHEN … THEN … ELSE … END` | `If(condition, value, …, otherwise)` |",
    "| `==`, `&&`, `\\|\\|` | `=`, `and`, `&` or `or` |",
    "| `x IN (1, 2)` | `In([x], 1, 2)` |",
    "| `COUNT(*)`, `COUNT(DISTINCT x)` | `Count()`, `CountDistinct([x])` |",
    "| `CAST(x AS text)`, `x::text` | `Text([x])` |",
    "| `x IS NULL`, `x IS NOT NULL` | `IsNull([x])`, `IsNotNull([x])` |",
    "| `x LIKE 'a%'` | `Like([x], \"a%\")` |",
    "| `x BETWEEN 1 AND 2` | `Between([x], 1, 2)` |",
    "| `AND(a, b)`, `OR(a, b)` | `[a] and [b]`, `[a] or [b]` |",
    "",
  ].join("\n");
}
