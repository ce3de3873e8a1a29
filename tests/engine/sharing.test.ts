import { join } from "node:path";
import { fingerprint } from "analytics-emulator";
import { type Bench, repository, startBench } from "./support";

describe("a folder shared with tenants, and a credential, with the real engine", () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench({ files: { ".": join(repository, "examples/sharing") } });
    const { tenants, userAttributes } = bench.emulator.seeded;
    await bench.stack.configure(
      { databaseAttributeId: userAttributes.region, tenants: JSON.stringify([tenants.north, tenants.south]) },
      { billingPassword: "planted-password" },
    );
  });
  afterAll(() => bench.dispose());

  test("up makes everything once, then nothing", async () => {
    const { tenants, folders } = bench.emulator.seeded;
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(bench.writes()).toHaveLength(9);
    const { deploymentPolicies, apiCredentials, files, teams } = bench.emulator.snapshot();
    expect(teams.at(-1)).toMatchObject({
      name: "Owners of what is shared",
      members: [bench.emulator.seeded.members.admin],
    });
    const { policyId } = await bench.stack.readOutputs();
    const shared = files.find(({ name }) => name === "Shared with customers");
    expect(shared).toMatchObject({ type: "folder", parentId: folders.models });
    expect(deploymentPolicies).toMatchObject([{ deploymentPolicyId: policyId, files: [shared?.id] }]);
    expect([...(deploymentPolicies[0]?.tenants ?? [])].sort()).toEqual([tenants.north, tenants.south].sort());
    expect(apiCredentials).toMatchObject([{ secrets: { password: fingerprint("planted-password") } }]);
    expect(await bench.stack.readOutputs()).toMatchObject({
      billingMethod: "basic",
      sharedFolder: "Acme/Models/Shared with customers",
    });

    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    expect(bench.writes()).toEqual([]);
  });

  test("a new password and one tenant less are two writes", async () => {
    const { tenants } = bench.emulator.seeded;
    await bench.stack.configure({ tenants: JSON.stringify([tenants.north]) }, { billingPassword: "planted-second" });
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(bench.writes().sort()).toEqual([
      expect.stringMatching(/^DELETE .*\/tenants\//),
      expect.stringMatching(/^PATCH \/v2\/api-credentials\//),
    ]);
    expect(bench.emulator.snapshot().apiCredentials[0]?.secrets.password).toBe(fingerprint("planted-second"));
  });

  test("destroy leaves a folder that someone put something into, and says so", async () => {
    const shared = bench.emulator.snapshot().files.find(({ name }) => name === "Shared with customers");
    const inside = { type: "folder", name: "Theirs", parentId: shared?.id };
    const made = (await bench.emulator.ui.request("POST", "/v2/files", inside)) as { id: string };
    const { code, stdout, stderr } = await bench.stack.run(["destroy", "--yes", "--skip-preview"]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('isn\'t empty: it holds folder "Theirs"');
    await bench.emulator.ui.deleteFile(made.id);
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    const { deploymentPolicies, apiCredentials, tags } = bench.emulator.snapshot();
    expect([apiCredentials, tags, deploymentPolicies.filter(({ isArchived }) => !isArchived)]).toEqual([[], [], []]);
  });
});
