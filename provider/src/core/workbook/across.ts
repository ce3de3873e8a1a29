/** Workbooks that read from models. Loads neither zod nor the schema nor a parser of XML: programs use it too. */
import {
  buildFormSet,
  createReporter,
  deriveElementName,
  type Finding,
  type FormSet,
  isKnownList,
  locateFindings,
  type ModelForm,
  type Report,
  type Severities,
} from "../model/across";
import {
  filterObjects,
  isObject,
  isOpen,
  isPlaceholder,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  type Placeholder,
  readKnownString,
  splitRef,
  walkObjects,
} from "../model/json";
import { unwrapDocument } from "../model/text";
import { findNearest, isSameName, suggest } from "../text";
import { convertToModel, toWorkbookPath } from "./as-model";
import { getElementName } from "./kinds";
import { FanOutFinder } from "./rules/fan-out";

/** The severity of each rule when nothing else is set. */
const ownSeverities: Severities = {
  "missing-element": "error",
  "missing-column": "error",
  "missing-reference": "error",
  "missing-grouping": "warning",
  "fan-out": "warning",
};

/** A workbook that reads from models, and the models that its names may stand for. */
interface Reading {
  readonly workbook: ModelForm;
  readonly set: FormSet;
  readonly report: (rule: string, finding: Report) => void;
}

/**
 * What a workbook names in the models that it reads from, although they don't have it: elements (`!ref
 * orders#fact_orders`), columns and metrics in formulas (`[Orders/Revenue]`, `[Metrics/Revenue]`), groupings, and
 * controls that parameters set. What can't be known isn't reported.
 *
 * @param workbook its file form, with placeholders; `refs` are the models that its names stand for, and without them
 * those of `models` with these names.
 * @param models the models that are declared with it, with placeholders.
 * @example
 * checkWorkbookReferences({ name: "sales", form, source: { text } }, [{ name: "orders", form: orders, source }])
 */
export function checkWorkbookReferences(
  workbook: ModelForm,
  models: readonly ModelForm[],
  severities: Severities = {},
): Finding[] {
  const { form, source } = workbook;
  const { document, prefix } = unwrapDocument(form);
  if (!isObject(document) || isOpen(document)) return [];
  const findings: Finding[] = [];
  const report = createReporter(form, findings, { own: ownSeverities, severities, prefix });
  const reader: ModelForm = { ...workbook, form: convertToModel(document) };
  const set = buildFormSet(models, [reader]);
  const reading: Reading = { workbook: reader, set, report };
  const { layout: _, ...coded } = document;
  for (const { object, path } of walkObjects(coded)) {
    if (isPlaceholder(object)) checkElement(reading, object, path);
    else if (object.kind === "data-model") checkSource(reading, object, path);
  }
  for (const { path, ...finding } of set.findUnknownNames(reader))
    report("missing-column", { path: toWorkbookPath(path), ...finding });
  checkFanOut(reading, document);
  if (findings.length > 0) locateFindings(findings, source);
  return findings;
}

/** `!ref orders#fact_orders` names an element of the model. */
function checkElement({ workbook, set, report }: Reading, placeholder: Placeholder, path: Path): void {
  const [model, element] = splitRef(placeholder.$ref);
  const other = set.findMeant(workbook, model);
  const elements = other && listElements(other.form);
  if (other === undefined || element === undefined || elements === undefined) return;
  const ids = elements.map(({ id }) => String(id));
  if (ids.some((id) => isSameName(id, element))) return;
  const near = findNearest(element, ids);
  const hint = suggest(near && `!ref ${model}#${near}`, ids);
  report("missing-element", { path, message: `model ${other.name} has no element \`${element}\``, hint });
}

/** The elements of a model; undefined: some can't be known. */
function listElements(form: Json): JsonObject[] | undefined {
  if (!isObject(form) || isOpen(form) || !isKnownList(form.pages)) return undefined;
  const pages = filterObjects(form.pages);
  const elements = pages.flatMap((page) => filterObjects(page.elements));
  const areKnown =
    pages.every((page) => isKnownList(page.elements)) && elements.every(({ id }) => typeof id === "string");
  return areKnown ? elements : undefined;
}

