import { forEachColumn, forEachTable, isUnknown, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { declareTexts } from "../settings";

const usual = [
  "e.?mail",
  "phone|mobile",
  "first.?name|last.?name|surname",
  "birth.?(?:date|day)|date.?of.?birth",
  "\\bssn\\b|social.?security|national.?id|tax.?id|passport",
  "\\biban\\b|credit.?card|card.?number|account.?number",
];

/**
 * A column whose name or id indicates personal data is hidden, or has a column security. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `patterns` | regular expressions for parts of names and ids, in any case; default: e-mail, phone, birth … |
 * | `exempt` | ids of columns that may be visible, as `<table>.<column>` |
 *
 * @example `personalData({ config: { exempt: ["support.team_email"] } })`
 */
export const personalData = policy({
  name: "personal-data",
  description: "Columns with personal data are hidden or under a column security.",
  level: "mandatory",
  settings: {
    patterns: declareTexts("Regular expressions found anywhere in a column's name or id, capitals ignored.", usual),
    exempt: declareTexts("Columns that may be seen all the same, as <table>.<column>."),
  },
  judge: (settingsOf) => ({
    validateResource: validateDataModel((model, context, report) => {
      const { patterns, exempt } = settingsOf(context);
      const isPersonal = createMatcher(patterns);
      const restricted = new Map<object, ReadonlySet<string> | "unknown">();
      forEachTable(model, ({ table }) => restricted.set(table, listRestricted(table.columnSecurities)));
      forEachColumn(model, ({ column, table, path }) => {
        const names = [column.name, column.id].filter((name) => name !== undefined && !isUnknown(name));
        const hit = names.find((name) => isPersonal(name!));
        if (hit === undefined || column.hidden === true || isUnknown(column.hidden)) return;
        const columns = restricted.get(table)!;
        if (columns === "unknown" || columns.has(column.id ?? "") || exempt.includes(`${table.id}.${column.id}`))
          return;
        report(`"${hit}" looks like personal data that everybody sees: hide it, or add it to a column security`, path);
      });
    }),
  }),
});

const matchers = new Map<string, (name: string) => boolean>();

/**
 * Whether a name matches one of the patterns. Cached per list of patterns and name, because names repeat in many
 * models.
 */
function createMatcher(patterns: readonly string[]): (name: string) => boolean {
  const key = JSON.stringify(patterns);
  const kept = matchers.get(key);
  if (kept !== undefined) return kept;
  const expressions = patterns.map((pattern) => new RegExp(pattern, "iu"));
  const known = new Map<string, boolean>();
  const matchName = (name: string) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const matches = expressions.some((expression) => expression.test(name.replaceAll("_", " ")));
    known.set(name, matches);
    return matches;
  };
  matchers.set(key, matchName);
  return matchName;
}

type Securities = Parameters<Parameters<typeof forEachTable>[1]>[0]["table"]["columnSecurities"];

function listRestricted(securities: Securities): ReadonlySet<string> | "unknown" {
  if (isUnknown(securities)) return "unknown";
  const columns = new Set<string>();
  for (const security of securities ?? []) {
    if (isUnknown(security) || isUnknown(security.restrictedColumns)) return "unknown";
    for (const id of security.restrictedColumns) columns.add(id);
  }
  return columns;
}
