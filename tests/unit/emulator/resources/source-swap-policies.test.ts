import { setUpEmulator } from "../support";

const running = setUpEmulator();
const list = "/v2/sourceSwapPolicies";

const buildPath = (database: string) => ({
  path0: { swapType: "exact", catalogObject: database },
  path1: { swapType: "all" },
});

test("both kinds are created, read, changed and deleted", async () => {
  const { api, emulator } = running;
  const { connections, userAttributes } = emulator.seeded;
  const common = { name: "Swap", fromConnectionId: connections.warehouse };
  const region = { swapType: "attribute", userAttributeId: userAttributes.region };
  const byAttribute = { path0: region, path1: { swapType: "all" }, path2: { swapType: "all" } };
  const kinds = [
    { type: "connection", ...common, swaps: { connectionSwaps: [{ to: buildPath("TEST") }] } },
    {
      type: "deployment",
      ...common,
      swaps: {
        toConnection: region,
        deploymentSwaps: [{ from: buildPath("A"), to: byAttribute }],
      },
    },
  ];
  for (const policy of kinds) {
    const { body } = await api.post(list, policy);
    const path = `${list}/${body.policyId}`;
    expect((await api.get(path)).body).toEqual({ ...policy, policyId: body.policyId });
    expect((await api.get(list)).body.entries).toContainEqual({ ...policy, policyId: body.policyId });
    expect((await api.patch(path, { name: "Renamed" })).body).toEqual({ policyId: body.policyId });
    expect((await api.get(path)).body).toEqual({ ...policy, name: "Renamed", policyId: body.policyId });
    expect((await api.delete(path)).body).toEqual({});
    expect((await api.get(path)).status).toBe(404);
  }
});

test("what doesn't fit together or doesn't exist is a 400", async () => {
  const { api, emulator } = running;
  const { connections, sourceSwapPolicies } = emulator.seeded;
  const policy = {
    type: "connection",
    name: "Swap",
    fromConnectionId: connections.warehouse,
    swaps: { connectionSwaps: [] },
  };
  const nobody = { swapType: "attribute", userAttributeId: "nothing" };
  const targets = [connections.lakehouse, { path0: { swapType: "all" } }, { path0: nobody, path1: nobody }];
  const swaps = targets.map((to) => ({ swaps: { connectionSwaps: [{ to }] } }));
  for (const spoiled of [
    { fromConnectionId: "nothing" },
    { type: "deployment" },
    { swaps: {} },
    { name: "" },
    ...swaps,
  ]) {
    expect((await api.post(list, { ...policy, ...spoiled })).status).toBe(400);
  }
  expect((await api.patch(`${list}/${sourceSwapPolicies.toLakehouse}`, { type: "connection" })).status).toBe(400);
});
