import { type Emulator, startEmulator } from "analytics-emulator";
import { door } from "../door";
import { drawSeed, Host, unknown } from "./support";

describe("a tag, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: drawSeed() });
    host = await Host.startShared("Tag");
    await host.configure(buildSettings());
  });

  afterEach(async () => {
    await host.stop();
    await emulator.stop();
  });

  function buildSettings(): Record<string, unknown> {
    return {
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    };
  }

  const production = { name: "Production", color: "grass", description: "What everyone sees" };

  test("lives its whole life: create, no-op, update, read, delete twice", async () => {
    const { id, state } = await host.create(production);
    expect(state).toMatchObject(production);
    expect(emulator.snapshot().tags).toMatchObject([{ versionTagId: id, ...production }]);
    expect(await host.diff(id, state, production)).toMatchObject({ changes: false });

    const changed = { ...production, description: "What tenants see" };
    expect(await host.diff(id, state, changed)).toMatchObject({ changes: true, replaces: [] });
    const updated = await host.update(id, state, changed);
    expect(emulator.snapshot().tags).toMatchObject([{ versionTagId: id, ...changed }]);

    const read = await host.read(id, updated);
    expect(read).toMatchObject({ id, inputs: changed });
    expect(read.state).toEqual(updated);

    await host.delete(id, updated);
    expect(emulator.snapshot().tags).toEqual([]);
    await host.delete(id, updated);
  });

  test("one that is found after its answer was lost is named, since another stack may have created it", async () => {
    emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/tags", nth: 1 });
    const { id } = await host.create(production);
    expect(emulator.snapshot().tags).toMatchObject([{ versionTagId: id }]);
    await host.waitForPrinted(`the response to the create of tag "Production" was lost, but ${id} was found`);
  });

  test("a description taken out of the program is emptied, and then equal", async () => {
    const { id, state } = await host.create(production);
    const { description: _, ...bare } = production;
    expect(await host.diff(id, state, bare)).toMatchObject({ changes: true });
    const updated = await host.update(id, state, bare);
    expect(await host.diff(id, updated, bare)).toMatchObject({ changes: false });
    expect((await host.read(id, updated)).inputs).toEqual(bare);
  });

  test("a name means replacement, a color doesn't", async () => {
    const { id, state } = await host.create(production);
    const listReplaces = async (change: object) => (await host.diff(id, state, { ...production, ...change })).replaces;
    expect(await listReplaces({ name: "Prod" })).toEqual(["name"]);
    expect(await listReplaces({ color: "plum" })).toEqual([]);
  });

  const listWrites = () =>
    emulator.requests().filter(({ method, path }) => method !== "GET" && !path.includes("/auth/"));

  test("a preview of a replacement says what its delete does, and what the option retainOnDelete", async () => {
    const { state } = await host.create(production);
    await host.check(state, { ...production, name: "Prod" });
    await host.waitForPrinted(
      'the tag "Production" is replaced: with its delete, the platform removes it from all documents; the option ' +
        "retainOnDelete keeps it.",
    );
  });

  test("a color changes in place, with the description or alone", async () => {
    const { id, state } = await host.create(production);
    emulator.clearRequests();
    const recolored = await host.update(id, state, { ...production, color: "plum" });
    expect(listWrites()).toMatchObject([{ method: "PATCH", path: `/v2/tags/${id}`, body: { color: "plum" } }]);
    expect(emulator.snapshot().tags).toMatchObject([{ versionTagId: id, ...production, color: "plum" }]);
    expect((await host.read(id, recolored)).inputs).toEqual({ ...production, color: "plum" });
    await host.update(id, recolored, { name: "Production", color: "cyan" });
    expect(emulator.snapshot().tags).toMatchObject([{ versionTagId: id, color: "cyan", description: "" }]);
  });

  test("where the platform ignores a color, nothing changes, and the error says what to do", async () => {
    emulator.configure({ tagColorUpdate: "ignored" });
    const { id, state } = await host.create(production);
    const changed = { ...production, color: "plum", description: "Other" };
    await expect(host.update(id, state, changed)).rejects.toThrow(
      /doesn't change the color of a tag: "Production" \(.*\) is still grass\. Nothing was changed.*Change the color in the product.*--replace/s,
    );
    expect(emulator.snapshot().tags).toMatchObject([{ versionTagId: id, ...production }]);

    emulator.configure({ tagColorUpdate: "changes" });
    await emulator.ui.request("PATCH", `/v2/tags/${id}`, { color: "plum" });
    const fresh = await Host.start("Tag");
    try {
      await fresh.configure(buildSettings());
      expect(await fresh.update(id, state, changed)).toMatchObject(changed);
    } finally {
      await fresh.stop();
    }
  });

  test("a create that the tag to be replaced prevents says how to replace it", async () => {
    await host.create(production);
    await expect(host.create(production)).rejects.toThrow(/adopt: true.* option deleteBeforeReplace: true/);
  });

  if (door === "plugin") {
    test("is deleted first where replaceOnChanges replaces it, which only the engine knows", async () => {
      const { id, state } = await host.create(production);
      const changed = { ...production, description: "What tenants see" };
      expect(await host.diff(id, state, changed)).toMatchObject({ replaces: [], deleteBeforeReplace: true });
    });
  }

  test("a value known only after apply replaces where a known one would", async () => {
    const { id, state } = await host.create(production);
    expect(await host.diff(id, state, { ...production, name: unknown })).toMatchObject({ replaces: ["name"] });
    expect(await host.diff(id, state, { ...production, description: unknown })).toMatchObject({ replaces: [] });
    expect(await host.check({}, { name: unknown, color: unknown, description: unknown })).toMatchObject({
      failures: [],
    });
  });

  test("one that is gone answers nothing on read", async () => {
    const { id, state } = await host.create(production);
    await host.delete(id, state);
    expect(await host.read(id, state)).toMatchObject({ id: "", inputs: {} });
  });

  test("a read by id alone answers the platform's fields", async () => {
    const { id } = await host.create(production);
    expect(await host.read(id, {})).toMatchObject({ id, inputs: production, state: production });
  });

  test("check names every wrong field, with a hint", async () => {
    const { failures } = await host.check({}, { name: "", colour: "gras", color: "gras" });
    expect(failures).toEqual([
      expect.stringMatching(/^\|name: /),
      expect.stringMatching(/^\|color: .*"grass"/),
      expect.stringMatching(/^\|colour: no such field\. Did you mean "color"\?/),
    ]);
  });

  test("a check lists what has the name of a new one, else sends nothing; settings that can't work", async () => {
    emulator.clearRequests();
    await host.check({}, production);
    const reads = emulator.requests().filter(({ method }) => method === "GET");
    expect(reads).toMatchObject([{ path: "/v2/tags?limit=1000" }]);
    emulator.clearRequests();
    await host.check(production, production);
    await host.check(production, { ...production, color: "plum" });
    const lost = await Host.start("Tag");
    try {
      await lost.configure({ "analytics:region": "mars", "analytics:clientId": "half" });
      expect((await lost.check({}, production)).failures).toEqual([
        expect.stringContaining('analytics:region is "mars"'),
        expect.stringContaining("No clientSecret"),
      ]);
    } finally {
      await lost.stop();
    }
    expect(emulator.requests()).toEqual([]);
  });

  test("operations that start together right after configure all find the settings", async () => {
    const { id, state } = await host.create(production);
    const fresh = await Host.start("Tag");
    try {
      await fresh.configure(buildSettings());
      const reads = await Promise.all(Array.from({ length: 20 }, () => fresh.read(id, state)));
      expect(reads.map((read) => read.id)).toEqual(Array.from({ length: 20 }, () => id));
    } finally {
      await fresh.stop();
    }
  });
});
