import { listWrites, setUpHost } from "./bench";
import { unknown } from "./support";

const buildPath = (database: string) => ({
  path0: { swapType: "exact", catalogObject: database },
  path1: { swapType: "all" },
});

describe("a source swap policy, in the real dynamic-provider host", () => {
  const at = setUpHost("SourceSwapPolicy");
  const getConnections = () => at.emulator.seeded.connections;
  const buildDeclared = () => ({
    type: "connection",
    name: "Swap",
    fromConnectionId: getConnections().warehouse,
    swaps: { connectionSwaps: [{ to: buildPath("TEST") }] },
  });

  const buildDeployment = () => ({
    ...buildDeclared(),
    type: "deployment",
    swaps: {
      toConnection: { swapType: "attribute", userAttributeId: at.emulator.seeded.userAttributes.region },
      deploymentSwaps: [{ from: buildPath("A"), to: buildPath("B") }],
    },
  });
  const findStored = (id: string) => at.emulator.snapshot().sourceSwapPolicies.find(({ policyId }) => policyId === id);

  test("lives its whole life, in both forms: create, no-op, update, read, delete twice", async () => {
    const { id, state } = await at.host.create(buildDeclared());
    expect(findStored(id)).toMatchObject(buildDeclared());
    expect(await at.host.diff(id, state, buildDeclared())).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: buildDeclared() });

    at.emulator.clearRequests();
    await at.host.update(id, state, { ...buildDeclared(), name: "S" });
    await at.host.update(id, state, { ...buildDeclared(), fromConnectionId: getConnections().sample });
    const other = buildDeployment();
    expect(await at.host.diff(id, state, other)).toMatchObject({ changes: true, replaces: [] });
    const updated = await at.host.update(id, state, other);
    expect(listWrites(at.emulator).map(({ body }) => body)).toEqual([
      { name: "S" },
      { fromConnectionId: getConnections().sample },
      { type: other.type, swaps: other.swaps },
    ]);
    expect(findStored(id)).toMatchObject({ type: "deployment", swaps: other.swaps });

    await at.host.delete(id, updated);
    await at.host.delete(id, updated);
    expect((await at.host.read(id, updated)).id).toBe("");
  });

  test("drift shows, and is adopted or updated by name", async () => {
    const { id, state } = await at.host.create(buildDeclared());
    await at.emulator.ui.request("PATCH", `/v2/sourceSwapPolicies/${id}`, { name: "Theirs" });
    expect((await at.host.read(id, state)).inputs).toEqual({ ...buildDeclared(), name: "Theirs" });
    at.emulator.clearRequests();
    const theirs = { ...buildDeclared(), name: "Theirs", adopt: true };
    expect((await at.host.create(theirs)).id).toBe(id);
    expect(listWrites(at.emulator)).toEqual([]);
    const swaps = { connectionSwaps: [] };
    expect((await at.host.create({ ...theirs, swaps })).id).toBe(id);
    expect(listWrites(at.emulator).map(({ body }) => body)).toEqual([{ type: "connection", swaps }]);
  });

  test("check knows which swaps belong to which type", async () => {
    const findWrong = async (news: object) => (await at.host.check({}, { ...buildDeclared(), ...news })).failures;
    expect(await findWrong({ type: "deployment" })).toEqual([
      "|swaps.toConnection: required, an object.",
      "|swaps.deploymentSwaps: required, a list.",
      "|swaps.connectionSwaps: no such field. Fields: toConnection, deploymentSwaps.",
    ]);
    expect(await findWrong({ type: "conection" })).toEqual([
      '|type: "conection" is not one of connection, deployment. Did you mean "connection"?',
    ]);
    expect(await findWrong({ swaps: { connectionSwaps: [{}] } })).toEqual([
      "|swaps.connectionSwaps[0].to: required, an object.",
    ]);
    expect(await findWrong({ swaps: { connectionSwaps: [{ to: getConnections().lakehouse }] } })).toHaveLength(1);
    const { path0 } = buildPath("A");
    expect(await findWrong({ swaps: { connectionSwaps: [{ to: { path0 } }] } })).toEqual([
      "|swaps.connectionSwaps[0].to.path1: required, an object.",
    ]);
    expect(await findWrong({ swaps: { connectionSwaps: [{ to: { path0, path1: { swapType: "exact" } } }] } })).toEqual([
      "|swaps.connectionSwaps[0].to.path1.catalogObject: required, a string.",
    ]);
    for (const unknowns of [{ type: unknown }, { swaps: unknown }, { swaps: { connectionSwaps: [{ to: unknown }] } }]) {
      expect(await findWrong(unknowns)).toEqual([]);
    }
  });
});
