import { cleanTitle, formId, formTitle, UniqueNames } from "../names";
import type { Skipped } from "../report";
import { chooseDialect } from "../sql";
import type { Link, Security, SourceColumn, SourceTable } from "../table";
import { findPrimaryKey } from "./keys";
import { addLinks } from "./links";
import type { CatalogTable, Node, SemanticModel } from "./manifest";
import { type AnalyticsMeta, buildCriteria, type Restriction, readAnalyticsMeta, readMeta } from "./meta";
import { writeMetrics } from "./metrics";
import type { Project } from "./project";
import { joinLines, Relation } from "./relation";
import { selectNodes } from "./select";

/** What the user asks for. */
export interface TableOptions {
  /** In dbt's syntax; empty: all models of the project itself that aren't private. */
  readonly select: readonly string[];
  readonly exclude: readonly string[];
  /** Databases of the manifest with what to write instead of each. */
  readonly databases: ReadonlyMap<string, string>;
  readonly hideKeys: boolean;
  /** Restrictions of columns by their tags. */
  readonly tagRestrictions: ReadonlyMap<string, Restriction>;
}

/** The tables of a dbt project. */
export interface ProjectTables {
  readonly tables: readonly SourceTable[];
  /** By the table's key. */
  readonly nodes: ReadonlyMap<string, Node>;
  readonly skippedModels: readonly Skipped[];
  readonly skippedMetrics: readonly Skipped[];
  readonly skippedColumns: readonly Skipped[];
  readonly skippedLinks: readonly Skipped[];
  readonly columnsWithoutType: number;
  readonly deprecated: readonly string[];
}

/**
 * The tables that models are made of.
 *
 * @throws UsageError when a selection means nothing, or `meta.analytics` can't be read.
 */
export function buildTables(project: Project, options: TableOptions): ProjectTables {
  const skippedModels: Skipped[] = [];
  const nodes = chooseNodes(project, options, skippedModels);
  const relations = createRelations(project, nodes, options);
  const skippedLinks = addLinks(project, relations);
  const metrics = writeMetrics(project, relations);
  const tables = relations.map((relation) => {
    const isKey = findKeys(project, relation);
    return buildTable(project, relation, options, { isKey, metrics: metrics.byRelation.get(relation) ?? [] });
  });
  return {
    tables,
    nodes: new Map(relations.map(({ node }) => [node.unique_id, node])),
    skippedModels,
    skippedMetrics: metrics.skipped,
    skippedColumns: relations.flatMap(listSkippedColumns),
    skippedLinks,
    columnsWithoutType: relations
      .flatMap(({ columns }) => columns)
      .filter(({ type, rawName }) => rawName !== undefined && type === undefined).length,
    deprecated: relations.flatMap(({ node }) => (node.deprecation_date ? [node.name] : [])),
  };
}

function chooseNodes(project: Project, { select, exclude }: TableOptions, skipped: Skipped[]): Node[] {
  const selected = select.length === 0 ? undefined : selectNodes(project, select);
  const excluded = exclude.length === 0 ? new Set<string>() : selectNodes(project, exclude);
  // Private models are for other models, unless somebody names them.
  const named = new Set(select.flatMap((text) => text.split(/[\s,]+/)));
  // dbt's own order changes from run to run.
  const all = [...project.nodes.values()].sort((a, b) => (a.unique_id < b.unique_id ? -1 : 1));
  return all.filter((node) => {
    if (node.resource_type === "seed" && !named.has(node.name)) return false;
    if (excluded.has(node.unique_id)) return false;
    if (selected ? !selected.has(node.unique_id) : node.package_name !== project.name) return false;
    const reason = explainSkip(node, named);
    if (reason !== undefined) skipped.push({ name: node.name, reason });
    return reason === undefined;
  });
}

function explainSkip(node: Node, named: ReadonlySet<string>): string | undefined {
  if (node.config.materialized === "ephemeral") return "ephemeral: the warehouse has no table of it";
  if (node.access === "private" && !named.has(node.name)) return "private; name it in --select to include it";
  if ((node.time_spine || node.name === "metricflow_time_spine") && !named.has(node.name)) return "a time spine";
  if (node.schema === undefined) return "it has no schema";
  if (readAnalyticsMeta(node, `model ${node.name}`).skip) return "meta.analytics.skip";
  return undefined;
}

function createRelations(project: Project, nodes: readonly Node[], options: TableOptions): Relation[] {
  const [ids, names] = [new UniqueNames("_"), new UniqueNames(" ")];
  const dialect = chooseDialect(project.adapter);
  const semantic = indexSemanticModels(project);
  const accepted = indexAcceptedValues(project);
  return nodes.map((node) => {
    const { label } = readAnalyticsMeta(node, `model ${node.name}`);
    const version = isOlderVersion(node) ? `v${node.version}` : undefined;
    const title = cleanTitle(label ?? formTitle(node.name));
    const schema = formTitle(node.schema ?? "");
    const catalog = project.catalog?.get(node.unique_id);
    return new Relation({
      node,
      id: ids.give(
        formId([node.name, version].filter(Boolean).join("_")),
        formId(`${node.schema} ${node.name} ${version ?? ""}`),
      ),
      name: names.give(version === undefined ? title : `${title} ${version}`, `${schema} ${title}`),
      path: buildPath(node, catalog, options),
      semantic: semantic.get(node.unique_id),
      catalog,
      dialect,
      acceptedValues: accepted.get(node.unique_id) ?? new Map(),
    });
  });
}

const isOlderVersion = ({ version, latest_version: latest }: Node) => version != null && version !== latest;

