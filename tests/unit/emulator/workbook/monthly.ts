import type { Loose } from "../spec/models";
import { buildSales } from "./sales";

/** A report of one page with a number and a table, and a header with a text. */
export function buildMonthly(connectionId: string): Loose {
  const { elements } = buildSales(connectionId);
  const buildPlace = (id: string, y: number) => `<Element elementId="${id}" x="48" y="${y}" width="720" height="200"/>`;
  return {
    schemaVersion: 1,
    kind: "report",
    elements: elements.filter(({ id }: Loose) => ["orders", "revenue", "note"].includes(id)),
    pages: [{ id: "first", name: "First" }],
    panels: [{ id: "top", type: "header", pages: ["first"] }],
    config: { margin: 48, pageHeight: 1056, pageWidth: 816 },
    layout: [
      `<Page id="first">${buildPlace("revenue", 48)}${buildPlace("orders", 260)}</Page>`,
      `<Panel id="top">${buildPlace("note", 0)}</Panel>`,
    ].join(""),
  };
}
