import type { WorkbookElement } from "../workbook/document";
import type { Random } from "./random";

/** An element of a data model, as workbooks read it. */
export interface ReadElement {
  readonly elementId: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly metrics: readonly string[];
}

/** A table of the warehouse that a model or workbook reads. */
export interface WarehousePlace {
  readonly connectionId: string;
  readonly path: readonly string[];
  readonly columns: readonly string[];
}

interface Reads {
  readonly kind: "workbook" | "report";
  /** Begins the ids of its pages and elements: no two documents of an organization share one. */
  readonly prefix: string;
  readonly read: readonly (ReadElement & { readonly dataModelId: string })[];
  /** A table of the warehouse that some read without a model. */
  readonly table: WarehousePlace;
}

type Element = WorkbookElement;

/**
 * A workbook or report: tables of models on a hidden page, and pages of numbers, charts, controls and texts that read
 * from them. Most have about twenty elements, a few more than a hundred.
 */
export function buildDocument(random: Random, { kind, prefix, read, table }: Reads): Record<string, unknown> {
  const sources: Element[] = [];
  for (const one of read) {
    const id = `${prefix}-data-${sources.length + 1}`;
    // The product calls a table what the model calls the element that it reads.
    const name = sources.some((source) => source.name === one.name) ? `${one.name} (${id})` : one.name;
    sources.push(buildSourceTable(random, one, { id, name }));
  }
  if (random.drawNext() < 0.2) sources.push(buildStatement(table, `${prefix}-sql-${sources.length + 1}`));
  const pages = [{ id: `${prefix}-data`, name: "Data", visibility: "hidden", elements: sources }];
  const size = random.drawNext();
  const perPage = size < 0.05 ? 40 : size < 0.3 ? 16 : 6;
  const count = kind === "report" ? 1 : random.drawBetween(1, size < 0.05 ? 4 : 3);
  for (let page = 1; page <= count; page++) {
    const elements = Array.from({ length: random.drawBetween(3, perPage) }, (_, index) =>
      buildShown(random, random.pick(sources), `${prefix}-p${page}-e${index + 1}`),
    );
    pages.unshift({ id: `${prefix}-page-${page}`, name: `Page ${page}`, visibility: "shown", elements });
  }
  return {
    schemaVersion: 1,
    kind,
    elements: pages.flatMap(({ elements }) => elements),
    pages: pages.map(({ elements: _, visibility, ...page }) =>
      visibility === "hidden" ? { ...page, visibility } : page,
    ),
    layout: pages.map(({ id, elements }) => layOut(kind, id, elements)).join("\n"),
    ...(kind === "report" ? { config: { margin: 48, pageHeight: 1056, pageWidth: 816 } } : {}),
  };
}

const listColumns = (element: Element) => element.columns as { id: string; name: string; formula: string }[];

function buildSourceTable(
  random: Random,
  read: Reads["read"][number],
  { id, name }: { id: string; name: string },
): Element {
  const needed = read.columns.filter((name) => ["Amount", "Region", "Created at"].includes(name));
  const others = read.columns.filter((name) => !needed.includes(name));
  const columns = [...needed, ...random.drawSample(others, random.drawBetween(2, others.length))];
  return {
    id,
    kind: "table",
    name,
    source: { kind: "data-model", dataModelId: read.dataModelId, elementId: read.elementId },
    columns: columns.map((column, index) => ({
      id: `${id}-c${index + 1}`,
      name: column,
      formula: `[${read.name}/${column}]`,
    })),
  };
}

function buildStatement({ connectionId, path }: WarehousePlace, id: string): Element {
  const statement = `select AMOUNT, REGION, CREATED_AT from ${path.join(".")} where STATUS = 'done'`;
  const names = { AMOUNT: "Amount", REGION: "Region", CREATED_AT: "Created at" };
  return {
    id,
    kind: "table",
    name: `Statement (${id})`,
    source: { kind: "sql", connectionId, statement },
    columns: Object.entries(names).map(([column, name], index) => ({
      id: `${id}-c${index + 1}`,
      name,
      formula: `[Custom SQL/${column}]`,
    })),
  };
}

function buildShown(random: Random, source: Element, id: string): Element {
  const columns = listColumns(source);
  const from = { kind: "table", elementId: source.id };
  const amount = columns.find(({ name }) => name === "Amount")!.name;
  const sum = { id: `${id}-sum`, name: "Sum", formula: `Sum([${source.name}/${amount}])` };
  const by = random.pick(columns.filter(({ name }) => name !== amount));
  const category = { id: `${id}-by`, name: by.name, formula: `[${source.name}/${by.name}]` };
  const choice = random.drawNext();
  if (choice < 0.25)
    return { id, kind: "kpi-chart", name: `Total ${id}`, source: from, columns: [sum], value: { columnId: sum.id } };
  if (choice < 0.65) {
    const kind = random.pick(["bar-chart", "line-chart", "area-chart"]);
    const axes = { xAxis: { columnId: category.id }, yAxis: { columnIds: [sum.id] } };
    return { id, kind, name: `Sum by ${by.name} ${id}`, source: from, columns: [category, sum], ...axes };
  }
  if (choice < 0.8) {
    const groupings = [{ id: `${id}-g`, groupBy: [category.id], calculations: [sum.id] }];
    return { id, kind: "table", name: `Table ${id}`, source: from, columns: [category, sum], groupings };
  }
  if (choice < 0.9) {
    const target = { source: from, columnId: columns.find(({ name }) => name === "Region")?.id ?? by.id };
    const source = { kind: "source", ...target };
    return { id, kind: "control", controlId: id, controlType: "list", name: `Region ${id}`, filters: [target], source };
  }
  return { id, kind: "text", body: `## ${by.name}\n\nThe total is {{Sum([${source.name}/${amount}])}}.` };
}

/** One block of the layout: three elements beside each other, or one below the other in a report. */
function layOut(kind: Reads["kind"], id: string, elements: readonly Element[]): string {
  if (kind === "report") {
    const places = elements.map(
      (element, index) =>
        `<Element elementId="${element.id}" x="48" y="${48 + index * 200}" width="720" height="190"/>`,
    );
    return `<Page id="${id}">${places.join("")}</Page>`;
  }
  const places = elements.map((element, index) => {
    const column = (index % 3) * 8 + 1;
    const row = Math.floor(index / 3) * 8 + 1;
    const place = `gridColumn="${column} / ${column + 8}" gridRow="${row} / ${row + 8}"`;
    return `<Element elementId="${element.id}" ${place}/>`;
  });
  const grid = 'type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"';
  return `<Page id="${id}" ${grid}>${places.join("")}</Page>`;
}
