import { resolve } from "node:path";
import {
  classifyType,
  findCatalog,
  findManifest,
  type Node,
  type Project,
  readAnalyticsMeta,
  readProject,
} from "pulumi-analytics-generate/dbt";
import { UsageError } from "../command/exit";
import { readInput } from "../command/files";
import type { OtherQuestions } from "./ask";
import type { Question, TablePath } from "./question";

/**
 * What tables lose between two builds of a dbt project: tables and columns that are gone, have another name or another
 * type. A catalog beside a manifest says which columns a table has, and so does an enforced contract. Without either, a
 * column that isn't documented any more may still be there: that is a note, and no question.
 *
 * @param manifest path of the new `manifest.json`, relative to `cwd`.
 * @param state path of the one that is deployed.
 * @param databases what the platform calls the databases of dbt, where that is another name.
 */
export function compareDbt(
  cwd: string,
  manifest: string,
  state: string,
  databases: ReadonlyMap<string, string> = new Map(),
): OtherQuestions {
  if (resolve(cwd, manifest) === resolve(cwd, state)) {
    throw new UsageError(
      `--dbt and --against name the same file, ${manifest}. dbt overwrites it: keep the deployed one elsewhere.`,
    );
  }
  const [now, before] = [manifest, state].map((given) => {
    const path = findManifest(cwd, given);
    return readProject({ cwd, readText: readInput }, path, findCatalog(cwd, path));
  }) as [Project, Project];
  const comparison = new Comparison(before, now);
  const stale = [
    { path: manifest, project: now },
    { path: state, project: before },
  ].flatMap(({ path, project }) =>
    project.isCatalogOlder
      ? [`The catalog beside ${path} is older than it: columns without a contract are those of its time.`]
      : [],
  );
  return {
    questions: comparison.questions.map((question) => renameDatabase(question, databases)),
    notes: [...before.warnings, ...now.warnings, ...stale, ...comparison.notes],
  };
}

function renameDatabase(question: Question, databases: ReadonlyMap<string, string>): Question {
  const [database = "", ...rest] = question.table?.path ?? [];
  const other = databases.get(database);
  if (other === undefined || question.table === undefined) return question;
  return { ...question, table: { ...question.table, path: [other, ...rest] } };
}

/** A column of a table, by its name in lower case. */
interface KnownColumn {
  readonly name: string;
  readonly type: string | undefined;
  readonly was: string | undefined;
}

/** The columns of a table, and how they are known. */
interface KnownColumns {
  readonly by: "catalog" | "contract" | "documentation";
  readonly columns: ReadonlyMap<string, KnownColumn>;
}

class Comparison {
  readonly questions: Question[] = [];
  readonly notes: string[] = [];
  /** Where the new build has what was in a database and schema: another environment has others. */
  readonly #schemas: ReadonlyMap<string, string>;
  readonly #tables: ReadonlyMap<string, Node>;
  /** By the names that they had. */
  readonly #renamed: ReadonlyMap<string, Node>;

