import type { Quoting } from "./tokens";

/** In what the SQL of warehouses differs, as far as a translation meets it. */
export interface Dialect extends Quoting {
  /** Whether 1 / 2 is 0. */
  readonly dividesWhole: boolean;
  /** What `concat` does with a null; undefined: not known. */
  readonly concatOfNull: "null" | "skips" | undefined;
  /** Whether a name without quotes is one in capitals. */
  readonly foldsUpper: boolean;
  /** Whether a point in the name of a column leads into a structure. */
  readonly nestsByPoint: boolean;
}

const standard: Dialect = {
  doubleQuotedTexts: false,
  backslashEscapes: false,
  dividesWhole: true,
  concatOfNull: undefined,
  foldsUpper: false,
  nestsByPoint: false,
};

const dialects: Readonly<Record<string, Dialect>> = {
  snowflake: { ...standard, foldsUpper: true, backslashEscapes: true, dividesWhole: false, concatOfNull: "null" },
  bigquery: {
    ...standard,
    nestsByPoint: true,
    doubleQuotedTexts: true,
    backslashEscapes: true,
    dividesWhole: false,
    concatOfNull: "null",
  },
  databricks: {
    ...standard,
    doubleQuotedTexts: true,
    backslashEscapes: true,
    dividesWhole: false,
    concatOfNull: "null",
  },
  duckdb: { ...standard, dividesWhole: false, concatOfNull: "skips" },
  postgres: { ...standard, concatOfNull: "skips" },
  redshift: { ...standard, concatOfNull: "null" },
};

/** @param adapter the name that dbt has for it; of one that isn't known the cautious reading. */
export function chooseDialect(adapter: string | undefined): Dialect {
  if (adapter === "spark") return dialects.databricks!;
  return (adapter !== undefined && Object.hasOwn(dialects, adapter) && dialects[adapter]) || standard;
}

/** What a value is, where that is known; a date may have a time. */
export type ValueType = "integer" | "number" | "text" | "date" | "boolean";

const families: readonly (readonly [RegExp, ValueType])[] = [
  [/^(big|small|tiny|huge|u)*int(eger|[248]|16|32|64|128)?$|^(big|small)?serial$|^byteint$|^long$/, "integer"],
  [/^(float|double|real|decimal|dec|numeric|bignumeric|number|money)/, "number"],
  [/^(var|n|nvar|bp)?char|^character|^(string|text|varchar2|name|uuid)$/, "text"],
  [/^(date|datetime|timestamp)/, "date"],
  [/^bool/, "boolean"],
];

/** The kind of value that a warehouse's type holds. */
export function classifyType(type: string | undefined): ValueType | undefined {
  if (type === undefined) return undefined;
  const plain = type.trim().toLowerCase();
  // Snowflake's and Oracle's integers are numbers without digits behind the point.
  if (/^(number|numeric|decimal)\(\d+(,\s*0)?\)$/.test(plain)) return "integer";
  const [name = ""] = /^[a-z0-9_]+/.exec(plain) ?? [];
  return families.find(([shape]) => shape.test(name))?.[1];
}

/** Whether values of a type have a time of day. */
export function hasTime(type: string): boolean {
  return /^(datetime|timestamp)/i.test(type.trim());
}
