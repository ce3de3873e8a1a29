import type { Loose } from "../spec/models";
import { setUpEmulator } from "../support";
import { buildSales } from "./sales";

const running = setUpEmulator();

const upper = "#AABBCC";
const lower = "#aabbcc";

/** A workbook with parts of its own in its settings, its first page, a panel and its elements by id. */
function buildWith(color: string, looks: string): Loose {
  const document = buildSales(running.emulator.seeded.connections.warehouse);
  const find = (id: string) => document.elements.find((element: Loose) => element.id === id);
  const text = { backgroundColor: color, color };
  document.settings = {
    theme: {
      name: looks,
      overrides: {
        colors: { text: color, highlight: color, surface: color, success: color, warning: color, danger: color },
        colorOverrides: { backgroundCanvas: color, anything: color },
        titleFont: { color },
        elementBorder: { color },
        categoricalScheme: [looks],
      },
    },
  };
  Object.assign(document.pages[0], { backgroundColor: color, description: looks });
  document.panels = [{ id: "bar", type: "header", title: looks, pages: ["main"], config: { backgroundColor: color } }];
  document.layout += '\n<Panel id="bar" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"/>';
  Object.assign(find("revenue"), {
    description: looks,
    style: { backgroundColor: color, borderColor: color },
    name: { text: looks, color },
    value: { columnId: "sum", color },
    comparison: { label: looks, labelColor: color, colorGood: color, colorBad: color },
  });
  Object.assign(find("orders"), {
    noDataText: looks,
    tableStyle: { bandingColor: color, headerDividerColor: color, textStyles: { header: text, cell: text } },
    sparkline: { shape: "line", color },
    conditionalFormats: [
      { type: "single", columnIds: ["id"], condition: "=", value: looks, style: text },
      { type: "backgroundScale", columnIds: ["id"], scheme: [looks] },
    ],
    filters: [{ id: "f", columnId: "id", kind: "text-match", mode: "equals", value: looks }],
  });
  find("orders").columns.push({ id: "text", name: looks, formula: `"${looks}"`, description: looks });
  Object.assign(find("trend"), {
    color: { by: "single", value: color },
    legend: { position: "top", color },
    xAxis: { columnId: "month", format: { title: { text: looks }, labels: { color } } },
    refMarks: [{ type: "line", axis: "series", line: { color }, fill: { color }, caption: { color } }],
  });
  Object.assign(find("from"), { value: looks, description: looks });
  Object.assign(find("open"), { text: looks, fillColor: color, fontColor: color });
  Object.assign(find("note"), { body: looks });
  return document;
}

test("colors are stored in lower case, and texts that look like one as they are", async () => {
  const { api, emulator } = running;
  const create = async (contents: Loose) => {
    const { status, body } = await api.post("/v2/workbooks", {
      name: "Colors",
      folderId: emulator.seeded.folders.models,
      contents,
    });
    expect([status, body.message]).toEqual([200, undefined]);
    return (await api.get(`/v2/workbooks/${body.workbookId}?includeContents=true`)).body.contents;
  };
  const stored = await create(buildWith(upper, upper));
  expect(stored).toEqual(await create(buildWith(lower, upper)));
  const countUpper = (document: Loose) => JSON.stringify(document).split(upper).length;
  expect(countUpper(stored)).toBe(countUpper(buildWith(lower, upper)));
  expect(JSON.stringify(await create(buildWith(upper, "text")))).not.toContain(upper);
});
