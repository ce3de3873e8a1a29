import { remember } from "pulumi-analytics-internal/core/data";
import { isSameJson } from "pulumi-analytics-internal/core/model/json";
import { formatCount, formTitle, quoteArgument, UsageError } from "pulumi-analytics-internal/core/text";
import { type KnownTable, listNames, matchTables } from "../known-tables";
import { cleanTitle, formId, isNumbered, UniqueNames } from "../names";
import { chooseDialect } from "../sql";
import type { KnownMetric, Link, Security, Skipped, SourceColumn, SourceTable } from "../table";
import { listChecks } from "./checks";
import { findPrimaryKey } from "./keys";
import { addLinks } from "./links";
import type { Node, SemanticModel } from "./manifest";
import { type AnalyticsMeta, buildCriteria, type Restriction, readAnalyticsMeta, readMeta } from "./meta";
import { writeMetrics } from "./metrics";
import type { Project } from "./project";
import { joinLines, Relation } from "./relation";
import { selectNodes } from "./select";
import { readTestName } from "./tests";

/** What the user asks for. */
export interface TableOptions {
  /** In dbt's syntax; empty: all models of the project itself that aren't private. */
  readonly select: readonly string[];
  readonly exclude: readonly string[];
  /** Databases of the manifest with what to write instead of each. */
  readonly databases: ReadonlyMap<string, string>;
  readonly hideKeys: boolean;
  /** The tables of earlier runs. */
  readonly known?: readonly KnownTable[];
  /** Tables and columns that have another name now, or are gone: `orders=sales`, `orders.old=new`, `orders.old`. */
  readonly renamed?: readonly string[];
  readonly removed?: readonly string[];
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
  readonly skippedTests: readonly Skipped[];
  /** What people have to know of identities, and of what no file of this run has. */
  readonly warnings: readonly string[];
  /** Files of an earlier run that each have one table. */
  readonly takenFiles: readonly string[];
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
  const created = createRelations(project, nodes, options);
  const { relations, matched } = created;
  askForRename(project, created, options);
  const skippedLinks = addLinks(project, relations);
  const metrics = writeMetrics(project, relations);
  const tables = relations.map((relation) => {
    const isKey = findKeys(project, relation);
    const known = matched.get(relation.node.unique_id);
    const file = known?.isAlone ? known.model : undefined;
    return buildTable(project, relation, options, { isKey, file, metrics: metrics.byRelation.get(relation) ?? [] });
  });
  return {
    tables,
    nodes: new Map(relations.map(({ node }) => [node.unique_id, node])),
    skippedModels,
    skippedMetrics: metrics.skipped,
    skippedColumns: relations.flatMap((relation) => listSkippedColumns(project, relation)),
    skippedLinks,
    skippedTests: relations.flatMap((relation) => listChecks(project, relation).skipped),
    warnings: [
      ...created.warnings,
      ...describeKept(project, relations),
      ...tables.flatMap((table, index) => describeNumbered(table, relations[index]!.takenNames.numbered)),
    ],
    takenFiles: (options.known ?? []).filter(({ isAlone }) => isAlone).map(({ model }) => model),
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
  const all = [...project.nodes.values()].sort((a, b) => (formOrder(project, a) < formOrder(project, b) ? -1 : 1));
  return all.filter((node) => {
    if (node.resource_type === "seed" && !named.has(node.name)) return false;
    if (excluded.has(node.unique_id)) return false;
    if (selected ? !selected.has(node.unique_id) : node.package_name !== project.name) return false;
    const reason = explainSkip(node, named);
    if (reason !== undefined) skipped.push({ name: node.name, reason });
    return reason === undefined;
  });
}

/** The project's own models come before those of packages: they get the plain names. */
const formOrder = ({ name }: Project, { package_name: own, unique_id: id }: Node) => `${own === name ? 0 : 1} ${id}`;

function explainSkip(node: Node, named: ReadonlySet<string>): string | undefined {
  if (node.config.materialized === "ephemeral") return "ephemeral: the warehouse has no table of it";
  if (node.access === "private" && !named.has(node.name)) return "private; name it in --select to include it";
  if ((node.time_spine || node.name === "metricflow_time_spine") && !named.has(node.name)) return "a time spine";
  if (node.schema === undefined && node.statement === undefined) return "it has no schema";
  if (readAnalyticsMeta(node, `model ${node.name}`).skip) return "meta.analytics.skip";
  return undefined;
}

function createRelations(project: Project, nodes: readonly Node[], options: TableOptions): Relations {
  const dialect = chooseDialect(project.adapter);
  const semantic = indexSemanticModels(project);
  const accepted = indexAcceptedValues(project);
  const known = options.known ?? [];
  const places = nodes.map((node) => {
    const { was } = readAnalyticsMeta(node, `model ${node.name}`);
    const names = [node.unique_id, formReference(node), ...(isOlderVersion(node) ? [] : [node.name])];
    return {
      key: node.unique_id,
      path: node.statement === undefined ? buildPath(project, node, options) : [],
      formerNames: was === undefined ? [] : [was],
      decided: listRenamed(options).flatMap(({ from, to }) => (names.includes(to) ? [from] : [])),
      family: isOlderVersion(node) ? undefined : readFamily(node.unique_id),
    };
  });
  // Versions of a model have its hints in common, which mean the latest.
  const latestFirst = places.toSorted((a, b) => Number(a.family === undefined) - Number(b.family === undefined));
  const matched = matchTables(known, latestFirst, { isInSource: (key) => project.nodes.has(key), readFamily });
  const namer = new TableNamer(known, matched);
  const relations = nodes.map((node, index) => {
    const own = matched.get(node.unique_id);
    return new Relation({
      node,
      ...namer.nameTable(node),
      // By which formulas name what a query returns.
      path:
        node.statement === undefined
          ? keepCase(places[index]!.path, own, project.catalog?.has(node.unique_id) ?? false)
          : ["Custom SQL"],
      semantic: semantic.get(node.unique_id),
      catalog: project.catalog?.get(node.unique_id),
      known: own,
      dropped: new Set(own === undefined ? [] : listDropped(node, own, options)),
      dialect,
      acceptedValues: accepted.get(node.unique_id) ?? new Map(),
    });
  });
  return { relations, matched, warnings: namer.warnings };
}

interface Relations {
  readonly relations: readonly Relation[];
  /** The table of an earlier run that each is, by its key. */
  readonly matched: ReadonlyMap<string, KnownTable>;
  readonly warnings: readonly string[];
}

/** Renamed models, of the options that name no column. */
const listRenamed = ({ renamed = [] }: TableOptions) =>
  renamed.flatMap((text) => {
    const [, from = "", to = ""] = modelRename.exec(text) ?? [];
    return from === "" ? [] : [{ from, to }];
  });

/** `orders=sales`, `orders=sales.v2`; that of a column has a point before. */
export const modelRename = /^([^.=]+)=([^=]+)$/;

/** `model.shop.orders` of `model.shop.orders.v2`. */
export const readFamily = (id: string) => id.split(".").slice(0, 3).join(".");

/** How dbt's selection names a model: `orders.v2`. Without a version, as in `ref("orders")`, the latest is meant. */
const formReference = ({ name, version }: Node) => (version == null ? name : `${name}.v${version}`);

/** Columns of an earlier run that the user names as renamed or gone, by id. */
function listDropped(node: Node, { id, columns }: KnownTable, { renamed = [], removed = [] }: TableOptions): string[] {
  const hints = node.columns.map(
    (column) => readAnalyticsMeta(column, `model ${node.name}, column ${column.name}`).was,
  );
  return columns.flatMap((column) => {
    const isDropped =
      hints.includes(column.id) ||
      removed.includes(`${id}.${column.id}`) ||
      renamed.some((text) => text.startsWith(`${id}.${column.id}=`));
    return isDropped ? [column.id] : [];
  });
}

/** Gives tables their ids and names: each keeps those that it has, and no other gets them. */
class TableNamer {
  readonly warnings: string[] = [];
  private readonly ids = new UniqueNames("_");
  private readonly names = new UniqueNames(" ");

