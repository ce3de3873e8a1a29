import { dump } from "js-yaml";
import { chooseCases, testOfAll } from "../cases";
import type { Block } from "../snippets/blocks";
import { groupPrograms, listPrograms, mergeYaml, nameModule } from "../snippets/programs";
import { configureOrganization, describeOrganization } from "./organization-bench";
import { type Bench, startBench } from "./support";

async function startOrganization(texts: Record<string, string>, environment = {}): Promise<Bench> {
  const bench = await startBench({ ...describeOrganization(texts), environment });
  await configureOrganization(bench);
  return bench;
}

describe("TypeScript", () => {
  const project = "name: snippets\nruntime: { name: nodejs, options: { typescript: true } }\nmain: index.ts\n";
  /** A program that runs others; those that create resources in loops export a function. */
  const writeIndex = (programs: readonly Block[]) => `
export = async () => {
  for (const file of ${JSON.stringify(programs.map(nameModule))}) {
    const program = require(\`./pages/\${file}\`);
    if (typeof program === "function") await program();
  }
};
`;
  const writePages = (programs: readonly Block[]) =>
    Object.fromEntries(programs.map((program) => [`pages/${nameModule(program)}.ts`, program.code]));
  const { creating, finding } = listPrograms("ts");
  const [main = [], ...others] = groupPrograms(creating);

  test("the programs of the reference are applied as they are written; lookups find what they create", async () => {
    const all = [...main, ...finding];
    const texts = { "Pulumi.yaml": project, "index.ts": writeIndex(main), ...writePages(all) };
    const { stack, dispose } = await startOrganization(texts);
    try {
      await stack.expect(["up", "--yes", "--skip-preview"]);
      await stack.write("index.ts", writeIndex(all));
      await stack.expect(["up", "--yes", "--skip-preview"]);
    } finally {
      await dispose();
    }
  });

  testOfAll.each(others.map((programs) => [programs.map(({ page }) => page).join(), programs] as const))(
    "so are those of %s",
    async (_, programs) => {
      const texts = { "Pulumi.yaml": project, "index.ts": writeIndex(programs), ...writePages(programs) };
      const { stack, dispose } = await startOrganization(texts);
      await stack.expect(["up", "--yes", "--skip-preview"]).finally(dispose);
    },
  );
});

describe("YAML", () => {
  const head = { name: "snippets", runtime: "yaml", packages: { analytics: "./node_modules/pulumi-analytics/plugin" } };

  const groups = groupPrograms(listPrograms("yaml").creating);
  test.each(chooseCases(groups.map((programs) => [programs.length, programs] as const)))(
    "%d programs are applied as they are written",
    async (_, programs) => {
      const text = dump({ ...head, ...mergeYaml(programs) }, { lineWidth: -1 });
      const { stack, dispose } = await startOrganization({ "Pulumi.yaml": text });
      await stack.expect(["up", "--yes", "--skip-preview"]).finally(dispose);
    },
  );
});
