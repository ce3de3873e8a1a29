import { storedAsSent } from "../../../../emulator/src/rewritings";
import { workbookRewritingNames } from "../../../../emulator/src/workbook/rewritings";
import type { Loose } from "../spec/models";
import { type Answer, listAll, setUpEmulator } from "../support";
import { buildSales } from "./sales";

const running = setUpEmulator();

const createSales = () => buildSales(running.emulator.seeded.connections.warehouse);
const getFolderId = () => running.emulator.seeded.folders.models;

function create(contents: unknown, more: object = {}): Promise<Answer> {
  return running.api.post("/v2/workbooks", { name: "As code", folderId: getFolderId(), contents, ...more });
}

async function createId(contents: unknown = createSales()): Promise<string> {
  const { body } = await create(contents);
  expect(body.workbookId).toEqual(expect.any(String));
  return body.workbookId;
}

async function read(id: string): Promise<Loose> {
  const { body } = await running.api.get(`/v2/workbooks/${id}?includeContents=true`);
  return body;
}

/** A workbook with one thing changed. */
function change(edit: (document: Loose) => void): Loose {
  const document = createSales();
  edit(document);
  return document;
}

const findElement = (document: Loose, id: string): Loose => document.elements.find((one: Loose) => one.id === id);

test("a workbook is created from its contents, and read with a version and no success", async () => {
  const { status, body } = await create(createSales());
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: "As code", latestVersion: 1, isArchived: false });
  expect(body).not.toHaveProperty("success");
  const found = await read(body.workbookId);
  expect(found).toMatchObject({
    documentVersion: 1,
    latestVersion: 1,
    contents: { schemaVersion: 1, kind: "workbook" },
  });
  expect((await running.api.get(`/v2/workbooks/${body.workbookId}`)).body).not.toHaveProperty("contents");
});

test("what the platform is known to rewrite is rewritten", async () => {
  const { contents } = await read(await createId());
  expect(Object.keys(contents)).toEqual(["schemaVersion", "elements", "pages", "overlays", "kind", "layout"]);
  expect(Object.keys(contents.elements[3]).slice(0, 4)).toEqual(["id", "kind", "source", "columns"]);
  expect(Object.keys(contents.elements[3]).at(-1)).toBe("name");
  // In the order of the layout.
  expect(contents.elements.map(({ id }: Loose) => id)).toEqual(["from", "open", "revenue", "trend", "orders", "note"]);
  expect(contents).not.toHaveProperty("panels");
  expect(contents.overlays).toHaveLength(1);
  expect(contents.pages).toEqual([
    { id: "main", name: "Main" },
    { id: "data", name: "Data", visibility: "hidden" },
  ]);
  expect(findElement(contents, "note").body).toBe("One\n\nTwo");
  expect(findElement(contents, "trend").color).toEqual({ by: "single", value: "#ff0000" });
  expect(findElement(contents, "orders").columns[2]).toMatchObject({ id: "at", formula: "[ORDERS/Ordered at]" });
  expect(findElement(contents, "from")).toMatchObject({ mode: "equals", includeNulls: "when-no-value-is-selected" });
  expect(contents.layout.split("\n").slice(0, 3)).toEqual([
    '<?xml version="1.0" encoding="utf-8"?>',
    '<Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">',
    '  <Element elementId="from" gridColumn="1 / 7" gridRow="1 / 3"/>',
  ]);
});

test("system columns of an input table get no names; lists and formulas know them by their ids", async () => {
  const document = createSales();
  const columns = ["CREATED_AT", "CREATED_BY"].map((id) => ({ id }));
  const source = { kind: "empty", connectionId: running.emulator.seeded.connections.warehouse };
  document.elements.push({ id: "notes", kind: "input-table", name: "Notes", inputMode: "edit", source, columns });
  lay(document, "</Page>", '<Element elementId="notes" gridColumn="1 / 25" gridRow="20 / 30"/></Page>');
  const workbookId = await createId(document);
  expect(findElement((await read(workbookId)).contents, "notes").columns).toEqual(columns);
  const path = `/v2/workbooks/${workbookId}`;
  const names = columns.map(({ id }) => id);
  const listed = (await listAll(running.api, `${path}/columns`)) as Loose[];
  expect(listed.filter(({ elementId }) => elementId === "notes").map(({ name }) => name)).toEqual(names);
  const elements = (await listAll(running.api, `${path}/elements`)) as Loose[];
  expect(elements.find(({ elementId }) => elementId === "notes")?.columns).toEqual(names);
  findElement(document, "orders").columns.push({ id: "when", formula: "Max([Notes/CREATED_AT])" });
  expect((await create(document)).status).toBe(200);
});

