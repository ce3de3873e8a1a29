import { type Emulator, startEmulator } from "analytics-emulator";
import { Host, unknown } from "./support";

type Properties = Record<string, unknown>;

describe("a data model, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: 1 });
    host = await Host.start("DataModel");
    await host.configure({
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    });
  });

  afterEach(async () => {
    await host.stop();
    await emulator.stop();
  });

  const amount = { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" };
  const paid = { id: "paid", name: "Paid", formula: "[ORDERS/PAID]" };

  /** One page, one table on the hole `warehouse`. */
  function model(columns: Properties[], more: Properties = {}): Properties {
    const source = {
      kind: "warehouse-table",
      connectionId: { $ref: "warehouse" },
      path: ["SALES", "PUBLIC", "ORDERS"],
    };
    const table = { id: "facts", kind: "table", name: "Facts", source, columns };
    return {
      name: "Orders",
      folderId: emulator.seeded.folders.models,
      spec: JSON.stringify({ pages: [{ id: "main", name: "Main", elements: [table] }] }),
      refs: { warehouse: emulator.seeded.connections.warehouse },
      ...more,
    };
  }

  const writes = () => emulator.requests().filter(({ method, path }) => method !== "GET" && !path.includes("/auth/"));
  const bodies = () => writes().map(({ method, body }) => ({ method, ...(body as Properties) }));
  const idsOf = (state: Properties) =>
    (state.ids as { elements: { facts: { id: string; columns: Record<string, string> } } }).elements.facts;

  test("is created, equal to itself, and read back as it was declared", async () => {
    const declared = model([amount, paid], { description: "Every order" });
    const { id, state } = await host.create(declared);
    expect(state).toMatchObject({ ...declared, documentVersion: 1 });
    expect(Object.keys(idsOf(state).columns)).toEqual(["amount", "paid"]);
    expect(idsOf(state).columns.amount).not.toBe("amount");
    expect(await host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await host.read(id, state)).toEqual({ id, state, inputs: declared });
  });

  test.each([
    ["keeps", false],
    ["reassigns", true],
  ])("keeps its identity when the platform %s ids on an update", async (_, reassignIdsOnPut) => {
    emulator.configure({ reassignIdsOnPut });
    const { id, state } = await host.create(model([amount, paid]));
    const before = idsOf(state);
    const changed = model([
      paid,
      { ...amount, formula: "[ORDERS/AMOUNT] / 100" },
      { id: "new", formula: "[ORDERS/ID]" },
    ]);
    emulator.clearRequests();
    const updated = await host.update(id, state, changed);

    const [put, ...others] = bodies();
    expect(others).toEqual([]);
    const sent = (put as unknown as { pages: { elements: { id: string; columns: { id: string }[] }[] }[] }).pages[0]!;
    expect(sent.elements[0]!.id).toBe(before.id);
    expect(sent.elements[0]!.columns.map((column) => column.id)).toEqual([
      before.columns.paid,
      before.columns.amount,
      "new",
    ]);

    const after = idsOf(updated);
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

  test("what is unknown in a preview is one hole: the rest is checked, and the same reference is no change", async () => {
    const { id, state } = await host.create(model([amount]));
    const sameReference = model([amount], { refs: { warehouse: unknown } });
    expect((await host.check(state, sameReference)).failures).toEqual([]);
    expect(await host.diff(id, state, sameReference)).toMatchObject({ changes: false });

    const wrong = model([{ id: "amount", fromula: "x" }], { refs: { warehouse: unknown }, name: unknown });
    expect((await host.check(state, wrong)).failures).toContainEqual(
      expect.stringContaining("Did you mean `formula`?"),
    );
    expect((await host.check({}, { ...sameReference, spec: unknown, refs: unknown })).failures).toEqual([]);

    const other = model([amount], { refs: { lakehouse: unknown } });
    other.spec = String(other.spec).replace('warehouse"}', 'lakehouse"}');
    expect(await host.diff(id, state, other)).toMatchObject({ changes: true });
  });

  test("form without meaning is no change", async () => {
    const { id, state } = await host.create(model([amount]));
    const spec = JSON.parse(String(model([amount]).spec));
    spec.pages[0].elements[0].columns[0].hidden = false;
    spec.schemaVersion = "1";
    expect(await host.diff(id, state, model([amount], { spec: JSON.stringify(spec) }))).toMatchObject({
      changes: false,
    });
    expect(await host.diff(id, state, model([{ ...amount, hidden: true }]))).toMatchObject({ changes: true });
  });

  test("a change made in the product is drift at its leaf, in the user's ids and form", async () => {
    const declared = model([amount, paid]);
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
      const { id, state } = await host.create(model([amount, paid]));
      await emulator.ui.changeFormula(id, "Facts", "Paid", "[Amount] > 0");
      const refused = await host.update(id, state, model([amount])).catch((error: Error) => error.message);
      expect(refused).toContain("was changed on the platform since version 1");
      expect(refused).toContain(emulator.seeded.members.analyst);
      expect(refused).toContain("[Amount] > 0");
      expect(emulator.snapshot().dataModelVersions).toHaveLength(2);
    },
  );

  test("an update whose answer was lost, but which arrived, is no conflict", async () => {
    const { id, state } = await host.create(model([amount]));
    const changed = model([amount, paid]);
    await host.update(id, state, changed);
    const again = await host.update(id, state, changed);
    expect(again).toMatchObject({ documentVersion: 2 });
  });

  test("a rename and a move keep the contents untouched; a description is emptied", async () => {
    const { id, state } = await host.create(model([amount], { description: "x" }));
    emulator.clearRequests();
    const moved = model([amount], { name: "All orders", folderId: emulator.seeded.folders.sales });
    const updated = await host.update(id, state, moved);
    expect(bodies()).toEqual([
      { method: "PATCH", name: "All orders", parentId: emulator.seeded.folders.sales, description: "" },
    ]);
    expect(await host.diff(id, updated, moved)).toMatchObject({ changes: false });
  });

  test("a create whose reading back fails is kept, and finished by the next update", async () => {
    emulator.addFault({ method: "GET", path: "/v2/dataModels/*/spec", fault: "status", status: 404 });
    const declared = model([amount]);
    const error = await host.create(declared).catch((caught) => caught);
    expect(error).toBeInstanceOf(Error);
    emulator.removeFault();
    const [file] = emulator.snapshot().files.filter(({ type }) => type === "data-model");
    const half = { ...declared, __state: { version: 1 } };
    const finished = await host.update(file!.id, half, declared);
    expect(idsOf(finished).columns.amount).toBeDefined();
    expect(emulator.snapshot().files.filter(({ type }) => type === "data-model")).toHaveLength(1);
  });

  test("a read by id alone answers the platform's own text", async () => {
    const { id } = await host.create(model([amount]));
    const found = await host.read(id, {});
    expect(found).toMatchObject({ id, inputs: { name: "Orders", folderId: emulator.seeded.folders.models } });
    expect(String(found.inputs.spec)).toContain('"formula":"[ORDERS/AMOUNT]"');
  });

  test("is adopted with every id it has, and nothing written when it equals the declaration", async () => {
    const { id, state } = await host.create(model([amount, paid]));
    emulator.clearRequests();
    const adopted = await host.create(model([amount, paid], { adopt: true }));
    expect(adopted.id).toBe(id);
    expect(idsOf(adopted.state)).toEqual(idsOf(state));
    expect(writes()).toEqual([]);
    const changed = await host.create(model([amount, { ...paid, name: "Is paid" }], { adopt: { id } }));
    expect(idsOf(changed.state)).toEqual(idsOf(state));
    expect(bodies().map(({ method }) => method)).toEqual(["PUT"]);
  });

  test("goes with its file; a second delete is no error", async () => {
    const { id, state } = await host.create(model([amount]));
    await host.delete(id, state);
    expect(await host.read(id, state)).toMatchObject({ id: "" });
    await host.delete(id, state);
  });
});
