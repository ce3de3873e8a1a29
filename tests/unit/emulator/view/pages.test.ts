import { html } from "../../../../emulator/src/view/html";
import { listWirePages } from "../../../../emulator/src/view/wireframe";
import type { WorkbookDocument } from "../../../../emulator/src/workbook/document";
import type { Loose } from "../spec/models";
import { type Answer, askForToken, read, setUpEmulator } from "../support";
import { buildSales } from "../workbook/sales";

const running = setUpEmulator({ logBodies: true });

const hostile = `<script>alert(1)</script>"'&`;
const escaped = "&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;";

/** A page as a browser asks for it. */
async function visit(path = "/", options: RequestInit = {}): Promise<Answer> {
  return read(await fetch(running.emulator.url + path, { headers: { accept: "text/html,*/*;q=0.8" }, ...options }));
}

/** Text of a page without its tags. */
const readText = ({ text }: Answer) => text.replace(/<style>.*?<\/style>|<[^>]*>/gs, " ").replace(/\s+/g, " ");

async function createModel(name = "Orders", more: object = {}): Promise<string> {
  const { seeded } = running.emulator;
  const columns = [
    { id: "id", name: "Order ID", formula: "[ORDERS/ID]" },
    { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]", format: { kind: "number", formatString: "$,.2f" } },
    { id: "email", name: hostile, formula: `Concat("${"<b>"}", Text([Order ID]))`, hidden: true },
  ];
  const source = {
    kind: "warehouse-table",
    connectionId: seeded.connections.warehouse,
    path: ["SALES", "PUBLIC", "ORDERS"],
  };
  const statement = "select 1 as ONE -- </pre><script>";
  const elements = [
    {
      id: "orders",
      kind: "table",
      name: "All orders",
      source,
      columns,
      metrics: [{ id: "m", name: "Total", formula: "Sum([Amount])" }],
    },
    {
      id: "sql",
      kind: "table",
      name: "By hand",
      source: { kind: "sql", connectionId: seeded.connections.warehouse, statement },
      columns: [],
    },
  ];
  const body = {
    name,
    folderId: seeded.folders.sales,
    schemaVersion: 1,
    pages: [{ id: "main", name: "Main", elements }],
    ...more,
  };
  const made = await running.api.post("/v2/dataModels/spec", body);
  expect([made.status, made.text]).toEqual([200, made.text]);
  return made.body.dataModelId;
}

async function createWorkbook(document: Loose): Promise<string> {
  const folderId = running.emulator.seeded.folders.models;
  const made = await running.api.post("/v2/workbooks", { name: "As code", folderId, contents: document });
  expect([made.status, made.text]).toEqual([200, made.text]);
  return made.body.workbookId;
}

test("a browser gets a page at the emulator's address, a program what the API says", async () => {
  const page = await visit();
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(readText(page)).toContain("Emulator: not the product.");
  for (const accept of ["application/json", "*/*"]) {
    expect((await visit("/", { headers: { accept } })).status).toBe(401);
    const { status, text } = await running.api.get("/", { accept });
    expect([status, text]).toEqual([404, expect.stringContaining("No such endpoint: GET /")]);
  }
});

test("the overview has the organization, the folders as a tree, and what is in them, with versions", async () => {
  const id = await createModel();
  await running.api.post(`/v2/tags`, { name: "Production", color: "grass" });
  const page = await visit();
  expect(readText(page)).toMatch(/workspace Acme folder Models .*folder Sales .*data model Orders version 1/);
  expect(page.text).toContain(`<a href="/_emulator/view/data-models/${id}">Orders</a>`);
  expect(readText(page)).toContain("SALES.PUBLIC.ORDERS");
  expect(readText(page)).toContain("Ada Admin");
  expect(readText(page)).toMatch(/Version tags 1/);
  await running.api.delete(`/v2/files/${id}`);
  expect(readText(await visit())).not.toContain("data model Orders");
});

