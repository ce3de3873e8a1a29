import type { Page } from "../../../../../emulator/src/spec/schema";
import { listAll, setUpEmulator } from "../../support";

const running = setUpEmulator({ tokenRequestsPerSecond: null });

interface Element {
  elementId: string;
  name?: string;
  type: string;
  columns: string[];
  vizualizationType?: string;
  error?: string;
}

const formSalesPath = (rest: string) => `/v2/workbooks/${running.emulator.seeded.workbooks.sales}${rest}`;
const formFinancePath = (rest: string) => `/v2/workbooks/${running.emulator.seeded.workbooks.finance}${rest}`;
const report = (rest: string) => `/v2/reports/${running.emulator.seeded.reports.quarterly}${rest}`;

async function listElements(path: string): Promise<Element[]> {
  return (await listAll(running.api, path, 2)) as Element[];
}

/** Also of an element that the lists don't have. */
async function readId(name: string): Promise<string> {
  running.emulator.configure({ elementsWithoutLineage: "listed" });
  return (await listElements(formSalesPath("/elements"))).find((element) => element.name === name)!.elementId;
}

/** The table of the seeded model that the workbook `sales` and the report read from. */
async function readTable(): Promise<{ dataModelId: string; elementId: string }> {
  const dataModelId = running.emulator.seeded.legacyModel;
  const { body } = await running.api.get(`/v2/dataModels/${dataModelId}/elements`);
  return { dataModelId, elementId: body.entries[0].elementId };
}

test("a workbook has pages, and these elements", async () => {
  const { api } = running;
  const { entries } = (await api.get(formSalesPath("/pages"))).body;
  expect(entries).toEqual([
    { pageId: expect.any(String), name: "Overview", hidden: false },
    { pageId: expect.any(String), name: "Data", hidden: true },
  ]);
  const onPage = await listElements(formSalesPath(`/pages/${entries[0].pageId}/elements`));
  expect(onPage.map(({ type, name }) => [type, name])).toEqual([
    ["table", "Events"],
    ["visualization", "Events by Kind"],
  ]);
  expect(onPage[1]).toEqual({
    elementId: expect.any(String),
    name: "Events by Kind",
    type: "visualization",
    columns: ["kind", "Number"],
    vizualizationType: "bar",
  });
  expect(await listElements(formSalesPath("/elements"))).toHaveLength(4);
  expect((await api.get(formSalesPath("/pages/nothing/elements"))).status).toBe(404);
  expect((await api.get("/v2/workbooks/nothing/pages")).status).toBe(404);
});

test("columns say their formula and type, of one element by their label", async () => {
  const { api } = running;
  const elementId = await readId("Events");
  const all = (await listAll(api, formSalesPath("/columns"))) as Record<string, unknown>[];
  expect(all).toContainEqual({
    columnId: expect.any(String),
    name: "at",
    formula: "[Legacy dataset/at]",
    type: { type: "datetime" },
    elementId,
  });
  const { entries } = (await api.get(formSalesPath(`/elements/${elementId}/columns`))).body;
  expect(entries[1]).toEqual({
    columnId: all[1]!.columnId,
    label: "at",
    formula: "[Legacy dataset/at]",
    type: { type: "datetime" },
  });
  expect((await api.get(formSalesPath("/elements/nothing/columns"))).status).toBe(404);
});

test("controls have a name and the type of their value", async () => {
  expect(await listAll(running.api, formSalesPath("/controls"))).toEqual([{ name: "Kind", valueType: "text-list" }]);
});

test("queries read what the elements depend on in the end", async () => {
  const { api } = running;
  const queries = (await listAll(api, formSalesPath("/queries"))) as Record<string, string>[];
  expect(queries.map(({ name }) => name)).toEqual(["Events", "Events by Kind", "Orders", "Trend"]);
  const removeOrigin = (sql = "") =>
    sql.replace(/\n-- \{"request-id":"[-0-9a-f]{36}","email":"ada.admin@acme.example"\}$/, "");
  expect(removeOrigin(queries[1]!.sql)).toMatch(
    /^select\n {2}"Events"\."kind" as "kind",\n {2}count\(\*\) as "Number"\nfrom [\s\S]*\ngroup by "Events"\."kind"$/,
  );
  expect(removeOrigin(queries[3]!.sql)).toContain("from SALES.PUBLIC.ORDERS as");
  const { sql, ...query } = (await api.get(formSalesPath(`/elements/${queries[1]!.elementId}/query`))).body;
  expect({ ...query, sql: removeOrigin(sql) }).toEqual({ ...queries[1], sql: removeOrigin(queries[1]!.sql) });
  expect((await api.get(formSalesPath(`/elements/${await readId("Kind")}/query`))).status).toBe(400);
  expect(((await listAll(api, formFinancePath("/queries"))) as Record<string, string>[])[2]!.sql).toContain(
    "from (\n  select REASON",
  );
});

