import { cleanText, type GraphNode, type GraphPart } from "pulumi-analytics-diagram/graph";
import {
  filterObjects,
  isObject,
  type Json,
  type JsonObject,
  readKnownString,
} from "pulumi-analytics-internal/core/model/json";
import { getColumnName, getSourceName } from "pulumi-analytics-internal/core/model/references";
import { type Link, listLinks } from "./links";

/** A name of which something can be seen. */
export const showName = (name: string) => (cleanText(name) === "" ? "(no name)" : name);

/** A table as people write it: `SALES.PUBLIC.ORDERS`. */
export const formatPath = (path: readonly string[]) => path.join(".");

/** The node of an element. */
export function buildElementNode(
  id: string,
  own: string,
  group: string,
  element: JsonObject,
  problems: ReadonlyMap<JsonObject, readonly string[]>,
): GraphNode {
  const kind = element.kind === "control" ? "control" : "table";
  const source = isObject(element.source) ? element.source.kind : undefined;
  const type = kind === "control" ? element.controlType : (element.drawnAs ?? source);
  return {
    id,
    kind,
    type: readKnownString(type),
    name: getName(element) ?? own,
    group,
    description: readKnownString(element.description),
    reads: [...new Set(listLinks(element).flatMap(listRead))],
    ...getStatement(element.source),
    columns: filterObjects(element.columns).map((column) => buildPart(column, problems)),
    metrics: filterObjects(element.metrics).map((metric) => buildPart(metric, problems)),
    ...getProblems(element, problems),
  };
}

function getStatement(source: Json | undefined): Pick<GraphNode, "sql"> {
  const sql = isObject(source) && source.kind === "sql" ? readKnownString(source.statement) : undefined;
  return sql === undefined ? {} : { sql };
}

/** The warehouse table whose rows a link brings. */
function listRead({ way, other }: Link): string[] {
  return way === "in" && other.is === "warehouse-table" ? [formatPath(other.path)] : [];
}

/**
 * What an element goes by: its name; a table without one by its warehouse table, a control by what formulas call it.
 */
function getName({ name, source, controlId }: JsonObject): string | undefined {
  return [name, controlId, getSourceName(source, () => undefined)].map(readKnownString).find((text) => text?.trim());
}

function getProblems(place: JsonObject, problems: ReadonlyMap<JsonObject, readonly string[]>) {
  const own = problems.get(place);
  return own === undefined ? {} : { problems: own };
}

function buildPart(part: JsonObject, problems: ReadonlyMap<JsonObject, readonly string[]>): GraphPart {
  const id = readKnownString(part.id) ?? "?";
  return {
    id,
    name: showName(getColumnName(part) ?? id),
    formula: readKnownString(part.formula),
    description: readKnownString(part.description),
    ...(part.hidden === true ? { hidden: true } : {}),
    ...getProblems(part, problems),
  };
}
