import { setUpHost } from "./bench";

type Properties = Record<string, unknown>;

/** What an update of a data model may do to materialization schedules: said before it is sent. */
describe("a data model with materialization schedules, in the real dynamic-provider host", () => {
  const at = setUpHost("DataModel");
  let urns = 0;
  beforeEach(() => {
    urns += 1;
  });
  const formUrn = (kind: string, name: string) =>
    `urn:pulumi:s${urns}::p::pulumi-nodejs:dynamic/analytics:${kind}::${name}`;

  const buildTable = (id: string, more: Properties = {}) => ({
    id,
    kind: "table",
    name: id,
    source: {
      kind: "warehouse-table",
      connectionId: at.emulator.seeded.connections.warehouse,
      path: ["SALES", "PUBLIC", "ORDERS"],
    },
    columns: [{ id: `${id}-amount`, name: "Amount", formula: "[ORDERS/AMOUNT]" }],
    ...more,
  });
  const declare = (elements: readonly object[], more: Properties = {}): Properties => ({
    name: "Orders",
    folderId: at.emulator.seeded.folders.models,
    spec: JSON.stringify({ schemaVersion: 1, pages: [{ id: "main", name: "Main", elements }] }),
    __urn: formUrn("DataModel", "orders"),
    ...more,
  });
  const declareBefore = () => declare([buildTable("facts"), buildTable("gone")]);
  const preview = async (id: string, state: Properties, news: Properties) => {
    const checked = await at.host.check(state, news);
    expect(checked.failures).toEqual([]);
    await at.host.diff(id, state, { ...checked.inputs, __urn: news.__urn });
  };
  const removal =
    'warning: data model "Orders": the update removes page Main › table gone. The platform may then delete the ' +
    "materialization schedules of all elements of the model";
  const named = `${removal}, also the MaterializationSchedule "nightly". \`up\` sets those of the other elements again`;

  /** A model and the schedule of an element that stays; the check of a schedule of the state. */
  async function prepare() {
    const { inputs } = await at.host.check({}, declareBefore());
    const { id, state } = await at.host.create(inputs);
    const schedules = at.host.createForKind("MaterializationSchedule");
    const schedule = { dataModelId: id, elementName: "facts", cronSpec: "0 5 * * *", timezone: "UTC" };
    const made = await schedules.create(schedule);
    const declared = { ...schedule, __urn: formUrn("MaterializationSchedule", "nightly") };
    at.emulator.clearRequests();
    return { id, state, checkSchedule: (olds: Properties = made.state) => schedules.check(olds, declared) };
  }

  test.each(["before", "after"])("are warned of when a schedule is checked %s it", async (order) => {
    const { id, state, checkSchedule } = await prepare();
    if (order === "before") await checkSchedule();
    await preview(id, state, declare([buildTable("facts")]));
    if (order === "after") await checkSchedule();
    await at.host.waitForPrinted(named);
    expect(at.emulator.requests()).toEqual([]);
  });

  test("are not once the update has happened, which says itself what it did", async () => {
    const { id, state, checkSchedule } = await prepare();
    const news = declare([buildTable("facts")]);
    const checked = await at.host.check(state, news);
    await at.host.diff(id, state, { ...checked.inputs, __urn: news.__urn });
    await at.host.update(id, state, { ...checked.inputs, __urn: news.__urn });
    await checkSchedule();
    await checkSchedule({});
    await at.host.waitForPrinted("starts a run at once");
    expect(at.host.output).not.toContain("may then delete");
  });

  test.each<[string, (id: string) => Properties]>([
    ["that removes nothing", () => declare([buildTable("facts"), buildTable("gone", { name: "Other" })])],
    ["that adds an element", () => declare([buildTable("facts"), buildTable("gone"), buildTable("new")])],
    ["that only renames an id", () => declare([buildTable("facts"), buildTable("kept", { name: "gone" })])],
    ["without a change", declareBefore],
  ])("are not with an update %s", async (_, build) => {
    const { id, state, checkSchedule } = await prepare();
    await preview(id, state, build(id));
    await checkSchedule();
    // A message that comes after what there is nothing of.
    await preview(id, state, declare([buildTable("facts", { visibleAsSource: false }), buildTable("gone")]));
    await at.host.waitForPrinted("visibleAsSource");
    expect(at.host.output).not.toContain("may then delete");
  });

  test("are not where the schedule is new, since it comes after the update", async () => {
    const { id, state, checkSchedule } = await prepare();
    await checkSchedule({});
    await preview(id, state, declare([buildTable("facts")]));
    await at.host.waitForPrinted("starts a run at once");
    expect(at.host.output).not.toContain("may then delete");
  });

  test("those of the product are named too with analytics:impact; no answer is no failure", async () => {
    await at.host.configure({ ...at.settings, "analytics:impact": "true" });
    const { id, state } = await prepare();
    await at.emulator.ui.scheduleMaterialization(id, "gone", { cronSpec: "0 7 * * *" });
    await preview(id, state, declare([buildTable("facts")]));
    await at.host.waitForPrinted(`${removal}: facts: 0 5 * * * UTC; gone: 0 7 * * * UTC`);
    at.emulator.addFault({ fault: "status", status: 403, path: "/v2/dataModels/*/materializationSchedules" });
    await preview(id, state, declare([buildTable("gone")]));
  });

  test("a secret name is in no warning", async () => {
    const { id, state, checkSchedule } = await prepare();
    await checkSchedule();
    await preview(id, state, declare([buildTable("facts")], { confidential: "whole" }));
    await at.host.waitForPrinted(named.replace("Main", "[secret]"));
    expect(at.host.output).not.toContain("Main");
  });

  test("a changed visibility drops tables downstream", async () => {
    const { id, state } = await prepare();
    await preview(id, state, declare([buildTable("facts", { visibleAsSource: false }), buildTable("gone")]));
    await at.host.waitForPrinted(
      'data model "Orders": visibleAsSource of page Main › table facts changes. The platform drops the tables that ' +
        "materializations of their readers have built, until the next run",
    );
  });

  describe("that the platform removes with an update", () => {
    /** The schedules `facts` of the stack, and `more` and `gone` of the product. */
    async function update(more: Properties = {}) {
      const all = [buildTable("facts"), buildTable("more"), buildTable("gone")];
      const { inputs } = await at.host.check({}, declare(all));
      const { id, state } = await at.host.create(inputs);
      const schedules = at.host.createForKind("MaterializationSchedule");
      const declared = { dataModelId: id, elementName: "facts", cronSpec: "0 5 * * *", timezone: "UTC" };
      const made = await schedules.create(declared);
      await at.emulator.ui.scheduleMaterialization(id, "more", { cronSpec: "0 6 * * *", ...more });
      await at.emulator.ui.scheduleMaterialization(id, "gone", { cronSpec: "0 7 * * *" });
      return { schedules, declared, made, run: () => at.host.update(id, state, declare(all.slice(0, 2))) };
    }
    const listCrons = () => at.emulator.snapshot().materializationSchedules.map(({ schedule }) => schedule?.cronSpec);
    const lost = 'warning: data model "Orders": the platform removed materialization schedules with this update.';

    test.each(["absent", "present"] as const)("are set again, and are the stack's (ids %s)", async (ids) => {
      at.emulator.configure({ materializationElementIds: ids });
      const { schedules, declared, made, run } = await update();
      await run();
      await at.host.waitForPrinted(
        `${lost}\n  facts: 0 5 * * * UTC (was set again, which started a run)\n` +
          "  more: 0 6 * * * UTC (was set again, which started a run)\n  gone: 0 7 * * * UTC (its element is gone)",
      );
      expect(listCrons()).toEqual(["0 5 * * *", "0 6 * * *"]);
      const read = await schedules.read(made.id, made.state);
      expect(read).toMatchObject({ id: made.id, inputs: declared });
      expect(await schedules.diff(made.id, read.state, declared)).toMatchObject({ changes: false });
    });

    test("are to be set again in the product where the API can't", async () => {
      const { run } = await update({ paused: true });
      at.emulator.configure({ materializationScheduleWrites: "absent" });
      await run();
      await at.host.waitForPrinted("  facts: 0 5 * * * UTC (set it again in the product: POST /v2/dataModels/");
      await at.host.waitForPrinted("  more: 0 6 * * * UTC (set it again in the product)");
      expect(listCrons()).toEqual([]);
    });

    test("without a listing nothing is said, and nothing fails", async () => {
      const { run } = await update();
      at.emulator.addFault({ fault: "status", status: 403, path: "/v2/dataModels/*/materializationSchedules" });
      await run();
      expect(at.host.output).not.toContain(lost);
    });
  });
});
