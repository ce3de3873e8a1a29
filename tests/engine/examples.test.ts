import { join } from "node:path";
import { chooseCases } from "../cases";
import { type Bench, repository, startBench } from "./support";

interface Example {
  readonly config: Record<string, string>;
  readonly secrets?: Record<string, string>;
  readonly refuses: readonly string[];
}

/** The examples that no other test runs: what each is to be told, and which deletes it refuses without consent. */
const examples: Readonly<Record<string, Example>> = {
  access: { config: {}, refuses: ["Workspace"] },
  data: {
    config: { account: "acme", host: "acme.example" },
    secrets: {
      privateKey: "-----BEGIN PRIVATE KEY-----\nplanted-key\n-----END PRIVATE KEY-----",
      billingSecret: "planted-secret",
    },
    refuses: ["Connection", "Plugin", "TenantDeploymentCapability"],
  },
  delivery: {
    config: {
      workbook: "Sales report",
      report: "Quarterly report",
      folder: "Acme/Models",
      warehouse: "Warehouse",
    },
    refuses: ["WorkbookEmbed"],
  },
  release: { config: { folder: "Acme/Models", warehouse: "Warehouse" }, refuses: [] },
};

describe.each(chooseCases(Object.entries(examples)))("the example %s, with the real engine", (name, example) => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench({ files: { ".": join(repository, "examples", name) }, config: example.config });
    if (example.secrets) await bench.stack.configure({}, example.secrets);
  });
  afterAll(() => bench?.dispose());

  test("makes everything once, then nothing; a refresh finds what is declared", async () => {
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    expect(bench.writes()).toEqual([]);
    expect(await bench.stack.readState()).not.toContain("planted");
  });

  test("destroy stops before what it would lose, and says what", async () => {
    const { code, stdout, stderr } = await bench.stack.run([
      "destroy",
      "--yes",
      "--skip-preview",
      "--continue-on-error",
    ]);
    expect(code === 0).toBe(example.refuses.length === 0);
    for (const kind of example.refuses) expect(stdout + stderr).toMatch(new RegExp(`:${kind}\\b[^]*was not deleted`));
  });
});
