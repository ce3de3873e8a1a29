import { filterObjects, isObject, type Json, type JsonObject } from "../model/json";
import { getOwnValue } from "../text";

/** What people call the fields of an element that read columns. */
const channelNames: Readonly<Record<string, string>> = {
  xAxis: "axis",
  yAxis: "axis",
  yAxis2: "axis",
  filters: "filter",
  conditionalFormats: "conditional format",
  groupings: "grouping",
  rowsBy: "rows",
  columnsBy: "columns",
  body: "text",
  actions: "action",
};

/** How a field of an element reads what formulas in it name. */
export const describeField = (field: string, kind: string): string => getOwnValue(channelNames, field) ?? kind;

/** Where an element names each of its columns by id. */
export function listChannels(element: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const channels = new Map<string, Set<string>>();
  const ids = new Set(filterObjects(element.columns).map(({ id }) => id));
  const visit = (value: Json | undefined, how: string): void => {
    if (typeof value === "string" && ids.has(value)) channels.set(value, (channels.get(value) ?? new Set()).add(how));
    if (Array.isArray(value)) for (const item of value) visit(item, how);
    else if (isObject(value)) for (const inner of Object.values(value)) visit(inner, how);
  };
  for (const [field, value] of Object.entries(element)) {
    if (["columns", "source", "order", "id", "metrics"].includes(field)) continue;
    visit(value, describeField(field, field));
  }
  return channels;
}