test("what was read can be sent, and reads the same", async () => {
  const id = await createId();
  const { contents, documentVersion } = await read(id);
  const put = await running.api.put(`/v2/workbooks/${id}/contents`, { contents, documentVersion });
  expect(put.body).toEqual({ success: true, workbookId: id });
  expect(await read(id)).toMatchObject({ contents, documentVersion: 2 });
});

test("each rewriting and loss can be turned off", async () => {
  const id = await createId();
  for (const name of workbookRewritingNames) {
    running.emulator.configure({ workbookAsSent: [name] });
    expect((await running.api.put(`/v2/workbooks/${id}/contents`, { contents: createSales() })).status).toBe(200);
  }
  running.emulator.configure({ workbookAsSent: [...workbookRewritingNames], ...storedAsSent });
  await running.api.put(`/v2/workbooks/${id}/contents`, { contents: createSales() });
  const { contents } = await read(id);
  expect(contents.elements.map(({ id }: Loose) => id)).toEqual(createSales().elements.map(({ id }: Loose) => id));
  expect(contents.layout).toBe(createSales().layout);
});

test("the other family of endpoints serves the same workbook in another envelope, YAML by default", async () => {
  const { api } = running;
  const made = await api.post("/v2/workbooks/spec", {
    name: "Other",
    folderId: getFolderId(),
    document: createSales(),
  });
  expect(made.body).toEqual({ success: true, workbookId: expect.any(String) });
  const { workbookId } = made.body;
  const { body } = await api.get(`/v2/workbooks/${workbookId}/spec`);
  expect(body).toMatchObject({ documentVersion: 1, latestDocumentVersion: 1, folderId: getFolderId() });
  expect(body.document).toEqual((await read(workbookId)).contents);
  const asYaml = await api.get(`/v2/workbooks/${workbookId}/spec`, { accept: "*/*" });
  expect(asYaml.headers.get("content-type")).toMatch("yaml");
  const put = await api.put(`/v2/workbooks/${workbookId}/spec`, { document: createSales(), documentVersion: 1 });
  expect(put.body).toEqual({ success: true, workbookId });
});

test("its writes answer YAML where the request's body is YAML, unless it asks for JSON", async () => {
  const { api, emulator } = running;
  const workbookId = await createId();
  const path = `/v2/workbooks/${workbookId}/spec`;
  const put = (headers: Record<string, string>) => api.put(path, { document: createSales() }, headers);
  const asSent = await put({ accept: "*/*" });
  expect(asSent.body).toEqual({ success: true, workbookId });
  const yaml = { accept: "*/*", "content-type": "application/yaml" };
  for (const [yamlWithoutAccept, headers, type] of [
    ["as-sent", yaml, "yaml"],
    ["as-sent", { ...yaml, accept: "application/json" }, "json"],
    ["never", yaml, "json"],
    ["always", { accept: "*/*" }, "yaml"],
  ] as const) {
    emulator.configure({ yamlWithoutAccept });
    expect((await put(headers)).headers.get("content-type")).toMatch(type);
  }
});

test("the key of the other family makes a blank workbook, without a word", async () => {
  const { body } = await running.api.post("/v2/workbooks", {
    name: "Blank",
    folderId: getFolderId(),
    document: createSales(),
  });
  const { contents } = await read(body.workbookId);
  expect(contents).toMatchObject({ elements: [], pages: [] });
});

test("an organization without the feature has no such paths", async () => {
  const id = await createId();
  running.emulator.configure({ workbookApi: "none" });
  const refused = await running.api.put(`/v2/workbooks/${id}/contents`, { contents: createSales() });
  expect(refused).toMatchObject({ status: 404, body: { errorcause: "UnmatchedHandler" } });
  expect((await running.api.get(`/v2/workbooks/${id}/spec`)).body.errorcause).toBe("UnmatchedHandler");
  expect(await read(id)).not.toHaveProperty("contents");
});

test("a stale version is refused, and so is an archived workbook", async () => {
  const { api } = running;
  const id = await createId();
  const path = `/v2/workbooks/${id}/contents`;
  expect((await api.put(path, { contents: createSales(), documentVersion: 1 })).status).toBe(200);
  expect((await api.put(path, { contents: createSales(), documentVersion: 1 })).status).toBe(409);
  expect((await api.put(path, { contents: createSales() })).status).toBe(200);
  await api.delete(`/v2/files/${id}`);
  expect((await api.put(path, { contents: createSales() })).body.code).toBe("inode_archived");
});

