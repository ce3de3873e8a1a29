import { isDeepStrictEqual } from "node:util";
import {
  type Call,
  createAtom,
  type Dialect,
  type Formula,
  listParts,
  parseSql,
  type Scope,
  type Sql,
  translate,
  UntranslatableError,
} from "../sql";
import { refuse, writeAggregate } from "./aggregates";
import type { Metric } from "./manifest";
import type { Relation, RelationColumn } from "./relation";

/** A metric that is SQL with aggregations over several tables, as a formula of the one whose rows it aggregates. */
export function writeSqlMetric(metric: Metric, all: readonly Relation[], dialect: Dialect) {
  const sql = parseSql(metric.type_params.expr ?? refuse("it has no SQL of this warehouse"), dialect);
  checkSides(sql);
  const scope = new SqlScope(sql, filterByGroup(metric, all), dialect);
  return { relation: scope.home, formula: translate(sql, scope) };
}

/** Its table; one of its group stands in where there is none. */
export function findSqlBase(metric: Metric, all: readonly Relation[], dialect: Dialect): Relation | undefined {
  const relations = filterByGroup(metric, all);
  const named = relations.find(({ node }) => node.name === metric.table);
  if (named !== undefined) return named;
  try {
    return writeSqlMetric(metric, all, dialect).relation;
  } catch (error) {
    if (!(error instanceof UntranslatableError)) throw error;
    return relations[0];
  }
}

/** What dbt's document writes for a growth: it drops offsets, and the metric is compared with itself. */
function checkSides(sql: Sql): void {
  for (const part of listParts(sql)) {
    if (part.is !== "binary" || (part.operator !== "-" && part.operator !== "/")) continue;
    if (isDeepStrictEqual(skipNullif(part.left), skipNullif(part.right))) {
      refuse(
        `\`${part.operator}\` has the same on both sides, as where dbt's document drops an offset: ` +
          "generate dbt reads offsets",
      );
    }
  }
}

const skipNullif = (sql: Sql): Sql => (sql.is === "call" && sql.name === "nullif" && sql.args[0]) || sql;

const filterByGroup = ({ group }: Metric, all: readonly Relation[]) => all.filter(({ node }) => node.group === group);

const aggregations: Readonly<Record<string, string>> = {
  ...{ sum: "sum", avg: "average", min: "min", max: "max", count: "count", median: "median" },
};

class SqlScope implements Scope {
  readonly home: Relation;
  private isInside = false;

  constructor(
    sql: Sql,
    private readonly relations: readonly Relation[],
    readonly dialect: Dialect,
  ) {
    const calls = listParts(sql).filter((part) => part.is === "call" && readAggregation(part) !== undefined);
    const homes = [...new Set(calls.map((call) => this.findHome(call as Call)))];
    if (homes.length > 1) refuse(`it needs rows of both ${joinNames(homes)}`);
    this.home = homes[0] ?? refuse("it has no aggregation that is translated");
  }

  findColumn(name: string, qualifier: string | undefined): Formula {
    if (!this.isInside) return refuse(`\`${name}\` stands outside of an aggregation`);
    const { relation, column } = this.resolve(name, qualifier);
    if (relation === this.home) return createAtom(`[${column.name}]`, column.type);
    const [link] = listLinks(this.home, relation);
    return createAtom(`[${this.home.name}/${link!.name}/${column.name}]`, column.type);
  }

  findReference(): Formula {
    return refuse("a reference in braces isn't translated at this place");
  }

  writeCall(call: Call, write: (sql: Sql) => Formula): Formula | undefined {
    const agg = readAggregation(call);
    if (agg === undefined) return undefined;
    if (this.isInside) refuse("it has an aggregation inside of another");
    const [of, ...others] = call.args;
    if (others.length > 0) refuse(`\`${call.name}\` of several values isn't translated`);
    this.isInside = true;
    const value = of === undefined || (of.is === "number" && agg === "count") ? undefined : write(of);
    this.isInside = false;
    return writeAggregate({ agg, expr: "*", percentile: undefined, isDiscrete: false }, value, undefined);
  }

  /** The table from which relationships lead to all that an aggregation names: the one on the many side. */
  private findHome(call: Call): Relation {
    const columns = listParts(call).filter((part) => part.is === "column");
    const used = [...new Set(columns.map(({ name, qualifier }) => this.resolve(name, qualifier).relation))];
    if (used.length === 0 && this.relations.length === 1) return this.relations[0]!;
    if (used.length === 0) refuse(`\`${call.name}\` doesn't say of which dataset`);
    const homes = used.filter((one) => used.every((other) => other === one || listLinks(one, other).length === 1));
    const [home, ...others] = homes;
    if (home !== undefined && others.length === 0) return home;
    return refuse(`not exactly one relationship leads from one of ${joinNames(used)} to each other`);
  }

  private resolve(name: string, qualifier: string | undefined): { relation: Relation; column: RelationColumn } {
    const isCalled = (own: string | undefined, text: string) => own?.toLowerCase() === text.toLowerCase();
    const hasField = ({ semantic }: Relation) => semantic?.dimensions.find((one) => isCalled(one.name, name));
    const byName = this.relations.filter(({ node }) => isCalled(node.name, qualifier ?? ""));
    const byAlias = this.relations.filter(({ node }) => isCalled(node.alias, qualifier ?? ""));
    // dbt's document names columns of its tables, not the fields that read them.
    const hasColumn = ({ node }: Relation) => node.columns.some((one) => isCalled(one.name, name));
    const byField = this.relations.filter(hasField);
    const bare = byField.length > 0 ? byField : this.relations.filter(hasColumn);
    const named = qualifier === undefined ? bare : byName.length > 0 ? byName : byAlias;
    const [relation, ...others] = named;
    const wanted = qualifier === undefined ? name : `${qualifier}.${name}`;
    if (relation === undefined || others.length > 0) {
      return refuse(`${wanted} is of ${relation === undefined ? "no dataset" : "several datasets"}`);
    }
    const field = hasField(relation);
    const column = field === undefined ? relation.findColumn(name) : relation.findDimension(field.name).column;
    return { relation, column: column ?? refuse(`${wanted} is no column`) };
  }
}

const joinNames = (relations: readonly Relation[]) => relations.map(({ node }) => node.name).join(" and ");

const listLinks = (from: Relation, to: Relation) => from.links.filter(({ target }) => target === to.node.unique_id);

function readAggregation({ name, isDistinct }: Call): string | undefined {
  if (isDistinct) return name === "count" ? "count_distinct" : undefined;
  return Object.hasOwn(aggregations, name) ? aggregations[name] : undefined;
}
