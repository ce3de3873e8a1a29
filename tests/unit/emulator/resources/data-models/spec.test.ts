import { parse, stringify } from "yaml";
import { setUpEmulator } from "../../support";

const running = setUpEmulator();

function buildOrdersPages(connectionId: string) {
  return [
    {
      id: "page",
      name: "Page 1",
      elements: [
        {
          kind: "table",
          id: "orders",
          name: "Orders",
          columns: [
            { id: "id", formula: "[ORDERS/ID]", name: "Id" },
            { id: "amount", formula: "[ORDERS/AMOUNT]", name: "Amount", format: { kind: "number", prefix: "$" } },
          ],
          source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] },
          order: ["amount", "id"],
          metrics: [{ id: "total", formula: "Sum([Amount])", name: "Total" }],
          groupings: [{ id: "by-id", groupBy: ["id"], calculations: ["amount"] }],
        },
        {
          kind: "table",
          id: "big",
          source: { kind: "table", elementId: "orders", groupingId: "by-id" },
          columns: [{ id: "amount", formula: "[Orders/Amount]" }],
          filters: [{ id: "f", kind: "number-range", columnId: "amount", min: 100 }],
          relationships: [
            { id: "r", targetElementId: "orders", keys: [{ sourceColumnId: "amount", targetColumnId: "amount" }] },
          ],
        },
        {
          kind: "control",
          id: "control",
          controlId: "Minimum",
          controlType: "number",
          mode: ">=",
          filters: [{ source: { kind: "table", elementId: "orders" }, columnId: "amount" }],
        },
      ],
    },
  ];
}

function createBody() {
  const { folders, connections } = running.emulator.seeded;
  return { name: "Orders", folderId: folders.models, schemaVersion: 1, pages: buildOrdersPages(connections.warehouse) };
}

async function create(body: object = createBody()): Promise<string> {
  const { status, body: answer, text } = await running.api.post("/v2/dataModels/spec", body);
  if (status !== 200) {
    throw new Error(text);
  }
  return answer.dataModelId;
}

test("a created model reads back with the server's ids, its references intact", async () => {
  const id = await create();
  const { body } = await running.api.get(`/v2/dataModels/${id}/spec`);
  expect(body).toMatchObject({
    dataModelId: id,
    name: "Orders",
    folderId: running.emulator.seeded.folders.models,
    documentVersion: 1,
    latestDocumentVersion: 1,
    schemaVersion: 1,
    kind: "data-model",
    createdBy: running.emulator.seeded.members.admin,
  });
  const [page] = body.pages;
  const [orders, big, control] = page.elements;
  for (const sent of ["page", "orders", "amount", "total", "by-id", "big", "f", "r"]) {
    expect(JSON.stringify(body.pages)).not.toContain(`"${sent}"`);
  }
  const [idColumn, amount] = orders.columns;
  expect(orders.order).toEqual([amount.id, idColumn.id]);
  expect(orders.groupings).toEqual([{ id: expect.any(String), groupBy: [idColumn.id], calculations: [amount.id] }]);
  expect(big.source).toEqual({ kind: "table", elementId: orders.id, groupingId: orders.groupings[0].id });
  // The same id in two tables is two columns.
  expect(big.columns[0].id).not.toBe(amount.id);
  expect(big.filters[0].columnId).toBe(big.columns[0].id);
  expect(big.relationships[0]).toMatchObject({
    targetElementId: orders.id,
    keys: [{ sourceColumnId: big.columns[0].id, targetColumnId: amount.id }],
  });
  expect(control.controlId).toBe("Minimum");
  expect(control.filters).toEqual([{ source: { kind: "table", elementId: orders.id }, columnId: amount.id }]);
});

test("a PUT keeps the ids that exist and replaces new ones", async () => {
  const id = await create();
  const { body: before } = await running.api.get(`/v2/dataModels/${id}/spec`);
  const pages = structuredClone(before.pages);
  pages[0].elements[0].columns.push({ id: "new", formula: "[Amount] * 2", name: "Double" });
  pages[0].elements[0].order.push("new");
  expect((await running.api.put(`/v2/dataModels/${id}/spec`, { ...before, pages })).body).toEqual({
    success: true,
    dataModelId: id,
  });
  const { body: after } = await running.api.get(`/v2/dataModels/${id}/spec`);
  const columns = after.pages[0].elements[0].columns;
  expect(columns.map((column: { name?: string }) => column.name)).toEqual([undefined, undefined, "Double"]);
  expect(columns[2].id).not.toBe("new");
  pages[0].elements[0].columns[2].id = columns[2].id;
  pages[0].elements[0].order[2] = columns[2].id;
  expect(after.pages).toEqual(pages);
  expect(after.documentVersion).toBe(2);
});

