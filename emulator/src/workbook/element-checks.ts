import { createDependencyNotFound, createInvalidRequest } from "../http/errors";
import { show } from "../http/validate";
import type { Settings } from "../settings";
import type { Page } from "../spec/schema";
import { checkStructure } from "../spec/structure";
import { isObject, listNested, listObjects, type WorkbookElement } from "./document";
import { controlTypes, dataKinds } from "./kinds";
import { convertToTable } from "./tables";

/** What an element is checked against. */
interface ElementSurroundings {
  readonly settings: Settings;
  readonly organization: string;
}

/** What an element may not be, in itself. */
export function checkElement(
  element: WorkbookElement,
  at: string,
  { settings, organization }: ElementSurroundings,
): void {
  const columns = new Set(listObjects(element.columns).map(({ id }) => id));
  if (listObjects(element.groupings).length > 0 && listObjects(element.sort).length > 0) {
    throw createInvalidRequest(`${at}.sort: Sort column not found`);
  }
  if (element.kind === "control" && !controlTypes.has(String(element.controlType))) {
    throw createInvalidRequest(`${at}: Invalid kind: "control"`);
  }
  if (element.kind === "text") checkMarkup(String(element.body), at);
  checkPadding(element, at);
  checkImage(element, organization);
  if (!dataKinds.has(element.kind)) return;
  checkFormerIds(element, at, settings);
  checkListed(element, columns, at);
  checkMarks(element, at);
  checkChannels(element, columns, at);
  const table = { ...convertToTable(element), source: { kind: "csv-table" as const } };
  checkStructure(settings, [{ id: "page", name: "Page", elements: [table] } as unknown as Page]);
}

/** Columns that sorts, filters and groupings name are those of the element. */
function checkListed(element: WorkbookElement, columns: ReadonlySet<unknown>, at: string): void {
  const { sort, filters, groupings } = element;
  const grouped = listObjects(groupings).flatMap(({ groupBy, calculations }) =>
    [groupBy, calculations].flatMap((ids) => (Array.isArray(ids) ? (ids as unknown[]) : [])),
  );
  const named = [...listObjects(sort), ...listObjects(filters)].map(({ columnId }) => columnId);
  const missing = [...named, ...grouped].find((columnId) => !columns.has(columnId));
  if (missing !== undefined) throw createDependencyNotFound(`${element.id}/${missing}`.toLowerCase());
  for (const { kind, min, max } of listObjects(filters)) {
    if (kind === "number-range" && min === null && max === null) {
      throw createInvalidRequest(`${at}.filters: a number range needs an end`);
    }
  }
  for (const { format } of listObjects(element.columns)) {
    if (isObject(format) && format.kind === undefined) throw createInvalidRequest(`${at}: Missing "kind" field`);
  }
}

/** Fields that were called `id` before they were called `columnId`; those of the first kind never load any more. */
const renamed = {
  always: ["xAxis"],
  reported: ["value", "holeValue", "region", "latitude", "longitude", "geography"],
  lists: ["rowsBy", "columnsBy"],
};

function checkFormerIds(element: WorkbookElement, at: string, settings: Settings): void {
  const refuse = (field: string) => createInvalidRequest(`${at}.${field}.columnId: Invalid string: undefined`);
  const isFormer = (value: unknown) => isObject(value) && "id" in value && !("columnId" in value);
  const isRound = element.kind === "pie-chart" || element.kind === "donut-chart";
  const isAccepted = isRound || (settings.workbookFormerIds === "accept" && element.kind !== "kpi-chart");
  for (const field of renamed.reported) {
    const value = element[field];
    if (isObject(value) && !("columnId" in value) && !(isAccepted && isFormer(value))) throw refuse(field);
  }
  for (const field of renamed.always) if (isFormer(element[field])) throw refuse(field);
  if (Array.isArray(element.yAxis)) throw createInvalidRequest(`${at}.yAxis: Invalid object: ${show(element.yAxis)}`);
  if (isAccepted) return;
  for (const field of renamed.lists) {
    const index = listObjects(element[field]).findIndex(isFormer);
    if (index >= 0) throw refuse(`${field}[${index}]`);
  }
}

