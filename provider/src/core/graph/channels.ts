import { addTo, remember } from "../data";
import { filterObjects, type JsonObject, readKnownString } from "../model/json";
import type { SpecIndex } from "../model/references";
import { getOwnValue } from "../text";
import { getGrammar, listReferences } from "../workbook";

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
  metrics: "timeline",
  body: "text",
  actions: "action",
};

/** How a field of an element reads what formulas in it name. */
export const describeField = (field: string, kind: string): string => getOwnValue(channelNames, field) ?? kind;

/** The ways in which an element reads its own columns, by their ids: `axis`, `filter`. */
export type Channels = ReadonlyMap<string, ReadonlySet<string>>;

/** Fields that read no column: what they list is only shown in an order, or is a column of something else. */
const display = new Set(["columns", "source", "order", "folders"]);

/** Where an element of a workbook names its columns by id: in the fields that hold ids, whatever other texts say. */
export function listChannels(element: JsonObject): Channels {
  const ids = new Set(filterObjects(element.columns).map(({ id }) => id));
  if (ids.size === 0) return new Map();
  const references = [...listReferences(getGrammar().element, element)];
  const own = references.filter(({ reference: { to, of }, id }) => to === "column" && of === undefined && ids.has(id));
  return groupFields(own.map(({ id, path }) => [id, String(path[0])]));
}

/** The same for the elements of a data model. */
export function listModelChannels({ references }: Pick<SpecIndex, "references">): ReadonlyMap<JsonObject, Channels> {
  const fields = new Map<JsonObject, (readonly [id: string, field: string])[]>();
  for (const { element, kinds, owner, id, field } of references) {
    if (element === undefined || !kinds.includes("column") || owner !== readKnownString(element.id)) continue;
    addTo(fields, element, [id, /^\w+/.exec(field)![0]]);
  }
  return new Map([...fields].map(([element, own]) => [element, groupFields(own)]));
}

function groupFields(named: readonly (readonly [id: string, field: string])[]): Channels {
  const channels = new Map<string, Set<string>>();
  for (const [id, field] of named) {
    if (!display.has(field)) remember(channels, id, () => new Set()).add(describeField(field, field));
  }
  return channels;
}
