import { columnName, isSame } from "../names";
import { type Reference, referencesIn, type Token, tokensIn } from "../references";
import type { Column, InnerSource, Source, TableElement } from "../schema";
import type { CompiledModel } from "./index";

/**
 * The statement that a table compiles to: a select for it, and one inside for each table that it reads from. It is there to be read; no
 * warehouse has to take it. Where a column is broken, a text says why.
 *
 * @example
 * compileQuery(model, orders);
 * // select
 * //   "ORDERS"."ID" as "Id",
 * //   'Unknown column "[Nothing]"' as "Broken"
 * // from SALES.PUBLIC.ORDERS as "ORDERS"
 */
export function compileQuery(model: CompiledModel, table: TableElement): string {
  return select(model, table, []);
}

/** @param open the tables on the way: sources may run in a circle. */
function select(model: CompiledModel, table: TableElement, open: readonly TableElement[]): string {
  const columns = table.columns.map(
    (column) => `  ${expression(model, table, column)} as ${identifier(columnName(column))}`,
  );
  const way = [...open, table];
  const from = [relation(model, table.source, way), ...related(model, table, way)];
  return `select\n${columns.join(",\n") || "  *"}\nfrom ${from.join("\n")}`;
}

/** The joins of the relationships that columns go through. */
function related(model: CompiledModel, table: TableElement, open: readonly TableElement[]): string[] {
  const references = table.columns.flatMap(({ formula }) => referencesIn(formula)).filter(({ length }) => length > 2);
  const used = new Set(references.map(([, relationship]) => relationship!.trim().toLowerCase()));
  return (table.relationships ?? []).flatMap(({ name, targetElementId, keys }) => {
    const target = model.table(targetElementId);
    const alias = name ?? (target && model.nameOf(target));
    if (!target || alias === undefined || !used.has(alias.toLowerCase())) {
      return [];
    }
    const nameIn = ({ columns }: TableElement, id: string) => {
      const column = columns.find((one) => one.id === id);
      return identifier(column ? columnName(column) : id);
    };
    const on = keys.map(
      ({ sourceColumnId, targetColumnId }) =>
        `${nameIn(table, sourceColumnId)} = ${identifier(alias)}.${nameIn(target, targetColumnId)}`,
    );
    return [
      `left outer join ${side(model, { kind: "table", elementId: target.id }, alias, open)} on ${on.join(" and ")}`,
    ];
  });
}

function expression(model: CompiledModel, table: TableElement, column: Column): string {
  const [fault] = model.faultsOf(column, table);
  if (fault) {
    return text(fault.message);
  }
  const part = (token: Token): string => {
    switch (token.kind) {
      case "text":
        return text(token.text);
      case "reference":
        return named(model, table, token.reference);
      case "other":
        return token.text;
    }
  };
  return tokensIn(column.formula).map(part).join("");
}

/** `"Table"."Column"` by what formulas call them, and by the warehouse's own name for its columns. */
function named(model: CompiledModel, table: TableElement, reference: Reference): string {
  const [prefix, ...rest] = reference;
  if (rest.length === 0) {
    return identifier(prefix!);
  }
  const column = model.warehouseNameOf(reference, table) ?? rest.at(-1)!;
  return `${identifier(rest.length > 1 ? rest[0]! : prefix!)}.${identifier(column)}`;
}

function relation(model: CompiledModel, source: Source, open: readonly TableElement[]): string {
  switch (source.kind) {
    case "join":
      return joined(model, source, open);
    case "union": {
      const parts = source.sources.map((side, index) => {
        const columns = source.matches.map(
          ({ outputColumnName, sourceColumns }) =>
            `${bare(sourceColumns[index] ?? null)} as ${identifier(outputColumnName)}`,
        );
        return `select ${columns.join(", ")} from ${relation(model, side, open)}`;
      });
      return nested(parts.join("\nunion all\n"), model.nameOfSource(source));
    }
    case "transpose":
      return `${source.direction === "row-to-column" ? "pivot" : "unpivot"} ${relation(model, source.source, open)}`;
    case "sql":
      return nested(source.statement, model.nameOfSource(source));
    case "csv-table":
      return identifier(model.nameOfSource(source));
    default:
      return side(model, source, model.nameOfSource(source), open);
  }
}

function joined(
  model: CompiledModel,
  source: Extract<Source, { kind: "join" }>,
  open: readonly TableElement[],
): string {
  const sides = model.sidesOf(source);
  const nameOf = (one: InnerSource) => sides.find((other) => isSame(other.side, one))!.name;
  const joins = source.joins.map(({ left, right, columns, joinType = "left-outer" }) => {
    const [from, to] = [identifier(nameOf(left)), identifier(nameOf(right))];
    const keys = columns.map((key) => `${from}.${bare(key.left)} ${key.op ?? "="} ${to}.${bare(key.right)}`);
    return `${joinType.replace("-", " ")} join ${side(model, right, nameOf(right), open)} on ${keys.join(" and ")}`;
  });
  const head = sides[0]!;
  return [side(model, head.side, head.name, open), ...joins].join("\n");
}

function side(model: CompiledModel, source: InnerSource, name: string, open: readonly TableElement[]): string {
  if (source.kind === "warehouse-table") {
    return `${source.path.join(".")} as ${identifier(name)}`;
  }
  const target = model.tableOf(source);
  const isNested = target !== undefined && !open.includes(target.table);
  return isNested ? nested(select(target.model, target.table, open), name) : identifier(name);
}

function nested(statement: string, name: string): string {
  return `(\n${statement.trim().replace(/^/gm, "  ")}\n) as ${identifier(name)}`;
}

/** A reference without its brackets; `null` where a source of a union has no such column. */
function bare(reference: string | null): string {
  return reference === null ? "null" : identifier(reference.replace(/^\s*\[|\]\s*$/g, ""));
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
