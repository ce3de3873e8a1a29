import type { Column, ControlElement, Join, Metric, Page, Source, TableElement } from "../core/model";
import { isObject, type JsonObject, listObjectEntries, type Path, toList } from "../core/model/json";
import type { PolicyDataModel } from "./data-model";
import type { SeenInside } from "./seen";

/** A table or control, and where it is. */
export interface ElementPlace {
  readonly element: SeenInside<TableElement> | SeenInside<ControlElement>;
  readonly page: SeenInside<Page>;
  /** Its path in the representation, for `report`. */
  readonly path: Path;
}

/** A table, and where it is. */
export interface TablePlace {
  readonly table: SeenInside<TableElement>;
  readonly page: SeenInside<Page>;
  readonly path: Path;
}

/** A column, its table, and where it is. */
export interface ColumnPlace {
  readonly column: SeenInside<Column>;
  readonly table: SeenInside<TableElement>;
  readonly path: Path;
}

/** A source, the table that has it, and where it is. */
export interface SourcePlace {
  readonly source: SeenInside<Source>;
  readonly table: SeenInside<TableElement>;
  readonly path: Path;
}

/** A join of a table's source, and where it is. */
export interface JoinPlace {
  readonly join: SeenInside<Join>;
  readonly table: SeenInside<TableElement>;
  readonly path: Path;
}

/** A formula, what it belongs to, and where it is. */
export interface FormulaPlace {
  readonly formula: string;
  /** The column or metric it computes. */
  readonly of: SeenInside<Column> | SeenInside<Metric>;
  readonly table: SeenInside<TableElement>;
  readonly path: Path;
}

/**
 * Visits every table and control, in order. It skips parts that are known only after the update, like all functions
 * here.
 *
 * @example forEachElement(model, ({ element, path }) => { if (!element.name) report("has no name", path); });
 */
export function forEachElement({ spec }: PolicyDataModel, visit: (place: ElementPlace) => void): void {
  // Declared parts have passed the provider's check; only unknown parts can have another shape.
  for (const [p, page] of listObjectEntries(getPages(spec))) {
    for (const [e, element] of listObjectEntries(page.elements)) {
      visit({ element, page, path: ["pages", p, "elements", e] } as unknown as ElementPlace);
    }
  }
}

/** Visits every table, in order. */
export function forEachTable(model: PolicyDataModel, visit: (place: TablePlace) => void): void {
  forEachElement(model, ({ element, page, path }) => {
    if (element.kind === "table") visit({ table: element as SeenInside<TableElement>, page, path });
  });
}

/**
 * Visits every column of every table, in order.
 *
 * @example forEachColumn(model, ({ column, path }) => { if (!column.description) report("has no description",
 *   path); });
 */
export function forEachColumn(model: PolicyDataModel, visit: (place: ColumnPlace) => void): void {
  forEachTable(model, ({ table, path }) => {
    for (const [c, column] of listParts(table, "columns")) {
      visit({ column, table, path: [...path, "columns", c] } as unknown as ColumnPlace);
    }
  });
}

/**
 * Visits every source of every table, outer sources before the sources inside them (of joins, unions and transposes).
 *
 * @example forEachSource(model, ({ source, path }) => { if (source.kind === "sql") report("is SQL", path); });
 */
export function forEachSource(model: PolicyDataModel, visit: (place: SourcePlace) => void): void {
  forEachTable(model, ({ table, path }) => {
    const see = (source: unknown, at: Path) => {
      if (isObject(source)) visit({ source, table, path: at } as unknown as SourcePlace);
    };
    const source: unknown = table.source;
    see(source, [...path, "source"]);
    if (!isObject(source)) return;
    for (const [j, join] of listObjectEntries(source.joins)) {
      for (const side of ["left", "right"]) see(join[side], [...path, "source", "joins", j, side]);
    }
    for (const [s, inner] of toList(source.sources).entries()) see(inner, [...path, "source", "sources", s]);
    for (const field of ["primarySource", "source"]) see(source[field], [...path, "source", field]);
  });
}

/** Visits every join, in order. */
export function forEachJoin(model: PolicyDataModel, visit: (place: JoinPlace) => void): void {
  forEachTable(model, ({ table, path }) => {
    const source: unknown = table.source;
    for (const [j, join] of listObjectEntries(isObject(source) ? source.joins : undefined)) {
      visit({ join, table, path: [...path, "source", "joins", j] } as unknown as JoinPlace);
    }
  });
}

/**
 * Visits the formula of every column and metric.
 *
 * @example forEachFormula(model, ({ formula, path }) =>
 *   { if (/\bCallText\(/.test(formula)) report("calls the warehouse", path); });
 */
export function forEachFormula(model: PolicyDataModel, visit: (place: FormulaPlace) => void): void {
  forEachTable(model, ({ table, path }) => {
    for (const field of ["columns", "metrics"] as const) {
      for (const [i, of] of listParts(table, field)) {
        if (typeof of.formula !== "string") continue;
        visit({ formula: of.formula, of, table, path: [...path, field, i, "formula"] } as unknown as FormulaPlace);
      }
    }
  });
}

function getPages(spec: unknown): JsonObject["pages"] {
  return isObject(spec) ? spec.pages : undefined;
}

function listParts(table: SeenInside<TableElement>, field: "columns" | "metrics"): [number, JsonObject][] {
  return listObjectEntries((table as unknown as JsonObject)[field]);
}