test("an earlier version is restored", async () => {
  const { api } = running;
  const id = await createId();
  const later = change((document) => {
    findElement(document, "trend").name = "Later";
  });
  await api.put(`/v2/workbooks/${id}/contents`, { contents: later });
  expect(findElement((await read(id)).contents, "trend").name).toBe("Later");
  await api.post(`/v2/workbooks/${id}/restoreVersion`, { version: 1 });
  const { contents, documentVersion } = await read(id);
  expect(documentVersion).toBe(3);
  expect(findElement(contents, "trend").name).toBe("Trend");
});

test("a version made in the product is restored, too", async () => {
  const { api } = running;
  const id = await createId();
  await api.post(`/_emulator/ui/workbooks/${id}/header`, { title: "Made in the product" });
  await api.put(`/v2/workbooks/${id}/contents`, { contents: createSales() });
  expect((await read(id)).contents.panels ?? []).toEqual([]);
  await api.post(`/v2/workbooks/${id}/restoreVersion`, { version: 2 });
  expect((await read(id)).contents.panels).toEqual([expect.objectContaining({ title: "Made in the product" })]);
});

test("YAML is refused by the newer family", async () => {
  const refused = await running.api.post("/v2/workbooks", "name: Y", { "content-type": "application/yaml" });
  expect(refused.status).toBe(415);
});

test("a dry run says nothing of a good workbook, and makes none; a bad one is a 400", async () => {
  const good = await create(createSales(), { dryRun: true });
  expect([good.status, good.body]).toEqual([200, { dryRun: true, warnings: [] }]);
  const bad = change((document) => {
    findElement(document, "trend").columns[1].formula = "Sum([Orders/Nothing])";
  });
  expect(await create(bad, { dryRun: true })).toMatchObject({
    status: 400,
    body: { dryRun: true, valid: false, errors: [{ summary: "Dependency not found: 'orders/nothing'" }], warnings: [] },
  });
  const nowhere = await create(createSales(), { dryRun: true, folderId: "nowhere" });
  expect(nowhere).toMatchObject({ status: 404, body: { message: "No matching record" } });
  // The older check doesn't look for it.
  const { body } = await running.api.post("/v2/workbooks/spec/verify", {
    name: "V",
    folderId: getFolderId(),
    document: bad,
  });
  expect(body).toEqual({ valid: true, errors: [], warnings: [] });
  const names = (await listAll(running.api, "/v2/workbooks", 50)).map((one) => (one as Loose).name);
  expect(names).not.toContain("As code");
});

test("lists show what the code says", async () => {
  const id = await createId();
  const pages = await listAll(running.api, `/v2/workbooks/${id}/pages`, 5);
  expect(pages).toEqual([
    { pageId: "main", name: "Main", hidden: false },
    { pageId: "data", name: "Data", hidden: true },
    { pageId: "details", name: "Details", hidden: false },
  ]);
  const columns = (await listAll(running.api, `/v2/workbooks/${id}/columns`, 50)) as Loose[];
  expect(columns.filter(({ type }) => type.type === "error")).toEqual([]);
  expect((await running.api.get(`/v2/workbooks/${id}/sources`)).body).toEqual([
    expect.objectContaining({ type: "table" }),
  ]);
});

test("the name of a union is a prefix of its columns", async () => {
  const buildUnion = (formula: string) =>
    change((d) => {
      const sources = [1, 2].map(() => ({ kind: "table", elementId: "orders" }));
      const matches = [{ outputColumnName: "Key", sourceColumns: ["[Id]", "[Id]"] }];
      const source = { kind: "union", name: "All Sales", sources, matches };
      Object.assign(findElement(d, "revenue"), { source, columns: [{ id: "sum", formula }], filters: undefined });
    });
  expect((await create(buildUnion("Count([All Sales/Key])"))).body.message).toBeUndefined();
  expect((await create(buildUnion("Count([All Sales/Kay])"))).body.message).toBe(
    "Dependency not found: 'all sales/kay'",
  );
});