  constructor(
    known: readonly KnownTable[],
    private readonly matched: ReadonlyMap<string, KnownTable>,
  ) {
    const kept = new Set(matched.values());
    for (const table of known) {
      this.ids.take(table.id);
      // The name of one that isn't in this run is free to follow it.
      if (!kept.has(table)) this.names.take(table.name);
    }
    for (const table of kept) this.reserved.set(table.name, table);
  }

  private readonly reserved = new Map<string, KnownTable>();

  nameTable(node: Node): { readonly id: string; readonly name: string } {
    const { label } = readAnalyticsMeta(node, `model ${node.name}`);
    const version = isOlderVersion(node) ? `v${node.version}` : undefined;
    const title = cleanTitle(label ?? formTitle(node.name));
    const titles = [
      ...(version === undefined ? [title] : []),
      ...(node.version == null ? [] : [`${title} v${node.version}`]),
      `${formTitle(node.schema ?? "")} ${title}`,
    ];
    const own = this.matched.get(node.unique_id);
    if (own !== undefined) {
      if (own.key !== node.unique_id) {
        const kept = `it keeps ${own.model}.yaml and the id ${own.id}`;
        this.warnings.push(`${node.unique_id} was ${own.key}: ${kept}${this.adviseVersion(node, own)}`);
      }
      const isKept = [title, ...titles].some((one) => one === own.name || isNumbered(own.name, one));
      return { id: own.id, name: isKept ? this.names.give(own.name) : this.giveName(titles) };
    }
    const ids = [
      ...(version === undefined ? [node.name] : []),
      ...(node.version == null ? [] : [`${node.name}_v${node.version}`]),
      `${node.schema} ${node.name} ${version ?? ""}`,
      `${node.package_name} ${node.schema} ${node.name} ${version ?? ""}`,
    ];
    const [plain = "", ...others] = ids.map(formId);
    const id = this.ids.give(plain, ...others);
    if (id !== plain) this.warnings.push(`${node.unique_id} gets the id ${id}: ${plain} is another table's`);
    return { id, name: this.giveName(titles) };
  }