test("a data model shows its tables, columns with types and formats, metrics, SQL and versions", async () => {
  const id = await createModel();
  const { body } = await running.api.get(`/v2/dataModels/${id}/spec`);
  const [{ elements, ...page }] = body.pages;
  const pages = [{ ...page, elements: elements.slice(0, 1) }];
  const { name, folderId } = body;
  const put = await running.api.put(`/v2/dataModels/${id}/spec`, { name, folderId, schemaVersion: 1, pages });
  expect([put.status, put.text]).toEqual([200, put.text]);
  const now = await visit(`/_emulator/view/data-models/${id}`);
  expect(now.status).toBe(200);
  expect(readText(now)).toMatch(/data model in Acme \/ Models \/ Sales/);
  expect(readText(now)).toMatch(/Version 2 1 table, 3 columns · shown Version 1 2 tables, 3 columns/);
  expect(readText(now)).toMatch(/Order ID \[ORDERS\/Id\] number Amount \[ORDERS\/Amount\] number number \$,\.2f/);
  expect(readText(now)).toMatch(/Total Sum\(\[Amount\]\)/);
  expect(readText(now)).toMatch(/hidden/);
  expect(readText(now)).not.toContain("select 1");
  const before = await visit(`/_emulator/view/data-models/${id}?version=1`);
  expect(readText(before)).toContain("select 1 as ONE -- &#60;/pre&#62;&#60;script&#62;");
});

test("names are text, whatever they hold", async () => {
  const id = await createModel(hostile, { description: hostile });
  await running.api.post("/v2/teams", { name: hostile });
  await running.api.get(`/v2/${hostile}`);
  const workbook = buildSales(running.emulator.seeded.connections.warehouse);
  workbook.pages[0].name = hostile;
  workbook.elements.find((element: Loose) => element.id === "revenue").name = hostile;
  const workbookId = await createWorkbook(workbook);
  for (const path of ["/", `/_emulator/view/data-models/${id}`, `/_emulator/view/workbooks/${workbookId}`]) {
    const { text } = await visit(path);
    expect(text).toContain(escaped);
    expect(text).not.toContain("<script");
    expect(text).not.toContain("<b>");
  }
  expect(html`<p title="${hostile}">${[hostile, 1, undefined]}</p>`.text).toBe(`<p title="${escaped}">${escaped}1</p>`);
});

test("the pages' policy lets nothing run, and nobody frame or keep them", async () => {
  const id = await createModel();
  for (const path of ["/", `/_emulator/view/data-models/${id}`, "/_emulator/view/data-models/none"]) {
    const { headers, text } = await visit(path);
    const policy = headers.get("content-security-policy")!;
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect([headers.get("x-content-type-options"), headers.get("cache-control")]).toEqual(["nosniff", "no-store"]);
    expect(text).not.toMatch(/<script|<form|<iframe|<img| style=| on\w+=|https?:\/\//);
  }
});

test("no secret stands in a page", async () => {
  const { url, clientId, clientSecret } = running.emulator;
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: "a-wrong-secret" };
  await askForToken(url, form);
  await running.api.post("/v2/api-credentials", {
    name: "Warehouse",
    allowlist: ["example.com"],
    credential: { authMethod: "bearer", bearer: { token: "credential-secret" } },
  });
  await running.api.get("/v2/files?token=query-secret");
  const { text } = await visit();
  expect(text).toContain("/v2/auth/token");
  for (const secret of [
    clientId,
    clientSecret,
    running.api.token,
    "a-wrong-secret",
    "credential-secret",
    "query-secret",
  ]) {
    expect(text).not.toContain(secret);
  }
});

test("the latest requests of the API are listed, the last one first; the emulator's own aren't", async () => {
  expect(readText(await visit())).toContain("No request yet.");
  await running.api.get("/v2/tags");
  await running.api.get("/v2/nothing");
  await visit();
  await fetch(`${running.emulator.url}/_emulator/requests`);
  expect(readText(await visit())).toMatch(
    /2 of 2, the latest first .* GET \/v2\/nothing 404 \d+ ms .* GET \/v2\/tags 200 \d+ ms/,
  );
  for (let n = 0; n < 60; n++) await running.api.get("/v2/tags");
  const { text } = await visit();
  expect(text.match(/class="short">GET<\/td>/g)).toHaveLength(50);
  expect(text).toContain("50 of 62");
});