test("the checks that depend on what is assumed", async () => {
  const { emulator } = running;
  const pie = change((d) =>
    Object.assign(d.elements[2], {
      kind: "pie-chart",
      value: { id: "sum" },
      color: { id: "month" },
      xAxis: undefined,
      yAxis: undefined,
    }),
  );
  expect((await create(pie)).status).toBe(200);
  const uploaded = change((d) =>
    Object.assign(d.elements[2], {
      kind: "table",
      source: { kind: "csv-table", connectionId: emulator.seeded.connections.warehouse, inodeId: "9f0c" },
      columns: [{ id: "month", formula: "[users.csv/month]" }],
      xAxis: undefined,
      yAxis: undefined,
    }),
  );
  expect((await create(uploaded)).body.message ?? "").toBe("");
  const map = change((d) =>
    Object.assign(d.elements[2], {
      kind: "region-map",
      region: { id: "month" },
      xAxis: undefined,
      yAxis: undefined,
    }),
  );
  expect((await create(map)).body.message).toBe("contents.elements[2].region.columnId: Invalid string: undefined");
  emulator.configure({ workbookFormerIds: "accept" });
  expect((await create(map)).status).toBe(200);
  const link = change(setEffect("open-url", { url: "https://example.com", openTarget: "_self" }));
  expect((await create(link)).status).toBe(200);
  emulator.configure({ workbookOpenUrl: "refuse" });
  expect((await create(link)).body.message).toBe('contents.elements[4]: Invalid kind: "button"');
  const overlapping = change((d) => lay(d, 'gridColumn="9 / 25"', 'gridColumn="8 / 25"'));
  expect((await create(overlapping)).status).toBe(200);
  emulator.configure({ workbookCollisions: "refuse" });
  expect((await create(overlapping)).body.message).toBe("Element collisions found");
  emulator.configure({ workbookLacks: ["form", "semantic-view", "navigation", "panels", "agents"] });
  expect((await create(change(setPanels(header)))).body.message).toBe("panels: panels are not enabled");
  expect((await create(change(setAgent({})))).body.message).toBe("agents: agents are not enabled");
  const form = change(set("elements[5]", { id: "note", kind: "form", fields: [] }));
  expect((await create(form)).body.message).toBe("`form` elements are not enabled");
  emulator.configure({ svgInBodies: "refuse" });
  const svg = change(set("elements[5]", { id: "note", kind: "image", url: "data:image/svg+xml;base64,AA" }));
  expect((await create(svg)).status).toBe(403);
});

test("the older check leaves out what it is said to leave out, and says what it finds", async () => {
  const { api, emulator } = running;
  const verify = async (document: unknown) =>
    (await api.post("/v2/workbooks/spec/verify", { name: "V", folderId: getFolderId(), document })).body;
  const good = { valid: true, errors: [], warnings: [] };
  const rows = change(setEffect("insert-rows", { tableElementId: "orders", values: { nothing: 1 } }));
  expect(await verify(rows)).toEqual(good);
  const twice = change(set("overlays[0].id", "note"));
  expect(await verify(twice)).toMatchObject({ valid: false, errors: [{ summary: "Duplicate id: 'note'" }] });
  emulator.configure({ workbookUnverified: ["duplicateIds", "placement", "references", "formulas"] });
  expect(await verify(twice)).toEqual(good);
  // A body of the first generation, and one without its wrapper.
  const flat = await api.post("/v2/workbooks/spec", { name: "F", folderId: getFolderId(), ...createSales() });
  expect(flat.body.message).toMatch("Expecting { schemaVersion: 1 } at 0.document");
  const bare = await api.put(`/v2/workbooks/${await createId()}/contents`, createSales());
  expect(bare).toMatchObject({ status: 400, body: { message: expect.stringMatching("at 0.contents") } });
});

test("the format may stand in the query", async () => {
  const id = await createId();
  const { api } = running;
  expect((await api.get(`/v2/workbooks/${id}/spec?format=json`, { accept: "*/*" })).body.document.kind).toBe(
    "workbook",
  );
  expect((await api.get(`/v2/workbooks/${id}/spec?format=yaml`)).headers.get("content-type")).toMatch("yaml");
  // There is no delete of a workbook but that of its file.
  expect((await api.delete(`/v2/workbooks/${id}`)).status).toBe(404);
});

test("a write throws away what somebody has not published, and only the log tells", async () => {
  const { api, emulator } = running;
  const id = await createId();
  await emulator.ui.request("POST", `/workbooks/${id}/draft`);
  emulator.configure({ workbookDrafts: "versions" });
  expect((await api.get(`/v2/workbooks/${id}/spec`)).body.latestDocumentVersion).toBe(2);
  expect((await api.put(`/v2/workbooks/${id}/contents`, { contents: createSales() })).body).toEqual({
    success: true,
    workbookId: id,
  });
  expect(emulator.requests().at(-1)).toMatchObject({ method: "PUT", discardedDraftOf: "alan.analyst@acme.example" });
  expect(emulator.snapshot().drafts).toEqual([]);
  const { documentVersion, latestDocumentVersion } = (await api.get(`/v2/workbooks/${id}/spec`)).body;
  expect([documentVersion, latestDocumentVersion]).toEqual([2, 2]);
});

