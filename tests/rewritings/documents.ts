import { buildRichWorkbook } from "analytics-emulator";

type Element = { id: string; kind: string; name?: string; [field: string]: unknown };

/** A workbook or report. */
export type Document = { elements: Element[]; layout: string; [field: string]: unknown };

/** A workbook with every kind of element, and what each rewriting finds something to rewrite in. */
export function buildRewrittenWorkbook(connectionId: string): Document {
  const document = buildRichWorkbook({ connectionId, elements: 110 }) as Document;
  const findKind = (kind: string) => document.elements.find((element) => element.kind === kind)!;
  const donut = findKind("donut-chart");
  donut.holeValue = donut.value;
  Object.assign(findKind("pie-chart"), { trellis: { rowsBy: [] } });
  Object.assign(findKind("control"), { showClearButton: "shown" });
  Object.assign(findKind("bar-chart"), { color: { by: "single", value: "#1F6FEB" }, remark: "of the team" });
  findKind("text").body = "One\n\n\n\nTwo";
  Object.assign(findKind("table"), {
    conditionalFormats: [
      { type: "single", columnIds: ["amount"], condition: "<>", value: 5000, style: { bold: true } },
    ],
  });
  const input = findKind("input-table");
  input.columns = [...(input.columns as object[]), { id: "secret", name: "Secret", type: "text", hidden: true }];
  return document;
}

/** A report with those of the elements that lie at pixels. */
export function buildRewrittenReport(connectionId: string): Document {
  const document = buildRewrittenWorkbook(connectionId);
  const elements = document.elements.filter(({ kind }) => !kind.endsWith("-container") && kind !== "container");
  const writePlaces = (isInPanel: boolean) =>
    elements
      .filter(({ kind }) => (kind === "navigation") === isInPanel)
      .map(({ id }, index) => `<Element elementId="${id}" x="0" y="${index * 100}" width="800" height="100"/>`)
      .join("");
  return {
    ...document,
    kind: "report",
    elements,
    config: { margin: 48, pageWidth: 816, pageHeight: 20_000 },
    layout: [`<Page id="page-1">${writePlaces(false)}</Page>`, `<Panel id="header">${writePlaces(true)}</Panel>`].join(
      "\n",
    ),
  };
}
