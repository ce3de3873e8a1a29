import { type Finding, formatPath } from "../model";
import { isObject, type Json, type JsonObject, type Path, toList, unknownValue } from "../model/json";
import { unwrapDocument } from "../model/text";
import { getOwnValue } from "../text";
import { elementKinds, getElementName, hasColumns } from "./kinds";

/** Kinds whose columns have names that aren't all written in the workbook. */
const openKinds: ReadonlySet<string> = new Set(["input-table", "value-list", "code", "plugin"]);

/**
 * A workbook in the form of a data model, of one page whose elements are at their places in `elements`: whatever has
 * columns is a table, controls stay, and elements that formulas can't name are null.
 *
 * @param isOfAnyKind whether what has columns is a table whatever its kind is: one newer than this, too.
 */
export function convertToModel({ elements }: JsonObject, { isOfAnyKind = false } = {}): JsonObject {
  const converted = toList(elements).map((element) =>
    isObject(element) ? convertElement(element, isOfAnyKind) : element,
  );
  return { pages: [{ id: "workbook", name: "Workbook", elements: converted }] };
}

/** The path in a workbook of a path in its form as a data model. */
export const toWorkbookPath = (path: Path): Path => path.slice(2);

/** The same of a file's form, which may have an envelope. */
export function convertFormToModel(form: Json): JsonObject {
  const { document } = unwrapDocument(form);
  return convertToModel(isObject(document) ? document : {});
}

/** What was found in a workbook in the form of a data model, at its places in the file's form. */
export function placeInWorkbook(form: Json, findings: readonly Finding[]): Finding[] {
  const { prefix } = unwrapDocument(form);
  return findings.map((finding) => {
    const path = [...prefix, ...toWorkbookPath(finding.path)];
    return { ...finding, path, pathText: formatPath(form, path) };
  });
}

function convertElement(element: JsonObject, isOfAnyKind: boolean): Json {
  const { kind, name: written, ...rest } = element;
  if (kind === "control") return element;
  const isKnown = typeof kind === "string" && getOwnValue(elementKinds, kind) !== undefined;
  const isTable = (isKnown && hasColumns(kind)) || (isOfAnyKind && Array.isArray(element.columns));
  if (!isTable) return isKnown ? null : element;
  const isTransposed = isObject(element.source) && element.source.kind === "transpose";
  const isClosed = Array.isArray(element.columns) && isKnown && !openKinds.has(kind) && !isTransposed;
  const name = getElementName(written);
  const columns = isClosed ? element.columns : [...toList(element.columns), unknownValue];
  return { ...rest, kind: "table", ...(name === undefined ? {} : { name }), columns };
}
