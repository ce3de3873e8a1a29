import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { convertState, type TerraformResource } from "../terraform-ids";
import { type Bench, startBench } from "./support";

// Whatever is missing is built before any test waits for it.

const project = "name: bench\nruntime: yaml\npackages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n";

test("the objects of a Terraform state are imported by its ids: no changes, and nothing is written", async () => {
  const bench = await startBench({ texts: { "Pulumi.yaml": project } });
  try {
    const { resources, notes } = convertState(...listManaged(bench));
    expect(notes).toBe("");
    await bench.stack.write("import.json", JSON.stringify({ resources }));
    const args = ["--file", "import.json", "--out", "resources.yaml", "--yes", "--skip-preview", "--protect=false"];
    await bench.stack.expect(["import", ...args]);
    const code = await readFile(join(bench.stack.directory, "resources.yaml"), "utf8");
    await bench.stack.write("Pulumi.yaml", `${project}${code}`);
    expect(await bench.stack.expect(["preview", "--diff"])).toMatch(/Resources:\n {4}\d+ unchanged/);
    const imported = (await bench.stack.listResources()).map(({ urn }) => urn.split("::").at(-1));
    expect(imported.sort()).toEqual(resources.map(({ name }) => name).sort());
    expect(bench.writes()).toEqual([]);
  } finally {
    await bench.dispose();
  }
});

/** What Terraform manages: objects of the emulator's seed, in the root module and in another one. */
function listManaged({ emulator }: Bench): [TerraformResource[], TerraformResource[]] {
  const { folders, teams, members, userAttributes, grants, tenants } = emulator.seeded;
  const declare = (type: string, name: string, values: TerraformResource["values"], module = "") => ({
    type: `platform_${type}`,
    address: `${module}platform_${type}.${name}`,
    values,
  });
  const people = "module.people.";
  return [
    [
      declare("workspace", "acme", { id: folders.workspace }),
      declare("folder", "models", { id: folders.models }),
      declare("user_attribute", "region", { id: userAttributes.region }),
      declare("tenant", "north", { id: Object.values(tenants)[0] }),
      declare("workspace_grant", "everyone", {
        id: grants.everyone,
        inode_id: folders.workspace,
        team_id: teams.allMembers,
        member_id: null,
      }),
    ],
    [
      declare("team", 'finance["emea"]', { id: teams.finance }, people),
      declare("member", "analyst", { id: members.analyst }, people),
      declare("team_member", "analyst_finance", { id: `${teams.finance}/${members.analyst}` }, people),
    ],
  ];
}
