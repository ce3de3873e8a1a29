import { eachWithHost, writes } from "./bench";
import { unknown } from "./support";

const path = (database: string) => ({
  path0: { swapType: "exact", catalogObject: database },
  path1: { swapType: "all" },
});

describe("a source swap policy, in the real dynamic-provider host", () => {
  const at = eachWithHost("SourceSwapPolicy");
  const connections = () => at.emulator.seeded.connections;
  const declared = () => ({
    type: "connection",
    name: "Swap",
    fromConnectionId: connections().warehouse,
    swaps: { connectionSwaps: [{ to: path("TEST") }] },
  });

  const deployment = () => ({
    ...declared(),
    type: "deployment",
    swaps: {
      toConnection: { swapType: "attribute", userAttributeId: at.emulator.seeded.userAttributes.region },
      deploymentSwaps: [{ from: path("A"), to: path("B") }],
    },
  });
  const stored = (id: string) => at.emulator.snapshot().sourceSwapPolicies.find(({ policyId }) => policyId === id);

  test("lives its whole life, in both forms: create, no-op, update, read, delete twice", async () => {
    const { id, state } = await at.host.create(declared());
    expect(stored(id)).toMatchObject(declared());
    expect(await at.host.diff(id, state, declared())).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared() });

    at.emulator.clearRequests();
    await at.host.update(id, state, { ...declared(), name: "S" });
    await at.host.update(id, state, { ...declared(), fromConnectionId: connections().sample });
    const other = deployment();
    expect(await at.host.diff(id, state, other)).toMatchObject({ changes: true, replaces: [] });
    const updated = await at.host.update(id, state, other);
    expect(writes(at.emulator).map(({ body }) => body)).toEqual([
      { name: "S" },
      { fromConnectionId: connections().sample },
      { type: other.type, swaps: other.swaps },
    ]);
    expect(stored(id)).toMatchObject({ type: "deployment", swaps: other.swaps });

    await at.host.delete(id, updated);
    await at.host.delete(id, updated);
    expect((await at.host.read(id, updated)).id).toBe("");
  });

  test("drift shows, and is adopted or updated by name", async () => {
    const { id, state } = await at.host.create(declared());
    await at.emulator.ui.request("PATCH", `/v2/sourceSwapPolicies/${id}`, { name: "Theirs" });
    expect((await at.host.read(id, state)).inputs).toEqual({ ...declared(), name: "Theirs" });
    at.emulator.clearRequests();
    const theirs = { ...declared(), name: "Theirs", adopt: true };
    expect((await at.host.create(theirs)).id).toBe(id);
    expect(writes(at.emulator)).toEqual([]);
    const swaps = { connectionSwaps: [] };
    expect((await at.host.create({ ...theirs, swaps })).id).toBe(id);
    expect(writes(at.emulator).map(({ body }) => body)).toEqual([{ type: "connection", swaps }]);
  });

  test("check knows which swaps belong to which type", async () => {
    const wrong = async (news: object) => (await at.host.check({}, { ...declared(), ...news })).failures;
    expect(await wrong({ type: "deployment" })).toEqual([
      "|swaps.toConnection: required, an object.",
      "|swaps.deploymentSwaps: required, an array.",
      "|swaps.connectionSwaps: no such field. Fields: toConnection, deploymentSwaps.",
    ]);
    expect(await wrong({ type: "conection" })).toEqual([
      '|type: "conection" is not one of connection, deployment. Did you mean "connection"?',
    ]);
    expect(await wrong({ swaps: { connectionSwaps: [{}] } })).toEqual([
      "|swaps.connectionSwaps[0].to: required, an object.",
    ]);
    expect(await wrong({ swaps: { connectionSwaps: [{ to: connections().lakehouse }] } })).toHaveLength(1);
    const { path0 } = path("A");
    expect(await wrong({ swaps: { connectionSwaps: [{ to: { path0 } }] } })).toEqual([
      "|swaps.connectionSwaps[0].to.path1: required, an object.",
    ]);
    expect(await wrong({ swaps: { connectionSwaps: [{ to: { path0, path1: { swapType: "exact" } } }] } })).toEqual([
      "|swaps.connectionSwaps[0].to.path1.catalogObject: required, a string.",
    ]);
    for (const unknowns of [{ type: unknown }, { swaps: unknown }, { swaps: { connectionSwaps: [{ to: unknown }] } }]) {
      expect(await wrong(unknowns)).toEqual([]);
    }
  });
});
