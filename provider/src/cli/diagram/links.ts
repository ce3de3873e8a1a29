import type { GraphEdge } from "pulumi-analytics-diagram/graph";
import { headsOf, primaryOf } from "../../core/spec/internal";
import { isObject, type Json, type JsonObject, knownString, listOf, objectsIn } from "../../core/spec/json";

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
  | { readonly is: "foreign-element"; readonly model: Json | undefined; readonly element: Json | undefined }
  | { readonly is: "foreign-control"; readonly model: Json | undefined; readonly control: Json | undefined };

/** What an element has to do with others by its ids; what formulas name is found elsewhere. */
export function linksOf(element: JsonObject): Link[] {
  return element.kind === "control"
    ? controlLinks(element)
    : [...sourceLinks(element.source), ...relationshipLinks(element)];
}

const joinNames: ReadonlyMap<string, string> = new Map([
  ["inner", "inner join"],
  ["left-outer", "left outer join"],
  ["right-outer", "right outer join"],
  ["full-outer", "full outer join"],
]);

function sourceLinks(source: Json | undefined): Link[] {
  if (!isObject(source)) return [];
  switch (source.kind) {
    case "join":
      return joinLinks(source);
    case "union":
      return listOf(source.sources).flatMap((inner) => linkTo(inner, "union", "union"));
    case "transpose":
      return linkTo(source.source, "transpose", "transpose");
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
      return linkTo(source, "source", "");
  }
}

function joinLinks(source: JsonObject): Link[] {
  const joins = objectsIn(source.joins);
  const primary = primaryOf(source);
  // Without one primary source the model is wrong; what could be it is shown all the same.
  const starts = primary === undefined ? headsOf(joins) : [primary];
  return [
    ...starts.flatMap((start) => linkTo(start, "join", "primary source")),
    ...joins.flatMap(({ right, joinType, columns }) => {
      const type = knownString(joinType) ?? "left-outer";
      return linkTo(right, "join", joinNames.get(type) ?? type, objectsIn(columns).map(condition));
    }),
  ];
}

function condition({ left, right, op }: JsonObject): string {
  return `${knownString(left) ?? "?"} ${knownString(op) ?? "="} ${knownString(right) ?? "?"}`;
}

function relationshipLinks({ relationships }: JsonObject): Link[] {
  return objectsIn(relationships).flatMap((relationship): Link[] => {
    const target = knownString(relationship.targetElementId);
    if (target === undefined) return [];
    const [name, type] = [knownString(relationship.name), knownString(relationship.relationshipType)];
    const label = [name ?? "relationship", ...(type === undefined ? [] : [`(${type})`])].join(" ");
    const details = objectsIn(relationship.keys).map(
      (key) => `${knownString(key.sourceColumnId) ?? "?"} = ${knownString(key.targetColumnId) ?? "?"}`,
    );
    return [{ kind: "relationship", label, details, way: "out", other: { is: "element", id: target } }];
  });
}

function controlLinks({ filters, source, parameters }: JsonObject): Link[] {
  const choices = isObject(source) ? source : {};
  return [
    ...objectsIn(filters).flatMap((filter) =>
      linkTo(filter.source, "filter", "filters", idsOf(filter.columnId), "out"),
    ),
    ...linkTo(choices.source, "values", "values", idsOf(choices.columnId, choices.displayColumnId)),
    ...objectsIn(parameters).map(
      ({ dataModelId, controlId }): Link => ({
        kind: "parameter",
        label: "sets",
        details: idsOf(controlId),
        way: "out",
        other: { is: "foreign-control", model: dataModelId, control: controlId },
      }),
    ),
  ];
}

const idsOf = (...values: (Json | undefined)[]) => values.flatMap((value) => knownString(value) ?? []);

/** A link to what a source names; none where it names nothing known. */
function linkTo(
  source: Json | undefined,
  kind: Link["kind"],
  label: string,
  details: readonly string[] = [],
  way: Link["way"] = "in",
): Link[] {
  const other = otherOf(source);
  if (other === undefined) return [];
  const grouping = isObject(source) ? knownString(source.groupingId) : undefined;
  return [
    { kind, label, details: grouping === undefined ? details : [...details, `grouping ${grouping}`], way, other },
  ];
}

function otherOf(source: Json | undefined): Other | undefined {
  if (!isObject(source)) return undefined;
  switch (source.kind) {
    case "table": {
      const id = knownString(source.elementId);
      return id === undefined ? undefined : { is: "element", id };
    }
    case "warehouse-table":
      return { is: "warehouse-table", connection: source.connectionId, path: idsOf(...listOf(source.path)) };
    case "data-model":
      return { is: "foreign-element", model: source.dataModelId, element: source.elementId };
    default:
      return undefined;
  }
}
