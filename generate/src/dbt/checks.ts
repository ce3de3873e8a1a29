import { isDecimal } from "pulumi-analytics-internal/core/data";
import type { ValueType } from "../sql";
import type { Skipped, SourceCheck } from "../table";
import type { Test } from "./manifest";
import type { Project } from "./project";
import type { Relation, RelationColumn } from "./relation";
import { explainOption, isWarning, readTestName } from "./tests";

/** The tests of a model as checks, and those that no check means the same as. */
export interface FoundChecks {
  readonly checks: readonly SourceCheck[];
  readonly skipped: readonly Skipped[];
}

/** The tests of a model that a checks file has, too. */
export function listChecks({ tests }: Project, relation: Relation): FoundChecks {
  const checks = new Map<string, SourceCheck>();
  const skipped: Skipped[] = [];
  for (const test of tests.get(relation.node.unique_id) ?? []) {
    const found = readCheck(test, relation);
    const { name } = test.test_metadata;
    if (typeof found === "string") {
      skipped.push({ name: [relation.id, test.column_name, name].filter(Boolean).join("."), reason: found });
    } else if (found !== undefined) checks.set(`${found.kind} ${found.of.join("\n")}`, found);
  }
  return { checks: [...checks.values()], skipped };
}

/** Why there is no check; undefined: none could be. */
function readCheck(test: Test, relation: Relation): SourceCheck | string | undefined {
  const { test_metadata: metadata, column_name: column, depends_on: on } = test;
  const { kwargs } = metadata;
  const name = readTestName(test);
  if (name === undefined) return isCheckName(metadata.name) ? "a test of another package has this name" : undefined;
  const option = explainOption(test);
  if (option !== undefined) return option;
  const about = { isWarning: isWarning(test) };
  const combined = kwargs.combination_of_columns;
  if (name === "unique_combination_of_columns" && Array.isArray(combined)) {
    const columns = combined.map((one) => relation.findColumn(String(one)));
    if (!columns.every((one) => one !== undefined)) return undefined;
    return { kind: "unique", of: columns.map(({ id }) => id), ...about };
  }
  const found = column === undefined ? undefined : relation.findColumn(column);
  if (found === undefined) return undefined;
  const of = [found.id];
  if (name === "unique" || name === "not_null") return { kind: name, of, ...about };
  if (name === "accepted_values" && Array.isArray(kwargs.values) && kwargs.values.length > 0) {
    const values = kwargs.values.map((value) => readAccepted(value, kwargs.quote !== false, found));
    const wrong = values.indexOf(undefined);
    if (wrong >= 0) return `${JSON.stringify(kwargs.values[wrong])} is no value that a check has`;
    return { kind: name, of, values: values as AcceptedValue[], ...about };
  }
  if (name !== "relationships") return undefined;
  const link = relation.links.find(({ columns, target }) => {
    const [pair] = columns;
    return columns.length === 1 && pair!.source === found.id && on.nodes.includes(target);
  });
  return link && { kind: name, of: [link.name], ...about };
}

const isCheckName = (name: string) =>
  ["unique", "not_null", "accepted_values", "relationships", "unique_combination_of_columns"].includes(name);

type AcceptedValue = string | number | boolean;

/**
 * An accepted value as the type of its column has it. dbt writes it in quotes, which a warehouse reads as the column's
 * type, unless `quote: false` makes it SQL. Undefined: it is neither.
 */
function readAccepted(value: unknown, isQuoted: boolean, { type }: RelationColumn): AcceptedValue | undefined {
  if (!["string", "number", "boolean"].includes(typeof value)) return undefined;
  const text = String(value);
  const [, literal] = isQuoted ? [] : (/^'([^'\\]*)'$/.exec(text) ?? []);
  if (literal !== undefined) return readTyped(literal, type);
  if (isQuoted) return type === undefined ? (value as AcceptedValue) : readTyped(text, type);
  const plain = readTyped(text, isDecimal(text) ? "number" : "boolean");
  return type === "text" || typeof plain === "string" ? undefined : plain;
}

/** A text that isn't of the type stays one: no value of the column is equal to it. */
function readTyped(text: string, type: ValueType | undefined): AcceptedValue {
  const isNumber = (type === "number" || type === "integer") && isDecimal(text);
  if (isNumber && String(Number(text)) === text.trim()) return Number(text);
  return type === "boolean" && /^(true|false)$/i.test(text) ? /^true$/i.test(text) : text;
}
