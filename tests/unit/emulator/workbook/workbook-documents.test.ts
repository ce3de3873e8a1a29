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

test("YAML is refused by the newer family", async () => {
  const refused = await running.api.post("/v2/workbooks", "name: Y", { "content-type": "application/yaml" });
  expect(refused.status).toBe(415);
});

test("a dry run says nothing of a good workbook, and makes none; a bad one is a 400", async () => {
  expect(await create(createSales(), { dryRun: true })).toMatchObject({ status: 200, body: {} });
  const bad = change((document) => {
    findElement(document, "trend").columns[1].formula = "Sum([Orders/Nothing])";
  });
  expect(await create(bad, { dryRun: true })).toMatchObject({
    status: 400,
    body: { valid: false, errors: [{ summary: "Dependency not found: 'orders/nothing'" }] },
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