  constructor(
    private readonly before: Project,
    private readonly now: Project,
  ) {
    this.#schemas = mapSchemas(before, now);
    this.#tables = new Map([...now.nodes.values()].filter(isTable).map((node) => [formKey(getPath(node)), node]));
    this.#renamed = new Map(
      [...this.#tables.values()].flatMap((node) => {
        const { was } = readAnalyticsMeta(node, `model ${node.name}`);
        return was === undefined ? [] : [[was, node]];
      }),
    );
    for (const [old, next] of this.#schemas) {
      if (old !== next) this.notes.push(`${old} counts as ${next} of the new manifest: another environment.`);
    }
    const unknown: string[] = [];
    for (const node of [...before.nodes.values()].filter(isTable)) {
      const other = this.#findNow(node);
      if (other === undefined) {
        this.#ask({ path: getPath(node) }, `table of dbt's ${node.name}`, "removed");
        continue;
      }
      const path = this.#translate(getPath(node));
      if (formKey(path) !== formKey(getPath(other))) {
        this.#ask({ path: getPath(node) }, `table of dbt's ${node.name}`, `renamed to ${getPath(other).join(".")}`);
        continue;
      }
      if (!this.#compareColumns(node, other)) unknown.push(node.name);
    }
    if (unknown.length > 0) {
      const { length } = unknown;
      const names = `${unknown.slice(0, 10).join(", ")}${length > 10 ? ` and ${length - 10} others` : ""}`;
      this.notes.push(
        `Of ${names}, the new manifest has neither a catalog nor a contract: columns that are gone aren't known. ` +
          "`dbt docs generate` writes the catalog.",
      );
    }
  }

  #ask(table: TablePath, is: string, becomes: string): void {
    const text = [...table.path, ...(table.column === undefined ? [] : [table.column])].join(".");
    this.questions.push({ text, table, is, becomes });
  }

  /** The node that makes the same table, or is the same in dbt, now. */
  #findNow(node: Node): Node | undefined {
    const same = this.now.nodes.get(node.unique_id);
    const there = this.#tables.get(formKey(this.#translate(getPath(node))));
    if (same !== undefined && isTable(same)) return same;
    return there ?? this.#renamed.get(node.name);
  }

  #translate(path: readonly string[]): string[] {
    const [schema, name = ""] = [path.slice(0, -1), path.at(-1)];
    const next = this.#schemas.get(schema.join("."));
    return next === undefined ? [...path] : [...next.split("."), name];
  }

  /** Whether the columns of now are known. */
  #compareColumns(node: Node, other: Node): boolean {
    const [old, next] = [listColumns(this.before, node), listColumns(this.now, other)];
    const renamed = new Map(
      [...next.columns.values()].flatMap(({ was, name }) => (was ? [[was.toLowerCase(), name]] : [])),
    );
    const added = [...next.columns].filter(([key, { was }]) => !old.columns.has(key) && was === undefined);
    const isWhole = next.by !== "documentation";
    const undocumented: string[] = [];
    const documented = new Set(node.columns.map(({ name }) => name));
    for (const [key, column] of old.columns) {
      const same = next.columns.get(key);
      const ask = (becomes: string) =>
        this.#ask({ path: getPath(node), column: column.name }, `column of dbt's ${node.name}`, becomes);
      const retyped = same && describeRetyped(column.type, same.type, old.by === next.by);
      const name = renamed.get(key);
      if (retyped !== undefined) ask(retyped);
      else if (same !== undefined) continue;
      else if (name !== undefined) ask(`renamed to ${name}`);
      else if (isWhole) {
        ask("removed");
        this.#suggestName(
          node,
          column,
          added.map(([, one]) => one),
        );
      } else if (documented.has(column.name)) undocumented.push(column.name);
    }
    if (undocumented.length > 0) {
      this.notes.push(`${node.name}: no longer documented, and perhaps gone: ${undocumented.join(", ")}.`);
    }
    return isWhole || old.columns.size === 0;
  }

  /** A new column of the same type may be the old one. */
  #suggestName({ name }: Node, gone: KnownColumn, added: readonly KnownColumn[]): void {
    const alike = added.filter(({ type }) => classifyType(type) === classifyType(gone.type));
    if (alike.length === 0) return;
    const names = alike.map((one) => one.name).join(", ");
    this.notes.push(
      `${name}.${gone.name} is gone, and ${names} is new with the same type. If that is its new name, say so in dbt: ` +
        `meta.analytics.was: ${gone.name}.`,
    );
  }
}

/** What makes a table or view of the warehouse. */
const isTable = ({ config }: Node) => config.materialized !== "ephemeral";

const getPath = ({ database, schema, alias, name }: Node): string[] =>
  [database, schema, alias ?? name].filter((part): part is string => part !== undefined && part !== "");

const formKey = (path: readonly string[]) => path.join(".").toLowerCase();

/** Databases with schemas by those before: where most of the same nodes are. */
function mapSchemas(before: Project, now: Project): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  const getSchema = (node: Node) => getPath(node).slice(0, -1).join(".");
  for (const [id, node] of before.nodes) {
    const other = now.nodes.get(id);
    if (other === undefined || !isTable(node) || !isTable(other)) continue;
    const found = counts.get(getSchema(node)) ?? new Map<string, number>();
    found.set(getSchema(other), (found.get(getSchema(other)) ?? 0) + 1);
    counts.set(getSchema(node), found);
  }
  return new Map([...counts].map(([schema, found]) => [schema, [...found].reduce((a, b) => (b[1] > a[1] ? b : a))[0]]));
}

function listColumns({ catalog }: Project, node: Node): KnownColumns {
  const readWas = (column: Node["columns"][number] | undefined) =>
    column && readAnalyticsMeta(column, `model ${node.name}, column ${column.name}`).was;
  const documented = new Map(node.columns.map((column) => [column.name.toLowerCase(), column]));
  const table = catalog?.get(node.unique_id);
  const isFromCatalog = !node.contract && table !== undefined;
  const columns = isFromCatalog
    ? table.columns.map(({ name, type }) => ({ name, type }))
    : [...documented.values()].map(({ name, data_type: type }) => ({ name, type }));
  return {
    by: isFromCatalog ? "catalog" : node.contract ? "contract" : "documentation",
    columns: new Map(
      columns.map(({ name, type }) => {
        const key = name.toLowerCase();
        return [key, { name, type, was: readWas(documented.get(key)) }];
      }),
    ),
  };
}

/** Another kind of values; digits and lengths make no difference. */
function describeRetyped(before: string | undefined, now: string | undefined, isAlike: boolean): string | undefined {
  if (before === undefined || now === undefined) return undefined;
  const simplify = (type: string) => {
    const kind = classifyType(type) ?? type.toLowerCase().replace(/\(.*/, "").trim();
    // A catalog calls a number what a contract calls an integer.
    return kind === "integer" && !isAlike ? "number" : kind;
  };
  return simplify(before) === simplify(now) ? undefined : `retyped from ${before} to ${now}`;
}
