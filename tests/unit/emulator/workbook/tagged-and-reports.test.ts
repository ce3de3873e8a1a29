import type { Loose } from "../spec/models";
import { listAll, setUpEmulator } from "../support";
import { buildMonthly } from "./monthly";
import { buildSales } from "./sales";

const running = setUpEmulator();
const getFolderId = () => running.emulator.seeded.folders.models;

/** A data model with one table of orders, and the ids that the platform gave it. */
async function createModel(columns: Record<string, string>): Promise<{ dataModelId: string; elementId: string }> {
  const { api, emulator } = running;
  const { body } = await api.post("/v2/dataModels/spec", {
    name: "Orders",
    folderId: getFolderId(),
    schemaVersion: 1,
    pages: [{ id: "p", name: "Page", elements: [buildTable(emulator.seeded.connections.warehouse, columns)] }],
  });
  const spec = (await api.get(`/v2/dataModels/${body.dataModelId}/spec`)).body;
  return { dataModelId: body.dataModelId, elementId: spec.pages[0].elements[0].id };
}

function buildTable(connectionId: string, columns: Record<string, string>): Loose {
  return {
    id: "t",
    kind: "table",
    name: "Orders",
    source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] },
    columns: Object.entries(columns).map(([name, formula]) => ({ id: name, name, formula })),
  };
}

test("a workbook that reads a model at a tag says so, and doesn't break before the tag moves", async () => {
  const { api, emulator } = running;
  const { dataModelId, elementId } = await createModel({ Id: "[ORDERS/ID]", Amount: "[ORDERS/AMOUNT]" });
  const { versionTagId } = (await api.post("/v2/tags", { name: "Production", color: "plum" })).body;
  await api.post("/v2/dataModels/tag", { dataModelId, tag: "Production" });
  const make = async (name: string, more: object) => {
    const source = { dataModelId, elementId, ...more };
    const made = (await emulator.ui.request("POST", "/workbooks", { name, sources: [source] })) as Loose;
    return made.workbookId as string;
  };
  const latest = await make("Latest", {});
  const tagged = await make("Tagged", { versionTagId });
  const source = { type: "data-model", dataModelId, elementIds: [elementId] };
  const readSources = async (id: string) => (await api.get(`/v2/workbooks/${id}/sources`)).body;
  expect(await readSources(latest)).toEqual([source]);
  expect(await readSources(tagged)).toEqual([{ ...source, versionTagId }]);

  // The tagged version of a workbook is a document of its own.
  const tag = { workbookId: latest, tag: "Production" };
  const models = [{ dataModelId, fromVersionTagId: null, toVersionTagId: versionTagId }];
  const { taggedWorkbookId } = (await api.post("/v2/workbooks/tag", { ...tag, dataModelSourceTaggedVersions: models }))
    .body;
  expect(await readSources(taggedWorkbookId)).toEqual([{ ...source, versionTagId }]);
  expect((await api.get(`/v2/workbooks/${taggedWorkbookId}?includeContents=true`)).body.contents.elements).toHaveLength(
    1,
  );

  // Without the column, what reads the latest version is broken.
  const spec = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body;
  spec.pages[0].elements[0].columns.pop();
  await api.put(`/v2/dataModels/${dataModelId}/spec`, { schemaVersion: 1, pages: spec.pages });
  const listTypes = async (id: string) =>
    ((await listAll(api, `/v2/workbooks/${id}/columns`, 50)) as Loose[]).map(({ type }) => type.type);
  expect(await listTypes(latest)).toEqual(["number", "error"]);
  expect(await listTypes(tagged)).toEqual(["number", "number"]);
  expect(await listTypes(taggedWorkbookId)).toEqual(["number", "number"]);
  await api.post("/v2/dataModels/tag", { dataModelId, tag: "Production" });
  expect(await listTypes(tagged)).toEqual(["number", "error"]);
});

test("the contents of an unrepresentable workbook can't be read, its lists can", async () => {
  const { api, emulator } = running;
  const { dataModelId, elementId } = await createModel({ Id: "[ORDERS/ID]" });
  const made = (await emulator.ui.request("POST", "/workbooks", {
    name: "Colored",
    unrepresentable: true,
    sources: [{ dataModelId, elementId }],
  })) as Loose;
  const path = `/v2/workbooks/${made.workbookId}`;
  const refused = await api.get(`${path}?includeContents=true`);
  expect([refused.status, refused.body.code]).toEqual([500, "service_error"]);
  expect((await api.get(path)).status).toBe(200);
  expect(await listAll(api, `${path}/columns`, 50)).toHaveLength(1);
});

