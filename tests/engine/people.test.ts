import { join } from "node:path";
import { type Bench, repository, startBench } from "./support";

describe("members, account types, teams and attributes, with the real engine", () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench({ files: { ".": join(repository, "examples/people") } });
    const analyst = "ann.lee@acme.example";
    const names = { team: "Finance", attribute: "Area", report: "Sales report" };
    await bench.stack.configure({ manager: "alan.analyst@acme.example", analyst, ...names });
  });
  afterAll(() => bench.dispose());

  test("up makes everything once, then nothing", async () => {
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const { members, teams, favorites, userAttributeAssignments } = bench.emulator.snapshot();
    const ann = members.at(-1);
    expect(ann).toMatchObject({ email: "ann.lee@acme.example", memberType: "Analyst" });
    expect(await bench.stack.readOutputs()).toMatchObject({ annId: ann?.memberId });
    expect(teams.find(({ name }) => name === "Finance")?.members).toContain(ann?.memberId);
    const { analyst } = bench.emulator.seeded.members;
    expect([...(teams.at(-1)?.members ?? [])].sort()).toEqual([analyst, ann?.memberId].sort());
    expect(favorites).toEqual([{ memberId: ann?.memberId, inodeId: bench.emulator.seeded.workbooks.sales }]);
    expect(userAttributeAssignments).toMatchObject([{ target: "teams", value: { val: "north" } }]);

    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    expect(bench.writes()).toEqual([]);
  });

  test("destroy stops before what it would lose, and deactivates the member", async () => {
    const refused = await bench.stack.run(["destroy", "--yes", "--skip-preview", "--continue-on-error"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain("all its assignments to members, teams and tenants");
    const { members, accountTypes, userAttributes, teams } = bench.emulator.snapshot();
    expect(members.at(-1)).toMatchObject({ email: "ann.lee@acme.example", isArchived: true });
    expect(accountTypes.at(-1)).toMatchObject({ accountTypeName: "Analyst" });
    expect(userAttributes.at(-1)).toMatchObject({ name: "Area" });
    expect(teams.find(({ name }) => name === "Finance")?.members).not.toContain(members.at(-1)?.memberId);
  });
});
