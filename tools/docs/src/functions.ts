/** The functions of formulas, as the rules know them. */
export interface Functions {
  readonly functionGroups: Readonly<Record<string, readonly string[]>>;
  /** Functions of SQL and of spreadsheets in lower case → the platform's. */
  readonly foreignFunctions: Readonly<Record<string, string>>;
}

/** The page that lists the functions of formulas. */
export function renderFunctions({ functionGroups, foreignFunctions }: Functions): string {
  const quote = (name: string) => `\`${name}\``;
  const count = Object.values(functionGroups).flat().length;
  const groups = Object.entries(functionGroups).map(
    ([group, names]) => `| ${group} | ${names.map(quote).join(", ")} |`,
  );
  const foreign = Object.entries(foreignFunctions).map(
    ([name, own]) => `| ${quote(name.toUpperCase())} | ${quote(own)} |`,
  );
  return [
    "<!-- Generated from the list of functions that the rules use by `npm run docs`. Edit the list. -->",
    "",
    "# Functions of formulas",
    "",
    `The ${count} functions that the rule \`unknown-function\` knows. Upper and lower case make no difference. ` +
      "Another function is a warning and",
    "not an error, because the platform adds functions, and organizations define their own. " +
      "Turn the rule off if yours does:",
    "`pulumi config set --path analytics:rules.unknown-function off`. For their use, see " +
      "[recipes](guides/formulas.md#recipes).",
    "",
    "| group | functions |",
    "| --- | --- |",
    ...groups,
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
    "| `x IS NULL`, `x IS NOT NULL` | `IsNull([x])`, `IsNotNull([x])` |",
    "| `x LIKE 'a%'` | `Like([x], \"a%\")` |",
    "| `x BETWEEN 1 AND 2` | `Between([x], 1, 2)` |",
    "| `AND(a, b)`, `OR(a, b)` | `[a] and [b]`, `[a] or [b]` |",
    "",
  ].join("\n");
}
