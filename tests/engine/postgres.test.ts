import { findPostgresBinaries, type PostgresServer, startPostgres } from "../../bench/src/shared/postgres-server";
import { tellScenario } from "./scenario";

const binaries = findPostgresBinaries();
if (binaries === undefined) console.warn("PostgreSQL's server isn't installed: its tests are skipped.");
const describeIfThere = binaries === undefined ? describe.skip : describe;

describeIfThere("with the state in PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(binaries as string);
  });
  afterAll(() => server.stop());

  const buildDatabaseSettings = () => ({ environment: { PULUMI_BACKEND_URL: server.url } });

  describe("the quickstart's program", () => {
    tellScenario(buildDatabaseSettings);

    test("was kept in the database", () => {
      expect(server.query("select key from pulumi_state")).toContain("quickstart/temporary.json");
    });
  });
});
