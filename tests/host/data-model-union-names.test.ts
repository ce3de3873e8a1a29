import { type Emulator, type EmulatorOptions, startEmulator } from "analytics-emulator";
import { buildOrdersSource, buildOrdersSpec } from "../orders-model";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;

/** The platform keeps no declared name of a union: it calls each one by the number of its sources. */
describe("the name of a union", () => {
  let emulator: Emulator;
  let host: Host;

  async function start(settings: EmulatorOptions = {}): Promise<void> {
    emulator = await startEmulator({ seed: drawSeed(), ...settings });
    host = await Host.connect("DataModel", emulator);
  }

  afterEach(async () => {
    await host.stop();
    await emulator.stop();
  });

  function buildModel(name: string | undefined, more: Properties[] = []): Properties {
    const table = buildOrdersSource(emulator.seeded.connections.warehouse);
    const source = {
      kind: "union",
      sources: [table, table],
      matches: [{ outputColumnName: "Amount", sourceColumns: ["[ORDERS/Amount]", "[ORDERS/Amount]"] }],
    };
    const prefix = name ?? "Union of 2 Sources";
    const all = {
      id: "all",
      kind: "table",
      ...(name === undefined ? {} : { name }),
      source,
      columns: [{ id: "amount", name: "Amount", formula: `[${prefix}/Amount]` }],
    };
    const user = {
      id: "user",
      kind: "table",
      name: "Users of it",
      source: { kind: "table", elementId: "all" },
      columns: [{ id: "sum", name: "Double", formula: `[${prefix}/Amount] * 2` }],
    };
    const spec = buildOrdersSpec(all, user, ...more);
    return { name: "Orders", folderId: emulator.seeded.folders.models, spec: JSON.stringify(spec) };
  }

  const loss = "pages[main].elements[all].name: the platform didn't keep `name`";
  const listPuts = () => emulator.requests().filter(({ method }) => method === "PUT").length;

  test("that the platform drops is told once, and renaming it is no update", async () => {
    await start();
    const declared = buildModel("All orders");
    const { id, state } = await host.create(declared);
    await host.waitForPrinted(loss);
    expect(state.notKept).toEqual([{ at: "pages[main].elements[all].name", what: "missing" }]);
    expect(await host.read(id, state)).toEqual({ id, state, inputs: declared });

    const renamed = buildModel("Every order");
    const printed = host.output;
    expect(await host.check(declared, renamed)).toMatchObject({ failures: [] });
    expect(await host.diff(id, state, renamed)).toMatchObject({ changes: false });
    expect(await host.diff(id, state, buildModel(undefined))).toMatchObject({ changes: false });
    expect(await host.diff(id, state, buildModel("Union of 2 Sources"))).toMatchObject({ changes: false });

    expect(host.output).toBe(printed);

    const source = { kind: "table", elementId: "user" };
    const more = { id: "more", kind: "table", name: "More", source, columns: [] };
    const updated = await host.update(id, state, buildModel("Every order", [more]));
    expect(updated.notKept).toEqual(state.notKept);
    expect(host.output.split(loss)).toHaveLength(2);
    expect(await host.read(id, updated)).toMatchObject({ inputs: buildModel("Every order", [more]) });
    expect(listPuts()).toBe(1);
  });

  test.each([["Union of 2 Sources"], [undefined]])("%s, which the platform derives, is kept", async (name) => {
    await start();
    const declared = buildModel(name);
    const { id, state } = await host.create(declared);
    expect(host.output).not.toContain("didn't keep");
    expect(state).not.toHaveProperty("notKept");
    expect(await host.read(id, state)).toEqual({ id, state, inputs: declared });
  });

  const rename = "table all: name `All orders` → `Every order`";
  const other = { id: "more", kind: "table", name: "More", source: { kind: "table", elementId: "user" }, columns: [] };

  test("that the platform drops is no change beside others, either", async () => {
    await start();
    const declared = buildModel("All orders");
    const { id, state } = await host.create(declared);
    const { inputs } = await host.check(declared, buildModel("Every order", [other]));
    expect(await host.diff(id, state, inputs)).toMatchObject({ changes: true });
    await host.waitForPrinted("table more added");
    expect(host.output).not.toMatch(/Every order.*→|→.*Every order/);
    expect(JSON.stringify(inputs.changes ?? "")).not.toContain("Every order");
  });

  test("that the platform keeps is changed by an update, and told with it", async () => {
    await start({ unionNames: "kept" });
    const declared = buildModel("All orders");
    const { id, state } = await host.create(declared);
    expect(state).not.toHaveProperty("notKept");
    const renamed = buildModel("Every order");
    await host.diff(id, state, renamed);
    expect(host.output).not.toContain(rename);
    const { inputs } = await host.check(declared, renamed);
    expect(await host.diff(id, state, inputs)).toMatchObject({ changes: true });
    expect((await host.waitForPrinted(rename)).split(rename)).toHaveLength(2);
    const updated = await host.update(id, state, renamed);
    expect(JSON.stringify(emulator.snapshot().dataModelVersions)).toContain("Every order");
    expect(await host.read(id, updated)).toMatchObject({ inputs: renamed });
  });
});
