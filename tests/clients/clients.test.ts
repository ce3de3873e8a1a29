import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectRun, installNode, installPython, run, versions } from "./install";
import { type Platform, startPlatform } from "./platform";

/** Where the clients are installed; kept for the next run if it is named. */
const folder = process.env.CLIENTS_FOLDER ?? mkdtempSync(join(tmpdir(), "clients-"));
afterAll(() => {
  if (process.env.CLIENTS_FOLDER === undefined) rmSync(folder, { recursive: true, force: true });
});

let platform: Platform;
afterEach(() => platform.emulator.stop());

/** What a client that calls one operation after the other says in the end. */
interface Told {
  readonly calls: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly { readonly name: string; readonly status?: number; readonly message: string }[];
  readonly unreached: readonly string[];
}

/** Answers that aren't a fault of the emulator: of which operation, and what they say. */
type Expected = readonly (readonly [name: RegExp, message: RegExp])[];

/** What every seeded platform refuses to read. */
const refusedReads: Expected = [
  // The team of everyone holds a grant, and can't be read.
  [/team/i, /Cannot get All Members team/],
  [/lineage/i, /The lineage of the element can't be read/],
  [/getSpec/, /The representation can't be built/],
  [/query/i, /Elements of type '\w+' have no query/],
  // Ids of documents, where the path of a table is wanted.
  [/getInodePath/, /Table not found/],
  [/tenants\.getWorkbook/, /Workbook of the tenant not found/],
];

function listUnexpected({ failures }: Told, more: Expected = []): string[] {
  const expected = [...refusedReads, ...more];
  return failures
    .filter(({ name, message }) => !expected.some(([ofName, text]) => ofName.test(name) && text.test(message)))
    .map(({ name, message }) => `${name}: ${message}`);
}

/** Operations of private betas, which the emulator answers by saying that it doesn't serve them. */
const notServed: Expected = [[/v3alpha|agents|allowed_?ips/i, /The emulator doesn't serve/]];

const nameSteps = (name: string) => ({ STEPS: join(__dirname, `${name}-steps.json`) });

describe(`the npm SDK, ${versions.sdk}`, () => {
  const place = join(folder, "sdk");
  beforeAll(() => installNode(place, versions.sdk, ["sdk.mjs"]));

  test("reads all there is, and creates, changes and deletes", async () => {
    // It demands that grants name documents by the id of their address.
    platform = await startPlatform({ grantInodeIds: "url" });
    const { access, known, counts } = platform;
    const env = { ...access, KNOWN: JSON.stringify(known), ...nameSteps("sdk"), MOST_OBJECTS: "25" };
    const told = JSON.parse(await expectRun("node", ["sdk.mjs"], { cwd: place, env })) as Told;
    expect(listUnexpected(told, notServed)).toEqual([]);
    expect(told.unreached).toEqual([
      // Nothing lists runs and exports; the steps read those of their own.
      "dataModels.getMaterialization",
      "query.download",
      "workbooks.getMaterialization",
      "workbooks.listTaggedBookmarks",
      "workbooks.getTaggedBookmark",
    ]);
    expect(told.counts).toMatchObject({
      "/v2/files": counts.files,
      "/v2/workbooks": counts.workbooks,
      "/v2/reports": counts.reports,
      "/v2/dataModels": counts.models,
      "/v2/dataModels/{dataModelId}/elements": counts.modelElements,
      "/v2/dataModels/{dataModelId}/columns": counts.modelColumns,
      "/v2/datasets": counts.datasets,
      "/v2/members": counts.members - counts.inactive,
      "/v2/teams": counts.teams,
      "/v2/tags": counts.tags,
      "/v2/connections": counts.connections,
      "/v2/workbooks/{workbookId}/pages": counts.pages,
      "/v2/workbooks/{workbookId}/elements": counts.elements,
      "/v2/workbooks/{workbookId}/columns": counts.columns,
      "/v2/workbooks/{workbookId}/controls": counts.controls,
    });
  });
});

describe(`the assistant server, ${versions.assistant}`, () => {
  const place = join(folder, "assistant");
  let programs: string;
  beforeAll(async () => {
    programs = await installPython(place, versions.assistant);
  });

  test("reads all there is, and creates, changes and deletes", async () => {
    // It updates user attributes, which no description has, and reads a list of tenants without nulls.
    platform = await startPlatform({ userAttributeUpdate: "patch", nullTenants: false });
    const { access, known, counts } = platform;
    const env = { ...access, KNOWN: JSON.stringify(known), ...nameSteps("assistant"), MOST_OBJECTS: "5" };
    const more = { SIGMA_MCP_ALLOW_BULK_DESTRUCTIVE: "1" };
    const program = join(__dirname, "assistant.py");
    const options = { cwd: place, env: { ...env, ...more } };
    const told = JSON.parse(await expectRun(join(programs, "python"), [program], options)) as Told;
    expect(listUnexpected(told, notServed)).toEqual([]);
    expect(told.counts).toMatchObject({
      workbooks_list_all_workbooks: counts.workbooks,
      workbooks_list_all_reports: counts.reports,
      datasets_list_all_data_models: counts.models,
      datasets_list_connections: counts.connections,
      admin_list_all_members: counts.members - counts.inactive,
      admin_list_all_teams: counts.teams,
      workspace_list_tags: counts.tags,
      workspace_list_all_files: counts.files,
    });
  });
});

describe(`the ingestion client, ${versions.ingestion}`, () => {
  const place = join(folder, "ingestion");
  let programs: string;
  beforeAll(async () => {
    programs = await installPython(place, versions.ingestion);
  });

  test.each(["short", "inode"] as const)(
    "finds every shared document, with ids of columns that are %s",
    async (ids) => {
      platform = await startPlatform({ warehouseColumnIds: ids });
      const { access, counts } = platform;
      const env = { ...access, DATAHUB_TELEMETRY_ENABLED: "false" };
      const program = join(__dirname, "ingestion.py");
      const output = await expectRun(join(programs, "python"), [program], { cwd: place, env });
      const told = JSON.parse(output.slice(output.indexOf("{")));
      expect(told).toMatchObject({ failures: [], warnings: [], lineage: { failedCalls: {} } });
      expect(told.counts).toMatchObject({
        workbooks: counts.sharedWorkbooks,
        pages: counts.sharedPages,
        charts: counts.sharedData,
        models: counts.models,
        modelElements: counts.modelElements,
        datasets: counts.datasets,
      });
      expect(told.lineage.modelsOfWorkbooks).toBeGreaterThan(100);
      // It follows columns of models to the warehouse by ids that name the table.
      expect(told.lineage.columnsOfModels > 700).toBe(ids === "inode");
    },
  );
});

describe(`the command line tool, ${versions.command}`, () => {
  const place = join(folder, "command");
  let programs: string;
  beforeAll(async () => {
    programs = await installPython(place, versions.command);
  });

  test("writes every model to a file, and deploys a changed and a new one", async () => {
    platform = await startPlatform();
    const { access, counts } = platform;
    const work = mkdtempSync(join(place, "work-"));
    const env = {
      SIGMA_BASE_URL: access.ANALYTICS_BASE_URL!,
      SIGMA_CLIENT_ID: access.ANALYTICS_CLIENT_ID!,
      SIGMA_CLIENT_SECRET: access.ANALYTICS_CLIENT_SECRET!,
    };
    const runIn = (program: string, ...args: string[]) => expectRun(program, args, { cwd: work, env });
    const runTool = (...args: string[]) => runIn(join(programs, "sigma"), ...args);
    await runIn("git", "init", "--quiet", "--initial-branch", "main");
    for (const [name, value] of [
      ["user.name", "Test"],
      ["user.email", "test@example.com"],
    ] as const)
      await runIn("git", "config", name, value);
    await runIn("git", "commit", "--quiet", "--allow-empty", "--message", "Start");

    expect(await runTool("sync", "--no-pr")).toContain(`Synced ${counts.models} models (${counts.models} new`);
    const models = join(work, "data-models");
    const files = readdirSync(models);
    expect(files).toHaveLength(counts.models);
    expect(await runTool("sync", "--no-pr")).toContain("0 new, 0 updated, 0 deleted");
    expect(await runTool("deploy")).toContain(`0 pushed, ${counts.models} unchanged, 0 skipped, 0 failed`);

    const file = join(models, files.find((name) => name.startsWith("Orders_"))!);
    const changed = readFileSync(file, "utf8").replace(/formula: .*/, "formula: '[ORDERS/Amount] * 2'");
    writeFileSync(file, changed);
    const created = changed.replace(/^dataModelId: .*/m, "dataModelId: new").replace(/^name: .*/m, "name: New");
    writeFileSync(join(models, "New_new.yaml"), created);
    expect(await runTool("deploy")).toContain(`2 pushed, ${counts.models - 1} unchanged, 0 skipped, 0 failed`);
    expect(await runTool("deploy")).toContain(`0 pushed, ${counts.models + 1} unchanged, 0 skipped, 0 failed`);
  });
});

describe(`the Singer tap, ${versions.tap}`, () => {
  const place = join(folder, "tap");
  let programs: string | undefined;
  beforeAll(async () => {
    // It is in no registry. A copy of its repository does as well.
    const source = process.env.TAP_SIGMA_SOURCE ?? versions.tap;
    try {
      programs = await installPython(place, source);
    } catch (error) {
      process.stdout.write(`the Singer tap: skipped, ${source} can't be installed: ${(error as Error).message}\n`);
    }
  });

  test("copies every stream", async () => {
    platform = await startPlatform();
    if (programs === undefined) return;
    const { access, counts } = platform;
    const config = join(place, "config.json");
    mkdirSync(place, { recursive: true });
    const {
      ANALYTICS_BASE_URL: api_url,
      ANALYTICS_CLIENT_ID: client_id,
      ANALYTICS_CLIENT_SECRET: client_secret,
    } = access;
    writeFileSync(config, JSON.stringify({ api_url, client_id, client_secret }));
    const { code, stdout, stderr } = await run(join(programs, "tap-sigma"), ["--config", config], { cwd: place });
    expect([code, stderr.split("\n").filter((line) => /Skipping \w+ for context|ERROR/.test(line))]).toEqual([0, []]);
    const records: Record<string, number> = {};
    for (const line of stdout.split("\n").filter(Boolean)) {
      const { type, stream } = JSON.parse(line);
      if (type === "RECORD") records[stream] = (records[stream] ?? 0) + 1;
    }
    expect(records).toMatchObject({
      files: counts.files,
      workbooks: counts.workbooks,
      workbook_pages: counts.pages,
      workbook_elements: counts.elements,
      workbook_columns: counts.columns,
      workbook_controls: counts.controls,
      data_models: counts.models,
      data_model_elements: counts.modelElements,
      data_model_columns: counts.modelColumns,
      datasets: counts.datasets,
      members: counts.members,
      teams: counts.teams,
      tags: counts.tags,
      connections: counts.connections,
    });
  });
});

test("the README of the emulator names the versions", async () => {
  platform = await startPlatform();
  const text = readFileSync(join(__dirname, "../../emulator/README.md"), "utf8");
  for (const version of Object.values(versions)) expect(text).toContain(version);
});