test("a header made in the product is an empty navigation in the code, and the next write removes it", async () => {
  const { api, emulator } = running;
  emulator.configure({ elementsWithoutLineage: "listed" });
  const id = await createId();
  await emulator.ui.request("POST", `/workbooks/${id}/header`, { title: "Top" });
  const { contents, documentVersion } = await read(id);
  expect(contents.elements.at(-1)).toMatchObject({ kind: "navigation", options: [] });
  const count = async () => (await listAll(api, `/v2/workbooks/${id}/elements`, 50)).length;
  expect(await count()).toBe(contents.elements.length + 1);
  await api.put(`/v2/workbooks/${id}/contents`, { contents, documentVersion });
  expect(await count()).toBe(contents.elements.length);
});

test("a chart that is edited in the product gets a column for each of its source", async () => {
  const { emulator } = running;
  const id = await createId();
  await emulator.ui.request("POST", `/workbooks/${id}/edit`, { elementId: "trend" });
  const { contents, documentVersion } = await read(id);
  expect(documentVersion).toBe(2);
  expect(findElement(contents, "trend").columns.map(({ formula }: Loose) => formula)).toEqual([
    'DateTrunc("month", [Orders/Ordered At])',
    "Sum([Orders/Amount])",
    "[Orders/Id]",
    "[Orders/Amount]",
    "[Orders/Ordered At]",
  ]);
});

test("a picture of a page with a plugin never comes, others after a while", async () => {
  const { api, emulator } = running;
  const id = await createId(change(set("elements[5]", { id: "note", kind: "plugin", pluginId: "p" })));
  const ask = async (body: object) => {
    const { queryId } = (await api.post(`/v2/workbooks/${id}/export`, { format: { type: "png" }, ...body })).body;
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await api.get(`/v2/query/${queryId}/download`)).status);
    return statuses;
  };
  expect(await ask({ pageId: "main" })).toEqual([204, 200, 200]);
  // An overlay is exported like a page.
  expect(await ask({ pageId: "details" })).toEqual([204, 204, 204]);
  expect(await ask({ elementId: "note" })).toEqual([204, 204, 204]);
  emulator.configure({ exportPolls: 0 });
  expect(await ask({ elementId: "trend" })).toEqual([200, 200, 200]);
});

test("children of a repeated container can be left out of reads", async () => {
  const id = await createId(
    change((d) => {
      d.elements.push({ id: "cards", kind: "repeated-container", source: { kind: "table", elementId: "orders" } });
      const note = '<Element elementId="note" gridColumn="1 / 13" gridRow="1 / 4"/>';
      const grid = 'type="grid" gridTemplateColumns="repeat(24, 1fr)" gridColumn="1 / 13" gridRow="1 / 9"';
      lay(d, note, `<Container elementId="cards" ${grid}>${note}</Container>`);
    }),
  );
  const { contents } = await read(id);
  expect(contents.layout).toContain('<Container elementId="cards" type="grid" gridTemplateColumns="repeat(12, 1fr)"');
  running.emulator.configure({ workbookOmits: ["repeatedChildren"] });
  const less = (await read(id)).contents;
  expect([findElement(less, "note"), less.layout.includes("note")]).toEqual([undefined, false]);
});

test("actions can be left out of reads", async () => {
  const id = await createId();
  running.emulator.configure({ workbookOmits: ["actions"] });
  expect(findElement((await read(id)).contents, "open")).not.toHaveProperty("actions");
});

/** Changes one field, or deletes it. */
const set =
  (path: string, value?: unknown) =>
  (document: Loose): void => {
    const keys = path.split(/[.[\]]+/).filter(Boolean);
    const last = keys.pop()!;
    const holder = keys.reduce((inner, key) => inner[key], document);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  };

const lay = (document: Loose, from: string, to: string) => {
  document.layout = document.layout.replace(from, to);
};

const former = { id: "month" };
const writeStyled = (name: string) => `<span style="color: #ff0000; ${name}: 1px">Text</span>`;
const buildPlugin = (source: object) => ({ id: "note", kind: "plugin", pluginId: "p", config: { source } });
const setEffect = (effect: string, more: object) => set("elements[4].actions[0].effects", [{ effect, ...more }]);
const setAgent = (more: object) => set("agents", [{ id: "a", name: "A", instructions: "Help", ...more }]);
const header = { id: "p1", type: "header", pages: ["main"] };
const setPanels = (...list: object[]) => set("panels", list);

