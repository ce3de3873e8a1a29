import { type KnownColumn, type KnownTable, readWarehouseColumn } from "pulumi-analytics-generate";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import { FileWriter } from "../command/files";
import { type ModelRecord, readRecords } from "./merge";

/** The tables that earlier runs of a source wrote into a folder. */
export function readKnownTables(cwd: string, out: string, source: string): KnownTable[] {
  const records = readRecords(new FileWriter(cwd, out, { dryRun: true }));
  return [...records].flatMap(([model, record]) =>
    record instanceof Error || record.source !== source ? [] : listTables(model, record),
  );
}

function listTables(model: string, { spec, tables }: ModelRecord): KnownTable[] {
  const isGenerated = (kind: Json | undefined) => kind === "warehouse-table" || kind === "sql";
  const elements = listElements(spec).filter(({ source }) => isObject(source) && isGenerated(source.kind));
  return elements.flatMap((element) => {
    const { path } = element.source as JsonObject;
    const id = String(element.id);
    const table = tables[id];
    if (table === undefined) return [];
    return {
      model,
      isAlone: elements.length === 1,
      id,
      name: readKnownString(element.name) ?? id,
      key: table.key,
      isWhole: table.isWhole,
      missing: table.missing ?? [],
      path: Array.isArray(path) ? path.map(String) : [],
      columns: filterObjects(element.columns).flatMap((column) => listColumn(column)),
      hidden: new Map(filterObjects(element.columns).map((column) => [String(column.id), column.hidden === true])),
      metrics: new Set(filterObjects(element.metrics).map((metric) => String(metric.id))),
    };
  });
}

function listColumn({ id, name, formula, description, format }: JsonObject): KnownColumn[] {
  const rawName = typeof formula === "string" ? readWarehouseColumn(formula) : undefined;
  if (rawName === undefined || typeof id !== "string") return [];
  return [
    {
      id,
      name: readKnownString(name) ?? id,
      rawName,
      description: readKnownString(description),
      format: isObject(format) ? format : undefined,
    },
  ];
}
