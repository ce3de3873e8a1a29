import { listReferences, listTokens, type Reference, splitReference, type Token } from "../formula";
import { getColumnName, isSame } from "../names";
import type { Column, InnerSource, Source, TableElement } from "../schema";
import type { CompiledModel } from "./index";

/**
 * The statement that a table compiles to: a select for it, and one inside for each table that it reads from. It is
 * there to be read; no warehouse has to take it. Where a column is broken, a text says why.
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
    (column) => `  ${writeExpression(model, table, column)} as ${quoteIdentifier(getColumnName(column))}`,
  );
  const way = [...open, table];
  const from = [writeRelation(model, table.source, way), ...listRelated(model, table, way)];
  return `select\n${columns.join(",\n") || "  *"}\nfrom ${from.join("\n")}`;
}

/** The joins of the relationships that columns go through. */
function listRelated(model: CompiledModel, table: TableElement, open: readonly TableElement[]): string[] {
  const references = table.columns.flatMap(({ formula }) => listReferences(formula)).filter(({ length }) => length > 2);
  const used = new Set(references.map(([, relationship]) => relationship!.trim().toLowerCase()));
  return (table.relationships ?? []).flatMap(({ name, targetElementId, keys }) => {
    const target = model.findTable(targetElementId);
    const alias = name ?? (target && model.getName(target));
    if (!target || alias === undefined || !used.has(alias.toLowerCase())) {
      return [];
    }
    const getNameInside = ({ columns }: TableElement, id: string) => {
      const column = columns.find((one) => one.id === id);
      return quoteIdentifier(column ? getColumnName(column) : id);
    };
    const on = keys.map(
      ({ sourceColumnId, targetColumnId }) =>
        `${getNameInside(table, sourceColumnId)} = ${quoteIdentifier(alias)}.${getNameInside(target, targetColumnId)}`,
    );
    return [
      `left outer join ${writeSide(model, { kind: "table", elementId: target.id }, alias, open)} on ` +
        `${on.join(" and ")}`,
    ];
  });
}

function writeExpression(model: CompiledModel, table: TableElement, column: Column): string {
  const [fault] = model.listTableFaults(column, table);
  if (fault) {
    return quoteText(fault.message);
  }
  const writePart = (token: Token): string => {
    switch (token.kind) {
      case "text":
        return quoteText(token.text.slice(1, -1).replace(/\\([\s\S])/g, "$1"));
      case "reference":
        return writeNamed(model, table, column, splitReference(token));
      default:
        return token.text;
    }
  };
  return listTokens(column.formula).map(writePart).join("");
}

/** `"Table"."Column"` by what formulas call them, and by the warehouse's own name for its columns. */
function writeNamed(model: CompiledModel, table: TableElement, reader: Column, reference: Reference): string {
  const [prefix, ...rest] = reference;
  const column = model.getWarehouseName(reference, table, reader);
  if (rest.length === 0) {
    return quoteIdentifier(column ?? prefix!);
  }
  return `${quoteIdentifier(rest.length > 1 ? rest[0]! : prefix!)}.${quoteIdentifier(column ?? rest.at(-1)!)}`;
}

function writeRelation(model: CompiledModel, source: Source, open: readonly TableElement[]): string {
  switch (source.kind) {
    case "join":
      return writeJoined(model, source, open);
    case "union": {
      const parts = source.sources.map((side, index) => {
        const columns = source.matches.map(
          ({ outputColumnName, sourceColumns }) =>
            `${writeBare(sourceColumns[index] ?? null)} as ${quoteIdentifier(outputColumnName)}`,
        );
        return `select ${columns.join(", ")} from ${writeRelation(model, side, open)}`;
      });
      return nestQuery(parts.join("\nunion all\n"), model.getSourceName(source));
    }
    case "transpose":
      return (
        `${source.direction === "row-to-column" ? "pivot" : "unpivot"} ` +
        `${writeRelation(model, source.source, open)}`
      );
    case "sql":
      return nestQuery(source.statement, model.getSourceName(source));
    case "csv-table":
      return quoteIdentifier(model.getSourceName(source));
    default:
      return writeSide(model, source, model.getSourceName(source), open);
  }
}

function writeJoined(
  model: CompiledModel,
  source: Extract<Source, { kind: "join" }>,
  open: readonly TableElement[],
): string {
  const sides = model.listSides(source);
  const getName = (one: InnerSource) => sides.find((other) => isSame(other.side, one))!.name;
  const joins = source.joins.map(({ left, right, columns, joinType = "left-outer" }) => {
    const [from, to] = [quoteIdentifier(getName(left)), quoteIdentifier(getName(right))];
    const keys = columns.map((key) => `${from}.${writeBare(key.left)} ${key.op ?? "="} ${to}.${writeBare(key.right)}`);
    return (
      `${joinType.replace("-", " ")} join ` +
      `${writeSide(model, right, getName(right), open)} on ${keys.join(" and ")}`
    );
  });
  const head = sides[0]!;
  return [writeSide(model, head.side, head.name, open), ...joins].join("\n");
}

function writeSide(model: CompiledModel, source: InnerSource, name: string, open: readonly TableElement[]): string {
  if (source.kind === "warehouse-table") {
    return `${source.path.join(".")} as ${quoteIdentifier(name)}`;
  }
  const target = model.getTable(source);
  const isNested = target !== undefined && !open.includes(target.table);
  return isNested ? nestQuery(select(target.model, target.table, open), name) : quoteIdentifier(name);
}

function nestQuery(statement: string, name: string): string {
  return `(\n${statement.trim().replace(/^/gm, "  ")}\n) as ${quoteIdentifier(name)}`;
}

/** A reference without its brackets; `null` where a source of a union has no such column. */
function writeBare(reference: string | null): string {
  return reference === null ? "null" : quoteIdentifier(reference.replace(/^\s*\[|\]\s*$/g, ""));
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function quoteText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