/** By the model that each describes. */
function indexSemanticModels({ semanticModels }: Project): Map<string, SemanticModel> {
  return new Map(semanticModels.flatMap((model) => model.depends_on.map((id) => [id, model] as const)));
}

/** By model and column, in lower case. */
function indexAcceptedValues({ tests }: Project): Map<string, Map<string, readonly string[]>> {
  const found = new Map<string, Map<string, readonly string[]>>();
  for (const [node, ofNode] of tests) {
    const byColumn = new Map<string, readonly string[]>();
    for (const { test_metadata: metadata, column_name: column } of ofNode) {
      const { name, kwargs } = metadata;
      if (name !== "accepted_values" || !column || !Array.isArray(kwargs.values)) continue;
      byColumn.set(column.toLowerCase(), kwargs.values.map(String));
    }
    found.set(node, byColumn);
  }
  return found;
}

/** The catalog has the warehouse's case. Warehouses whose names have two parts know no databases. */
function buildPath(node: Node, catalog: CatalogTable | undefined, { databases }: TableOptions): string[] {
  const {
    database = node.database,
    schema,
    name,
  } = catalog?.metadata ?? {
    database: node.database,
    schema: node.schema as string,
    name: node.alias ?? node.name,
  };
  const mapped = database === undefined ? undefined : (databases.get(database) ?? database);
  return [mapped, schema, name].filter((part) => part !== undefined && part !== "") as string[];
}

/** Whether a column is a key of the table, or of another. */
function findKeys(project: Project, relation: Relation): (column: SourceColumn) => boolean {
  const keys = new Set([
    ...findPrimaryKey(project, relation),
    ...relation.links.flatMap(({ columns }) => columns.map(({ source }) => source)),
  ]);
  return ({ id }) => keys.has(id);
}

function listSkippedColumns({ node, missing, untranslated }: Relation): Skipped[] {
  return [
    ...missing.map((name) => ({ name: `${node.name}.${name}`, reason: "the warehouse doesn't have it" })),
    ...[...untranslated].map(([name, reason]) => ({ name: `${node.name}.${name}`, reason })),
  ];
}

interface Rest {
  readonly isKey: (column: SourceColumn) => boolean;
  readonly metrics: SourceTable["metrics"];
}

function buildTable(
  project: Project,
  relation: Relation,
  options: TableOptions,
  { isKey, metrics }: Rest,
): SourceTable {
  const { node, id, name, path, columns, links } = relation;
  const meta = readAnalyticsMeta(node, `model ${node.name}`);
  const deprecation = node.deprecation_date && `Deprecated: ${node.deprecation_date}.`;
  return {
    key: node.unique_id,
    id,
    name,
    description: joinLines(meta.description ?? node.description, deprecation),
    path,
    columns: columns.map((column) => ({
      ...column,
      isHidden: column.isHidden || (options.hideKeys && isKey(column) && column.meta.hidden === undefined),
    })),
    primaryKey: findPrimaryKey(project, relation),
    links: links as readonly Link[],
    securities: buildSecurities(relation, options),
    metrics,
    notes: [...listNotes(project, relation, meta), ...relation.notes],
    was: meta.was,
  };
}

function listNotes(project: Project, { node, missing, untranslated }: Relation, meta: AnalyticsMeta): string[] {
  const owner = meta.owner ?? describeOwner(project, node);
  const exposures = project.exposures.filter((exposure) => exposure.depends_on.includes(node.unique_id));
  return [
    ...(owner === undefined ? [] : [`Owner: ${owner}`]),
    ...exposures.map(({ name, label, type, url, owner: of }) => {
      const about = [type, of.name ?? formatEmail(of.email)].filter(Boolean).join(", ");
      return `Used by ${label ?? name}${about === "" ? "" : ` (${about})`}${url ? `: ${url}` : ""}`;
    }),
    ...missing.map((column) => `Skipped column ${column}: dbt documents it, the warehouse doesn't have it.`),
    ...[...untranslated].map(([dimension, reason]) => `Skipped dimension ${dimension}: ${reason}.`),
  ];
}

function describeOwner(project: Project, node: Node): string | undefined {
  const { owner } = readMeta(node);
  if (typeof owner === "string") return owner;
  const group = node.group === undefined ? undefined : project.groups.get(node.group);
  const [name, email] = [group?.owner.name, formatEmail(group?.owner.email)];
  return name !== undefined && email !== undefined ? `${name} <${email}>` : (name ?? email);
}

const formatEmail = (email: string | readonly string[] | null | undefined) =>
  (Array.isArray(email) ? email.join(", ") : (email as string | null | undefined)) ?? undefined;

/** One for each set of people. What is calculated from a restricted column is restricted too. */
function buildSecurities({ node, columns }: Relation, { tagRestrictions }: TableOptions): Security[] {
  const byCriteria = new Map<string, { columns: string[]; criteria: Security["criteria"] }>();
  for (const column of columns) {
    const restriction =
      column.meta.restrict ?? column.tags.map((tag) => tagRestrictions.get(tag)).find((one) => one !== undefined);
    if (restriction === undefined) continue;
    const criteria = buildCriteria(restriction, `model ${node.name}, column ${column.rawName ?? column.id}`);
    const key = JSON.stringify(criteria);
    const security = byCriteria.get(key) ?? { columns: [], criteria };
    security.columns.push(column.id, ...listDependents(column, columns));
    byCriteria.set(key, security);
  }
  return [...byCriteria.values()].map((one) => ({ ...one, columns: [...new Set(one.columns)] }));
}

function listDependents({ name }: SourceColumn, columns: readonly SourceColumn[]): string[] {
  return columns.filter(({ formula }) => formula.includes(`[${name}]`)).map(({ id }) => id);
}
