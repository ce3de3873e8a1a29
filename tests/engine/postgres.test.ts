import { findPostgresBinaries, type PostgresServer, startPostgres } from "./postgres-server";
import { tellScenario } from "./scenario";
import { type Bench, projectYaml, startBench } from "./support";

const binaries = findPostgresBinaries();
if (binaries === undefined) console.warn("PostgreSQL's server isn't installed: its tests are skipped.");
const describeIfThere = binaries === undefined ? describe.skip : describe;

describeIfThere("with the state in PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(binaries as string);
  }, 120_000);
  afterAll(() => server.stop());

  const buildDatabaseSettings = () => ({ environment: { PULUMI_BACKEND_URL: server.url } });

  describe("the quickstart's program", () => {
    tellScenario(buildDatabaseSettings);

    test("was kept in the database", () => {
      expect(server.query("select key from pulumi_state")).toContain("quickstart/temporary.json");
    });
  });

  describe("two pipelines at one stack", () => {
    let bench: Bench;
    const program = `
const analytics = require("pulumi-analytics");
for (let i = 0; i < 10; i++) new analytics.Tag("tag" + i, { name: "Tag " + i, color: "grass" });
`;
    beforeAll(async () => {
      bench = await startBench({
        texts: { "Pulumi.yaml": projectYaml, "index.js": program },
        emulator: { latencyMs: 500 },
        ...buildDatabaseSettings(),
      });
    }, 120_000);
    afterAll(() => bench.dispose());

    test("the second is refused while the first holds the lock, and nothing is made twice", async () => {
      const first = bench.stack.run(["up", "--yes", "--skip-preview"]);
      while (bench.writes().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      const second = await bench.stack.run(["up", "--yes", "--skip-preview"]);
      expect(second.code).not.toBe(0);
      expect(second.stdout + second.stderr).toContain("the stack is currently locked");
      expect((await first).code).toBe(0);
      expect(bench.emulator.snapshot().tags).toHaveLength(10);
    }, 120_000);
  });
});
