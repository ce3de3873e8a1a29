import { type Emulator, startEmulator } from "analytics-emulator";
import { wrapSecret } from "../../provider/src/core/engine";
import { door } from "../door";
import { buildOrdersSpec, buildOrdersTable } from "../orders-model";
import { buildSales } from "../unit/emulator/workbook/sales";
import { drawSeed, Host, type HostError, readHalfMade, unknown } from "./support";

type Properties = Record<string, unknown>;
type Element = { id: string; kind: string; name?: string; [field: string]: unknown };
type Document = { elements: Element[]; pages: Properties[]; layout: string; [field: string]: unknown };
type Options = Parameters<typeof startEmulator>[0];

describe("a workbook, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;

  async function start(options: Options = {}, settings: Properties = {}): Promise<void> {
    emulator = await startEmulator({ seed: drawSeed(), ...options });
    // A plugin takes its settings once.
    host = await (Object.keys(settings).length > 0 ? Host.start("Workbook") : Host.startShared("Workbook"));
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

  test("is updated for a text that looks like a color or a default, and not for a color in other letters", async () => {
    await start();
    const look = (text: string, color: string, setting: Properties) =>
      declare((document) => {
        Object.assign(findElement(document, "revenue"), { description: text, style: { backgroundColor: color } });
        document.elements.push({ id: "map", kind: "plugin", pluginId: "p", config: { text, setting: [setting] } });
        document.layout = document.layout.replace(
          "</Page>",
          '<Element elementId="map" gridColumn="1 / 5" gridRow="90 / 95"/></Page>',
        );
      });
    const { id, state } = await host.create(look("#ACE", "#AABBCC", {}));
    const hasChanges = async (next: Properties) => (await host.diff(id, state, next)).changes;
    expect(await hasChanges(look("#ACE", "#aabbcc", {}))).toBe(false);
    expect(await hasChanges(look("#ace", "#AABBCC", {}))).toBe(true);
    expect(await hasChanges(look("#ACE", "#AABBCC", { state: "enabled", op: "=" }))).toBe(true);
  });

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
      (findElement(document, "orders").columns as Properties[])[0]!.formula = "[ORDERS/ORDERED_AT]";
    });
    const { inputs, state: drifted } = await host.read(id, state);
    await host.waitForPrinted("KPI Turnover: name `Revenue` → `Turnover`");
    await host.waitForPrinted("column Id: formula `[ORDERS/ID]` → `[ORDERS/Ordered at]`");
    const wanted = buildDocument((document) => {
      findElement(document, "revenue").name = "Turnover";
      // The platform spells names of the warehouse in its own way.
      (findElement(document, "orders").columns as Properties[])[0]!.formula = "[ORDERS/Ordered at]";
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
    await host.waitForPrinted(`npx pulumi-analytics api POST workbooks/${id}/restoreVersion --field version=1`);
    expect(updated).toMatchObject({ previousVersion: 1, documentVersion: 2 });
    emulator.clearRequests();
    await host.update(id, updated, { ...declare(), acceptLosses });
    expect(listWrites()).toEqual(["PUT /v2/workbooks/…/contents"]);
  });

  test("a page header comes back empty, so that neither a change elsewhere nor its removal goes unseen", async () => {
    await start();
    const { id, state } = await host.create(declare());
    await emulator.ui.request("POST", `/workbooks/${id}/header`, { title: "Notes" });
    const { inputs, state: read } = await host.read(id, state);
    const renamed = String(inputs.contents).replace('"name":"Trend"', '"name":"Development"');
    for (const contents of [renamed, declare().contents]) {
      await expect(host.update(id, read, { ...inputs, contents })).rejects.toThrow(
        /\n {2}headers:\w+: the page header is empty\n/,
      );
    }
  });

  test("what the lists alone have is named with its page, and the page's panel", async () => {
    await start({ elementsWithoutLineage: "listed" });
    const { id, state } = await host.create(declare());
    await emulator.ui.request("POST", `/workbooks/${id}/header`, { title: "Notes" });
    const { contents } = await readContents(id);
    const { inputs, state: read } = await host.read(id, state);
    const page = contents.pages[0]!.name;
    await expect(host.update(id, read, { ...inputs, name: "Sales", contents: declare().contents })).rejects.toThrow(
      new RegExp(`\\n {2}elements:\\w+: the text in panel "Notes" of page "${page}" isn't in the contents\\n`),
    );
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

  describe("its secrets", () => {
    /** As the door hands them on: of an object, the host doesn't say which values are secret. */
    const hide = (value: string) => (door === "plugin" ? wrapSecret(value) : value);
    const hideInRefs = (value: string, edit?: (document: Document) => void): Properties => {
      const declared = declare((document) => {
        findElement(document, "note").body = { $ref: "hidden" };
        edit?.(document);
      });
      return { ...declared, refs: { hidden: value }, confidential: true, __secretInputs: ["contents", "refs"] };
    };
    const hideInText = (value: string, edit?: (document: Document) => void): Properties => ({
      ...declare((document) => {
        findElement(document, "note").body = value;
        edit?.(document);
      }),
      confidential: true,
      __secretInputs: ["contents"],
    });
    const hideInObject = (value: string, edit?: (document: Document) => void): Properties => ({
      ...declare(),
      contents: buildDocument((document) => {
        findElement(document, "note").body = hide(value);
        edit?.(document);
      }),
    });

    /** As a transform does it, after the class: the host isn't told. */
    const hideInReplacedText = (value: string, edit?: (document: Document) => void): Properties => {
      const { contents, ...declared } = hideInText(value, edit);
      if (door === "plugin") return { ...declared, contents };
      const { confidential: _, __secretInputs: __, ...others } = declared;
      return { ...others, contents, __ownText: { contents: "another" } };
    };

    test.each([
      ["in refs", hideInRefs],
      ["in a text that is secret", hideInText],
      ["in an object", hideInObject],
      ["in a text that a transform put in the place of the program's", hideInReplacedText],
    ])("%s reach the platform, and no message", async (_, hideValue) => {
      await start();
      const checkAndTake = async (olds: Properties, declared: Properties) => {
        const { inputs, failures } = await host.check(olds, declared);
        expect(failures).toEqual([]);
        const { __secretInputs } = declared;
        return { ...inputs, __secretInputs: __secretInputs ?? ["contents", "refs"] } as Properties;
      };
      const declared = await checkAndTake({}, hideValue("planted one"));
      expect(declared.confidential).toBeTruthy();
      const { id, state } = await host.create(declared);
      const { contents } = await readContents(id);
      expect(findElement(contents, "note").body).toBe("planted one");
      expect(await host.diff(id, state, declared)).toMatchObject({ changes: false });

      const next = await checkAndTake(state, hideValue("planted two"));
      expect(await host.diff(id, state, next)).toMatchObject({ changes: true });
      const updated = await host.update(id, state, next);
      expect(await host.diff(id, updated, next)).toMatchObject({ changes: false });

      // What somebody writes beside a secret may be one, too.
      await editInProduct(id, (document) => {
        findElement(document, "note").body = "planted three";
      });
      const { state: drifted } = await host.read(id, updated);
      expect(JSON.stringify(drifted)).toContain("planted three");
      await host.waitForPrinted("on the platform: ");
      const third = await checkAndTake(updated, hideValue("planted four"));
      const refused = await host.update(id, updated, third).catch((error: Error) => error.message);
      expect(refused).toContain("was changed on the platform since version 2");
      const wrong = hideValue("planted five", (document) => {
        document.elements.push({ id: "revenue", kind: "text", body: "planted six" });
      });
      const { failures } = await host.check(updated, wrong);
      expect(failures).toHaveLength(1);
      expect(host.output + refused + failures.join("\n")).not.toContain("planted");
    });

    test("the words of messages stay, also where the whole of it counts as secret", async () => {
      await start();
      const { inputs } = await host.check({}, hideInObject("One"));
      const { state } = await host.create({ ...inputs, __secretInputs: ["contents"] });
      await host.check(
        state,
        hideInObject("One", (document) => {
          findElement(document, "revenue").name = "Turnover";
        }),
      );
      await host.waitForPrinted("unpublished drafts");
      const words = /workbook "Sales": page .* › KPI .*: name `\[secret\]` → `\[secret\]`/;
      if (door === "dynamic") expect(host.output).toMatch(words);
      expect(host.output).not.toContain('[secret] "Sales"');
    });

    test("hide themselves alone, if they are among the values of placeholders", async () => {
      await start();
      const hideInValue = (value: string, edit?: (document: Document) => void): Properties => ({
        ...hideInRefs(value, edit),
        __secretInputs: door === "plugin" ? ["refs"] : ["contents", "refs"],
      });
      const { id, state } = await host.create(hideInValue("planted one"));
      const rename = (name: string) => (document: Document) => {
        findElement(document, "revenue").name = name;
      };
      await host.check(state, hideInValue("planted two", rename("Turnover")));
      await host.waitForPrinted("→ `Turnover`");
      await editInProduct(id, (document) => {
        rename("Sold")(document);
        findElement(document, "note").body = "plan B";
      });
      await host.read(id, state);
      await host.waitForPrinted("→ `Sold`");
      await host.waitForPrinted("body `[secret]` → `[secret]`");
      expect(host.output).not.toMatch(/planted|plan B/);
    });

    test("are left out of what the platform refuses", async () => {
      await start();
      const declared = declare((document) => {
        (findElement(document, "orders").source as Properties).connectionId = { $ref: "hidden" };
      });
      const refs = { hidden: "planted-connection" };
      const refused = await host
        .create({ ...declared, refs, confidential: true })
        .catch((error: Error) => error.message);
      expect(refused).toContain("Dependency not found");
      expect(refused).not.toContain("planted");
    });
  });

  describe("an unknown value in its contents", () => {
    const declareRead = (refs: Properties, edit: (document: Document) => void = () => undefined): Properties => ({
      ...declare((document) => {
        findElement(document, "orders").source = {
          kind: "data-model",
          dataModelId: { $ref: "orders" },
          elementId: { $ref: "orders#facts" },
        };
        edit(document);
      }),
      refs,
    });

    async function createModel(): Promise<Properties> {
      const columns = ["ID", "AMOUNT", "ORDERED_AT"].map((name) => ({ id: name, formula: `[ORDERS/${name}]` }));
      const table = buildOrdersTable(emulator.seeded.connections.warehouse, { name: "ORDERS", columns });
      const { dataModelId } = (await emulator.ui.request("POST", "/v2/dataModels/spec", {
        name: "Orders",
        folderId: emulator.seeded.folders.models,
        schemaVersion: 1,
        ...buildOrdersSpec(table),
      })) as { dataModelId: string };
      const { pages } = (await emulator.ui.request("GET", `/v2/dataModels/${dataModelId}/spec`)) as {
        pages: { elements: { id: string }[] }[];
      };
      return { orders: dataModelId, "orders#facts": pages[0]!.elements[0]!.id };
    }

    test("is a change, unless it is the element of a model that stays; the rest is checked", async () => {
      await start();
      const refs = await createModel();
      const declared = declareRead(refs);
      expect((await host.check({}, declareRead({ orders: unknown, "orders#facts": unknown }))).failures).toEqual([]);
      const { id, state } = await host.create(declared);
      expect(await host.diff(id, state, declared)).toMatchObject({ changes: false });

      const stays = declareRead({ ...refs, "orders#facts": unknown });
      expect((await host.check(state, stays)).failures).toEqual([]);
      expect(await host.diff(id, state, stays)).toMatchObject({ changes: false });
      const another = declareRead({ orders: unknown, "orders#facts": unknown });
      expect(await host.diff(id, state, another)).toMatchObject({ changes: true, replaces: [] });

      const wrong = declareRead({ orders: unknown, "orders#facts": unknown }, (document) => {
        Object.assign(document.elements[0]!, { columns: [{ id: "sum", name: "Revenue" }] });
      });
      const { failures } = await host.check(state, wrong);
      expect(failures.join("\n")).toContain("elements[revenue].columns[sum]: `formula` is missing");
      const nothing = { ...declared, contents: unknown, refs: unknown };
      expect((await host.check({}, nothing)).failures).toEqual([]);
      expect(await host.diff(id, state, nothing)).toMatchObject({ changes: true, replaces: [] });
    });

    test("in an object that a program hands to the plugin leaves the rest known", async () => {
      if (door !== "plugin") return;
      await start();
      const { orders, "orders#facts": facts } = await createModel();
      const build = (elementId: unknown, name: string) => ({
        ...declare(),
        contents: buildDocument((document) => {
          findElement(document, "orders").source = { kind: "data-model", dataModelId: orders, elementId };
          findElement(document, "trend").name = name;
        }),
        __urn: "urn:pulumi:dev::sales::analytics:index:Workbook::sales",
      });
      const { id, state } = await host.create((await host.check({}, build(facts, "Trend"))).inputs);
      const { inputs } = await host.check(state, build(unknown, "Development"));
      expect(inputs).toMatchObject({ contents: unknown });
      await host.waitForPrinted("Development");
      expect(host.output).not.toContain(unknown);
      expect(await host.diff(id, state, inputs)).toMatchObject({ changes: true, replaces: [] });
    });
  });

  test("a path that a transform put in the place of its contents is refused in a sentence", async () => {
    await start();
    const replaced = { ...declare(), contents: "./workbooks/sales", __ownText: { contents: "another" } };
    const { failures } = await host.check({}, replaced);
    expect(failures).toEqual([expect.stringMatching(/^\|contents(: not JSON text| is the text "\.\/workbooks)/)]);
  });

  test("contents that a transform replaced with an object stay one, also after drift", async () => {
    await start();
    const build = (edit?: (document: Document) => void) => ({ ...declare(), contents: buildDocument(edit) });
    const { inputs, failures } = await host.check({}, build());
    expect(failures).toEqual([]);
    const { id, state } = await host.create(inputs);
    expect(await host.diff(id, state, inputs)).toMatchObject({ changes: false });
    const { contents: same, ...others } = (await host.read(id, state)).inputs;
    expect(same).toEqual(inputs.contents);
    expect(inputs).toMatchObject(others);
    await editInProduct(id, (document) => {
      findElement(document, "revenue").name = "Turnover";
    });
    const drifted = await host.read(id, state);
    const given = drifted.inputs.contents;
    // The plugin has it as text, and marks the whole where a value of it is secret.
    expect(typeof given).toBe(door === "plugin" ? "string" : "object");
    const found = (typeof given === "string" ? JSON.parse(given) : given) as Document;
    expect(findElement(found, "revenue").name).toBe("Turnover");
    const { inputs: next } = await host.check(
      drifted.state,
      build((document) => {
        findElement(document, "trend").name = "Development";
      }),
    );
    const updated = await host.update(id, drifted.state, next);
    expect(await host.diff(id, updated, next)).toMatchObject({ changes: false });
    const { contents } = await readContents(id);
    expect(findElement(contents, "revenue").name).toBe("Revenue");
  });

  describe("its owner", () => {
    const getPeople = () => emulator.seeded.members;
    const findOwner = (id: string) => emulator.snapshot().files.find((file) => file.id === id)?.ownerId;

    test("is handed the workbook after the create, and later in place; undeclared, it is nobody's drift", async () => {
      await start();
      const owned = declare(undefined, { ownerId: getPeople().analyst });
      const { id, state } = await host.create(owned);
      expect(listWrites().at(-1)).toBe("PATCH /v2/files/…");
      expect(findOwner(id)).toBe(getPeople().analyst);
      expect(await host.read(id, state)).toEqual({ id, state, inputs: owned });
      const { ownerId: _, ...unowned } = owned;
      expect(await host.diff(id, state, unowned)).toMatchObject({ changes: false });
      const mine = { ...owned, ownerId: getPeople().admin };
      expect(await host.diff(id, state, mine)).toMatchObject({ changes: true, replaces: [] });
      emulator.clearRequests();
      const handed = await host.update(id, state, mine);
      expect(listWrites()).toEqual(["PATCH /v2/files/…"]);
      expect(findOwner(id)).toBe(getPeople().admin);
      expect(await host.diff(id, handed, mine)).toMatchObject({ changes: false });
    });

    test("drifts where it is declared, and a change made in the product is not overwritten unseen", async () => {
      await start();
      const owned = declare(undefined, { ownerId: getPeople().analyst });
      const { id, state } = await host.create(owned);
      await emulator.ui.changeFile(id, { ownerId: getPeople().admin });
      const viewers = { ...owned, ownerId: getPeople().viewer };
      const refused = await host.update(id, state, viewers).catch((error: Error) => error.message);
      expect(refused).toContain("was changed on the platform since it was last read. Nothing was written.");
      expect(refused).toContain(`ownerId: "${getPeople().analyst}" → "${getPeople().admin}"`);
      const read = await host.read(id, state);
      expect(read.inputs).toMatchObject({ ownerId: getPeople().admin });
      await host.update(id, read.state, owned);
      expect(findOwner(id)).toBe(getPeople().analyst);
      await emulator.ui.changeFile(id, { ownerId: getPeople().admin });
      await host.update(id, state, { ...viewers, onConflict: "overwrite" });
      expect(findOwner(id)).toBe(getPeople().viewer);
    });

    test("whom the platform refuses leaves the workbook in the state, and the next update hands it over", async () => {
      await start();
      const { grants, folders } = emulator.seeded;
      await emulator.ui.request("DELETE", `/v2/grants/${grants.everyone}`);
      const owned = declare(undefined, { ownerId: getPeople().analyst });
      const error = (await host.create(owned).catch((caught) => caught)) as HostError;
      expect(error.message).toContain(`Look at ownerId ("${getPeople().analyst}"). A new owner may need access first`);
      const { id, state } = readHalfMade(error);
      expect(state).not.toHaveProperty("ownerId");
      expect(await host.diff(id, state, owned)).toMatchObject({ changes: true, replaces: [] });
      const grantee = { memberId: getPeople().analyst };
      await emulator.ui.request("POST", "/v2/grants", { inodeId: folders.models, grantee, permission: "view" });
      emulator.clearRequests();
      const finished = await host.update(id, state, owned);
      expect(listWrites()).toEqual(["PATCH /v2/files/…"]);
      expect(await host.diff(id, finished, owned)).toMatchObject({ changes: false });
    });
  });

  describe("adopted", () => {
    const rename = (document: Document) => {
      findElement(document, "revenue").name = "Turnover";
    };

    test.each(["name", "id"])("by its %s, nothing is written when it equals the declaration", async (by) => {
      await start();
      const { id } = await host.create(declare());
      emulator.clearRequests();
      const adopting = declare(undefined, { adopt: by === "id" ? { id } : true });
      const adopted = await host.create(adopting);
      expect(adopted.id).toBe(id);
      expect(listWrites()).toEqual([]);
      expect(adopted.state).not.toHaveProperty("writtenVersion");
      expect(await host.diff(id, adopted.state, adopting)).toMatchObject({ changes: false });
    });

    test.each(["name", "id"])("by its %s, what differs is written once", async (by) => {
      await start();
      const { id } = await host.create(declare());
      emulator.clearRequests();
      const owner = { ownerId: emulator.seeded.members.analyst };
      const adopting = declare(rename, { ...owner, adopt: by === "id" ? { id } : true });
      const adopted = await host.create(adopting);
      expect(adopted.id).toBe(id);
      expect(listWrites()).toEqual(["PUT /v2/workbooks/…/contents", "PATCH /v2/files/…"]);
      expect(adopted.state).toMatchObject({ previousVersion: 1, documentVersion: 2, ...owner });
      const { contents } = await readContents(id);
      expect(findElement(contents, "revenue").name).toBe("Turnover");
      expect(await host.diff(id, adopted.state, adopting)).toMatchObject({ changes: false });
    });

    test("by id, it gets the declared name and folder, too", async () => {
      await start();
      const { id } = await host.create(declare());
      emulator.clearRequests();
      const place = { name: "Turnover", folderId: emulator.seeded.folders.sales };
      const adopted = await host.create(declare(undefined, { ...place, adopt: { id } }));
      expect(adopted).toMatchObject({ id, state: place });
      expect(listWrites()).toEqual(["PATCH /v2/files/…"]);
    });
  });

  test("stays on the platform when its deletion is retain", async () => {
    await start();
    const { id, state } = await host.create(declare());
    const retained = declare(undefined, { deletion: "retain" });
    expect(await host.diff(id, state, retained)).toMatchObject({ changes: true, replaces: [] });
    emulator.clearRequests();
    const updated = await host.update(id, state, retained);
    await host.delete(id, updated);
    expect(listWrites()).toEqual([]);
    await host.waitForPrinted(`workbook "Sales" (${id}) stays on the platform: its deletion is "retain"`);
    expect(host.output).not.toContain("archived");
  });

  test("is replaced when its profile leads to another organization", async () => {
    const other = await startEmulator({ seed: drawSeed() + 1_000 });
    try {
      const settings = { baseUrl: other.url, clientId: other.clientId, clientSecret: other.clientSecret };
      await start({}, { "analytics:profiles": JSON.stringify({ other: settings }) });
      const { id, state } = await host.create(declare());
      const moved = declare(undefined, { profile: "other" });
      expect(await host.diff(id, state, moved)).toMatchObject({ changes: true, replaces: ["profile"] });
    } finally {
      await other.stop();
    }
  });

  test("what somebody renamed or moved in the product is not overwritten unseen", async () => {
    await start();
    const { models, sales } = emulator.seeded.folders;
    const { id, state } = await host.create(declare());
    await emulator.ui.changeFile(id, { name: "Theirs", parentId: sales });
    const ours = declare(undefined, { name: "Ours", folderId: emulator.seeded.folders.models });
    const refused = await host.update(id, state, ours).catch((error: Error) => error.message);
    expect(refused).toContain("was changed on the platform since it was last read. Nothing was written.");
    expect(refused).toContain('name: "Sales" → "Theirs"');
    expect(refused).toContain("To keep the change, declare the new name");
    const { state: drifted, inputs } = await host.read(id, state);
    expect(inputs).toMatchObject({ name: "Theirs", folderId: sales });
    const updated = await host.update(id, drifted, ours);
    expect(updated).toMatchObject({ name: "Ours", folderId: models });
    await emulator.ui.changeFile(id, { name: "Theirs" });
    await host.update(id, updated, { ...ours, name: "Mine", onConflict: "overwrite" });
    expect((await host.read(id, updated)).inputs).toMatchObject({ name: "Mine" });
  });

  test("the platform checks it in the preview where the stack says so, and not again what is unchanged", async () => {
    await start({}, { "analytics:workbookVerify": "true" });
    const wrong = declare((document) => {
      Object.assign(findElement(document, "orders").source as Properties, {
        connectionId: "00000000-0000-4000-8000-000000000000",
      });
    });
    const { failures } = await host.check({}, wrong);
    expect(failures).toEqual([expect.stringContaining("This is the platform's answer to a dry run.")]);
    const { inputs } = await host.check({}, declare());
    const { state } = await host.create(inputs);
    emulator.clearRequests();
    expect((await host.check(state, declare())).failures).toEqual([]);
    expect(emulator.requests()).toEqual([]);
  });

  test("an organization that loses the feature is said to, and its workbooks aren't gone", async () => {
    await start({ workbookApi: "document" });
    const { id, state } = await host.create(declare());
    emulator.configure({ workbookApi: "none" });
    await expect(host.read(id, state)).rejects.toThrow(/not enabled for this organization/);
  });

  test.each(["not-found", "archived"] as const)(
    "a deleted one is gone where the platform says %s",
    async (deletedFiles) => {
      await start({ deletedFiles });
      const { id, state } = await host.create(declare());
      await emulator.ui.request("DELETE", `/v2/files/${id}`);
      expect((await host.read(id, state)).id).toBe("");
    },
  );

  test("what is wrong in an ignored part is no error of a workbook that is there", async () => {
    await start();
    const ignorePaths = ["elements/note"];
    const { state } = await host.create(declare(undefined, { ignorePaths }));
    const wrong = declare(
      (document) => {
        findElement(document, "note").body = 7;
      },
      { ignorePaths },
    );
    expect((await host.check({}, wrong)).failures).not.toEqual([]);
    expect((await host.check(state, wrong)).failures).toEqual([]);
  });
});
