import type { Node, Test } from "./manifest";
import type { Project } from "./project";
import type { Relation } from "./relation";
import { explainOption, readTestName, type TestName } from "./tests";

/** The ids of the columns that identify a row; empty: not known. */
export function findPrimaryKey(project: Project, relation: Relation): string[] {
  const { node, semantic } = relation;
  const constraint = node.constraints.find(({ type }) => type === "primary_key")?.columns ?? [];
  const ofColumns = Object.values(node.columns)
    .filter(({ constraints }) => constraints.some(({ type }) => type === "primary_key"))
    .map(({ name }) => name);
  const entity = semantic?.entities.find(({ type }) => type === "primary");
  const ofEntity = entity === undefined ? undefined : relation.findKey(entity);
  const candidates = [node.primary_key, constraint, ofColumns, listTestedKey(project, node), [ofEntity?.rawName ?? ""]];
  for (const names of candidates) {
    const columns = names.map((name) => (name === "" ? undefined : relation.findColumn(name)));
    if (columns.length > 0 && columns.every((column) => column !== undefined)) return columns.map(({ id }) => id);
  }
  return [];
}

/** A column that is tested to be unique and not null: what newer versions of dbt write as the primary key. */
function listTestedKey(project: Project, node: Node): string[] {
  const notNull = new Set(listTestedColumns(project, node, "not_null"));
  const unique = listTestedColumns(project, node, "unique");
  return unique.filter((column) => notNull.has(column)).slice(0, 1);
}

function listTestedColumns({ tests }: Project, { unique_id: id }: Node, name: TestName): string[] {
  const isMeant = (one: Test) => readTestName(one) === name && explainOption(one) === undefined;
  return (tests.get(id) ?? []).flatMap((one) => (isMeant(one) ? (one.column_name ?? []) : []));
}

/** Columns of which each alone identifies a row, by id. */
export function listUniqueColumns(project: Project, relation: Relation): Set<string> {
  const { node, semantic } = relation;
  const constrained = Object.values(node.columns).filter(({ constraints }) =>
    constraints.some(({ type }) => type === "unique" || type === "primary_key"),
  );
  const entities = (semantic?.entities ?? []).filter(({ type }) => type === "primary" || type === "unique");
  const names = [...listTestedColumns(project, node, "unique"), ...constrained.map(({ name }) => name)];
  const columns = [
    ...names.map((name) => relation.findColumn(name)),
    ...entities.map((entity) => relation.findKey(entity)),
  ];
  return new Set(columns.flatMap((column) => column?.id ?? []));
}

/** Columns that together identify a row, by id. */
export function listUniqueCombinations({ tests }: Project, relation: Relation): string[][] {
  return (tests.get(relation.node.unique_id) ?? []).flatMap((test) => {
    const { combination_of_columns: names } = test.test_metadata.kwargs;
    if (readTestName(test) !== "unique_combination_of_columns" || explainOption(test) !== undefined) return [];
    const ids = Array.isArray(names) ? names.map((name) => relation.findColumn(String(name))?.id) : [];
    return ids.every((id) => id !== undefined) ? [ids] : [];
  });
}
