import type { SourceCheck } from "../table";
import type { Test } from "./manifest";
import type { Project } from "./project";
import type { Relation } from "./relation";

/** The tests of a model that a checks file has, too. One of some rows only has no such form, and is left out. */
export function listChecks({ tests }: Project, relation: Relation): SourceCheck[] {
  const found = (tests.get(relation.node.unique_id) ?? []).flatMap((test) => readCheck(test, relation) ?? []);
  return [...new Map(found.map((check) => [`${check.kind} ${check.of.join("\n")}`, check])).values()];
}

function readCheck(test: Test, relation: Relation): SourceCheck | undefined {
  const { test_metadata: metadata, column_name: column, config, depends_on: nodes } = test;
  const { name, kwargs } = metadata;
  if (config.where !== undefined) return undefined;
  const isWarning = config.severity?.toLowerCase() === "warn";
  const combined = kwargs.combination_of_columns;
  if (name === "unique_combination_of_columns" && Array.isArray(combined)) {
    const columns = combined.map((one) => relation.findColumn(String(one)));
    if (!columns.every((one) => one !== undefined)) return undefined;
    return { kind: "unique", of: columns.map(({ id }) => id), isWarning };
  }
  const found = column === undefined ? undefined : relation.findColumn(column);
  if (found === undefined) return undefined;
  const of = [found.id];
  if (name === "unique" || name === "not_null") return { kind: name, of, isWarning };
  if (name === "accepted_values" && Array.isArray(kwargs.values) && kwargs.values.length > 0) {
    const values = kwargs.values.map((value) => (isScalar(value) ? value : String(value)));
    return { kind: name, of, values, isWarning };
  }
  if (name !== "relationships") return undefined;
  const link = relation.links.find(({ columns, target }) => {
    const [pair] = columns;
    return columns.length === 1 && pair!.source === found.id && nodes.includes(target);
  });
  return link && { kind: name, of: [link.name], isWarning };
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);
