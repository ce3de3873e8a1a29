import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { drawSeed, Host, type HostError, readHalfMade } from "./support";

describe("a webhook trigger, in the real dynamic-provider host", () => {
  let emulator: Emulator;
  let host: Host;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: drawSeed() });
    host = await Host.connect("WebhookTrigger", emulator);
  });
  afterEach(() => emulator.stop());

  const body = { region: "north-region", threshold: 10, urgent: false };
  const trigger = (more = {}) => ({
    workbookId: emulator.seeded.workbooks.sales,
    sequenceId: emulator.seeded.webhookSequence,
    body,
    triggers: [1],
    ...more,
  });
  const listDelivered = () => emulator.snapshot().webhookDeliveries;
  const sending = { method: "POST", path: "/v2/webhooks/**", nth: 1 } as const;

  test("sends on create and whenever triggers change, and at no other time", async () => {
    const { id, state } = await host.create(trigger());
    expect(listDelivered()).toMatchObject([{ body, traceId: state.traceId }]);
    expect(await host.diff(id, state, trigger())).toMatchObject({ changes: false });
    expect(await host.read(id, state)).toMatchObject({ id, state, inputs: trigger() });

    const other = { body: { ...body, threshold: 20 } };
    const kept = await host.update(id, state, trigger(other));
    expect(kept).toMatchObject({ ...other, traceId: state.traceId });
    expect(listDelivered()).toHaveLength(1);

    const changed = trigger({ ...other, triggers: [2] });
    expect(await host.diff(id, kept, changed)).toMatchObject({ replaces: ["triggers"], deleteBeforeReplace: false });
    const again = await host.create(changed);
    expect(listDelivered()).toMatchObject([{ body }, { ...other, traceId: again.state.traceId }]);
    expect(again.state.traceId).not.toBe(state.traceId);

    await host.delete(id, kept);
    await host.delete(id, kept);
    expect(listDelivered()).toHaveLength(2);
    expect((await host.diff(id, kept, trigger({ ...other, sequenceId: "other" }))).replaces).toEqual(["sequenceId"]);
  });

  test("a body that doesn't fit is told by field, and nothing is sent", async () => {
    const { region: _, ...rest } = body;
    await expect(host.create(trigger({ body: { ...rest, regoin: "north" } }))).rejects.toThrow(
      /Nothing was sent to the webhook .*\nbody\.regoin: the webhook has no such variable\. Did you mean "region"\? It has: region, threshold, urgent\.\nbody\.region: missing/,
    );
    expect(listDelivered()).toEqual([]);
    expect((await host.check({}, trigger({ body: "text", triggers: 1 }))).failures).toEqual([
      expect.stringContaining("|body: "),
      expect.stringContaining("|triggers: "),
    ]);
  });

  test("a refusal is told without repeating the body, and sent again next time", async () => {
    const refused = await catchFailure(host.create(trigger({ body: { ...body, threshold: "planted-secret" } })));
    expect(refused.message).toContain("threshold");
    expect(refused.message).not.toContain("planted-secret");
    await host.create(trigger());
    expect(listDelivered()).toHaveLength(1);
  });

  test.each([
    ["after it was carried out", { ...sending, fault: "reset-after" }, 1],
    ["by a server that failed", { ...sending, fault: "status", status: 500 }, 0],
  ] as const)("an answer that was lost %s counts as sent, and the state knows", async (_when, fault, arrived) => {
    emulator.addFault(fault);
    const lost = await catchFailure(host.create(trigger()));
    expect(lost.message).toContain(
      "The actions may have started; the platform doesn't report that. The provider doesn't send again.",
    );
    expect(lost.message).toContain("change `triggers`");
    expect(listDelivered()).toHaveLength(arrived);
    // What the engine does next: update, from the state that the error carried.
    const { id, state } = readHalfMade(lost);
    await host.update(id, state, trigger());
    expect(listDelivered()).toHaveLength(arrived);
    await host.create(trigger({ triggers: [2] }));
    expect(listDelivered()).toHaveLength(arrived + 1);
  });

  describe("in a process that is killed", () => {
    let home: string;
    beforeEach(async () => {
      home = await mkdtemp(join(tmpdir(), "pulumi-analytics-"));
      host = await start();
    });
    afterEach(async () => {
      await host.stop();
      await rm(home, { recursive: true });
    });

    async function start(): Promise<Host> {
      const started = await Host.start("WebhookTrigger", { environment: { PULUMI_HOME: home } });
      await started.configure({
        "analytics:baseUrl": emulator.url,
        "analytics:clientId": emulator.clientId,
        "analytics:clientSecret": emulator.clientSecret,
      });
      return started;
    }

    test("while it sent: that is remembered: the next one doesn't send again", async () => {
      emulator.addFault({ ...sending, fault: "delay", ms: 60_000 });
      const cut = host.create(trigger()).catch(() => undefined);
      while (listDelivered().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await host.stop();
      await cut;
      host = await start();
      const { state } = await host.create(trigger());
      expect(state.traceId).toBeNull();
      expect(host.output).toContain("An interrupted run may have sent the request");
      expect(listDelivered()).toHaveLength(1);
    });

    test.each([
      ["read the variables", { fault: "delay", method: "GET", path: "/v2/webhooks/**", nth: 1, ms: 60_000 }],
      ["waited to be let in", { ...sending, fault: "status", status: 429, retryAfter: 60 }],
    ] as const)("while it %s: nothing was sent, and the next one sends", async (_what, fault) => {
      emulator.addFault(fault);
      const cut = host.create(trigger()).catch(() => undefined);
      while (!emulator.requests().some((logged) => logged.fault))
        await new Promise((resolve) => setTimeout(resolve, 20));
      await new Promise((resolve) => setTimeout(resolve, 200));
      await host.stop();
      await cut;
      expect(listDelivered()).toEqual([]);
      host = await start();
      const { state } = await host.create(trigger());
      expect(listDelivered()).toMatchObject([{ body, traceId: state.traceId }]);
    });
  });

  test("has nothing to be read by id", async () => {
    const error = await catchFailure(host.read("any", {}));
    expect(error.message).toContain(
      "A WebhookTrigger is an event: the platform keeps nothing that can be read or imported.",
    );
  });
});

async function catchFailure(promise: Promise<unknown>): Promise<HostError> {
  return promise.then(
    () => {
      throw new Error("did not fail");
    },
    (error) => error,
  );
}