  /** A model that gains versions continues as its latest. */
  private adviseVersion(node: Node, own: KnownTable): string {
    const { unique_id: id, name, version } = node;
    if (version == null || isOlderVersion(node) || readFamily(id) !== readFamily(own.key)) return "";
    const other = quoteArgument(`renamed:${own.id}=${name}.vN`);
    return `, since ref("${name}") means this version. For another one: --decide ${other}`;
  }

  private giveName(titles: readonly string[]): string {
    const free = titles.filter((title) => !this.reserved.has(title));
    return free.length > 0 ? this.names.give(...free) : this.names.giveNumbered(titles[0] as string);
  }
}

const isOlderVersion = ({ version, latest_version: latest }: Node) =>
  version != null && String(version) !== String(latest);

/** By the model that each describes. */
function indexSemanticModels({ semanticModels }: Project): Map<string, SemanticModel> {
  return new Map(semanticModels.flatMap((model) => model.depends_on.map((id) => [id, model] as const)));
}

/** By model and column, in lower case. */
function indexAcceptedValues({ tests }: Project): Map<string, Map<string, readonly string[]>> {
  const found = new Map<string, Map<string, readonly string[]>>();
  for (const [node, ofNode] of tests) {
    const byColumn = new Map<string, readonly string[]>();
    for (const test of ofNode) {
      const {
        test_metadata: { kwargs },
        column_name: column,
      } = test;
      if (readTestName(test) !== "accepted_values" || !column || !Array.isArray(kwargs.values)) continue;
      byColumn.set(column.toLowerCase(), kwargs.values.map(String));
    }
    found.set(node, byColumn);
  }
  return found;
}

/**
 * The catalog has the warehouse's case; without it, what dbt quotes keeps its own. Warehouses whose names have two
 * parts know no databases.
 */
function buildPath(project: Project, node: Node, { databases }: TableOptions): string[] {
  const { foldsUpper } = chooseDialect(project.adapter);
  const fold = (name: string | undefined, part: "database" | "schema" | "identifier") => {
    const isQuoted = node.config.quoting?.[part] ?? project.quoting?.[part] ?? !foldsUpper;
    return foldsUpper && !isQuoted ? name?.toUpperCase() : name;
  };
  const catalog = project.catalog?.get(node.unique_id)?.metadata;
  const database = catalog?.database ?? fold(node.database, "database");
  const schema = catalog?.schema ?? fold(node.schema, "schema");
  const name = catalog?.name ?? fold(node.alias ?? node.name, "identifier");
  const mapped = databases.get(database ?? "") ?? databases.get(node.database ?? "") ?? database;
  return [mapped, schema, name].filter((part) => part !== undefined && part !== "") as string[];
}

/** Without a catalog, the case that one told an earlier run still counts. */
function keepCase(path: readonly string[], known: KnownTable | undefined, isCataloged: boolean): readonly string[] {
  if (isCataloged || known === undefined || !known.isWhole || known.path.length !== path.length) return path;
  return path.map((part, index) => {
    const own = known.path[index] as string;
    return own.toLowerCase() === part.toLowerCase() ? own : part;
  });
}

/** Whether a column is a key of the table, or of another. */
function findKeys(project: Project, relation: Relation): (column: SourceColumn) => boolean {
  const keys = new Set([
    ...findPrimaryKey(project, relation),
    ...relation.links.flatMap(({ columns }) => columns.map(({ source }) => source)),
  ]);
  return ({ id }) => keys.has(id);
}

function listSkippedColumns(project: Project, relation: Relation): Skipped[] {
  const { node, missing, untranslated, unreachable, columns } = relation;
  return [
    ...(columns.length === 0 ? [{ name: node.name, reason: project.words.noColumns }] : []),
    ...[...unreachable].map(([name, reason]) => ({ name: `${node.name}.${name}`, reason })),
    ...missing.map((name) => ({ name: `${node.name}.${name}`, reason: "the warehouse doesn't have it" })),
    ...[...untranslated].map(([name, reason]) => ({ name: `${node.name}.${name}`, reason })),
  ];
}

/** What stays although no file of this run has it, in one line. */
function describeKept(project: Project, relations: readonly Relation[]): string[] {
  const kept = relations.flatMap(({ id, kept: columns }) => columns.map((column) => `${id}.${column}`));
  if (kept.length === 0) return [];
  const shown = kept.length > 5 ? [...kept.slice(0, 5), `and ${kept.length - 5} more`] : kept;
  const lack = project.catalog === undefined ? "Without a catalog" : "For tables that the catalog lacks";
  return [
    `${lack}, it is unknown whether the warehouse still has ${formatCount(kept.length, "column")} that dbt doesn't ` +
      `document, so they stay as an earlier run wrote them: ${shown.join(", ")}. \`dbt docs generate\` writes the ` +
      "catalog; --decide removed:… and renamed:… name columns that are gone",
  ];
}

/** Columns and metrics whose name another one of their table has. */
function describeNumbered(table: SourceTable, numbered: ReadonlyMap<string, string>): string[] {
  const find = (name: string) => {
    const column = table.columns.find((one) => one.name === name);
    const metric = table.metrics.find((one) => "name" in one && one.name === name) as KnownMetric | undefined;
    return column ? `column ${column.id}` : metric && `metric ${metric.id}`;
  };
  return [...numbered].flatMap(([name, plain]) => {
    const [one, other] = [find(name), find(plain)];
    if (one === undefined) return [];
    const taken = other === undefined ? "" : `, since the ${other} has that of ${plain}`;
    const hint = "Give either another one: `label` below its meta.analytics";
    return `${table.id}: the ${one} gets the name ${name}${taken}. ${hint}`;
  });
}

/**
 * Refuses to guess: a table that is gone and a new one with the same columns are probably one.
 *
 * @throws UsageError
 */
function askForRename(
  project: Project,
  { relations, matched }: Relations,
  { known = [], removed = [], select, exclude }: TableOptions,
): void {
  if (select.length > 0 || exclude.length > 0) return;
  const taken = new Set(matched.values());
  const gone = known.filter(
    (table) =>
      !taken.has(table) && !project.nodes.has(table.key) && !listNames(table).some((name) => removed.includes(name)),
  );
  for (const table of gone) {
    const columns = table.columns.map(({ rawName }) => rawName.toLowerCase()).sort();
    const alike = relations.filter(
      (relation) =>
        !matched.has(relation.node.unique_id) &&
        isSameJson(columns, relation.columns.flatMap(({ rawName }) => rawName?.toLowerCase() ?? []).sort()),
    );
    const [first] = alike;
    if (first === undefined || alike.length > 1 || columns.length < 2) continue;
    const name = formReference(first.node);
    throw new UsageError(
      `${table.key} is gone, and ${first.node.unique_id} is new and has the same columns. If it was renamed, add ` +
        `--decide ${quoteArgument(`renamed:${table.id}=${name}`)}, or \`was: ${table.id}\` below ` +
        `${project.words.meta} of ${name}: the data model stays the same. If not, add --decide ` +
        `${quoteArgument(`removed:${table.id}`)}.`,
    );
  }
}

interface Rest {
  readonly file: string | undefined;
  readonly isKey: (column: SourceColumn) => boolean;
  readonly metrics: SourceTable["metrics"];
}

function buildTable(
  project: Project,
  relation: Relation,
  options: TableOptions,
  { isKey, file, metrics }: Rest,
): SourceTable {
  const { node, id, name, path, columns, links } = relation;
  const meta = readAnalyticsMeta(node, `model ${node.name}`);
  const deprecation = node.deprecation_date && `Deprecated: ${node.deprecation_date}.`;
  return {
    key: node.unique_id,
    id,
    name,
    description: joinLines(meta.description ?? node.description, deprecation),
    path: node.statement === undefined ? path : [],
    statement: node.statement,
    columns: columns.map((column) => ({
      ...column,
      isShown: column.meta.hidden === false,
      isHidden: column.isHidden || (options.hideKeys && isKey(column) && column.meta.hidden === undefined),
    })),
    isWhole: relation.isWhole,
    missing: relation.missing,
    file,
    primaryKey: findPrimaryKey(project, relation),
    links: links as readonly Link[],
    securities: buildSecurities(relation, options),
    metrics,
    notes: [...listNotes(project, relation, meta), ...relation.notes],
    // The table keeps the id that it has.
    was: undefined,
    checks: listChecks(project, relation).checks,
  };
}

function listNotes(project: Project, relation: Relation, meta: AnalyticsMeta): string[] {
  const { node, missing, untranslated, unreachable } = relation;
  const owner = meta.owner ?? describeOwner(project, node);
  const exposures = project.exposures.filter((exposure) => exposure.depends_on.includes(node.unique_id));
  return [
    ...(owner === undefined ? [] : [`Owner: ${owner}`]),
    ...exposures.map(({ name, label, type, url, owner: of }) => {
      const about = [type, of.name ?? formatEmail(of.email)].filter(Boolean).join(", ");
      return `Used by ${label ?? name}${about === "" ? "" : ` (${about})`}${url ? `: ${url}` : ""}`;
    }),
    ...(relation.columns.length === 0 ? [`No columns: ${project.words.noColumns}.`] : []),
    ...[...unreachable].map(([column, reason]) => `Skipped column ${column}: ${reason}.`),
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
    const security = remember(byCriteria, key, () => ({ columns: [], criteria }));
    security.columns.push(column.id, ...listDependents(column, columns));
  }
  return [...byCriteria.values()].map((one) => ({ ...one, columns: [...new Set(one.columns)] }));
}

function listDependents({ name }: SourceColumn, columns: readonly SourceColumn[]): string[] {
  return columns.filter(({ formula }) => formula.includes(`[${name}]`)).map(({ id }) => id);
}