test.each<[string, string, (document: Loose) => void]>([
  ["another version", "Expecting { schemaVersion: 1 } at 0.contents", set("schemaVersion", 2)],
  ["elements in pages", "contents.pages[].elements is no longer supported", set("pages[0].elements", [])],
  ["a theme at the top", "contents.themeOverrides is no longer supported", set("themeOverrides", {})],
  ["an unknown kind", 'contents.elements[2]: Invalid kind: "pie"', set("elements[2].kind", "pie")],
  ["no value of a number", 'contents.elements[0]: Invalid kind: "kpi-chart"', set("elements[0].value")],
  ["no columns", "contents.elements[2].columns: Invalid array: undefined", set("elements[2].columns")],
  [
    "a column without a formula",
    "contents.elements[1].columns[0].formula: Invalid string: undefined",
    set("elements[1].columns[0].formula"),
  ],
  ["one id twice", "Duplicate id: 'note'", set("overlays[0].id", "note")],
  [
    "an unplaced element",
    "Element 'trend' is not placed in layout",
    (d) => lay(d, '<Element elementId="trend" gridColumn="9 / 25" gridRow="3 / 9"/>', ""),
  ],
  [
    "an element placed twice",
    "Duplicate layout element id: 'revenue'",
    (d) => lay(d, 'elementId="trend"', 'elementId="revenue"'),
  ],
  ["a line 0", "Invalid element position", (d) => lay(d, "1 / 7", "0 / 6")],
  ["a page nobody has", "unknown page: 'other'", (d) => lay(d, 'Page id="data"', 'Page id="other"')],
  [
    "a former tag",
    'Invalid layout element: "LayoutElement"',
    (d) => lay(d, '<Element elementId="note"', '<LayoutElement elementId="note"'),
  ],
  [
    "a comment in the layout",
    "Invalid layout: comments are not supported",
    (d) => lay(d, "</Page>", "<!-- here --></Page>"),
  ],
  ["an unknown tag", "Internal server error", (d) => lay(d, '<Element elementId="note"', '<Box elementId="note"')],
  [
    "one column on two channels",
    "contents.elements[2]: column 'sum' is referenced from both 'yAxis' and 'xAxis'",
    set("elements[2].xAxis.columnId", "sum"),
  ],
  [
    "a second axis of its own",
    "contents.elements[2]: 'month' is not listed on yAxis.columnIds",
    set("elements[2].yAxis2", { columnIds: ["month"] }),
  ],
  [
    "a sort of a grouped table",
    "contents.elements[1].sort: Sort column not found",
    (d) =>
      Object.assign(d.elements[1], {
        groupings: [{ id: "g", groupBy: ["id"] }],
        sort: [{ columnId: "id", direction: "ascending" }],
      }),
  ],
  ["an element that isn't there", "Dependency not found: 'nothing'", set("elements[2].source.elementId", "nothing")],
  [
    "a column that isn't there",
    "Dependency not found: 'orders/nothing'",
    set("elements[0].columns[0].formula", "Sum([Orders/Nothing])"),
  ],
  [
    "an overlay that isn't there",
    "Dependency not found: 'nothing'",
    set("elements[4].actions[0].effects[0].overlayId", "nothing"),
  ],
  ["a grouping nobody has", "Grouping not found: 'base'", set("elements[2].source.groupingId", "base")],
  [
    "a border without padding",
    "contents.elements[2].style: border fields require default padding",
    set("elements[2].style", { padding: "none", borderWidth: 1 }),
  ],
  [
    "a text styled in its own way",
    "contents.elements[5].body: Invalid text",
    set("elements[5].body", writeStyled("margin")),
  ],
  ["a page of a former type", 'contents.pages[0].type: Invalid "page": "modal"', set("pages[0].type", "modal")],
  ["a former axis", "contents.elements[2].xAxis.columnId: Invalid string: undefined", set("elements[2].xAxis", former)],
  [
    "a former list",
    'contents.elements[2].yAxis: Invalid object: [{"id":"sum"}]',
    set("elements[2].yAxis", [{ id: "sum" }]),
  ],
  [
    "a former value of a number",
    "contents.elements[0].value.columnId: Invalid string: undefined",
    set("elements[0].value", { id: "sum" }),
  ],
  [
    "a value that is no column",
    "Dependency not found: 'revenue/nothing'",
    set("elements[0].value.columnId", "nothing"),
  ],
  [
    "a grouping by no column",
    "Dependency not found: 'orders/nothing'",
    set("elements[1].groupings", [{ id: "g", groupBy: ["nothing"] }]),
  ],
  [
    "a bare number as a mark",
    "contents.elements[2].refMarks[0].value: Invalid object: 5",
    set("elements[2].refMarks", [{ type: "line", value: 5 }]),
  ],
  [
    "a series with a type in no combination",
    'contents.elements[2].yAxis.columnIds[0]: Invalid string: {"columnId":"sum","type":"line"}',
    set("elements[2].yAxis.columnIds", [{ columnId: "sum", type: "line" }]),
  ],
  [
    "a color by no column",
    "contents.elements[2].color.column: Invalid string: undefined",
    set("elements[2].color", { by: "category", columnId: "month" }),
  ],
  [
    "a format of numbers that is none",
    "Invalid number format string",
    set("elements[1].columns[1].format", { kind: "number", formatString: "nope" }),
  ],
  [
    "two filters on a column",
    "Duplicate filter on column: id",
    set(
      "elements[1].filters",
      [1, 2].map((n) => ({ id: `f${n}`, columnId: "id", kind: "list", values: [] })),
    ),
  ],
  ["an unknown control", 'contents.elements[3]: Invalid kind: "control"', set("elements[3].controlType", "dropdown")],
  [
    "an action without a trigger",
    'contents.elements[4]: Invalid kind: "button"',
    set("elements[4].actions[0].trigger"),
  ],
  [
    "an effect that `kind` names",
    'contents.elements[4]: Invalid kind: "button"',
    set("elements[4].actions[0].effects", [{ kind: "close-overlay" }]),
  ],
  [
    "a former key of an effect",
    'contents.elements[4]: Invalid kind: "button"',
    setEffect("insert-rows", { table: "orders" }),
  ],
  [
    "a control that isn't there",
    "Control not found: 'nothing'",
    setEffect("set-control-value", { control: "nothing", value: 1 }),
  ],
  [
    "a sequence that only the product makes",
    "contents.elements[4]: references unknown action sequence 's'",
    setEffect("sequence", { sequenceId: "s" }),
  ],
  [
    "a row that the host doesn't have",
    "contents.elements[4]: current-row selector requires the input table that holds the action",
    setEffect("delete-rows", { tableElementId: "orders", whichRows: { type: "current-row" } }),
  ],
  [
    "a column that the table of an action lacks",
    "sheet: orders(internal), bad column: nothing",
    setEffect("insert-rows", { tableElementId: "orders", values: { nothing: 1 } }),
  ],
  ["a greeting that is a text", 'contents.agents[0].greeting: Invalid object: "Hi"', setAgent({ greeting: "Hi" })],
  [
    "an agent's table that isn't there",
    "Dependency not found: 'nothing'",
    setAgent({ dataSources: [{ elementId: "nothing" }] }),
  ],
  [
    "two headers on a page",
    "contents.panels[1].pages: 'main' has a header already",
    setPanels(header, { ...header, id: "p2" }),
  ],
  [
    "a header with a width",
    "contents.panels[0].width: only a sidebar has a width",
    setPanels({ ...header, width: "small" }),
  ],
  [
    "a shadow of a header that scrolls",
    "contents.panels[0].config.borderStyle: only a sticky header has a shadow",
    setPanels({ ...header, config: { borderStyle: "shadow", scroll: "none" } }),
  ],
  [
    "a panel of another type",
    'contents.panels[0].type: Invalid "header" or "sidebar": "footer"',
    setPanels({ ...header, type: "footer" }),
  ],
  ["a panel on no page", "unknown page: 'nothing'", setPanels({ ...header, pages: ["nothing"] })],
  [
    "an image of another organization",
    "Image upload does not belong to this organization",
    set("elements[5]", { id: "note", kind: "image", source: { kind: "upload", key: "other/1" } }),
  ],
  [
    "a plugin that shows no element",
    "Dependency not found: 'nothing'",
    set("elements[5]", buildPlugin({ kind: "element", elementId: "nothing" })),
  ],
  [
    "a plugin that reads no control",
    "contents: Control not found: 'nothing'",
    set("elements[5]", buildPlugin({ kind: "control", controlId: "nothing" })),
  ],
  [
    "a chat with no agent",
    "Dependency not found: 'nothing'",
    set("elements[5]", { id: "note", kind: "chat", agentId: "nothing" }),
  ],
  ["a heading too small", "contents.elements[5].body: Invalid text", set("elements[5].body", "#### No")],
])("refused: %s", async (_what, message, edit) => {
  const before = (await listAll(running.api, "/v2/workbooks", 50)).length;
  const { status, body } = await create(change(edit));
  expect([status, body.message]).toEqual([message === "Internal server error" ? 500 : 400, message]);
  expect(await listAll(running.api, "/v2/workbooks", 50)).toHaveLength(before);
});

