import { join } from "node:path";
import { type Bench, repository, startBench } from "./support";

// One story, told in order: each test goes on where the one before it ended.
describe("an organization as code, with the real engine", () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench({
      files: { ".": join(repository, "examples/organization") },
      config: { domain: "acme.example", account: "acme", host: "acme.example", report: "Sales report" },
    });
    await bench.stack.configure(
      { allowDelete: "true" },
      { privateKey: "-----BEGIN PRIVATE KEY-----\nplanted-key\n-----END PRIVATE KEY-----" },
    );
  });
  afterAll(() => bench?.dispose());

  const runUp = (...args: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);
  const readPlatform = () => bench.emulator.snapshot();
  const findOwn = async (name: string) => {
    const found = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`));
    return found?.id as string;
  };
  const requestInUi = (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    bench.emulator.ui.request(method, path, body);

  test("the preview writes nothing", async () => {
    const preview = await bench.stack.expect(["preview"]);
    // 30 members, 5 teams, 1 attribute with 3 values, 2 workspaces, a folder, a connection with its sync, a model, 3
    // sets of grants, a schedule, the stack.
    expect(preview).toContain("50 to create");
    expect(bench.writes()).toEqual([]);
  });

  test("up makes everything once, and then nothing; the state has no secret in clear", async () => {
    await runUp();
    const { members, teams, userAttributeAssignments } = readPlatform();
    expect(members.filter(({ email }) => email.endsWith("@acme.example")).length).toBeGreaterThanOrEqual(30);
    expect(teams.find(({ name }) => name === "Data")?.members).toHaveLength(6);
    expect(userAttributeAssignments).toHaveLength(3);
    expect(await bench.stack.expect(["stack", "export"])).not.toContain("planted-key");

    bench.emulator.clearRequests();
    await runUp("--expect-no-changes", "--refresh");
    expect(bench.writes()).toEqual([]);
  });

  test("what others change in the product is shown, and repaired", async () => {
    const [data, sales, published, clearance] = await Promise.all(
      ["data", "sales", "published", "clearance"].map(findOwn),
    );
    const { viewer } = bench.emulator.seeded.members;
    const leaver = readPlatform().members.find(({ email }) => email.startsWith("ada.abel@"))?.memberId;
    await requestInUi("PATCH", `/v2/teams/${data}/members`, { add: [viewer], remove: [] });
    await requestInUi("POST", "/v2/grants", { inodeId: published, grantee: { memberId: viewer }, permission: "edit" });
    await requestInUi("DELETE", `/v2/user-attributes/${clearance}/teams/${sales}`);
    await requestInUi("PATCH", `/v2/members/${leaver}`, { lastName: "Byron" });

    await bench.stack.forgetWriteTimes();
    const drift = await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--diff"]);
    for (const name of ["data", "published", "clearance-sales", "ada-abel"]) expect(drift).toContain(`::${name}]`);
    await runUp();
    expect(readPlatform().teams.find(({ teamId }) => teamId === data)?.members).not.toContain(viewer);
    expect(readPlatform().members.find(({ memberId }) => memberId === leaver)?.lastName).toBe("Abel");
    expect(readPlatform().userAttributeAssignments).toHaveLength(3);
    const holders = readPlatform().grants.filter((grant) => grant.inodeId === published);
    expect(holders.map(({ memberId }) => memberId)).not.toContain(viewer);
  });

  test("destroy leaves the platform as it was, with the members deactivated", async () => {
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    const { members, teams, files, connections, userAttributes } = readPlatform();
    const hired = members.filter(({ email }) => email.startsWith("ada.abel@") || email.startsWith("zoe.dube@"));
    expect(hired.map(({ isArchived }) => isArchived)).toEqual([true, true]);
    expect(teams.filter(({ isArchived }) => !isArchived).map(({ name }) => name)).not.toContain("Operations");
    expect(files.filter(({ name, deletedWith }) => name === "Published" && deletedWith === null)).toEqual([]);
    expect(connections.find(({ name }) => name === "Orders warehouse")?.isArchived).toBe(true);
    expect(userAttributes.map(({ name }) => name)).not.toContain("Clearance");
  });
});
