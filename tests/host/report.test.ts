import { type Emulator, startEmulator } from "analytics-emulator";
import { buildMonthly } from "../unit/emulator/workbook/monthly";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;
type Element = { id: string; [field: string]: unknown };
type Document = { elements: Element[]; layout: string; [field: string]: unknown };

/** What a report has of its own; all else it has in common with workbooks, and is tested with them. */
describe("a report, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;

  async function start(options: Parameters<typeof startEmulator>[0] = {}, settings: Properties = {}): Promise<void> {
    emulator = await startEmulator({ seed: drawSeed(), ...options });
    host = await (Object.keys(settings).length > 0 ? Host.start("Report") : Host.startShared("Report"));
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

  function declare(edit: (document: Document) => void = () => undefined, more: Properties = {}): Properties {
    const document = buildMonthly(emulator.seeded.connections.warehouse) as unknown as Document;
    edit(document);
    return {
      name: "Monthly",
      folderId: emulator.seeded.folders.models,
      contents: JSON.stringify(document),
      ...more,
    };
  }

  const findElement = (document: Document, id: string) => document.elements.find((element) => element.id === id)!;

  const rename = (name: string) => (document: Document) => {
    findElement(document, "revenue").name = name;
  };

  const listWrites = () =>
    emulator
      .requests()
      .filter(({ method, path }) => method !== "GET" && !path.includes("/auth/"))
      .map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/g, "…")}`);

  async function readContents(id: string): Promise<Document> {
    const path = `/v2/reports/${id}?includeContents=true`;
    return ((await emulator.ui.request("GET", path)) as { contents: Document }).contents;
  }

  /** What somebody does in the product. */
  async function editInProduct(id: string, edit: (document: Document) => void): Promise<void> {
    const contents = await readContents(id);
    edit(contents);
    await emulator.ui.request("PUT", `/v2/reports/${id}/contents`, { contents });
  }

  test("is created, equal to itself, updated, renamed, moved, handed over, archived and restored", async () => {
    await start();
    const declared = declare();
    const { id, state } = await host.create(declared);
    expect(state).toMatchObject({ name: "Monthly", url: expect.stringContaining("http"), documentVersion: 1 });
    expect((await host.read(id, state)).inputs).toEqual(declared);
    emulator.clearRequests();
    const { sales } = emulator.seeded.folders;
    const place = { name: "Each month", folderId: sales, ownerId: emulator.seeded.members.analyst };
    const next = declare(rename("Turnover"), { ...place, restoreDeleted: true });
    const updated = await host.update(id, state, next);
    expect(listWrites()).toEqual(["PUT /v2/reports/…/contents", "PATCH /v2/files/…"]);
    expect(updated).toMatchObject({ previousVersion: 1, documentVersion: 2, ...place });
    expect(updated.url).not.toBe(state.url);
    const read = await host.read(id, updated);
    expect(read.inputs).toEqual(next);
    expect(await host.diff(id, read.state, next)).toMatchObject({ changes: false });
    await emulator.ui.request("DELETE", `/v2/files/${id}`);
    const { state: gone } = await host.read(id, updated);
    expect(gone).toMatchObject({ deleted: true });
    expect(JSON.parse(String(gone.contents))).toMatchObject({ kind: "report", elements: [] });
    const restored = await host.update(id, gone, next);
    expect(await host.diff(id, restored, next)).toMatchObject({ changes: false });
    await host.delete(id, restored);
    expect((await host.read(id, state)).id).toBe("");
  });

  test("what moved in the product is drift in pixels and in places, and isn't overwritten unseen", async () => {
    await start();
    const layout = {
      first: [
        { element: "revenue", x: 48, y: 48, width: 720, height: 200 },
        { element: "orders", x: 48, y: 260, width: 720, height: 200 },
      ],
      top: [{ element: "note", x: 48, y: 0, width: 720, height: 200 }],
    };
    const declared = declare((document) => Object.assign(document, { layout }));
    const { id, state } = await host.create(declared);
    expect(await host.diff(id, (await host.read(id, state)).state, declared)).toMatchObject({ changes: false });
    await editInProduct(id, (document) => {
      document.layout = document.layout.replace('y="260" width="720"', 'y="300" width="400"');
    });
    const { inputs, state: drifted } = await host.read(id, state);
    await host.waitForPrinted("page First › table Orders: width `720 pixels` → `400 pixels`");
    expect(JSON.parse(String(inputs.contents)).layout).toEqual({
      ...layout,
      first: [layout.first[0], { element: "orders", x: 48, y: 300, width: 400, height: 200 }],
    });
    expect(await host.diff(id, drifted, declared)).toMatchObject({ changes: true });
    const ours = declare((document) => Object.assign(document, { layout, config: { margin: 24 } }));
    await expect(host.update(id, state, ours)).rejects.toThrow(
      /The report "Monthly" \(.*\) was changed on the platform since version 1[\s\S]*table Orders: top edge/,
    );
    await host.update(id, state, { ...ours, onConflict: "overwrite" });
    expect(await readContents(id)).toMatchObject({
      config: { margin: 24 },
      layout: expect.stringContaining('y="260"'),
    });
  });

  test("the state keeps what was written before a refresh; of two refreshes, what the second one changed", async () => {
    await start();
    const { id, state } = await host.create(declare(rename("Revenue")));
    const readWritten = (of: Properties) => (JSON.parse(String(of.baseline)) as { written?: unknown }).written;
    const nameWritten = (name: string) => [{ revenue: { name: [name] } }, null];
    await editInProduct(id, rename("Turnover"));
    const first = await host.read(id, state);
    expect(readWritten(first.state)).toEqual({ elements: nameWritten("Revenue") });
    expect(readWritten((await host.read(id, first.state)).state)).toEqual({ elements: nameWritten("Revenue") });
    await editInProduct(id, (document) => {
      findElement(document, "note").body = "Theirs";
    });
    const second = await host.read(id, first.state);
    expect(readWritten(second.state)).toMatchObject({
      elements: [{ ...nameWritten("Revenue")[0], note: { body: [expect.any(String)] } }, null],
    });
    // A program that has the first change is left with it.
    await editInProduct(id, rename("Revenue"));
    const third = await host.read(id, second.state);
    expect(readWritten(third.state)).toMatchObject({ elements: [nameWritten("Turnover")[0], null] });
  });

  test("ignored parts stay as they are on the platform", async () => {
    await start();
    const ignorePaths = ["layout/top", "elements/note"];
    const declared = declare(undefined, { ignorePaths });
    const { id, state } = await host.create(declared);
    await editInProduct(id, (document) => {
      document.layout = document.layout.replace('y="0"', 'y="12"');
    });
    const updated = await host.update(id, state, declare(rename("Turnover"), { ignorePaths }));
    expect((await readContents(id)).layout).toContain('y="12"');
    expect(updated).toMatchObject({ documentVersion: 3 });
  });

  test.each(["name", "id"])("is adopted by its %s, and what it may lose is told", async (by) => {
    // The lists of a report have pages of another style than those of a workbook.
    await start({ unknownQuery: "refuse" });
    const open = { id: "open", kind: "button", text: "Open" };
    const addButton = (document: Document) => {
      document.elements.push({ ...open });
      const place = '<Element elementId="open" x="48" y="500" width="80" height="24"/></Page>';
      document.layout = document.layout.replace("</Page>", place);
    };
    const { id } = await host.create(declare(addButton));
    emulator.clearRequests();
    const adopt = by === "id" ? { id } : true;
    const same = await host.create(declare(addButton, { adopt }));
    expect([same.id, listWrites()]).toEqual([id, []]);
    const edited = declare(
      (document) => {
        addButton(document);
        rename("Turnover")(document);
      },
      { adopt },
    );
    await expect(host.update(id, same.state, edited)).rejects.toThrow(
      /The report "Monthly" \(.*\) has parts that[\s\S]*actions:open: the button Open has no actions/,
    );
    expect(listWrites()).toEqual([]);
    await host.update(id, same.state, { ...edited, acceptLosses: ["actions:*"] });
    expect(listWrites()).toEqual(["PUT /v2/reports/…/contents"]);
    // No call makes an earlier version of a report the latest.
    await host.waitForPrinted("version 1, which this update replaced, is in the version history of the product");
  });

  test.each([{ "analytics:workbookApi": "document" }, { "analytics:workbookApi": "contents" }, {}])(
    "without the feature none is created, and one that is there isn't gone: %j",
    async (settings) => {
      await start({}, settings);
      const { quarterly } = emulator.seeded.reports;
      emulator.configure({ workbookApi: "none" });
      const missing = /Reports as code are not enabled for this organization: they are in beta/;
      if (!("analytics:workbookApi" in settings)) {
        await expect(host.create(declare())).rejects.toThrow(missing);
        const { entries } = (await emulator.ui.request("GET", "/v2/reports")) as { entries: { name: string }[] };
        expect(entries.map(({ name }) => name)).not.toContain("Monthly");
      }
      const inputs = { ...declare(), contents: '{"schemaVersion":1,"kind":"report","elements":[],"pages":[]}' };
      const state = { ...inputs, url: "", documentVersion: 1 };
      await expect(host.read(quarterly, state)).rejects.toThrow(missing);
    },
  );

  test("the platform checks it in the preview where the stack says so", async () => {
    await start({}, { "analytics:workbookVerify": "true" });
    const wrong = declare((document) => {
      const source = findElement(document, "orders").source as Properties;
      source.connectionId = "00000000-0000-4000-8000-000000000000";
    });
    const { failures } = await host.check({}, wrong);
    expect(failures).toEqual([expect.stringContaining("This is the platform's answer to a dry run.")]);
    expect((await host.check({}, declare())).failures).toEqual([]);
  });

  test("a workbook is refused with the resource to declare", async () => {
    await start();
    const { failures } = await host.check(
      {},
      declare((document) => Object.assign(document, { kind: "workbook" })),
    );
    expect(failures).toEqual([expect.stringContaining("this is a workbook, not a report")]);
    expect(String(failures)).toContain("Declare it as a `Workbook`.");
  });
});