test("sources are a bare array of models, datasets, tables and statements", async () => {
  const { api, emulator } = running;
  const { tables, datasets, connections } = emulator.seeded;
  const { dataModelId, elementId } = await readTable();
  const model = { type: "data-model", dataModelId, elementIds: [elementId] };
  expect((await api.get(formSalesPath("/sources"))).body).toEqual([model, { type: "table", inodeId: tables.orders }]);
  const { url } = (await api.get(`/v2/datasets/${datasets.orders}`)).body;
  expect((await api.get(formFinancePath("/sources"))).body).toEqual([
    { type: "dataset", inodeId: datasets.orders, url },
    { type: "table", inodeId: tables.customers },
    {
      type: "custom-sql",
      connectionId: connections.warehouse,
      definition: expect.stringContaining("select REASON"),
      customSqlId: expect.any(String),
    },
  ]);
  expect((await api.get(report("/sources"))).body).toEqual([model]);
});

test("sources of a workbook refuse any query parameter", async () => {
  const { api, emulator } = running;
  expect((await api.get(formSalesPath("/sources?limit=10"))).status).toBe(400);
  expect((await api.get(formSalesPath("/sources?nonsense=1"))).status).toBe(400);
  expect((await api.get(report("/sources?limit=10"))).status).toBe(200);
  emulator.configure({ workbookSourcesQuery: "ignore" });
  expect((await api.get(formSalesPath("/sources?limit=10"))).status).toBe(200);
});

test("lineage names sources as clients read them", async () => {
  const { api, emulator } = running;
  const { dataModelId, elementId } = await readTable();
  const { dataModelUrlId } = (await api.get(`/v2/dataModels/${dataModelId}`)).body;
  const entries = await listAll(api, formSalesPath("/lineage"));
  expect(entries).toContainEqual({
    type: "element",
    elementId: await readId("Events"),
    sourceIds: [`${dataModelUrlId}/${elementId}`],
    dataSourceIds: [dataModelId],
  });
  expect(entries).toContainEqual({
    type: "element",
    elementId: await readId("Events by Kind"),
    sourceIds: [await readId("Events")],
    dataSourceIds: [],
  });
  expect(entries).toContainEqual({ type: "data-model", connectionId: null, name: "Legacy dataset", dataModelId });
  expect(await listAll(api, formFinancePath("/lineage"))).toContainEqual({
    type: "dataset",
    connectionId: null,
    name: "Orders dataset",
    inodeId: emulator.seeded.datasets.orders,
  });
});

test("lineage of an element is a graph down to what is outside of the document", async () => {
  const { api } = running;
  const { dataModelId, elementId: modelElementId } = await readTable();
  const { dataModelUrlId } = (await api.get(`/v2/dataModels/${dataModelId}`)).body;
  const elementIds = { chart: await readId("Events by Kind"), events: await readId("Events") };
  const { dependencies, edges } = (await api.get(formSalesPath(`/lineage/elements/${elementIds.chart}`))).body;
  const findNode = (elementId: string) =>
    Object.values<{ nodeId: string; elementId?: string }>(dependencies).find((node) => node.elementId === elementId)!
      .nodeId;
  const [chart, events] = [findNode(elementIds.chart), findNode(elementIds.events)];
  // Nodes have ids of their own, and the element of a data model occurs in edges only.
  expect([chart, events]).not.toContain(elementIds.chart);
  expect(dependencies).toEqual({
    [chart]: { nodeId: chart, type: "sheet", name: "Events by Kind", elementId: elementIds.chart },
    [events]: { nodeId: events, type: "sheet", name: "Events", elementId: elementIds.events },
  });
  expect(edges).toContainEqual({ source: events, target: chart, type: "source" });
  expect(edges).toContainEqual({ source: `${dataModelUrlId}/${modelElementId}`, target: events, type: "source" });
  expect(edges).toHaveLength(2);
});

test("where there is no lineage, the answer is an error", async () => {
  const { api, emulator } = running;
  const listLineage = async (name: string) =>
    (await api.get(formSalesPath(`/lineage/elements/${await readId(name)}`))).status;
  expect(await listLineage("Kind")).toBe(400);
  expect(await listLineage("Trend")).toBe(500);
  emulator.configure({ missingElementLineage: 403 });
  expect(await listLineage("Trend")).toBe(403);
  const { workbookId } = (await api.post("/v2/workbooks", { name: "Blank", folderId: emulator.seeded.folders.sales }))
    .body;
  expect((await api.get(`/v2/workbooks/${workbookId}/lineage`)).status).toBe(400);
  emulator.configure({ missingLineage: 404 });
  expect((await api.get(`/v2/workbooks/${workbookId}/lineage`)).status).toBe(404);
});

