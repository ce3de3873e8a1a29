import { chooseCases } from "../../cases";
import { createTemporaryFolder } from "../../cli/support";
import { findCommand, Walk } from "./walk";

const root = createTemporaryFolder();
const up = "pulumi up --yes --skip-preview --policy-pack policies";

/** How a program in a language declares what the walk needs, after `init` has written it. */
interface Program {
  readonly language: string;
  readonly file: string;
  /** The line that the declarations come after. */
  readonly after: RegExp;
  readonly people: string;
  readonly adopted: string;
  readonly tag: string;
}

const programs: readonly Program[] = [
  {
    language: "typescript",
    file: "index.ts",
    after: /^const warehouse = .*\n/m,
    people: `
const finance = new analytics.Team("finance", { name: "Finance", adopt: true });
new analytics.Team("engineering", { name: "Engineering", visibility: "private", adopt: true });
const ann = new analytics.Member("ann", {
  email: "ann.lee@acme.example", firstName: "Ann", lastName: "Lee", memberType: "viewer",
});
new analytics.TeamMember("ann-finance", { teamId: finance.id, memberId: ann.id });
new analytics.Grant("finance-models", { inodeId: folderId, teamId: finance.id, permission: "view" });
new analytics.ApiCredential("billing", {
  name: "Billing", allowlist: ["api.billing.example.com"],
  credential: { authMethod: "basic", basic: { username: "shop", password: config.requireSecret("billingPassword") } },
});
`,
    adopted: `new analytics.Member("alan", {
  email: "alan.analyst@acme.example", firstName: "Alan", lastName: "Analyst", memberType: "creator", adopt: true,
});
`,
    tag: 'new analytics.Tag("production", { name: "Production", color: "grass" });\n',
  },
  {
    language: "yaml",
    file: "Pulumi.yaml",
    after: /^resources:\n/m,
    people: `  finance: { type: "analytics:Team", properties: { name: Finance, adopt: true } }
  engineering: { type: "analytics:Team", properties: { name: Engineering, visibility: private, adopt: true } }
  ann:
    type: analytics:Member
    properties: { email: ann.lee@acme.example, firstName: Ann, lastName: Lee, memberType: viewer }
  ann-finance:
    type: analytics:TeamMember
    properties: { teamId: "\${finance.id}", memberId: "\${ann.id}" }
  finance-models:
    type: analytics:Grant
    properties: { inodeId: "\${folderId}", teamId: "\${finance.id}", permission: view }
  billing:
    type: analytics:ApiCredential
    properties:
      name: Billing
      allowlist: [api.billing.example.com]
      credential: { authMethod: basic, basic: { username: shop, password: "\${billingPassword}" } }
`,
    adopted: `  alan:
    type: analytics:Member
    properties:
      { email: alan.analyst@acme.example, firstName: Alan, lastName: Analyst, memberType: creator, adopt: true }
`,
    tag: '  production: { type: "analytics:Tag", properties: { name: Production, color: grass } }\n',
  },
];

test.each(chooseCases(programs))(
  "a platform engineer: people, a credential, a killed run, drift and the end, in $language",
  async ({ language, file, after, people, adopted, tag }) => {
    const walk = await Walk.begin(root);
    const { emulator } = walk;
    const findTeam = (name: string) => emulator.snapshot().teams.find((team) => team.name === name);
    const findMember = (email: string) => emulator.snapshot().members.find((member) => member.email === email);
    const declare = (text: string) => walk.edit(file, after, `${after.exec(walk.read(file))![0]}${text}`);
    try {
      const where = "--folder Acme/Models --connection Warehouse --table SALES.PUBLIC.ORDERS";
      expect(await walk.type(`npx pulumi-analytics init --language ${language} ${where}`)).toContain("shop is ready");
      const before = emulator.snapshot();
      await walk.type("pulumi config set --secret billingPassword a-password-of-billing");
      if (language === "yaml") walk.edit(file, /^config:\n/m, "config:\n  billingPassword: { type: string }\n");
      declare(people + adopted);

      // The policies refuse the credential, and say how to allow it.
      const refused = await walk.fail("pulumi preview --policy-pack policies");
      const team = `adopts team "Finance" (${findTeam("Finance")?.teamId})`;
      const finance = `${team}: changes nothing; description, visibility stay`;
      expect(refused).toContain(finance);
      expect(refused).toContain('finds no team "Engineering" to adopt: creates one; similar: Data Engineering');
      expect(refused).toContain("A later removal of this resource keeps it");
      const [, setting = ""] = /which are now ("credential-methods": \{.*?\})/.exec(refused) ?? [];
      walk.edit(
        "policies/index.js",
        "policies: starterPolicies({",
        `policies: starterPolicies({ ${setting.replace('"basic",', "")},`,
      );
      expect(await walk.type(up)).toMatch(/\+ 9 created/);
      expect(findTeam("Finance")).toMatchObject({ description: "The Finance team", visibility: "public" });
      expect(await walk.type("pulumi stack export")).not.toContain("a-password-of-billing");

      // What was adopted is kept when it is removed.
      walk.edit(file, adopted, "");
      expect(await walk.type(up)).toContain("kept member alan.analyst@acme.example");
      expect(findMember("alan.analyst@acme.example")).toMatchObject({ isArchived: false });

      // A run is killed while it creates a tag. Each message names the next command.
      declare(tag);
      emulator.addFault({ fault: "delay", method: "POST", path: "/v2/tags", times: 1, ms: 5000 });
      emulator.clearRequests();
      const isSent = () => emulator.requests().some(({ method, path }) => method === "POST" && path === "/v2/tags");
      const kill = walk.start(up);
      while (!isSent()) await new Promise((resolve) => setTimeout(resolve, 50));
      await kill();
      await walk.type(`${findCommand(await walk.fail(up), "pulumi cancel")} --yes`);
      expect(await walk.type(up)).toContain("isn't created again");
      expect(emulator.snapshot().tags.filter(({ name }) => name === "Production")).toHaveLength(1);

      // Somebody changes a team in the product.
      const { teamId = "" } = findTeam("Engineering") ?? {};
      await emulator.ui.request("PATCH", `/v2/teams/${teamId}`, { description: "By hand" });
      await walk.type("pulumi preview --refresh --expect-no-changes", 7);
      await walk.type(`${up} --refresh`);
      expect(findTeam("Engineering")?.description ?? "").toBe("");
      await walk.type("pulumi preview --refresh --expect-no-changes");

      const ended = await walk.type("pulumi destroy --yes --skip-preview");
      expect(ended).toContain('kept team "Finance"');
      expect(findTeam("Finance")).toMatchObject({ description: "The Finance team" });
      expect(findMember("ann.lee@acme.example")).toMatchObject({ isArchived: true });
      const { tags, apiCredentials } = emulator.snapshot();
      expect([tags, apiCredentials]).toEqual([before.tags, before.apiCredentials]);
    } finally {
      await walk.end();
    }
  },
);
