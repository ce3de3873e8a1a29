/** The order of fields in a workbook's files, and which of them are formulas. */
import type { ObjectShape, Shape } from "../spec/internal";
import { columnFields, documentFields, elementKinds, overlayFields, pageFields, panelFields } from "./kinds";

/** A value of which nothing is known. */
const anything: Shape = { is: "scalar", types: [] };
const formula: Shape = { is: "scalar", types: ["string"], isFormula: true };
const list = (item: Shape): Shape => ({ is: "list", item, unordered: false });

function define(names: Iterable<string>, known: Readonly<Record<string, Shape>> = {}): ObjectShape {
  const fields = [...new Set(names)].map((name) => {
    return [name, { shape: known[name] ?? anything, isRequired: false, isTrimmed: false }] as const;
  });
  return { is: "object", fields: new Map(fields), required: [], siblings: new Set() };
}

const column = define(columnFields, { formula });

/** What an element is comes first, what it looks like and does last. */
const first = ["id", "kind", "controlId", "controlType", "name", "description", "source", "columns"];
const last = ["style", "actions"];

function defineElement(fields: ReadonlySet<string>): ObjectShape {
  const others = [...fields].filter((name) => !first.includes(name) && !last.includes(name));
  const order = [...first.filter((name) => fields.has(name)), ...others, ...last];
  return define(order, { columns: list(column) });
}

/** An element, as an item of a workbook or a file of its own. */
export const workbookElementShape: Shape = {
  is: "variant",
  discriminator: "kind",
  variants: new Map(Object.entries(elementKinds).map(([kind, { fields }]) => [kind, defineElement(fields)])),
};

const page = define(pageFields);

/** A page that is a file of its own. */
export const workbookPageShape: ObjectShape = define(pageFields);

const order = [
  "schemaVersion",
  "kind",
  "name",
  "description",
  "config",
  "pages",
  "settings",
  "overlays",
  "panels",
  "agents",
];

/** A whole workbook or report, or the main file of one that is a folder. */
export const workbookShape: ObjectShape = define(
  [...order, "automatedActions", "elements", "layout", ...documentFields.report],
  {
    pages: list(page),
    elements: list(workbookElementShape),
    overlays: list(define(overlayFields)),
    panels: list(define(panelFields)),
  },
);

/** A workbook in the envelope that the API has around it. */
export const workbookEnvelopeShape: ObjectShape = define(["name", "folderId", "description", "contents", "document"], {
  contents: workbookShape,
  document: workbookShape,
});