test.each<[string, (document: Loose) => void, (stored: Loose) => unknown, unknown]>([
  ["a trellis of a number", set("elements[0].trellis", {}), (s) => "trellis" in findElement(s, "revenue"), false],
  [
    "a switch of a control",
    set("elements[3].showClearButton", true),
    (s) => "showClearButton" in findElement(s, "from"),
    false,
  ],
  ["a field nobody knows", set("elements[2].fancy", 1), (s) => "fancy" in findElement(s, "trend"), false],
  [
    "a donut that shows its value in its hole",
    (d) =>
      Object.assign(d.elements[2], {
        kind: "donut-chart",
        value: { columnId: "sum" },
        holeValue: { columnId: "sum" },
        xAxis: undefined,
        yAxis: undefined,
        color: undefined,
      }),
    (s) => [findElement(s, "trend"), s.layout.includes("trend")],
    [undefined, false],
  ],
  [
    "a container that the elements lack",
    (d) => lay(d, '<Element elementId="note"', '<Container elementId="gone" type="grid"/><Element elementId="note"'),
    (s) => s.layout.includes("gone"),
    false,
  ],
  [
    "the grid of an overlay",
    (d) => lay(d, "repeat(12, 1fr)", "repeat(24, 1fr)"),
    (s) => s.layout.match(/repeat\(12/g),
    ["repeat(12"],
  ],
  [
    "a modal without a title",
    set("overlays[0].modal", {}),
    (s) => s.overlays[0].modal,
    { header: { title: "New Modal" } },
  ],
  [
    "an empty stack",
    (d) => {
      d.elements.push({ id: "stack", kind: "container" });
      lay(
        d,
        '<Element elementId="note"',
        '<Container elementId="stack" type="stack"></Container><Element elementId="note"',
      );
    },
    (s) => s.layout.includes('<Element elementId="stack" type="stack"/>'),
    true,
  ],
  [
    "icons of a navigation",
    set("elements[5]", { id: "note", kind: "navigation", mode: "auto" }),
    (s) => findElement(s, "note").showIcons,
    false,
  ],
  [
    "the value of a condition",
    set("elements[1].conditionalFormats", [{ type: "single", columnIds: ["amount"], condition: ">", value: 5 }]),
    (s) => findElement(s, "orders").conditionalFormats[0].value,
    "5",
  ],
  [
    "the bars after the first of a combination",
    (d) =>
      Object.assign(d.elements[2], {
        kind: "combo-chart",
        columns: [...d.elements[2].columns, { id: "n", formula: "Count()", name: "N" }],
        yAxis: {
          columnIds: [
            { columnId: "sum", type: "bar" },
            { columnId: "n", type: "bar" },
          ],
        },
      }),
    (s) => findElement(s, "trend").yAxis.columnIds.map(({ type }: Loose) => type),
    ["bar", "line"],
  ],
])("lost or rewritten: %s", async (_what, edit, look, expected) => {
  const { contents } = await read(await createId(change(edit)));
  expect(look(contents)).toEqual(expected);
});

test("a container is stretched to hold what is in it, and nothing else moves", async () => {
  const document = change((d) => {
    d.elements.push({ id: "box", kind: "container" });
    lay(
      d,
      '<Element elementId="trend" gridColumn="9 / 25" gridRow="3 / 9"/>',
      '<Container elementId="box" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridColumn="9 / 25" ' +
        'gridRow="3 / 9"><Element elementId="trend" gridColumn="1 / 25" gridRow="1 / 15"/></Container>',
    );
  });
  const { contents } = await read(await createId(document));
  expect(contents.layout).toContain(
    '<Container elementId="box" type="grid" gridTemplateColumns="repeat(24, 1fr)" ' +
      'gridColumn="9 / 25" gridRow="3 / 17">',
  );
  expect(contents.layout).toContain('<Element elementId="revenue" gridColumn="1 / 9" gridRow="3 / 9"/>');
});

test("the sides of a join name the base of what they read from, and a write that repeats it is refused", async () => {
  const join = change((d) => {
    const side = { kind: "table", elementId: "orders" };
    d.elements[2].source = {
      kind: "join",
      joins: [{ left: side, right: side, columns: [{ left: "[Id]", right: "[Id]" }] }],
    };
  });
  const id = await createId(join);
  const { contents } = await read(id);
  expect(findElement(contents, "trend").source.joins[0].left).toEqual({
    kind: "table",
    elementId: "orders",
    groupingId: "base",
  });
  const put = await running.api.put(`/v2/workbooks/${id}/contents`, { contents });
  expect(put).toMatchObject({ status: 400, body: { message: "Grouping not found: 'base'" } });
});
