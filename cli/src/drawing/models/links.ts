import type { GraphEdge } from "pulumi-analytics-diagram/graph";
import {
  filterObjects,
  isObject,
  type Json,
  type JsonObject,
  readKnownString,
  toList,
} from "pulumi-analytics-internal/core/model/json";
import { findHeads, findPrimary } from "pulumi-analytics-internal/core/model/references";

/** What an element has to do with something else. */
export interface Link {
  readonly kind: GraphEdge["kind"];
  /** For people: `left outer join`, `customer (N:1)`. */
  readonly label: string;
  readonly details: readonly string[];
  readonly other: Other;
  /** Which way it points: rows flow `in` from a source; a relationship, a filter and a parameter point `out`. */
  readonly way: "in" | "out";
}

/** What a link leads to, as the representation names it: ids may be placeholders. */
export type Other =
  | { readonly is: "element"; readonly id: string }
  | { readonly is: "warehouse-table"; readonly connection: Json | undefined; readonly path: readonly string[] }
  | { readonly is: "connection"; readonly connection: Json | undefined }
  | ForeignPart;

/** An element or control of another model. */
export interface ForeignPart {
  readonly is: "foreign-element" | "foreign-control";
  readonly model: Json | undefined;
  readonly part: Json | undefined;
}

/** What an element has to do with others by its ids; what formulas name is found elsewhere. */
export function listLinks(element: JsonObject): Link[] {
  return element.kind === "control"
    ? listControlLinks(element)
    : [...listSourceLinks(element.source), ...listRelationshipLinks(element)];
}

const joinNames: ReadonlyMap<string, string> = new Map([
  ["inner", "inner join"],
  ["left-outer", "left outer join"],
  ["right-outer", "right outer join"],
  ["full-outer", "full outer join"],
]);

function listSourceLinks(source: Json | undefined): Link[] {
  if (!isObject(source)) return [];
  switch (source.kind) {
    case "join":
      return joinLinks(source);
    case "union":
      return toList(source.sources).flatMap((inner) => createLinks(inner, "union", "union"));
    case "transpose":
      return createLinks(source.source, "transpose", "transpose");
    case "sql":
      return [
        {
          kind: "source",
          label: "SQL",
          details: [],
          way: "in",
          other: { is: "connection", connection: source.connectionId },
        },
      ];
    default:
      return createLinks(source, "source", "");
  }
}

function joinLinks(source: JsonObject): Link[] {
  const joins = filterObjects(source.joins);
  const primary = findPrimary(source);
  // Without one primary source the model is wrong; what could be it is shown all the same.
  const starts = primary === undefined ? findHeads(joins) : [primary];
  return [
    ...starts.flatMap((start) => createLinks(start, "join", "primary source")),
    ...joins.flatMap(({ right, joinType, columns }) => {
      const type = readKnownString(joinType) ?? "left-outer";
      return createLinks(right, "join", joinNames.get(type) ?? type, filterObjects(columns).map(formatCondition));
    }),
  ];
}

function formatCondition({ left, right, op }: JsonObject): string {
  return `${readKnownString(left) ?? "?"} ${readKnownString(op) ?? "="} ${readKnownString(right) ?? "?"}`;
}

function listRelationshipLinks({ relationships }: JsonObject): Link[] {
  return filterObjects(relationships).flatMap((relationship): Link[] => {
    const target = readKnownString(relationship.targetElementId);
    if (target === undefined) return [];
    const [name, type] = [readKnownString(relationship.name), readKnownString(relationship.relationshipType)];
    const label = [name ?? "relationship", ...(type === undefined ? [] : [`(${type})`])].join(" ");
    const details = filterObjects(relationship.keys).map(
      (key) => `${readKnownString(key.sourceColumnId) ?? "?"} = ${readKnownString(key.targetColumnId) ?? "?"}`,
    );
    return [{ kind: "relationship", label, details, way: "out", other: { is: "element", id: target } }];
  });
}

function listControlLinks({ filters, source, parameters }: JsonObject): Link[] {
  const choices = isObject(source) ? source : {};
  return [
    ...filterObjects(filters).flatMap((filter) =>
      createLinks(filter.source, "filter", "filters", listIds(filter.columnId), "out"),
    ),
    ...createLinks(choices.source, "values", "values", listIds(choices.columnId, choices.displayColumnId)),
    ...filterObjects(parameters).map(
      ({ dataModelId, controlId }): Link => ({
        kind: "parameter",
        label: "sets",
        details: listIds(controlId),
        way: "out",
        other: { is: "foreign-control", model: dataModelId, part: controlId },
      }),
    ),
  ];
}

const listIds = (...values: (Json | undefined)[]) => values.flatMap((value) => readKnownString(value) ?? []);

/** A link to what a source names; none where it names nothing known. */
function createLinks(
  source: Json | undefined,
  kind: Link["kind"],
  label: string,
  details: readonly string[] = [],
  way: Link["way"] = "in",
): Link[] {
  const other = getOther(source);
  if (other === undefined) return [];
  const grouping = isObject(source) ? readKnownString(source.groupingId) : undefined;
  return [
    { kind, label, details: grouping === undefined ? details : [...details, `grouping ${grouping}`], way, other },
  ];
}

function getOther(source: Json | undefined): Other | undefined {
  if (!isObject(source)) return undefined;
  switch (source.kind) {
    case "table": {
      const id = readKnownString(source.elementId);
      return id === undefined ? undefined : { is: "element", id };
    }
    case "warehouse-table":
      return { is: "warehouse-table", connection: source.connectionId, path: listIds(...toList(source.path)) };
    case "data-model":
      return { is: "foreign-element", model: source.dataModelId, part: source.elementId };
    default:
      return undefined;
  }
}