/** Which columns the channels of a chart show. */
function listChannels({ xAxis, yAxis, color, size }: WorkbookElement): [channel: string, columnId: unknown][] {
  const series = isObject(yAxis) && Array.isArray(yAxis.columnIds) ? yAxis.columnIds : [];
  const channels: [string, unknown][] = series.map((one) => ["yAxis", isObject(one) ? one.columnId : one]);
  if (isObject(xAxis)) channels.push(["xAxis", xAxis.columnId]);
  if (isObject(color)) channels.push(["color", color.column ?? color.columnId]);
  if (isObject(size)) channels.push(["size", size.columnId]);
  return channels.filter(([, columnId]) => columnId !== undefined);
}

/** The column of a channel, by the field's newer name or its former one. */
const readColumnId = (channel: unknown) => (isObject(channel) ? (channel.columnId ?? channel.id) : undefined);

/** A column stands on one channel, and every channel shows a column of its own element. */
function checkChannels(element: WorkbookElement, columns: ReadonlySet<unknown>, at: string): void {
  const single = ["value", "comparisonColumn", "timeline", "region", "latitude", "longitude", "geography"];
  const shown = single.flatMap((field) => readColumnId(element[field]) ?? []);
  const missing = shown.find((columnId) => !columns.has(columnId));
  if (missing !== undefined) throw createDependencyNotFound(`${element.id}/${missing}`.toLowerCase());
  if (element.kind === "kpi-chart") return;
  const seen = new Map<unknown, string>();
  for (const [channel, columnId] of listChannels(element)) {
    if (!columns.has(columnId)) throw createDependencyNotFound(`${element.id}/${columnId}`.toLowerCase());
    const before = seen.get(columnId);
    if (before !== undefined && before !== channel) {
      throw createInvalidRequest(`${at}: column '${columnId}' is referenced from both '${before}' and '${channel}'`);
    }
    seen.set(columnId, channel);
  }
  const { yAxis2 } = element;
  const second = isObject(yAxis2) && Array.isArray(yAxis2.columnIds) ? yAxis2.columnIds : [];
  const alone = second.find((columnId) => seen.get(columnId) !== "yAxis");
  if (alone !== undefined) throw createInvalidRequest(`${at}: '${alone}' is not listed on yAxis.columnIds`);
}

/** Marks have values that say what they are; only a combination says how each of its series looks. */
function checkMarks(element: WorkbookElement, at: string): void {
  for (const [index, { value }] of listObjects(element.refMarks).entries()) {
    if (typeof value === "number") {
      throw createInvalidRequest(`${at}.refMarks[${index}].value: Invalid object: ${value}`);
    }
  }
  const { yAxis, color } = element;
  const series: unknown[] = isObject(yAxis) && Array.isArray(yAxis.columnIds) ? yAxis.columnIds : [];
  const styled = series.findIndex(isObject);
  if (styled >= 0 && element.kind !== "combo-chart") {
    throw createInvalidRequest(`${at}.yAxis.columnIds[${styled}]: Invalid string: ${show(series[styled])}`);
  }
  if (isObject(color) && color.by !== undefined && color.by !== "single" && color.column === undefined) {
    throw createInvalidRequest(`${at}.color.column: Invalid string: undefined`);
  }
}

function checkPadding({ style }: WorkbookElement, at: string): void {
  if (!isObject(style) || style.padding !== "none") return;
  if (["borderColor", "borderWidth"].some((field) => field in style)) {
    throw createInvalidRequest(`${at}.style: border fields require default padding`);
  }
}

const knownStyles = ["color", "background-color", "font-size", "font-family", "text-align"];

/** Of HTML, a text has a few tags and styles; `p` only with a class or a style. */
function checkMarkup(body: string, at: string): void {
  const styles = [...body.matchAll(/style\s*=\s*["']([^"']*)["']/g)].flatMap(([, text = ""]) => text.split(";"));
  const names = styles.map((style) => style.split(":")[0]!.trim().toLowerCase()).filter(Boolean);
  const isForeign = names.some((name) => !knownStyles.includes(name));
  if (isForeign || /^####|<p>/m.test(body)) throw createInvalidRequest(`${at}.body: Invalid text`);
}

/** An uploaded image belongs to the organization that its key begins with. */
function checkImage(element: WorkbookElement, organization: string): void {
  for (const { object } of listNested([element.source, element.backgroundImage])) {
    const isUpload = object.kind === "upload" && typeof object.key === "string";
    if (isUpload && !(object.key as string).startsWith(`${organization}/`)) {
      throw createInvalidRequest("Image upload does not belong to this organization");
    }
  }
}
