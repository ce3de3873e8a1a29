import { brotliCompressSync, constants } from "node:zlib";
import { type Emulator, startEmulator } from "analytics-emulator";
import { largestText } from "../../provider/src/core/engine";
import { door } from "../door";
import { buildOrdersSpec, buildOrdersTable } from "../orders-model";
import { drawSeed, Host, type HostError, readHalfMade, unknown } from "./support";

type Properties = Record<string, unknown>;

describe("a data model, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: drawSeed() });
    host = await Host.startShared("DataModel");
    await host.configure(buildSettings());
  });

  function buildSettings(): Properties {
    return {
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    };
  }

  afterEach(async () => {
    await host.stop();
    await emulator.stop();
  });

  const amount = { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" };
  const paid = { id: "paid", name: "Paid", formula: "[ORDERS/PAID]" };

  /** One page, one table on the placeholder `warehouse`. */
  function buildModel(columns: Properties[], more: Properties = {}): Properties {
    return {
      name: "Orders",
      folderId: emulator.seeded.folders.models,
      spec: JSON.stringify(buildOrdersSpec(buildOrdersTable({ $ref: "warehouse" }, { columns }))),
      refs: { warehouse: emulator.seeded.connections.warehouse },
      ...more,
    };
  }

  const listWrites = () =>
    emulator.requests().filter(({ method, path }) => method !== "GET" && !path.includes("/auth/"));
  const listBodies = () => listWrites().map(({ method, body }) => ({ method, ...(body as Properties) }));
  const listIds = (state: Properties) =>
    (JSON.parse(String(state.ids)) as { elements: { facts: { id: string; columns: Record<string, string> } } }).elements
      .facts;

  test("is created, equal to itself, and read back as it was declared", async () => {
    const declared = buildModel([amount, paid], { description: "Every order" });
    const { id, state } = await host.create(declared);
    expect(state).toMatchObject({ ...declared, documentVersion: 1 });
    expect(Object.keys(listIds(state).columns)).toEqual(["amount", "paid"]);
    expect(listIds(state).columns.amount).not.toBe("amount");
    expect(await host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await host.read(id, state)).toEqual({ id, state, inputs: declared });
  });

  test.each([
    ["keeps", false],
    ["reassigns", true],
  ])("keeps its identity when the platform %s ids on an update", async (_, reassignIdsOnPut) => {
    emulator.configure({ reassignIdsOnPut });
    const { id, state } = await host.create(buildModel([amount, paid]));
    const before = listIds(state);
    const changed = buildModel([
      paid,
      { ...amount, formula: "[ORDERS/AMOUNT] / 100" },
      { id: "new", formula: "[ORDERS/ID]" },
    ]);
    emulator.clearRequests();
    const updated = await host.update(id, state, changed);

    const [put, ...others] = listBodies();
    expect(others).toEqual([]);
    const sent = (put as unknown as { pages: { elements: { id: string; columns: { id: string }[] }[] }[] }).pages[0]!;
    expect(sent.elements[0]!.id).toBe(before.id);
    expect(sent.elements[0]!.columns.map((column) => column.id)).toEqual([
      before.columns.paid,
      before.columns.amount,
      "new",
    ]);

    const after = listIds(updated);
    const { dataModelVersions } = emulator.snapshot();
    const stored = dataModelVersions.at(-1)!.pages[0]!.elements[0]!;
    expect(after.id).toBe(stored.id);
    if (!reassignIdsOnPut) expect(after.columns).toMatchObject(before.columns);
    expect("columns" in stored && stored.columns.map((column) => column.id)).toEqual([
      after.columns.paid,
      after.columns.amount,
      after.columns.new,
    ]);
    expect(updated.documentVersion).toBe(2);
    expect(await host.read(id, updated)).toEqual({ id, state: updated, inputs: changed });
  });

  test("a changed formula costs one write, between reads that show what else happened", async () => {
    const { id, state } = await host.create(buildModel([amount, paid]));
    emulator.clearRequests();
    const changed = buildModel([{ ...amount, formula: "[ORDERS/NOPE]" }, paid]);
    const updated = await host.update(id, state, changed);
    const asked = emulator.requests().map(({ method, path }) => `${method} ${path.replace(id, "…").split("?")[0]}`);
    // The catalog is asked for the column that the platform doesn't find.
    expect(asked.filter((request) => !request.includes("/v2/connection"))).toEqual([
      "GET /v2/dataModels/…/spec",
      "GET /v2/dataModels/…/materializationSchedules",
      "PUT /v2/dataModels/…/spec",
      "GET /v2/dataModels/…/spec",
      "GET /v2/dataModels/…/columns",
    ]);
    expect(await host.read(id, updated)).toEqual({ id, state: updated, inputs: changed });
    await host.waitForPrinted("columns[amount].formula: the platform can't compute this formula");
    expect(host.output).not.toContain("columns[paid]");

    // It isn't the version of whoever comes next.
    await emulator.ui.changeFormula(id, "Facts", "Paid", "[Amount] > 0");
    const refused = await host.update(id, updated, buildModel([amount, paid])).catch((error: Error) => error.message);
    expect(refused).toContain("was changed on the platform since version 2");
  });

  test("ids that the platform reassigns when a formula changes are found out", async () => {
    emulator.configure({ reassignIdsOnPut: true });
    const { id, state } = await host.create(buildModel([amount, paid]));
    const changed = buildModel([{ ...amount, formula: "[ORDERS/AMOUNT] / 100" }, paid]);
    const updated = await host.update(id, state, changed);
    expect(listIds(updated).columns.amount).not.toBe(listIds(state).columns.amount);
    expect(await host.read(id, updated)).toEqual({ id, state: updated, inputs: changed });
  });

  test("what is unknown in a preview is one placeholder, which is a change; the rest is checked", async () => {
    const { id, state } = await host.create(buildModel([amount]));
    const sameReference = buildModel([amount], { refs: { warehouse: unknown } });
    expect((await host.check(state, sameReference)).failures).toEqual([]);
    expect(await host.diff(id, state, sameReference)).toMatchObject({ changes: true, replaces: [] });

    const wrong = buildModel([{ id: "amount", fromula: "x" }], { refs: { warehouse: unknown }, name: unknown });
    expect((await host.check(state, wrong)).failures).toContainEqual(
      expect.stringContaining("Did you mean `formula`?"),
    );
    expect((await host.check({}, { ...sameReference, spec: unknown, refs: unknown })).failures).toEqual([]);

    const other = buildModel([amount], { refs: { lakehouse: unknown } });
    other.spec = String(other.spec).replace('warehouse"}', 'lakehouse"}');
    expect(await host.diff(id, state, other)).toMatchObject({ changes: true });
  });

  test("form without meaning is no change", async () => {
    const { id, state } = await host.create(buildModel([amount]));
    const spec = JSON.parse(String(buildModel([amount]).spec));
    spec.pages[0].elements[0].columns[0].hidden = false;
    spec.schemaVersion = "1";
    expect(await host.diff(id, state, buildModel([amount], { spec: JSON.stringify(spec) }))).toMatchObject({
      changes: false,
    });
    expect(await host.diff(id, state, buildModel([{ ...amount, hidden: true }]))).toMatchObject({ changes: true });
  });

  test("a change made in the product is drift at its leaf, in the user's ids and form", async () => {
    const declared = buildModel([amount, paid]);
    const { id, state } = await host.create(declared);
    await emulator.ui.changeFormula(id, "Facts", "Paid", "[Amount] > 0");
    const { inputs } = await host.read(id, state);
    expect(inputs).toEqual({
      ...declared,
      spec: String(declared.spec).replace('"formula":"[ORDERS/PAID]"', '"formula":"[Amount] > 0"'),
    });
  });

  test.each([400, 409, 412] as const)(
    "a conflict (%i) is reported with who, when and what; nothing is written",
    async (status) => {
      emulator.configure({ staleVersionStatus: status });
      const { id, state } = await host.create(buildModel([amount, paid]));
      await emulator.ui.changeFormula(id, "Facts", "Paid", "[Amount] > 0");
      const refused = await host.update(id, state, buildModel([amount])).catch((error: Error) => error.message);
      expect(refused).toContain("was changed on the platform since version 1");
      expect(refused).toContain("last changed by Alan Analyst <alan.analyst@acme.example>");
      expect(refused).toContain("[Amount] > 0");
      expect(emulator.snapshot().dataModelVersions.filter(({ dataModelId }) => dataModelId === id)).toHaveLength(2);
    },
  );

  test("a conflict with a write by the same credentials names nobody", async () => {
    const { id, state } = await host.create(buildModel([amount, paid]));
    await host.update(id, state, buildModel([amount]));
    const refused = await host.update(id, state, buildModel([paid])).catch((error: Error) => error.message);
    expect(refused).toContain("was last changed by the owner of these API credentials at ");
    expect(refused).not.toContain("Ada Admin");
  });

  test("an update whose answer was lost, but which arrived, is no conflict", async () => {
    const { id, state } = await host.create(buildModel([amount]));
    const changed = buildModel([amount, paid]);
    await host.update(id, state, changed);
    const again = await host.update(id, state, changed);
    expect(again).toMatchObject({ documentVersion: 2 });
  });

  test.each([{}, { spec: "another" }])("a rename renews the address at once (%j)", async (more) => {
    const { id, state } = await host.create(buildModel([amount]));
    const other = "spec" in more ? buildModel([paid], { name: "Sales" }) : buildModel([amount], { name: "Sales" });
    const renamed = await host.update(id, state, other);
    expect(renamed.url).not.toBe(state.url);
    expect((await host.read(id, renamed)).state.url).toBe(renamed.url);
  });

  test("a rename and a move keep the contents untouched; a description is emptied", async () => {
    const { id, state } = await host.create(buildModel([amount], { description: "x" }));
    emulator.clearRequests();
    const moved = buildModel([amount], { name: "All orders", folderId: emulator.seeded.folders.sales });
    const updated = await host.update(id, state, moved);
    expect(listBodies()).toEqual([
      { method: "PATCH", name: "All orders", parentId: emulator.seeded.folders.sales, description: "" },
    ]);
    expect(await host.diff(id, updated, moved)).toMatchObject({ changes: false });
  });

  describe("its owner", () => {
    const getPeople = () => emulator.seeded.members;
    const buildOwned = (more: Properties = {}) => buildModel([amount], { ownerId: getPeople().analyst, ...more });
    const findOwner = (id: string) => emulator.snapshot().files.find((file) => file.id === id)?.ownerId;

    test("is a member whom the program names, right after the create", async () => {
      const { id, state } = await host.create(buildOwned());
      expect(listBodies()).toMatchObject([{ method: "POST" }, { method: "PATCH", ownerId: getPeople().analyst }]);
      expect(listBodies()[0]).not.toHaveProperty("ownerId");
      expect(findOwner(id)).toBe(getPeople().analyst);
      expect(state).toMatchObject({ ownerId: getPeople().analyst });
      expect(state).not.toHaveProperty("baseline");
      expect(await host.read(id, state)).toEqual({ id, state, inputs: buildOwned() });
      expect(await host.diff(id, state, buildOwned())).toMatchObject({ changes: false });
      emulator.clearRequests();
      await host.create(buildModel([amount], { name: "Own", ownerId: getPeople().admin }));
      expect(listBodies().map(({ method }) => method)).toEqual(["POST"]);
    });

    test("changes in place, stays where the field is left out, and is imported", async () => {
      const { id, state } = await host.create(buildModel([amount]));
      expect(state).not.toHaveProperty("ownerId");
      expect((await host.read(id, {})).inputs).toMatchObject({ ownerId: getPeople().admin });
      emulator.clearRequests();
      expect(await host.diff(id, state, buildOwned())).toMatchObject({ changes: true, replaces: [] });
      const handed = await host.update(id, state, buildOwned());
      expect(listBodies()).toEqual([{ method: "PATCH", ownerId: getPeople().analyst }]);
      expect(findOwner(id)).toBe(getPeople().analyst);
      expect(await host.diff(id, handed, buildModel([amount]))).toMatchObject({ changes: false });
      // Whom it went to in the product is nothing to a program that declares no owner.
      expect(await host.read(id, state)).toEqual({ id, state, inputs: buildModel([amount]) });
      await host.update(id, handed, buildModel([amount, paid]));
      expect(findOwner(id)).toBe(getPeople().analyst);
    });

    test("drifts where it is declared, and a change made in the product is not overwritten unseen", async () => {
      const { id, state } = await host.create(buildOwned());
      await emulator.ui.changeFile(id, { ownerId: getPeople().admin });
      const viewers = buildOwned({ ownerId: getPeople().viewer });
      const refused = await host.update(id, state, viewers).catch((error: Error) => error.message);
      expect(refused).toContain("was changed on the platform since it was last read. Nothing was written.");
      expect(refused).toContain(`ownerId: "${getPeople().analyst}" → "${getPeople().admin}"`);
      expect(refused).toContain("To keep the change, declare the new ownerId, then run `pulumi up --refresh`.");
      const read = await host.read(id, state);
      expect(read.inputs).toMatchObject({ ownerId: getPeople().admin });
      await host.update(id, read.state, buildOwned());
      expect(findOwner(id)).toBe(getPeople().analyst);
      await emulator.ui.changeFile(id, { ownerId: getPeople().admin });
      await host.update(id, state, { ...viewers, onConflict: "overwrite" });
      expect(findOwner(id)).toBe(getPeople().viewer);
    });

    test("with its contents changed in the product, too, its message says how to keep both", async () => {
      const { id, state } = await host.create(buildOwned());
      await emulator.ui.changeFile(id, { ownerId: getPeople().admin });
      await emulator.ui.changeFormula(id, "Facts", "Amount", "[ORDERS/AMOUNT] * 2");
      const viewers = buildOwned({ ownerId: getPeople().viewer });
      const refused = await host.update(id, state, viewers).catch((error: Error) => error.message);
      expect(refused).toContain("its contents: version 1 → 2");
      expect(refused).toContain(
        "To keep the change, declare the new ownerId, and bring the change into the declaration, then run",
      );
    });

    test("is refused without access, with a hint; the model is kept, and the next update hands it over", async () => {
      const { grants, folders } = emulator.seeded;
      await emulator.ui.request("DELETE", `/v2/grants/${grants.everyone}`);
      const error = (await host.create(buildOwned()).catch((caught) => caught)) as HostError;
      expect(error.message).toContain(
        `Look at ownerId ("${getPeople().analyst}"). A new owner may need access first: grant it ` +
          "on the folder or workspace above",
      );
      const { id, state } = readHalfMade(error);
      expect(findOwner(id)).toBe(getPeople().admin);
      expect(state).toMatchObject({ documentVersion: 1 });
      expect(state).not.toHaveProperty("ownerId");
      expect(await host.diff(id, state, buildOwned())).toMatchObject({ changes: true, replaces: [] });

      const grantee = { memberId: getPeople().analyst };
      await emulator.ui.request("POST", "/v2/grants", { inodeId: folders.models, grantee, permission: "view" });
      emulator.clearRequests();
      const finished = await host.update(id, state, buildOwned());
      expect(listBodies()).toEqual([{ method: "PATCH", ownerId: getPeople().analyst }]);
      expect(await host.diff(id, finished, buildOwned())).toMatchObject({ changes: false });
      expect((await host.check({}, buildOwned({ ownerId: "" }))).failures).toEqual([
        expect.stringContaining("|ownerId: "),
      ]);
    });

    test("is given to a model that is adopted", async () => {
      const { id } = await host.create(buildModel([amount]));
      emulator.clearRequests();
      expect(await host.create(buildOwned({ adopt: true }))).toMatchObject({
        id,
        state: { ownerId: getPeople().analyst },
      });
      expect(listBodies()).toEqual([{ method: "PATCH", ownerId: getPeople().analyst }]);
    });
  });

  test("a create whose reading back fails is kept, and finished by the next update", async () => {
    emulator.addFault({ method: "GET", path: "/v2/dataModels/*/spec", fault: "status", status: 404 });
    const declared = buildModel([amount]);
    const error = await host.create(declared).catch((caught) => caught);
    expect(error).toBeInstanceOf(Error);
    emulator.removeFault();
    const { legacyModel } = emulator.seeded;
    const listModels = () =>
      emulator.snapshot().files.filter((file) => file.type === "data-model" && file.id !== legacyModel);
    const [file] = listModels();
    const half = { ...declared, __state: { version: 1 } };
    const finished = await host.update(file!.id, half, declared);
    expect(listIds(finished).columns.amount).toBeDefined();
    expect(listModels()).toHaveLength(1);
  });

  test("a read by id alone answers the platform's own text", async () => {
    const { id } = await host.create(buildModel([amount]));
    const found = await host.read(id, {});
    expect(found).toMatchObject({ id, inputs: { name: "Orders", folderId: emulator.seeded.folders.models } });
    // The plugin's is what an import writes code from.
    const text = door === "plugin" ? JSON.stringify(found.inputs.spec) : String(found.inputs.spec);
    expect(text).toContain('"formula":"[ORDERS/Amount]"');
  });

  test("is adopted with every id it has, and nothing written when it equals the declaration", async () => {
    const { id, state } = await host.create(buildModel([amount, paid]));
    emulator.clearRequests();
    const adopted = await host.create(buildModel([amount, paid], { adopt: true }));
    expect(adopted.id).toBe(id);
    expect(listIds(adopted.state)).toEqual(listIds(state));
    expect(listWrites()).toEqual([]);
    const changed = await host.create(buildModel([amount, { ...paid, name: "Is paid" }], { adopt: { id } }));
    expect(listIds(changed.state)).toEqual(listIds(state));
    expect(listBodies().map(({ method }) => method)).toEqual(["PUT"]);
  });

  test("parts left to the platform are never compared, and sent back as they are there", async () => {
    const ignorePaths = ["pages/*/elements/*/description", "**/columns/paid/name"];
    const declared = buildModel([amount, paid], { ignorePaths });
    const { id, state } = await host.create(declared);
    const [page] = emulator.snapshot().dataModelVersions.at(-1)!.pages;
    const [table] = page!.elements;
    const columns = "columns" in table! ? table.columns : [];
    const described = {
      ...table,
      description: "Written in the product",
      columns: columns.map((column) => (column.formula === "[ORDERS/Paid]" ? { ...column, name: "Settled" } : column)),
    };
    await emulator.ui.request("PUT", `/v2/dataModels/${id}/spec`, {
      schemaVersion: 1,
      pages: [{ ...page, elements: [described] }],
    });
    expect((await host.read(id, state)).inputs).toEqual(declared);

    // The platform moved on, in nothing that is declared: no conflict.
    const changed = buildModel([{ ...amount, formula: "[ORDERS/AMOUNT] / 2" }, paid], { ignorePaths });
    expect(await host.diff(id, state, changed)).toMatchObject({ changes: true });
    await host.update(id, state, changed);
    expect(emulator.snapshot().dataModelVersions.at(-1)!.pages[0]!.elements[0]).toMatchObject({
      description: "Written in the product",
      columns: [{ formula: "[ORDERS/Amount] / 2" }, { name: "Settled", formula: "[ORDERS/Paid]" }],
    });
  });

  test("an ignored column that the file drops stays on the platform, also after an unrelated change", async () => {
    const ignorePaths = ["pages/*/elements/*/columns/paid"];
    const { id, state } = await host.create(buildModel([amount, paid]));
    const declared = buildModel([amount], { ignorePaths });
    const dropped = await host.update(id, state, declared);
    expect(await host.read(id, dropped)).toMatchObject({ inputs: declared });
    const changed = buildModel([{ ...amount, formula: "[ORDERS/AMOUNT] / 2" }], { ignorePaths });
    emulator.clearRequests();
    const updated = await host.update(id, dropped, changed);
    expect(JSON.stringify(listBodies())).toMatch(/ORDERS\/paid/i);
    expect(await host.read(id, updated)).toMatchObject({ inputs: changed });
  });

  test("a misspelled field in ignorePaths is a warning that names the path", async () => {
    const ignorePaths = ["pages/*/elements/*/descripton", "**/description", "elements/*/name"];
    const { failures } = await host.check({}, buildModel([amount], { ignorePaths }));
    expect(failures).toEqual([]);
    await host.waitForPrinted(
      'data model "Orders": ignorePaths: "pages/*/elements/*/descripton" probably ignores nothing, because ' +
        '"descripton" is not a known field of pages/*/elements/*. Did you mean "description"?',
    );
    await host.waitForPrinted('because "elements" is not a known field. Fields: $schema, schemaVersion,');
    expect(host.output).not.toContain('"**/description"');
  });

  test("overwrites what was changed meanwhile when it is told to", async () => {
    const { id, state } = await host.create(buildModel([amount, paid]));
    await emulator.ui.changeFormula(id, "Facts", "Paid", "[Amount] > 0");
    const wanted = buildModel([amount, { ...paid, name: "Is paid" }], { onConflict: "overwrite" });
    const updated = await host.update(id, state, wanted);
    expect(updated.documentVersion).toBe(3);
    expect(listIds(updated)).toEqual(listIds(state));
    expect(emulator.snapshot().dataModelVersions.at(-1)!.pages[0]!.elements[0]).toMatchObject({
      columns: [{ formula: "[ORDERS/Amount]" }, { name: "Is paid", formula: "[ORDERS/Paid]" }],
    });
  });

  describe("a relationship between a table that exists and a new one", () => {
    const customer = { id: "customer", name: "Customer Id", formula: "[ORDERS/CUSTOMER_ID]" };
    const relationship = {
      id: "of",
      name: "Customer",
      targetElementId: "customers",
      keys: [{ sourceColumnId: "customer", targetColumnId: "id" }],
    };

    /** The model with customers, whose region the orders have through the relationship. */
    function buildRelated(): Properties {
      const declared = buildModel([
        amount,
        customer,
        { id: "region", name: "Region", formula: "[Facts/Customer/Region]" },
      ]);
      const spec = JSON.parse(declared.spec as string);
      const [facts] = spec.pages[0].elements;
      facts.relationships = [relationship];
      const path = ["SALES", "PUBLIC", "CUSTOMERS"];
      const columns = [
        { id: "id", name: "Id", formula: "[CUSTOMERS/ID]" },
        { id: "region", name: "Region", formula: "[CUSTOMERS/REGION]" },
      ];
      const customers = { ...facts, id: "customers", name: "Customers", source: { ...facts.source, path }, columns };
      delete customers.relationships;
      spec.pages[0].elements.push(customers);
      return { ...declared, spec: JSON.stringify(spec) };
    }

    test("is written after the new table, because the platform refuses placeholders beside its own ids", async () => {
      const { id, state } = await host.create(buildModel([amount, customer]));
      emulator.clearRequests();
      const updated = await host.update(id, state, buildRelated());
      expect(listBodies().map(({ method }) => method)).toEqual(["PUT", "PUT"]);
      expect(updated).toMatchObject({ documentVersion: 3 });
      expect(listIds(updated)).toMatchObject(listIds(state));
      expect(await host.diff(id, updated, buildRelated())).toMatchObject({ changes: false });
      expect((await host.read(id, updated)).state).toEqual(updated);
    });

    test("is written by the next update, if the first one ends in between", async () => {
      const { id, state } = await host.create(buildModel([amount, customer]));
      emulator.addFault({ fault: "status", method: "PUT", path: "/v2/dataModels/*/spec", status: 400, nth: 2 });
      const failure = await host.update(id, state, buildRelated()).then(
        () => undefined,
        (error: HostError) => error,
      );
      const kept = readHalfMade(failure as HostError);
      emulator.removeFault();
      const updated = await host.update(id, kept.state, buildRelated());
      expect(listIds(updated)).toMatchObject(listIds(state));
      expect(await host.diff(id, updated, buildRelated())).toMatchObject({ changes: false });
    });
  });

  test("stays on the platform when its deletion is retain", async () => {
    const { id, state } = await host.create(buildModel([amount]));
    const retained = buildModel([amount], { deletion: "retain" });
    expect(await host.diff(id, state, retained)).toMatchObject({ changes: true });
    emulator.clearRequests();
    const updated = await host.update(id, state, retained);
    expect(listWrites()).toEqual([]);
    await host.delete(id, updated);
    expect(listWrites()).toEqual([]);
    await host.waitForPrinted("stays on the platform");
  });

  test.each(["not-found", "archived"] as const)(
    "is restored with the id it had, when it was deleted (%s)",
    async (deletedFiles) => {
      emulator.configure({ deletedFiles });
      const declared = buildModel([amount], { restoreDeleted: true });
      const { id, state } = await host.create(declared);
      await emulator.ui.deleteFile(id);
      const read = await host.read(id, state);
      expect(read.id).toBe(id);
      expect(await host.diff(id, read.state, declared)).toMatchObject({ changes: true });
      const restored = await host.update(id, read.state, declared);
      expect(listIds(restored)).toEqual(listIds(state));
      expect(await host.read(id, restored)).toMatchObject({ id, inputs: declared });
      expect(emulator.snapshot().files.find((file) => file.id === id)?.deletedWith).toBeNull();
    },
  );

  test.each(["not-found", "archived"] as const)(
    "is restored into the declared folder when its own was deleted too (%s)",
    async (deletedFiles) => {
      emulator.configure({ deletedFiles });
      const made = await emulator.ui.request("POST", "/v2/files", {
        type: "folder",
        name: "Above",
        parentId: emulator.seeded.folders.models,
      });
      const { id: folderId } = made as { id: string };
      const { id, state } = await host.create(buildModel([amount], { restoreDeleted: true, folderId }));
      await emulator.ui.deleteFile(folderId);
      const gone = await host.read(id, state);
      const declared = buildModel([amount], { restoreDeleted: true });
      const restored = await host.update(id, gone.state, declared);
      expect(listIds(restored)).toEqual(listIds(state));
      expect(await host.read(id, restored)).toMatchObject({ id, inputs: declared });
    },
  );

  test("a formula the platform can't compute is told with its place", async () => {
    await host.create(buildModel([amount, { id: "broken", formula: "[ORDERS/FROBNICATE]" }]));
    await host.waitForPrinted("columns[broken].formula: the platform can't compute this formula");
    expect(host.output).not.toContain("columns[amount]");
  });

  test("and with the name that the warehouse has, as it is looked up there", async () => {
    const misspelt = [
      { id: "whole", formula: "2 * [ORDERS/AMONT]" },
      { id: "single", formula: "[AMONT]" },
      { id: "twice", formula: "[ORDERS/AMOUNT] + [Singel]" },
    ];
    await host.create(buildModel([amount, ...misspelt]));
    await host.waitForPrinted(
      "columns[whole].formula: the platform can't compute this formula: `2 * [ORDERS/AMONT]`. Did you",
    );
    expect(host.output.match(/Did you mean `\[ORDERS\/AMOUNT\]`\?/g)).toHaveLength(2);
    expect(emulator.requests().filter(({ path }) => path.endsWith("/lookup"))).toHaveLength(1);
  });

  test("where the catalog can't be read, the formula alone", async () => {
    emulator.addFault({ fault: "status", status: 403, path: "/v2/connection/**" });
    await host.create(buildModel([amount, { id: "whole", formula: "2 * [ORDERS/AMONT]" }]));
    await host.waitForPrinted(
      "columns[whole].formula: the platform can't compute this formula: `2 * [ORDERS/AMONT]`\n",
    );
    emulator.removeFault();
  });

  test("no word of such a formula below an ignored path", async () => {
    const ignorePaths = ["pages/*/elements/*/columns/broken/formula"];
    const broken = { id: "broken", formula: "[ORDERS/FROBNICATE]" };
    const { id, state } = await host.create(buildModel([amount, broken], { ignorePaths }));
    await host.update(
      id,
      state,
      buildModel([{ ...amount, name: "Sum" }, broken, { id: "also", formula: "[No]" }], { ignorePaths }),
    );
    await host.waitForPrinted("columns[also].formula: the platform can't compute this formula");
    expect(host.output).not.toContain("columns[broken]");
  });

  test("of many such formulas seven are named, and the others counted", async () => {
    const broken = Array.from({ length: 20 }, (_, i) => ({ id: `broken_${i}`, formula: "[Nowhere]" }));
    await host.create(buildModel([amount, ...broken]));
    await host.waitForPrinted("13 more formulas that the platform can't compute");
    expect(host.output.match(/the platform can't compute this formula/g)).toHaveLength(7);
  });

  test("deletes say once what the platform keeps, and of a model that stays that it does", async () => {
    const kept = await host.create(buildModel([amount], { deletion: "retain" }));
    const gone = await Promise.all([
      host.create(buildModel([amount], { name: "A" })),
      host.create(buildModel([amount], { name: "B" })),
    ]);
    await host.delete(kept.id, kept.state);
    await host.waitForPrinted(`(${kept.id}) stays on the platform: its deletion is "retain"`);
    expect(host.output).not.toContain("archived");
    for (const { id, state } of gone) await host.delete(id, state);
    // Said for another test, perhaps.
    const readAll = () => host.wholeOutput;
    const all = await host.waitForPrinted(
      "What was deleted is archived: the product can restore the data model.",
      readAll,
    );
    expect(all.match(/is archived/g)).toHaveLength(1);
  });

  test("check tells what a declaration changes, in words; a confidential one without values", async () => {
    const before = buildModel([amount, paid]);
    const after = buildModel([{ ...amount, formula: "[ORDERS/AMOUNT] / 2" }]);
    await host.check(before, after);
    await host.waitForPrinted("column amount: formula `[ORDERS/AMOUNT]` → `[ORDERS/AMOUNT] / 2`");
    await host.waitForPrinted("column paid removed");
    await host.check(before, { ...buildModel([{ ...amount, formula: "planted" }]), confidential: "whole" });
    expect(host.output).not.toContain("planted");
  });

  test("one secret hides itself, and no other change", async () => {
    const declare = (name: string, formula: string) => {
      const { refs, ...model } = buildModel([
        { ...amount, formula },
        { ...paid, description: { $ref: "hidden" } },
      ]);
      const __secretInputs = door === "plugin" ? ["refs"] : ["spec", "refs"];
      return { ...model, refs: { ...(refs as Properties), hidden: name }, confidential: true, __secretInputs };
    };
    const checkAndTake = async (olds: Properties, news: Properties) =>
      ({ ...news, ...(await host.check(olds, news)).inputs }) as Properties;
    const { id, state } = await host.create(await checkAndTake({}, declare("planted one", "[ORDERS/AMOUNT]")));
    await checkAndTake(state, declare("planted two", "[ORDERS/AMOUNT] / 2"));
    await host.waitForPrinted("column amount: formula `[ORDERS/AMOUNT]` → `[ORDERS/AMOUNT] / 2`");
    await host.waitForPrinted("another value for `hidden`");

    const spec = await emulator.ui.request("GET", `/v2/dataModels/${id}/spec`);
    const edited = JSON.stringify(spec).replace("planted one", "plan B");
    await emulator.ui.request("PUT", `/v2/dataModels/${id}/spec`, JSON.parse(edited));
    await emulator.ui.changeFormula(id, "Facts", "Amount", "[Paid] > 0");
    const { state: drifted } = await host.read(id, state);
    await host.waitForPrinted("column amount: formula `[ORDERS/AMOUNT]` → `[Paid] > 0`");
    await host.waitForPrinted("column paid: description `[secret]` → `[secret]`");
    // Its place has a value of the platform's now, which may be secret, too.
    await checkAndTake(drifted, declare("planted two", "[ORDERS/AMOUNT] / 3"));
    await host.waitForPrinted("→ `[ORDERS/AMOUNT] / 3`");
    await host.waitForPrinted("column paid: description `[secret]` → !ref hidden");
    expect(host.output).not.toMatch(/planted|plan B/);
  });

  test("a formula that can't be right is told before anything is sent, with its place", async () => {
    emulator.clearRequests();
    const declared = buildModel([{ ...amount, formula: "Sum([ORDERS/AMOUNT]" }]);
    expect((await host.check({}, declared)).failures).toEqual([
      expect.stringMatching(
        /columns\[amount\]\.formula: this `\(` is never closed \[formula-syntax\]\. Add the `\)`\./,
      ),
    ]);
    expect(listWrites()).toEqual([]);
  });

  test("an unknown name stops, unless its rule is a warning; what can't be known passes", async () => {
    const declare = (formula: string) => buildModel([amount, { ...paid, formula }]);
    const unknown = [
      ["Summ([ORDERS/AMOUNT])", "`Summ` is not a known function [unknown-function]. Did you mean `Sum`?"],
      ["[Amuont] * 2", "nothing in this model is called `[Amuont]` here [unresolved-name]. Did you mean `[Amount]`?"],
      ["[Ordrs/Amount]", "[missing-column]"],
      ["Left([Amount])", "`Left` takes 2 arguments, and here is 1 [formula-arguments]"],
    ] as const;
    emulator.clearRequests();
    for (const [formula, message] of unknown)
      expect((await host.check({}, declare(formula))).failures).toEqual([expect.stringContaining(message)]);
    expect((await host.check({}, declare("[ORDERS/NOBODY_LISTS]"))).failures).toEqual([]);
    expect(listWrites()).toEqual([]);
    const lenient = await Host.start("DataModel");
    try {
      const rules = { "unknown-function": "warning", "unresolved-name": "off" };
      await lenient.configure({ ...buildSettings(), "analytics:rules": JSON.stringify(rules) });
      expect((await lenient.check({}, declare("Summ([Amuont])"))).failures).toEqual([]);
      await lenient.waitForPrinted("`Summ` is not a known function [unknown-function]. Did you mean `Sum`?");
      expect(lenient.output).not.toContain("Amuont");
    } finally {
      await lenient.stop();
    }
  });

  test("severities of rules come from the stack's settings, and a wrong one is an error", async () => {
    const dangling = buildModel([amount], { refs: { warehouse: emulator.seeded.connections.warehouse } });
    dangling.spec = String(dangling.spec).replace('"columns":', '"order":["nowhere"],"columns":');
    expect((await host.check({}, dangling)).failures).toEqual([expect.stringContaining("nowhere")]);
    const [, rule] = /\[([\w-]+)\]/.exec((await host.check({}, dangling)).failures[0]!.split("`").at(-1)!)!;
    const other = await Host.start("DataModel");
    try {
      await other.configure({ ...buildSettings(), "analytics:rules": JSON.stringify({ [rule!]: "warning" }) });
      expect((await other.check({}, dangling)).failures).toEqual([]);
      await other.waitForPrinted("nowhere");
    } finally {
      await other.stop();
    }
    const wrong = await Host.start("DataModel");
    try {
      await wrong.configure({ ...buildSettings(), "analytics:rules": JSON.stringify({ "no-such-rule": "off" }) });
      expect((await wrong.check({}, buildModel([amount]))).failures).toEqual([
        expect.stringContaining("analytics:rules.no-such-rule: no such setting"),
      ]);
    } finally {
      await wrong.stop();
    }
  });

  test("no message quotes a confidential model: not a finding, not the platform's refusal", async () => {
    const secret = {
      refs: { warehouse: emulator.seeded.connections.warehouse, hidden: '"planted" & [Nowhere]' },
      confidential: true,
    };
    const declared = buildModel(
      [
        { ...amount, formula: { $ref: "hidden" } },
        { ...paid, id: "amount" },
      ],
      secret,
    );
    const duplicate = (await host.check({}, declared)).failures.join("\n");
    expect(duplicate).toContain("[duplicate-id]");
    expect(duplicate).toContain("hidden, because the model contains a secret");
    const [unknown] = (await host.check({}, buildModel([{ ...amount, formula: { $ref: "hidden" } }], secret))).failures;
    expect(unknown).toContain("[unresolved-name]");
    expect(unknown).not.toMatch(/planted|Nowhere/);
    expect(host.output).not.toMatch(/planted|Nowhere/);

    const refused = await host
      .create(buildModel([amount], { ...secret, refs: { warehouse: "planted-connection" } }))
      .catch((error: Error) => error.message);
    expect(refused).toContain("Source not found");
    expect(refused).not.toContain("planted-connection");

    // Secret as a whole: no values beside the text.
    const whole = buildModel([amount], { confidential: true });
    delete whole.refs;
    whole.spec = String(whole.spec).replace('{"$ref":"warehouse"}', '"planted-whole-1"');
    const wholly = await host.create(whole).catch((error: Error) => error.message);
    expect(wholly).toContain("Source not found");
    expect(wholly).not.toContain("planted-whole");
  });

  test("a text that unpacks to any size is refused, and so is one nested to any depth", async () => {
    const declared = buildModel([amount]);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    const bomb = { __packed: `1:${brotliCompressSync(Buffer.alloc(largestText + 1), { params }).toString("base64")}` };
    const refused = /\b(spec|ids): unpacked, it has more than 128 MB.* Import a backup of the stack's state/;
    await expect(host.diff("id", { ...declared, spec: bomb }, declared)).rejects.toThrow(refused);
    await expect(host.read("id", { ...declared, spec: bomb })).rejects.toThrow(refused);
    const checked = await host.check({}, { ...declared, spec: bomb }).catch(({ message }: Error) => message);
    expect(typeof checked === "string" ? checked : checked.failures.join()).toMatch(refused);
    await expect(host.diff("id", { ...declared, ids: { __packed: "1:AAAA" } }, declared)).rejects.toThrow(
      /ids: it is packed, and damaged/,
    );
    const deep = `{"pages":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const { failures } = await host.check({}, { ...declared, spec: deep });
    expect(failures.join()).toMatch(/nested deeper than (64|200) levels, the limit of pulumi-analytics/);
    expect((await host.check({}, declared)).failures).toEqual([]);
  });

  test("goes with its file; a second delete is no error", async () => {
    const { id, state } = await host.create(buildModel([amount]));
    await host.delete(id, state);
    expect(await host.read(id, state)).toMatchObject({ id: "" });
    await host.delete(id, state);
  });
});