test("YAML goes in and comes out, by header and by format", async () => {
  const yaml = { "content-type": "application/yaml" };
  const { body } = await running.api.post("/v2/dataModels/spec", stringify(createBody()), yaml);
  const path = `/v2/dataModels/${body.dataModelId}/spec`;
  const json = (await running.api.get(path)).body;
  const byHeader = await running.api.get(path, { accept: "application/yaml" });
  expect(byHeader.headers.get("content-type")).toMatch(/^application\/yaml/);
  expect(parse(byHeader.text)).toEqual(json);
  expect(parse((await running.api.get(`${path}?format=yaml`)).text)).toEqual(json);
  expect((await running.api.get(`${path}?format=json`, { accept: "application/yaml" })).body).toEqual(json);
});

test("a create without a folder is refused without a place", async () => {
  const { folderId: _, ...body } = createBody();
  const refused = await running.api.post("/v2/dataModels/spec", body);
  expect([refused.status, refused.body.message]).toEqual([400, "Unknown error in data model spec"]);
});

test("several errors are counted, or the first is named", async () => {
  const body = createBody();
  const columns = body.pages[0]!.elements[0]!.columns as { id: string; formula: string }[];
  columns.push({ id: "x", formula: "[Nothing/X]" }, { id: "y", formula: "[Nothing/X]" });
  const refuse = async () => (await running.api.post("/v2/dataModels/spec", body)).body.message;
  expect(await refuse()).toBe("Dependency not found: 'nothing/x'");
  columns.push({ id: "z", formula: "[Nothing/Z]" });
  expect(await refuse()).toBe("2 errors in data model spec");
  running.emulator.configure({ severalFaults: "first" });
  expect(await refuse()).toBe("Dependency not found: 'nothing/x'");
});

test.each(["POST", "PATCH", "DELETE"])("%s on the spec of a model is a 404", async (method) => {
  const path = `/v2/dataModels/${await create()}/spec`;
  expect((await running.api.send(method, path, createBody())).status).toBe(404);
});

test.each(["<=>", "=="])("a join doesn't know the operator %s", async (op) => {
  const body = editBody(createBody(), ([orders]) => {
    const key = { left: "[Id]", right: "[Id]", op };
    orders.source = { kind: "join", joins: [{ left: orders.source, right: orders.source, columns: [key] }] };
  });
  const { status, body: answer } = await running.api.post("/v2/dataModels/spec", body);
  expect([status, answer.message]).toEqual([400, `joins[0].columns[0].op: Invalid op: "${op}"`]);
});

test("a PUT with an old documentVersion is refused; without one the last writer wins", async () => {
  const id = await create();
  const path = `/v2/dataModels/${id}/spec`;
  const { body: first } = await running.api.get(path);
  expect((await running.api.put(path, first)).status).toBe(200);
  const stale = await running.api.put(path, first);
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ requestId: expect.any(String), message: expect.any(String) });
  const { documentVersion: _, ...unlocked } = first;
  expect((await running.api.put(path, unlocked)).status).toBe(200);
  expect((await running.api.get(`${path}?documentVersion=1`)).body.documentVersion).toBe(1);
  expect((await running.api.get(path)).body.documentVersion).toBe(3);
});

test.each(["document", "contents", "layout"])("a PUT with %s is refused", async (key) => {
  const path = `/v2/dataModels/${await create()}/spec`;
  const { body } = await running.api.get(path);
  const { status, body: answer } = await running.api.put(path, { ...body, [key]: {} });
  expect([status, answer.message]).toEqual([400, "Syntax error in data model spec"]);
});

test("writes answer YAML where the request's body is YAML, unless it asks for JSON", async () => {
  const sent = createBody();
  const created = await running.api.post("/v2/dataModels/spec", sent, { accept: "*/*" });
  const { dataModelId } = created.body;
  const path = `/v2/dataModels/${dataModelId}/spec`;
  const yaml = { accept: "*/*", "content-type": "application/yaml" };
  const answer = await running.api.put(path, sent, yaml);
  expect(answer.headers.get("content-type")).toMatch(/^application\/yaml/);
  expect(parse(answer.text)).toEqual({ success: true, dataModelId });
  const asked = await running.api.put(path, sent, { ...yaml, accept: "application/json" });
  expect(asked.body).toEqual({ success: true, dataModelId });
  running.emulator.configure({ yamlWithoutAccept: "always" });
  expect((await running.api.put(path, sent, { accept: "*/*" })).text).toBe(answer.text);
  running.emulator.configure({ yamlWithoutAccept: "never" });
  expect((await running.api.put(path, sent, yaml)).body).toEqual({ success: true, dataModelId });
});