test("lists have no element whose lineage the platform refuses by its type, unless that is assumed", async () => {
  const { api, emulator } = running;
  const listStatuses = async () => {
    const { entries } = (await api.get(formSalesPath("/elements"))).body as { entries: { elementId: string }[] };
    const asked = entries.map(({ elementId }) => api.get(formSalesPath(`/lineage/elements/${elementId}`)));
    return (await Promise.all(asked)).map(({ status }) => status);
  };
  // That of `Trend` can't be read.
  expect(new Set(await listStatuses())).toEqual(new Set([200, 500]));
  emulator.configure({ elementsWithoutLineage: "listed" });
  expect(await listStatuses()).toContain(400);
});

test("what a model loses is broken in the workbooks that read it", async () => {
  const { api, emulator } = running;
  const { dataModelId, elementId } = await readTable();
  const { pages } = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body as { pages: Page[] };
  const [table] = pages[0]!.elements;
  const columns = table!.kind === "table" ? table!.columns.filter(({ name }) => name !== "kind") : [];
  const changed = [{ ...pages[0], elements: [{ ...table, columns }] }];
  await api.put(`/v2/dataModels/${dataModelId}/spec`, { schemaVersion: 1, pages: changed });
  const listBroken = async () =>
    ((await listAll(api, formSalesPath("/columns"))) as { formula: string; type: { type: string } }[])
      .filter(({ type }) => type.type === "error")
      .map(({ formula }) => formula);
  expect(await listBroken()).toContain("[Legacy dataset/kind]");
  expect(await listBroken()).not.toContain("[Legacy dataset/at]");
  const queries = (await listAll(api, formSalesPath("/queries"))) as Record<string, string>[];
  expect(queries[0]!.sql).toMatch(/^select\n {2}'.*' as "kind",\n {2}"Legacy dataset"."at" as "at"\nfrom/);

  await emulator.ui.deleteFile(dataModelId);
  const missing = `Source not found: element '${elementId}' of data model '${dataModelId}'`;
  const errors = (await listElements(formSalesPath("/elements"))).map(({ name, error }) => [name, error]);
  expect(errors).toContainEqual(["Events", missing]);
  expect(errors).toContainEqual(["Events by Kind", missing]);
  expect(errors).toContainEqual(["Orders", undefined]);
  expect((await listAll(api, formSalesPath("/queries")))[0]).toMatchObject({ error: missing });
});

test("versions are listed, the latest first, with the tags they carry", async () => {
  const { api, emulator } = running;
  const { versionTagId } = (await api.post("/v2/tags", { name: "Production", color: "plum" })).body;
  const workbookId = emulator.seeded.workbooks.sales;
  await api.post("/v2/workbooks/tag", { workbookId, tag: "Production", workbookVersion: 2 });
  const history = (await listAll(api, formSalesPath("/version-history"), 2)) as { version: number; tags: object[] }[];
  expect(history.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(history[0]).toEqual({
    version: 3,
    publishedAt: expect.any(String),
    publishedBy: expect.any(String),
    tags: [],
  });
  expect(history[1]!.tags).toEqual([{ versionTagId, taggedAt: expect.any(String), taggedBy: expect.any(String) }]);
  expect((await api.get(formSalesPath("/pages?tag=Production"))).status).toBe(200);
  expect((await api.get(formSalesPath("/elements?tagName=Nothing"))).status).toBe(404);
});

test("contents of reports are lists of the other style", async () => {
  const { api, emulator } = running;
  emulator.configure({ elementsWithoutLineage: "listed" });
  const { body } = await api.get(report("/elements?pageSize=1"));
  expect(body).toEqual({ entries: [expect.objectContaining({ type: "text" })], nextPageToken: expect.any(String) });
  const { entries } = (await api.get(report("/elements"))).body;
  expect(entries[1]).toMatchObject({ name: "Events of the Quarter", type: "table", columns: ["at"] });
  for (const list of ["pages", "columns", "controls", "queries", "lineage", "version-history", "tags"]) {
    expect([list, (await api.get(report(`/${list}`))).status]).toEqual([list, 200]);
  }
  expect((await api.get(report(`/elements/${entries[1].elementId}/query`))).body.sql).toContain("events");
});

test("a document made in the product reads from the tables of models that it is given", async () => {
  const { api, emulator } = running;
  const source = await readTable();
  const made = await emulator.ui.request("POST", "/workbooks", { name: "Impact", sources: [source] });
  const { workbookId } = made as { workbookId: string };
  expect((await api.get(`/v2/workbooks/${workbookId}/sources`)).body).toEqual([
    { type: "data-model", dataModelId: source.dataModelId, elementIds: [source.elementId] },
  ]);
  const columns = (await listAll(api, `/v2/workbooks/${workbookId}/columns`)) as { type: { type: string } }[];
  expect(columns.map(({ type }) => type.type)).toEqual(["text", "text", "datetime", "text"]);
  const wrong = { name: "Wrong", sources: [{ ...source, elementId: "nothing" }] };
  await expect(emulator.ui.request("POST", "/reports", wrong)).rejects.toThrow("400");
});