/** A source in a model: both of its ids are of one model, and the element is a table, read at a grain that it has. */
function checkSource({ workbook, set, report }: Reading, source: JsonObject, path: Path): void {
  const { dataModelId, elementId } = source;
  if (!isPlaceholder(dataModelId)) return;
  const [model, element] = splitRef(dataModelId.$ref);
  const other = set.findMeant(workbook, model);
  if (other === undefined) return;
  if (element !== undefined) {
    const message = `\`dataModelId\` is the model, and \`${dataModelId.$ref}\` an element of it`;
    report("missing-element", { path: [...path, "dataModelId"], message, hint: `Write \`!ref ${model}\`.` });
    return;
  }
  const at: Path = [...path, "elementId"];
  if (!isPlaceholder(elementId)) {
    checkWrittenElement(report, other, model, elementId, at);
    return;
  }
  const [owner, own] = splitRef(elementId.$ref);
  const elements = listElements(other.form) ?? [];
  if (own === undefined) {
    if (set.findMeant(workbook, owner) === undefined) return;
    const [first] = elements.filter(({ kind }) => kind === "table");
    const hint = `Write \`!ref ${owner}#${first === undefined ? "…" : String(first.id)}\`.`;
    report("missing-element", {
      path: at,
      message: `\`${owner}\` is a model, and this is an element of it`,
      hint,
    });
  } else if (!isSameName(owner, model) && set.findMeant(workbook, owner) !== other) {
    const message = `the element is one of \`${owner}\`, and the source reads from \`${model}\``;
    report("missing-element", { path: at, message, hint: `Write the same model in both: \`!ref ${model}#…\`.` });
  } else {
    const found = elements.find(({ id }) => isSameName(String(id), own));
    if (found !== undefined) checkGrain(report, source, found, path);
  }
}

/** An element's id in the file, which the platform doesn't know: it gives each element of a model an id of its own. */
function checkWrittenElement(
  report: Reading["report"],
  other: ModelForm,
  model: string,
  elementId: Json | undefined,
  path: Path,
): void {
  const written = readKnownString(elementId);
  const elements = listElements(other.form);
  if (written === undefined || !elements?.some(({ id }) => id === written)) return;
  const message = `\`${written}\` is the id in the model's file, and the platform has another`;
  report("missing-element", { path, message, hint: `Write \`!ref ${model}#${written}\`.` });
}

function checkGrain(report: Reading["report"], { groupingId }: JsonObject, element: JsonObject, path: Path): void {
  if (element.kind !== undefined && element.kind !== "table") {
    const message = `\`${element.id}\` is a ${element.kind}, and elements read from tables`;
    report("missing-element", { path: [...path, "elementId"], message, hint: "Name a table of the model." });
    return;
  }
  const groupings = filterObjects(element.groupings).flatMap(({ id }) => readKnownString(id) ?? []);
  const [first] = groupings;
  if (groupingId === undefined && first !== undefined) {
    const message =
      `\`${element.id}\` is grouped by \`${first}\`, and without \`groupingId\` its single rows are read: averages ` +
      "are weighted by them";
    report("missing-grouping", { path, message, hint: "Give `groupingId`, or read a table that isn't grouped." });
  }
}

/** Aggregates of what a grouped table of a model calculates, read at another grain. */
function checkFanOut({ workbook, set, report }: Reading, { elements }: JsonObject): void {
  const entries = listObjectEntries(elements);
  const byId = new Map(entries.map(([, element]) => [element.id, element]));
  const finder = new FanOutFinder((source) => {
    const { kind, dataModelId, elementId } = source;
    if (kind === "table") {
      const element = byId.get(elementId);
      const name = element && getElementName(element.name);
      return name === undefined ? undefined : { element: element!, name };
    }
    if (kind !== "data-model" || !isPlaceholder(dataModelId) || !isPlaceholder(elementId)) return undefined;
    const [, own] = splitRef(elementId.$ref);
    const model = set.findMeant(workbook, splitRef(dataModelId.$ref)[0]);
    const tables = (model && listElements(model.form)) ?? [];
    const element = tables.find(({ id }) => own !== undefined && isSameName(String(id), own));
    if (model === undefined || element === undefined) return undefined;
    const name =
      readKnownString(element.name) ?? deriveElementName(element, (id) => tables.find((table) => table.id === id));
    return name === undefined ? undefined : { element, name, model: model.name };
  });
  for (const [index, element] of entries) {
    // Those within the workbook are found without its models.
    for (const { report: found, origin } of finder.listFanOuts(element, ["elements", index]))
      if (origin.model !== undefined) report("fan-out", found);
  }
}