test("the pages only read: other methods find nothing, and nothing changes", async () => {
  const id = await createModel();
  const before = JSON.stringify(running.emulator.snapshot());
  for (const path of ["/", `/_emulator/view/data-models/${id}`]) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect((await visit(path, { method })).status).toBeGreaterThanOrEqual(401);
    }
    await visit(path);
  }
  expect(JSON.stringify(running.emulator.snapshot())).toBe(before);
});

test("what doesn't exist is a page that says so", async () => {
  const id = await createModel();
  const { workbooks } = running.emulator.seeded;
  for (const path of [
    "data-models/none",
    `data-models/${id}?version=9`,
    `data-models/${id}?version=__proto__`,
    `data-models/${workbooks.sales}`,
    `workbooks/${id}`,
    "workbooks/__proto__",
    "reports/none",
  ]) {
    const page = await visit(`/_emulator/view/${path}`);
    expect([path, page.status, readText(page).includes("There is no such")]).toEqual([path, 404, true]);
  }
  await running.api.delete(`/v2/files/${id}`);
  expect((await visit(`/_emulator/view/data-models/${id}`)).status).toBe(404);
});

test("a page of another origin can't read them through a name that leads here", async () => {
  const { port } = new URL(running.emulator.url);
  const { request } = await import("node:http");
  const status = await new Promise((resolve) => {
    const headers = { accept: "text/html", host: `attacker.example:${port}` };
    request(`${running.emulator.url}/`, { headers }, (response) => resolve(response.resume().statusCode)).end();
  });
  expect(status).toBe(403);
});

describe("workbooks", () => {
  test("one that was written as code shows the boxes of its layout, page by page", async () => {
    const id = await createWorkbook(buildSales(running.emulator.seeded.connections.warehouse));
    const page = await visit(`/_emulator/view/workbooks/${id}`);
    expect(readText(page)).toMatch(
      /Main .*From control .*Details button .*Revenue kpi-chart .*Trend bar-chart .*Data hidden .*Orders table .*Details/,
    );
    expect(page.text.match(/<rect /g)).toHaveLength(6);
  });

  test("one of the platform, and a report, show their elements", async () => {
    const { workbooks, reports } = running.emulator.seeded;
    for (const path of [`workbooks/${workbooks.sales}`, `reports/${reports.quarterly}`]) {
      const page = await visit(`/_emulator/view/${path}`);
      expect([page.status, /<rect /.test(page.text)]).toEqual([200, true]);
    }
  });

  test("boxes stand where the grid has them, and those in a container in it", () => {
    const layout = `<Page id="p" gridTemplateColumns="repeat(24, 1fr)">
<Element elementId="a" gridColumn="1 / 13" gridRow="1 / 5"/>
<Container elementId="c" type="grid" gridTemplateColumns="repeat(12, 1fr)" gridColumn="13 / 25" gridRow="1 / 11">
<Element elementId="b" gridColumn="1 / 7" gridRow="1 / 3"/><Element elementId="d" gridColumn="7 / 13" gridRow="1 / 3"/>
</Container></Page>`;
    const document = {
      schemaVersion: 1,
      kind: "workbook",
      pages: [{ id: "p", name: "P" }],
      elements: [{ id: "a", kind: "text", name: "A" }],
      layout,
    };
    const [page] = listWirePages({ documentId: "w", pages: [], document: document as WorkbookDocument });
    const [a, c, b, d] = page!.boxes;
    expect(page).toMatchObject({ name: "P", hidden: false, height: 260 });
    expect(a).toEqual({ name: "A", kind: "text", x: 0, y: 0, width: 480, height: 104, isHolder: false });
    expect(c).toMatchObject({ name: "c", kind: "unknown", x: 480, y: 0, width: 480, height: 260, isHolder: true });
    for (const inner of [b!, d!]) {
      expect(inner.x).toBeGreaterThan(c!.x);
      expect(inner.x + inner.width).toBeLessThan(c!.x + c!.width);
      expect(inner.y + inner.height).toBeLessThan(c!.y + c!.height);
    }
    expect(b!.x + b!.width).toBe(d!.x);
  });
});
