import { filterObjects, isObject, type Json, type JsonObject, type Path, toList, unknownValue } from "../spec/json";
import { getOwnValue } from "../text";
import { elementKinds, getElementName, hasColumns } from "./kinds";

/** Kinds whose columns have names that aren't all written in the workbook. */
const openKinds: ReadonlySet<string> = new Set(["input-table", "value-list", "code", "plugin"]);

/**
 * A workbook in the form of a data model, of one page whose elements are at their places in `elements`: whatever has
 * columns is a table, controls stay, and elements that formulas can't name are null.
 */
export function convertToModel({ elements }: JsonObject): JsonObject {
  const converted = toList(elements).map((element) => (isObject(element) ? convertElement(element) : element));
  return { pages: [{ id: "workbook", name: "Workbook", elements: converted }] };
}

/** The path in a workbook of a path in its form as a data model. */
export const toWorkbookPath = (path: Path): Path => path.slice(2);

function convertElement(element: JsonObject): Json {
  const { kind, name: written, ...rest } = element;
  if (typeof kind !== "string" || getOwnValue(elementKinds, kind) === undefined || kind === "control") return element;
  if (!hasColumns(kind)) return null;
  const isTransposed = isObject(element.source) && element.source.kind === "transpose";
  const isClosed = Array.isArray(element.columns) && !openKinds.has(kind) && !isTransposed;
  const name = getElementName(written);
  const columns = isClosed ? element.columns : [...filterObjects(element.columns), unknownValue];
  return { ...rest, kind: "table", ...(name === undefined ? {} : { name }), columns };
}
