import { listWrites, setUpHost } from "./bench";
import { unknown } from "./support";

/** The two kinds are one idea; what differs stands in the table. */
describe.each([
  { kind: "DeploymentPolicyTenant", field: "tenantOrganizationId", collection: "tenants" },
  { kind: "DeploymentPolicyDocument", field: "inodeId", collection: "files" },
] as const)("a $kind, in the real dynamic-provider host", ({ kind, field, collection }) => {
  const at = setUpHost(kind);
  let policy: string;
  let member: string;
  let other: string;

  beforeEach(async () => {
    policy = await makePolicy("Customers");
    const { tenants, workbooks } = at.emulator.seeded;
    [member, other] =
      kind === "DeploymentPolicyTenant" ? [tenants.north, tenants.south] : [workbooks.sales, workbooks.finance];
    at.emulator.clearRequests();
  });

  async function makePolicy(name: string): Promise<string> {
    const made = await at.emulator.ui.request("POST", "/v2/deploymentPolicies", { name });
    return (made as { deploymentPolicyId: string }).deploymentPolicyId;
  }
  const listMembers = () =>
    at.emulator.snapshot().deploymentPolicies.find(({ deploymentPolicyId }) => deploymentPolicyId === policy)?.[
      collection
    ];
  const buildDeclared = () => ({ deploymentPolicyId: policy, [field]: member });

  test("lives its whole life: create, no-op, read, delete twice; others are left alone", async () => {
    await at.host.create({ deploymentPolicyId: policy, [field]: other });
    const { id, state } = await at.host.create(buildDeclared());
    expect(id).toBe(`${policy}/${member}`);
    expect(listMembers()).toEqual([other, member]);
    expect(await at.host.diff(id, state, buildDeclared())).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: buildDeclared() });
    await at.host.delete(id, state);
    expect(listMembers()).toEqual([other]);
    await at.host.delete(id, state);
    expect((await at.host.read(id, state)).id).toBe("");
  });

  test("either field replaces", async () => {
    const { id, state } = await at.host.create(buildDeclared());
    expect(await at.host.diff(id, state, { ...buildDeclared(), [field]: other })).toMatchObject({ replaces: [field] });
    expect(await at.host.diff(id, state, { ...buildDeclared(), deploymentPolicyId: "p" })).toMatchObject({
      replaces: ["deploymentPolicyId"],
    });
    expect(await at.host.diff(id, state, { ...buildDeclared(), [field]: unknown })).toMatchObject({
      replaces: [field],
    });
  });

  test("one that is there already is adopted, with adopt and without", async () => {
    await at.host.create(buildDeclared());
    at.emulator.clearRequests();
    const { id, state } = await at.host.create(buildDeclared());
    expect(at.host.output).toContain("existed already: nothing was written");
    expect((await at.host.create({ ...buildDeclared(), adopt: true })).id).toBe(id);
    await at.host.delete(id, state);
    expect(listWrites(at.emulator)).toEqual([]);
  });

  test("one that was removed, or whose policy is gone, is gone", async () => {
    await at.emulator.ui.request("POST", "/v2/deploymentPolicies", { name: "Others" });
    const { id, state } = await at.host.create(buildDeclared());
    await at.emulator.ui.request("DELETE", `/v2/deploymentPolicies/${policy}/${collection}/${member}`);
    expect((await at.host.read(id, state)).id).toBe("");
    const again = await at.host.create(buildDeclared());
    await at.emulator.ui.request("DELETE", `/v2/deploymentPolicies/${policy}`);
    expect((await at.host.read(again.id, again.state)).id).toBe("");
    await at.host.delete(again.id, again.state);
  });

  test("a read by id alone takes the id apart", async () => {
    const { id } = await at.host.create(buildDeclared());
    expect(await at.host.read(id, {})).toMatchObject({ id, inputs: buildDeclared() });
    await expect(at.host.read(policy, {})).rejects.toThrow(`Use the form <deploymentPolicyId>/<${field}>.`);
  });

  test("an answer that is lost adds it once", async () => {
    at.emulator.addFault({
      fault: "reset-after",
      method: "POST",
      path: `/v2/deploymentPolicies/*/${collection}`,
      nth: 1,
    });
    const { id } = await at.host.create(buildDeclared());
    expect(id).toBe(`${policy}/${member}`);
    expect(listMembers()).toEqual([member]);
  });
});