test("documentVersion in a PUT may be ignored", async () => {
  running.emulator.configure({ versionLock: "ignored" });
  const path = `/v2/dataModels/${await create()}/spec`;
  const { body: first } = await running.api.get(path);
  expect((await running.api.put(path, first)).status).toBe(200);
  expect((await running.api.put(path, first)).status).toBe(200);
  expect((await running.api.get(path)).body.documentVersion).toBe(3);
});

test.each([
  [
    "no name",
    (body: ReturnType<typeof createBody>) => ({ ...body, name: undefined }),
    "Expecting string at 0.name but instead got: undefined",
  ],
  [
    "schemaVersion as text",
    (body: ReturnType<typeof createBody>) => ({ ...body, schemaVersion: "1" }),
    'schemaVersion: Invalid 1: "1"',
  ],
  [
    "no schemaVersion",
    ({ schemaVersion: _, ...body }: ReturnType<typeof createBody>) => body,
    "schemaVersion: Invalid 1: undefined",
  ],
  [
    "a document around the pages",
    ({ schemaVersion, ...document }: ReturnType<typeof createBody>) => ({ schemaVersion, document }),
    "Syntax error in data model spec",
  ],
  [
    "a layout",
    (body: ReturnType<typeof createBody>) => ({ ...body, layout: "<Page/>" }),
    "Syntax error in data model spec",
  ],
  [
    "a column without a formula",
    (body: ReturnType<typeof createBody>) => editBody(body, (elements) => delete elements[0].columns[1].formula),
    "columns[1].formula: Invalid string: undefined",
  ],
  [
    "SQL under another key",
    (body: ReturnType<typeof createBody>) =>
      editBody(body, (elements) => (elements[0].source = { kind: "sql", connectionId: "x", sql: "select 1" })),
    "source.statement: Invalid string: undefined",
  ],
  [
    "a side of a join without its connection",
    (body: ReturnType<typeof createBody>) =>
      editBody(body, (elements) => {
        const side = { kind: "warehouse-table", path: ["A"] };
        elements[0].source = { kind: "join", joins: [{ left: side, right: side, columns: [] }] };
      }),
    "joins[0].left.connectionId: Invalid string: undefined",
  ],
  [
    "a page without a name",
    (body: ReturnType<typeof createBody>) => ({ ...body, pages: [{ id: "p", elements: [] }] }),
    "pages[0].name: Invalid string: undefined",
  ],
  [
    "an element without its kind",
    (body: ReturnType<typeof createBody>) => editBody(body, (elements) => delete elements[1].kind),
    "Syntax error in data model spec",
  ],
  [
    "an incomplete control",
    (body: ReturnType<typeof createBody>) => editBody(body, (elements) => delete elements[2].mode),
    'Invalid kind: "control"',
  ],
  [
    "an unknown connection",
    (body: ReturnType<typeof createBody>) =>
      editBody(body, (elements) => (elements[0].source.connectionId = "nowhere")),
    "Source not found: warehouse table 'SALES.PUBLIC.ORDERS' on connection nowhere",
  ],
  [
    "an unknown column in order",
    (body: ReturnType<typeof createBody>) => editBody(body, (elements) => elements[0].order.push("gone")),
    "Dependency not found: 'gone'",
  ],
])("%s is a 400 in the platform's words", async (_what, spoil, message) => {
  const { status, body } = await running.api.post("/v2/dataModels/spec", spoil(createBody()));
  expect({ status, ...body }).toEqual({ status: 400, requestId: expect.any(String), message, code: "invalid_request" });
  expect(running.emulator.snapshot().dataModels).toHaveLength(1);
});

// biome-ignore lint/suspicious/noExplicitAny: these bodies are wrong on purpose
function editBody(body: ReturnType<typeof createBody>, edit: (elements: any) => unknown): object {
  const copy = structuredClone(body);
  edit(copy.pages[0]!.elements);
  return copy;
}
