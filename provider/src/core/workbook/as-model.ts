import { indexSpec, type SpecIndex } from "../spec/internal";
import { filterObjects, isObject, type Json, type JsonObject, type Path, toList, unknownValue } from "../spec/json";
import { elementKinds, hasColumns } from "./kinds";
import type { ElementEntry, WorkbookIndex } from "./workbook-index";

/** Kinds whose columns have names that aren't all written in the workbook. */
const openKinds: ReadonlySet<string> = new Set(["input-table", "value-list", "code", "plugin"]);

const models = new WeakMap<WorkbookIndex, SpecIndex>();

/** A workbook as a data model, indexed; all rules share it. */
export function indexAsModel(workbook: WorkbookIndex): SpecIndex {
  const model = models.get(workbook) ?? indexSpec(convertToModel(workbook));
  models.set(workbook, model);
  return model;
}

/**
 * A workbook in the form of a data model, of one page whose elements are at their places in `elements`: whatever has
 * columns is a table, controls stay, and elements that formulas can't name are null.
 */
export function convertToModel({ document, entries }: WorkbookIndex): JsonObject {
  const byElement = new Map(entries.map((entry) => [entry.element, entry]));
  const elements = toList(document.elements).map((element) => {
    const entry = isObject(element) ? byElement.get(element) : undefined;
    return entry === undefined ? element : convertElement(entry);
  });
  return { pages: [{ id: "workbook", name: "Workbook", elements }] };
}

/** The path in a workbook of a path in its form as a data model. */
export const toWorkbookPath = (path: Path): Path => path.slice(2);

function convertElement({ element, kind, name }: ElementEntry): Json {
  if (elementKinds[kind] === undefined || kind === "control") return element;
  if (!hasColumns(kind)) return null;
  const isTransposed = isObject(element.source) && element.source.kind === "transpose";
  const isClosed = Array.isArray(element.columns) && !openKinds.has(kind) && !isTransposed;
  const { name: _, ...rest } = element;
  const columns = isClosed ? element.columns : [...filterObjects(element.columns), unknownValue];
  return { ...rest, kind: "table", ...(name === undefined ? {} : { name }), columns };
}
