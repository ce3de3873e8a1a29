import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type Emulator, type EmulatorOptions, startEmulator, storedAsSent } from "analytics-emulator";
import { buildOrdersSpec, buildOrdersTable } from "../orders-model";
import { drawSeed, Host, readHalfMade, repository } from "./support";

type Properties = Record<string, unknown>;

/** What the wire has for a secret. */
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

describe("what the platform makes of a data model, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;
  let folder: string;

  async function start(settings: EmulatorOptions = {}, config: Properties = {}): Promise<void> {
    emulator = await startEmulator({ seed: drawSeed(), ...storedAsSent, versionLock: "ignored", ...settings });
    host = await Host.startShared("DataModel");
    await host.configure({
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
      ...config,
    });
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "stored-form-"));
  });
  afterEach(async () => {
    await host.stop();
    await emulator.stop();
    rmSync(folder, { recursive: true });
  });

  const amount: Properties = { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" };
  const customer: Properties = { id: "customer", name: "Customer Id", formula: "[ORDERS/CUSTOMER_ID]" };

  function buildTable(id: string, columns: Properties[], more: Properties = {}): Properties {
    return buildOrdersTable(emulator.seeded.connections.warehouse, { id, name: id, columns, ...more });
  }

  function buildModel(elements: Properties[], more: Properties = {}): Properties {
    const spec = JSON.stringify(buildOrdersSpec(...elements));
    return { name: "Orders", folderId: emulator.seeded.folders.models, spec, ...more };
  }

  /** A declaration kept in a file, of which messages tell the line. */
  function writeInFile(declared: Properties): Properties {
    const file = join(folder, "orders.json");
    writeFileSync(file, JSON.stringify(JSON.parse(String(declared.spec)), null, 2));
    return { ...declared, file: relative(repository, file).replaceAll("\\", "/") };
  }

  const listPuts = () => emulator.requests().filter(({ method }) => method === "PUT").length;
  const getMessage = (error: Error) => error.message;

  describe("where no lock is heeded", () => {
    test("a colleague's change stops an update, and stands as it was", async () => {
      await start();
      const { id, state } = await host.create(buildModel([buildTable("facts", [amount, customer])]));
      await emulator.ui.changeFormula(id, "facts", "Amount", "[ORDERS/AMOUNT] * 2");
      const refused = await host
        .update(id, state, writeInFile(buildModel([buildTable("facts", [amount])])))
        .catch(getMessage);
      expect(refused).toContain("was changed on the platform since version 1");
      expect(refused).toContain("by Alan Analyst <alan.analyst@acme.example>");
      expect(refused).toContain("formula `[ORDERS/AMOUNT]` → `[ORDERS/AMOUNT] * 2`");
      expect(refused).toMatch(/`npx pulumi-analytics pull \S*orders\.json`, then run `pulumi up --refresh`\./);
      expect(listPuts()).toBe(0);
    });

    test("a model somebody renamed, moved or described isn't renamed, moved or described over it", async () => {
      await start();
      const { id, state } = await host.create(buildModel([buildTable("facts", [amount])], { description: "Mine" }));
      await emulator.ui.changeFile(id, { name: "Theirs", description: "Theirs" });
      const renamed = buildModel([buildTable("facts", [amount])], { name: "Mine", description: "Mine" });
      const refused = await host.update(id, state, writeInFile(renamed)).catch(getMessage);
      // The command for files doesn't write what the program declares.
      expect(refused).toMatch(
        /To keep the change, declare the new name, in the program or at the top of \S*orders\.json, then run `pulumi up --refresh`\./,
      );
      expect(refused).toContain('name: "Orders" → "Theirs"');
      expect(refused).toContain("Nothing was written");
      // What somebody else changed elsewhere is no conflict, and stays.
      const described = buildModel([buildTable("facts", [amount])], {
        description: "Mine",
        folderId: emulator.seeded.folders.sales,
      });
      const moved = await host.update(id, state, described);
      const file = emulator.snapshot().files.find((entry) => entry.id === id)!;
      expect(file).toMatchObject({ name: "Theirs", description: "Theirs", parentId: emulator.seeded.folders.sales });
      expect((await host.read(id, moved)).inputs).toMatchObject({ name: "Theirs", description: "Theirs" });
      await host.update(id, state, { ...renamed, onConflict: "overwrite" });
      expect(emulator.snapshot().files.find((entry) => entry.id === id)).toMatchObject({ name: "Mine" });
    });

    test("what is written between the read and the write is told, with what it was", async () => {
      await start();
      const { id, state } = await host.create(buildModel([buildTable("facts", [amount, customer])]));
      emulator.addFault({ method: "GET", path: "/v2/dataModels/*/materializationSchedules", fault: "delay", ms: 1500 });
      emulator.clearRequests();
      const changed = buildModel([buildTable("facts", [{ ...amount, formula: "[ORDERS/AMOUNT] / 100" }, customer])]);
      const update = host.update(id, state, changed);
      while (!emulator.requests().some(({ path }) => path.includes("materializationSchedules"))) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await emulator.ui.changeFormula(id, "facts", "Customer Id", "[ORDERS/ID]");
      const updated = await update;
      expect(updated).toMatchObject({ documentVersion: 3 });
      await host.waitForPrinted("wrote version 2 between the read and the write of this update");
      expect(host.output).toContain("column customer: formula `[ORDERS/CUSTOMER_ID]` → `[ORDERS/ID]`");
    });

    test("what is written right after the write is left to be found as drift", async () => {
      await start();
      const { id, state } = await host.create(buildModel([buildTable("facts", [amount, customer])]));
      emulator.addFault({ method: "PUT", path: "/v2/dataModels/*/spec", fault: "delay", ms: 1500 });
      emulator.clearRequests();
      const changed = buildModel([buildTable("facts", [{ ...amount, formula: "[ORDERS/AMOUNT] / 100" }, customer])]);
      const update = host.update(id, state, changed);
      while (!emulator.requests().some(({ method }) => method === "PUT")) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const listVersions = () => emulator.snapshot().dataModelVersions.filter(({ dataModelId }) => dataModelId === id);
      while (listVersions().length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      await emulator.ui.changeFormula(id, "facts", "Customer Id", "[ORDERS/ID]");
      const updated = await update;
      expect(updated).toMatchObject({ documentVersion: 2 });
      await host.waitForPrinted("wrote version 3 right after this update wrote version 2");
      const { inputs } = await host.read(id, updated);
      expect(String(inputs!.spec)).toContain('"formula":"[ORDERS/ID]"');
      expect(String(inputs!.spec)).toContain('"formula":"[ORDERS/AMOUNT] / 100"');
    });

    test("an update whose answer was lost counts as ours, even if rewritten beyond recognition", async () => {
      await start({ namesOnPut: "changed" });
      const { id, state } = await host.create(buildModel([buildTable("facts", [amount])]));
      emulator.addFault({ method: "PUT", path: "/v2/dataModels/*/spec", fault: "reset-after", times: 1 });
      const updated = await host.update(id, state, buildModel([buildTable("facts", [amount, customer])]));
      expect(updated).toMatchObject({ documentVersion: 2 });
      expect(listPuts()).toBe(1);
    });
  });

  describe("losses", () => {
    const buildNoted = () => buildTable("facts", [{ ...amount, note: "for the team" }, customer]);

    test("are told once, at the write, with file, line and field, and stand in the outputs", async () => {
      await start({ unknownFields: "ignore" });
      const declared = writeInFile(buildModel([buildNoted()]));
      const { id, state } = await host.create(declared);
      const line =
        readFileSync(join(folder, "orders.json"), "utf8")
          .split("\n")
          .findIndex((text) => text.includes("note")) + 1;
      await host.waitForPrinted(
        `orders.json:${line}:15: warning: pages[main].elements[facts].columns[amount].note: the ` +
          "platform didn't keep `note`",
      );
      expect(state).toMatchObject({
        notKept: [{ at: "pages[main].elements[facts].columns[amount].note", what: "missing" }],
      });
      const read = await host.read(id, state);
      expect(read).toEqual({ id, state, inputs: declared });
      const changed = writeInFile(buildModel([buildNoted(), buildTable("more", [amount])]));
      const updated = await host.update(id, state, changed);
      expect(updated).toMatchObject({ notKept: state.notKept });
      expect(host.output.split("didn't keep `note`")).toHaveLength(2);
      expect(await host.diff(id, updated, changed)).toMatchObject({ changes: false });
    });

    test("stop an update where analytics:rules says so, and keep the model", async () => {
      await start({ unknownFields: "ignore" }, { "analytics:rules": JSON.stringify({ "not-kept": "error" }) });
      const error = await host.create(buildModel([buildNoted()])).catch((caught) => caught);
      expect(error.message).toContain("error: pages[main].elements[facts].columns[amount].note");
      expect(error.message).toContain("analytics:rules.not-kept");
      const { id, state } = readHalfMade(error);
      // Not before it is left out.
      await expect(host.update(id, state, buildModel([buildNoted()]))).rejects.toThrow("didn't keep `note`");
      const updated = await host.update(id, state, buildModel([buildTable("facts", [amount, customer])]));
      expect(updated).not.toHaveProperty("notKept");
      expect(emulator.snapshot().dataModels.map(({ documentId }) => documentId)).toEqual([
        emulator.seeded.legacyModel,
        id,
      ]);
    });

    test("aren't told where analytics:rules says so", async () => {
      await start({ unknownFields: "ignore" }, { "analytics:rules": JSON.stringify({ "not-kept": "off" }) });
      const { state } = await host.create(buildModel([buildNoted()]));
      expect(state).toHaveProperty("notKept");
      expect(host.output).not.toContain("note");
    });

    test("of what an update changes beside what it was sent are told: visibility, names, schedules", async () => {
      await start({ visibilityOnPut: "off", namesOnPut: "changed", schedulesOnRemoval: "deleted-always" });
      const before = buildModel([
        buildTable("facts", [amount]),
        buildTable("more", [amount]),
        buildTable("gone", [amount]),
      ]);
      const { id, state } = await host.create(before);
      await emulator.ui.scheduleMaterialization(id, "more", { cronSpec: "0 5 * * *" });
      const after = buildModel([buildTable("facts", [amount, customer]), buildTable("more", [amount])]);
      const updated = await host.update(id, state, after);
      await host.waitForPrinted("`visibleAsSource` as `false`");
      await host.waitForPrinted("elements[facts].name: the platform stored `name` as");
      await host.waitForPrinted("the platform removed materialization schedules with this update");
      expect(host.output).toContain("more: 0 5 * * *");
      expect(await host.read(id, updated)).toEqual({ id, state: updated, inputs: after });
    });
  });

  test("a state of an earlier release, which tells nothing of it, takes what is there at its version", async () => {
    await start({ unknownFields: "ignore", friendlyNames: "rewritten", derivedNames: "omitted" });
    const declared = buildModel([buildTable("facts", [{ ...amount, note: "x" }, customer])]);
    const { id, state } = await host.create(declared);
    const { baseline: _, notKept: __, contentsDigest: ___, ...old } = state;
    expect(await host.read(id, old)).toEqual({ id, state, inputs: declared });
  });

  test("contents are compared once; others that mean the same change nothing in the state", async () => {
    await start({ unknownFields: "ignore" });
    const declared = buildModel([buildTable("facts", [{ ...amount, note: "x" }])]);
    const { id, state } = await host.create(declared);
    // Without what explains it, a comparison would find the note missing.
    const { baseline: _, notKept: __, ...seen } = state;
    expect(await host.read(id, seen)).toEqual({ id, state: seen, inputs: declared });
    const other = { ...state, contentsDigest: "of other contents" };
    expect(await host.read(id, other)).toEqual({ id, state: other, inputs: declared });
  });

  test("a model's name that the platform stores otherwise is no drift", async () => {
    await start();
    const declared = buildModel([buildTable("facts", [amount])], { name: " Orders ", description: "Every order\n" });
    const { id, state } = await host.create(declared);
    await emulator.ui.changeFile(id, { name: "Orders", description: "Every order" });
    expect((await host.read(id, state)).inputs).toEqual(declared);
  });

  test("in a confidential model, what the platform made of it is a secret", async () => {
    await start({ unknownFields: "ignore" });
    const statement = { kind: "sql", connectionId: emulator.seeded.connections.warehouse, statement: { $ref: "sql" } };
    const columns = [{ ...amount, formula: "[Custom SQL/A]", note: "x" }];
    const declared = buildModel([{ id: "facts", kind: "table", source: statement, columns }], {
      refs: { sql: "select 'hunter2'" },
      confidential: true,
    });
    const { id, state } = await host.create(declared);
    expect(state.baseline).toMatchObject(secret);
    expect(state).not.toHaveProperty("contentsDigest");
    const inClear = { ...state, baseline: (state.baseline as { value: unknown }).value };
    expect(await host.read(id, inClear)).toEqual({ id, state, inputs: declared });
    expect(host.output).not.toContain("hunter2");
  });

  test("ids that an element and its columns lose with each write are found, whatever was rewritten", async () => {
    await start({ reassignIdsOnPut: true, friendlyNames: "rewritten", derivedNames: "omitted" });
    const { id, state } = await host.create(buildModel([buildTable("Orders", [customer, amount])]));
    const updated = await host.update(
      id,
      state,
      buildModel([buildTable("Orders", [{ ...customer, hidden: true }, amount])]),
    );
    const stored = emulator.snapshot().dataModelVersions.at(-1)!.pages[0]!.elements[0]!;
    const { elements } = JSON.parse(String(updated.ids));
    expect(elements.Orders.id).toBe(stored.id);
    expect("columns" in stored && stored.columns.map((column) => column.id)).toEqual([
      elements.Orders.columns.customer,
      elements.Orders.columns.amount,
    ]);
  });
});