test("the lists of a workbook as code: controls, queries, lineage", async () => {
  const { api, emulator } = running;
  const contents = buildSales(emulator.seeded.connections.warehouse);
  const { workbookId } = (await api.post("/v2/workbooks", { name: "Code", folderId: getFolderId(), contents })).body;
  const list = (name: string) => listAll(api, `/v2/workbooks/${workbookId}/${name}`, 50) as Promise<Loose[]>;
  expect(await list("controls")).toEqual([{ name: "From", valueType: "text" }]);
  expect((await list("elements")).map(({ name, type }) => [type, name])).toEqual([
    ["visualization", "Revenue"],
    ["visualization", "Trend"],
    ["table", "Orders"],
  ]);
  expect((await list("queries")).map(({ elementId }) => elementId)).toEqual(["revenue", "trend", "orders"]);
  const lineage = (await list("lineage")).map(({ elementId, sourceIds }) => [elementId, sourceIds]);
  expect(lineage).toContainEqual(["trend", ["orders"]]);
});

const buildReport = () => buildMonthly(running.emulator.seeded.connections.warehouse);

test("a report is created, read and replaced as code", async () => {
  const { api } = running;
  const report = { name: "Quarter", folderId: getFolderId(), contents: buildReport() };
  expect((await api.post("/v2/reports", { ...report, dryRun: true })).body).toEqual({ dryRun: true, warnings: [] });
  const { reportId } = (await api.post("/v2/reports", report)).body;
  const read = async () => (await api.get(`/v2/reports/${reportId}?includeContents=true`)).body;
  const { contents, documentVersion } = await read();
  expect(documentVersion).toBe(1);
  expect(contents).toMatchObject({ kind: "report", config: { pageWidth: 816 }, panels: [{ type: "header" }] });
  expect(contents.layout).toContain('<Element elementId="revenue" x="48" y="48" width="720" height="200"/>');
  const path = `/v2/reports/${reportId}/contents`;
  expect((await api.put(path, { contents, documentVersion })).body).toEqual({ success: true, reportId });
  expect((await api.put(path, { contents, documentVersion })).status).toBe(409);
  expect(await read()).toMatchObject({ contents, documentVersion: 2 });
  const elements = (await api.get(`/v2/reports/${reportId}/elements`)).body.entries;
  expect(elements.map(({ elementId }: Loose) => elementId)).toEqual(["revenue", "orders"]);
  expect((await api.put(path, "contents: {}", { "content-type": "application/yaml" })).status).toBe(415);
});

const change = (field: string, edit: (value: Loose) => unknown) => (report: Loose) => {
  report[field] = edit(report[field]);
};
const set = (field: string, value: unknown) => change(field, () => value);

test.each<[string, (report: Loose) => void, string]>([
  ["the kind of a workbook", set("kind", "workbook"), 'contents.kind: Invalid "report": "workbook"'],
  ["a grid", change("layout", (text) => text.replace('x="48"', 'gridColumn="1 / 2"')), "Invalid element position"],
  [
    "a sidebar",
    set("panels", [{ id: "top", type: "sidebar", pages: [] }]),
    'contents.panels[0].type: Invalid "header" or "footer": "sidebar"',
  ],
  ["a width in words", set("config", { pageWidth: "wide" }), 'contents.config.pageWidth: Invalid number: "wide"'],
])("a report with %s is refused", async (_what, edit, message) => {
  const contents = buildReport();
  edit(contents);
  const { status, body } = await running.api.post("/v2/reports", { name: "Bad", folderId: getFolderId(), contents });
  expect([status, body.message]).toEqual([400, message]);
});

test("a report that was made in the product is read as code, and one without the feature isn't", async () => {
  const { api, emulator } = running;
  const path = `/v2/reports/${emulator.seeded.reports.quarterly}`;
  const { contents } = (await api.get(`${path}?includeContents=true`)).body;
  expect(contents).toMatchObject({ kind: "report", pages: [{ name: "Cover" }] });
  expect((await api.put(`${path}/contents`, { contents })).status).toBe(200);
  emulator.configure({ workbookApi: "none" });
  expect((await api.get(`${path}?includeContents=true`)).body).not.toHaveProperty("contents");
  expect((await api.put(`${path}/contents`, { contents })).body.errorcause).toBe("UnmatchedHandler");
});

test("lists of a document that others own may be forbidden", async () => {
  const { api, emulator } = running;
  emulator.configure({ othersDocuments: "forbidden" });
  expect((await api.get(`/v2/reports/${emulator.seeded.reports.quarterly}/sources`)).status).toBe(403);
});
