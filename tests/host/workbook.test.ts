import { type Emulator, startEmulator } from "analytics-emulator";
import { buildSales } from "../unit/emulator/workbook/sales";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;
type Element = { id: string; kind: string; name?: string; [field: string]: unknown };
type Document = { elements: Element[]; pages: Properties[]; layout: string; [field: string]: unknown };
type Options = Parameters<typeof startEmulator>[0];

describe("a workbook, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;

  async function start(options: Options = {}, settings: Properties = {}): Promise<void> {
    emulator = await startEmulator({ seed: drawSeed(), ...options });
    host = await Host.startShared("Workbook");
    await host.configure({
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
      ...settings,
    });
  }

  afterEach(async () => {
    await host.stop();
    await emulator.stop();
  });

  function buildDocument(edit: (document: Document) => void = () => undefined): Document {
    const document = buildSales(emulator.seeded.connections.warehouse) as unknown as Document;
    edit(document);
    return document;
  }

  function declare(edit?: (document: Document) => void, more: Properties = {}): Properties {
    const contents = JSON.stringify(buildDocument(edit));
    return { name: "Sales", folderId: emulator.seeded.folders.models, contents, ...more };
  }

  const findElement = (document: Document, id: string) => document.elements.find((element) => element.id === id)!;

  const listWrites = () =>
    emulator
      .requests()
      .filter(({ method, path }) => method !== "GET" && !path.includes("/auth/"))
      .map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/g, "…")}`);

  async function readContents(id: string): Promise<{ documentVersion: number; contents: Document }> {
    return (await emulator.ui.request("GET", `/v2/workbooks/${id}?includeContents=true`)) as never;
  }

  /** What somebody does in the product. */
  async function editInProduct(id: string, edit: (document: Document) => void): Promise<void> {
    const { contents } = await readContents(id);
    edit(contents);
    await emulator.ui.request("PUT", `/v2/workbooks/${id}/contents`, { contents });
  }

  const families: [string, Options, string][] = [
    ["contents, found out", {}, "contents"],
    ["document, found out", { workbookApi: "document" }, "spec"],
  ];

  test.each(families)(
    "is created, equal to itself, and updated through the endpoints with %s",
    async (_, options, last) => {
      await start(options);
      const declared = declare();
      const { id, state } = await host.create(declared);
      expect(state).toMatchObject({ name: "Sales", url: expect.stringContaining("http") });
      expect(await host.diff(id, state, declared)).toMatchObject({ changes: false });
      expect((await host.read(id, state)).inputs).toEqual(declared);
      emulator.clearRequests();
      const next = declare((document) => {
        findElement(document, "revenue").name = "Turnover";
      });
      expect(await host.diff(id, state, next)).toMatchObject({ changes: true });
      const updated = await host.update(id, state, next);
      expect(listWrites()).toEqual([`PUT /v2/workbooks/…/${last}`]);
      expect(await host.diff(id, updated, next)).toMatchObject({ changes: false });
      expect(updated).toMatchObject({ previousVersion: Number(state.documentVersion) });
    },
  );

  test("is not enabled in an organization without the feature, and no blank workbook stays", async () => {
    await start({ workbookApi: "none" });
    await expect(host.create(declare())).rejects.toThrow(/not enabled for this organization: they are in beta/);
    const { entries } = (await emulator.ui.request("GET", "/v2/workbooks")) as { entries: { name: string }[] };
    expect(entries.filter(({ name }) => name === "Sales")).toEqual([]);
  });

  test("what the platform rewrites is no drift, and what it loses is told once", async () => {
    await start();
    const declared = declare((document) => {
      Object.assign(findElement(document, "orders"), { trellis: { columns: ["id"] } });
    });
    const { id, state } = await host.create(declared);
    await host.waitForPrinted("the platform didn't keep `trellis`");
    const { inputs, state: read } = await host.read(id, state);
    expect(inputs).toEqual(declared);
    expect(await host.diff(id, read, declared)).toMatchObject({ changes: false });
    const told = host.output.split("trellis").length;
    await host.update(id, read, { ...declared, ignorePaths: ["elements/note"] });
    expect(host.output.split("trellis")).toHaveLength(told);
  });

  test("a change made in the product is drift in the file's own words, and is never overwritten unseen", async () => {
    await start();
    const declared = declare();
    const { id, state } = await host.create(declared);
    await editInProduct(id, (document) => {
      findElement(document, "revenue").name = "Turnover";
    });
    const { inputs, state: drifted } = await host.read(id, state);
    await host.waitForPrinted("KPI Turnover: name `Revenue` → `Turnover`");
    const wanted = buildDocument((document) => {
      findElement(document, "revenue").name = "Turnover";
    });
    expect(JSON.parse(String(inputs.contents))).toEqual(wanted);
    expect(await host.diff(id, drifted, declared)).toMatchObject({ changes: true });

    const other = declare((document) => {
      findElement(document, "trend").name = "Development";
    });
    await expect(host.update(id, state, other)).rejects.toThrow(
      /The workbook "Sales" \(.*\) was changed on the platform since version 1[\s\S]*KPI Turnover: name/,
    );
    await host.update(id, state, { ...other, onConflict: "overwrite" });
    const { contents } = await readContents(id);
    expect(findElement(contents, "revenue").name).toBe("Revenue");
  });

  test("an update that would lose what the platform doesn't return is refused, until it is accepted", async () => {
    await start({ workbookOmits: ["actions"] });
    const { id, state } = await host.create(declare());
    const { writtenVersion: _, ...adopted } = state;
    const next = declare((document) => {
      delete findElement(document, "open").actions;
      findElement(document, "trend").name = "Development";
    });
    const refused = host.update(id, adopted, next);
    await expect(refused).rejects.toThrow(/actions:open: the button Details has no actions/);
    await expect(refused).rejects.toThrow(/overlays:details: nothing opens the overlay "Details"/);
    const acceptLosses = ["actions:open", "overlays:*"];
    const updated = await host.update(id, adopted, { ...next, acceptLosses });
    await host.waitForPrinted(`npx pulumi-analytics restore ${id} 1`);
    expect(updated).toMatchObject({ previousVersion: 1, documentVersion: 2 });
    emulator.clearRequests();
    await host.update(id, updated, { ...declare(), acceptLosses });
    expect(listWrites()).toEqual(["PUT /v2/workbooks/…/contents"]);
  });

  test("is renamed, moved, described, archived and restored", async () => {
    await start();
    const declared = declare();
    const { id, state } = await host.create(declared);
    const moved = { ...declared, name: "Turnover", description: "Of all", folderId: emulator.seeded.folders.sales };
    emulator.clearRequests();
    const renamed = await host.update(id, state, moved);
    expect(listWrites()).toEqual(["PATCH /v2/files/…"]);
    expect(renamed.url).not.toBe(state.url);
    expect((await host.read(id, renamed)).inputs).toEqual(moved);
    const kept = { ...moved, restoreDeleted: true };
    await emulator.ui.request("DELETE", `/v2/files/${id}`);
    const { state: gone } = await host.read(id, { ...renamed, restoreDeleted: true });
    expect(gone).toMatchObject({ deleted: true });
    const restored = await host.update(id, gone, kept);
    expect(await host.diff(id, restored, kept)).toMatchObject({ changes: false });
    await host.delete(id, restored);
    expect((await host.read(id, renamed)).id).toBe("");
  });

  test("ignored parts stay as they are on the platform", async () => {
    await start();
    const ignorePaths = ["elements/note", "layout/data"];
    const declared = declare(undefined, { ignorePaths });
    const { id, state } = await host.create(declared);
    await editInProduct(id, (document) => {
      findElement(document, "note").body = "Edited";
      document.layout = document.layout.replace("1 / 20", "1 / 30");
    });
    const next = declare(
      (document) => {
        findElement(document, "trend").name = "Development";
      },
      { ignorePaths },
    );
    const updated = await host.update(id, state, next);
    const { contents } = await readContents(id);
    expect(findElement(contents, "note").body).toBe("Edited");
    expect(contents.layout).toContain("1 / 30");
    expect(await host.diff(id, updated, next)).toMatchObject({ changes: false });
  });
});
