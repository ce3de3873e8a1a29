import { formTitle } from "pulumi-analytics-internal/core/text";
import { cleanTitle, UniqueNames } from "../names";
import type { Skipped } from "../table";
import { findPrimaryKey, listUniqueColumns, listUniqueCombinations } from "./keys";
import type { SemanticModel } from "./manifest";
import type { Project } from "./project";
import type { Relation, RelationColumn } from "./relation";
import { readTestName } from "./tests";

/** One of the sources that say that tables belong together. */
interface FoundLink {
  readonly from: Relation;
  readonly to: Relation;
  readonly pairs: readonly { readonly source: RelationColumn; readonly target: RelationColumn }[];
  readonly role: string | undefined;
  readonly description?: string | undefined;
}

/**
 * Gives the relations their links: from constraints, then tests, then entities; of links between the same columns the
 * first counts.
 *
 * @returns those that no relationship can be made of.
 */
export function addLinks(project: Project, relations: readonly Relation[]): Skipped[] {
  const skipped: Skipped[] = [];
  const byId = new Map(relations.map((relation) => [relation.node.unique_id, relation]));
  const named = project.relationships.flatMap(({ name, from, to, columns, description }) =>
    createLink(byId.get(from), byId.get(to), columns, name).map((link) => ({ ...link, description })),
  );
  const found = [
    ...named,
    ...listFromConstraints(relations),
    ...listFromTests(project, byId),
    ...listFromEntities(relations),
  ];
  const kept = new Map<string, FoundLink>();
  for (const link of found) {
    const key = describeLink(link);
    const known = kept.get(key);
    // An entity may name the role of what a test found.
    kept.set(key, known === undefined ? link : { ...known, role: known.role ?? link.role });
  }
  const links = [...kept.values()].filter((link) => {
    const isUsable = isUniqueTarget(project, link);
    if (!isUsable) skipped.push({ name: describeLink(link), reason: "the columns of the target aren't unique" });
    return isUsable;
  });
  for (const relation of relations)
    nameLinks(
      project,
      relation,
      links.filter(({ from }) => from === relation),
    );
  return skipped;
}

const describeLink = ({ from, to, pairs }: FoundLink) =>
  `${from.id}.${pairs.map(({ source }) => source.id).join("+")} to ${to.id}.` +
  pairs.map(({ target }) => target.id).join("+");

function createLink(
  from: Relation | undefined,
  to: Relation | undefined,
  names: readonly (readonly [source: string, target: string])[],
  role?: string,
): FoundLink[] {
  if (from === undefined || to === undefined || names.length === 0) return [];
  const pairs = names.map(([source, target]) => ({ source: from.findColumn(source), target: to.findColumn(target) }));
  const isWhole = pairs.every(({ source, target }) => source !== undefined && target !== undefined);
  return isWhole ? [{ from, to, pairs: pairs as FoundLink["pairs"], role }] : [];
}

function listFromConstraints(relations: readonly Relation[]): FoundLink[] {
  const byName = indexByTableName(relations);
  return relations.flatMap((from) => {
    const ofColumns = Object.values(from.node.columns).flatMap(({ name, constraints }) =>
      constraints.map((constraint) => ({ ...constraint, columns: [name] })),
    );
    return [...from.node.constraints, ...ofColumns].flatMap(({ type, columns, to, to_columns: others }) => {
      if (type !== "foreign_key" || to === undefined || columns.length !== others.length) return [];
      return createLink(
        from,
        findRef(relations, from, to) ?? byName.get(normalizeTableName(to)),
        columns.map((column, index) => [column, others[index]!] as const),
      );
    });
  });
}

/** The table of `ref('customers')` or `ref('shop', 'customers')`: of several of a name, that of the own package. */
function findRef(relations: readonly Relation[], { node: own }: Relation, to: string): Relation | undefined {
  const [, named, name] = /^\s*ref\(\s*(?:['"]([^'"]+)['"]\s*,\s*)?['"]([^'"]+)['"]\s*\)\s*$/.exec(to) ?? [];
  if (name === undefined) return undefined;
  const meant = relations.filter(({ node }) => isSameText(node.name, name));
  const inPackage = meant.filter(({ node }) => isSameText(node.package_name, named ?? own.package_name));
  const [found, ...others] = inPackage.length > 0 || named !== undefined ? inPackage : meant;
  return others.length === 0 ? found : undefined;
}

