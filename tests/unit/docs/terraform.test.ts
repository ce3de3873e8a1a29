import { registry } from "../../../provider/src/kinds/registry";
import { convertedTypes, convertState, terraformGuide } from "../../terraform-ids";

/** Values of all fields from which the script composes ids. */
const values = {
  id: "own",
  connection_id: "c",
  connection_path_id: "p",
  inode_id: "i",
  team_id: "t",
  report_id: "r",
  workbook_id: "w",
  tenant_id: "n",
  capabilities: ["n1", "n2"],
  user_attribute_id: "a",
  user_id: "m",
};
/** Ids that have two parts in Terraform as well. */
const pairs = new Set([
  "deployment_policy_document",
  "deployment_policy_tenant",
  "team_member",
  "tenant_deployment_capability",
]);

test("the script's ids have the forms of our kinds", () => {
  expect(convertedTypes.length).toBeGreaterThanOrEqual(29);
  const { resources, notes } = convertState(
    convertedTypes.map((type) => ({
      type: `platform_${type}`,
      address: `platform_${type}.one`,
      values: pairs.has(type) ? { ...values, id: "one/two" } : values,
    })),
  );
  expect(notes).toBe("");
  expect(resources).toHaveLength(convertedTypes.length + 1);
  for (const { type, id } of resources) {
    const kind = registry[type.split(":").at(-1)!]!();
    const patterns = (kind.adoption?.idForms ?? ["<id>"]).map((form) => form.replace(/<[^>]+>/g, "[^/]+"));
    expect({ type, id, fits: patterns.some((pattern) => new RegExp(`^${pattern}$`).test(id)) }).toEqual({
      type,
      id,
      fits: true,
    });
  }
});

test("the members of a team that is imported, too, are imported once", () => {
  const build = (type: string, values: object) => ({
    type: `platform_${type}`,
    address: `platform_${type}.one`,
    values: { ...values },
  });
  const { resources } = convertState([
    build("team", { id: "t" }),
    build("team_members", { id: "x", team_id: "t" }),
    build("team_member", { id: "t/m", team_id: "t" }),
    build("team_member", { id: "u/m", team_id: "u" }),
  ]);
  expect(resources.map(({ id }) => id)).toEqual(["t", "u/m"]);
});

test("names come from addresses; lookups stay out; a tagged grant and an unknown type are named", () => {
  const { resources, notes } = convertState(
    [{ type: "platform_translation", address: "platform_translation.fr", values: { id: "fr" } }],
    [
      { type: "platform_team", address: 'module.people.platform_team.finance["emea"]', values: { id: "t" } },
      {
        type: "platform_workbook_grant",
        address: "platform_workbook_grant.tagged",
        values: { inode_id: "i", team_id: "t", tag_id: "v" },
      },
    ],
  );
  expect(resources).toEqual([{ type: "analytics:index:Team", name: "people-finance-emea", id: "t" }]);
  expect(notes).toContain("platform_translation.fr: declare it with adopt instead.");
  expect(notes).toContain("platform_workbook_grant.tagged: declare it with adopt instead.");
});

test("the table has each resource of the script", () => {
  const [, table = ""] = terraformGuide.split("## Resources");
  const named = new Set([...table.matchAll(/`…_(\w+)`/g)].map(([, type]) => type));
  const shortenType = (type: string) => type.replace(/^user_attribute_(user|tenant)_/, "$1_");
  expect(convertedTypes.filter((type) => !named.has(shortenType(type)) && !named.has(type))).toEqual([]);
});