const isSameText = (a = "", b = "") => a.toLowerCase() === b.toLowerCase();

/** By `schema.table` and `database.schema.table`, as constraints name the target. */
function indexByTableName(relations: readonly Relation[]): Map<string, Relation> {
  const names = relations.flatMap((relation) => {
    const { database, schema = "", alias, name } = relation.node;
    const table = [schema, alias ?? name];
    const tables = [table, [database ?? "", ...table]].map((parts) => normalizeTableName(parts.join(".")));
    return tables.map((key) => [key, relation] as const);
  });
  return new Map(names);
}

const normalizeTableName = (name: string) => name.replace(/["`\s]/g, "").toLowerCase();

function listFromTests({ tests }: Project, byId: ReadonlyMap<string, Relation>): FoundLink[] {
  const all = [...tests].flatMap(([own, ofNode]) => ofNode.map((test) => ({ own, ...test })));
  return all.flatMap(({ own, ...test }) => {
    const {
      test_metadata: { kwargs },
      column_name: column,
      depends_on: { nodes },
    } = test;
    const name = readTestName(test);
    if ((name !== "relationships" && name !== "relationships_where") || column === undefined) return [];
    // A test of a table against itself names only that.
    const target = nodes.find((id) => id !== own) ?? own;
    const { field } = kwargs;
    return typeof field === "string" ? createLink(byId.get(own), byId.get(target), [[column, field]]) : [];
  });
}

function listFromEntities(relations: readonly Relation[]): FoundLink[] {
  const targets = new Map<string, { relation: Relation; column: string }>();
  // A primary entity comes before a unique one of the same name.
  for (const kind of ["unique", "primary"]) {
    for (const { relation, entity, column } of relations.flatMap(listEntities)) {
      if (entity.type === kind) targets.set(entity.name, { relation, column });
    }
  }
  return relations.flatMap(listEntities).flatMap(({ relation, entity, column }) => {
    const target = targets.get(entity.name);
    if (target === undefined || target.relation === relation || entity.type !== "foreign") return [];
    return createLink(relation, target.relation, [[column, target.column]], entity.role);
  });
}

interface KeyEntity {
  readonly relation: Relation;
  readonly entity: SemanticModel["entities"][number];
  /** Its column in the warehouse. */
  readonly column: string;
}

function listEntities(relation: Relation): KeyEntity[] {
  return (relation.semantic?.entities ?? []).flatMap((entity) => {
    const column = relation.findKey(entity)?.rawName;
    return column === undefined ? [] : [{ relation, entity, column }];
  });
}

/** Whether the columns of the target identify a row, or nothing is known of its keys. */
function isUniqueTarget(project: Project, { to, pairs }: FoundLink): boolean {
  const unique = [...listUniqueColumns(project, to)].map((id) => [id]);
  const keys = [findPrimaryKey(project, to), ...unique, ...listUniqueCombinations(project, to)];
  const known = keys.filter((key) => key.length > 0);
  const columns = pairs.map(({ target }) => target.id);
  return known.length === 0 || known.some((key) => key.every((id) => columns.includes(id)));
}

/** In the order of the columns. Links to one table are named after it; several to the same one after their columns. */
function nameLinks(project: Project, relation: Relation, links: readonly FoundLink[]): void {
  const names = new UniqueNames(" ");
  const unique = listUniqueColumns(project, relation);
  const findPlace = ({ pairs }: FoundLink) => relation.columns.indexOf(pairs[0]!.source);
  for (const { to, pairs, role, description } of [...links].sort((a, b) => findPlace(a) - findPlace(b))) {
    const isOnly = links.filter((other) => other.to === to).length === 1 && to !== relation;
    const ofColumn = formTitle(pairs.map(({ source }) => stripKeyEnding(source.rawName ?? source.id)).join("_"));
    const name = role !== undefined ? formTitle(role) : isOnly ? to.name : ofColumn;
    relation.links.push({
      name: names.give(cleanTitle(name), cleanTitle(ofColumn)),
      target: to.node.unique_id,
      columns: pairs.map(({ source, target }) => ({ source: source.id, target: target.id })),
      isOneToOne: pairs.length === 1 && unique.has(pairs[0]!.source.id),
      description,
      isGuess: false,
    });
  }
}

/** `gift_for` of `gift_for_id`. */
function stripKeyEnding(column: string): string {
  return column.replace(/_?(id|key|fk|sk)$/i, "") || column;
}
