import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { createStack, repository } from "./support";

const settings = {
  dev: {
    warehouse: "Warehouse",
    database: "SALES",
    models: "Acme/Models",
    dashboards: "Acme/Models/Sales",
    tag: "Next",
  },
  prod: {
    warehouse: "Production warehouse",
    database: "SALES_PROD",
    models: "Acme/Models/Sales",
    dashboards: "Acme/Models",
    tag: "Production",
  },
} as const;
type Organization = keyof typeof settings;
const organizations = Object.keys(settings) as Organization[];

type Contents = { elements: { id: string; name?: string; [field: string]: unknown }[] };

// One story, told in order: each test goes on where the one before it ended.
describe("two models and a workbook in two organizations, with the real engine", () => {
  const emulators = {} as Record<Organization, Emulator>;
  const stacks = {} as Record<Organization, TemporaryStack>;

  beforeAll(async () => {
    for (const [index, organization] of organizations.entries()) {
      const emulator = await startEmulator({ seed: index + 1 });
      emulators[organization] = emulator;
      if (organization === "prod") await prepareProduction(emulator);
      stacks[organization] = await createStack({
        files: { ".": join(repository, "examples/dashboards") },
        nodeModules: join(repository, "node_modules"),
        config: {
          "analytics:baseUrl": emulator.url,
          "analytics:clientId": emulator.clientId,
          ...settings[organization],
        },
        secrets: { "analytics:clientSecret": emulator.clientSecret },
      });
    }
  });
  afterAll(async () => {
    for (const organization of organizations) {
      await stacks[organization]?.dispose();
      await emulators[organization]?.stop();
    }
  });

  /** Another connection and database than in development. */
  async function prepareProduction(emulator: Emulator): Promise<void> {
    const { warehouse, database } = settings.prod;
    const { connectionId } = (await emulator.ui.request("POST", "/connections", {
      name: warehouse,
      type: "snowflake",
    })) as { connectionId: string };
    const tables = {
      ORDERS: { ID: "number", CUSTOMER_ID: "number", ORDERED_AT: "datetime", AMOUNT: "number", PAID: "boolean" },
      CUSTOMERS: { ID: "number", REGION: "text" },
    } as const;
    for (const [table, columns] of Object.entries(tables)) {
      emulator.addTable({ connectionId, path: [database, "PUBLIC", table], columns });
    }
  }

  const runUp = (organization: Organization, ...args: string[]) =>
    stacks[organization].expect(["up", "--yes", "--skip-preview", ...args]);

  const findId = async (organization: Organization, name: string) =>
    (await stacks[organization].listResources()).find(({ urn }) => urn.endsWith(`::${name}`))?.id ?? "";

  async function readContents(organization: Organization): Promise<Contents> {
    const path = `/v2/workbooks/${await findId(organization, "sales")}?includeContents=true`;
    return ((await emulators[organization].ui.request("GET", path)) as { contents: Contents }).contents;
  }

  const findElement = ({ elements }: Contents, id: string) => elements.find((element) => element.id === id)!;

  /** The same commit, checked out for each organization. */
  async function edit(file: string, from: string, to: string): Promise<void> {
    for (const { directory } of Object.values(stacks)) {
      const path = join(directory, file);
      await writeFile(path, (await readFile(path, "utf8")).replace(from, to));
    }
  }

  const listWrites = (organization: Organization) =>
    emulators[organization]
      .requests()
      .filter(({ method, path }) => method !== "GET" && path !== "/v2/auth/token")
      .map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/g, "…")}`);

  test("up makes the workbook after its models; another up with a refresh is empty", async () => {
    const created = await runUp("dev");
    expect(created).not.toMatch(/warning/);
    const writes = listWrites("dev").filter((write) => /POST .*(spec|workbooks|reports)$/.test(write));
    // The two that read from the models are made at once.
    expect([...writes.slice(0, 2), ...writes.slice(2).sort()]).toEqual([
      "POST /v2/dataModels/spec",
      "POST /v2/dataModels/spec",
      "POST /v2/reports",
      "POST /v2/workbooks",
    ]);
    const { elements } = await readContents("dev");
    const countKinds = (...kinds: string[]) => elements.filter(({ kind }) => kinds.includes(String(kind))).length;
    expect(countKinds("kpi-chart")).toBe(4);
    expect(countKinds("line-chart", "bar-chart", "area-chart")).toBe(3);
    expect(countKinds("pivot-table")).toBe(1);
    expect(countKinds("control")).toBe(2);
    expect(await stacks.dev.readOutputs()).toMatchObject({ releasedVersion: 1, url: expect.stringContaining("http") });

    emulators.dev.clearRequests();
    await runUp("dev", "--expect-no-changes", "--refresh");
    expect(listWrites("dev")).toEqual([]);
  });

  test("changes in a workbook and a report show by page and element; the same words tell of drift", async () => {
    await edit("workbooks/sales/elements/numbers.yaml", "name: Average order", "name: Average order value");
    await edit("workbooks/sales/pages/overview.yaml", "trend: 16, by_region: 8", "trend: 12, by_region: 12");
    await edit("reports/monthly.yaml", "width: 720, height: 320", "width: 600, height: 320");
    const preview = await stacks.dev.expect(["preview"]);
    expect(preview).toContain("page Overview › KPI Average order value: name `Average order` → `Average order value`");
    expect(preview).toContain("page Overview › line chart Revenue by month: width `16 columns` → `12 columns`");
    expect(preview).toContain("page Regions › bar chart Revenue by region: width `720 pixels` → `600 pixels`");
    await runUp("dev");
    expect(await stacks.dev.readOutputs()).toMatchObject({ releasedVersion: 2 });

    const id = await findId("dev", "sales");
    const contents = await readContents("dev");
    findElement(contents, "revenue").name = "Turnover";
    await emulators.dev.ui.request("PUT", `/v2/workbooks/${id}/contents`, { contents });
    await narrowReport('width="600"', 'width="500"');
    const drifted = await stacks.dev.run(["refresh", "--yes", "--skip-preview"]);
    expect(drifted.stdout + drifted.stderr).toContain("page Overview › KPI Turnover: name `Revenue` → `Turnover`");
    expect(drifted.stdout + drifted.stderr).toContain("width `600 pixels` → `500 pixels`");
    expect(await runUp("dev")).toContain("page Overview › KPI Revenue: name `Turnover` → `Revenue`");
    expect(findElement(await readContents("dev"), "revenue").name).toBe("Revenue");
    expect((await readReport()).layout).toContain('width="600"');
  });

  const getReportPath = async () => `/v2/reports/${await findId("dev", "monthly")}`;

  async function readReport(): Promise<{ layout: string }> {
    const read = await emulators.dev.ui.request("GET", `${await getReportPath()}?includeContents=true`);
    return (read as { contents: { layout: string } }).contents;
  }

  /** Somebody changes the layout of the report in the product. */
  async function narrowReport(from: string, to: string): Promise<void> {
    const contents = await readReport();
    const layout = contents.layout.replace(from, to);
    await emulators.dev.ui.request("PUT", `${await getReportPath()}/contents`, { contents: { ...contents, layout } });
  }

  test("the same files make the second organization, with its own ids", async () => {
    await runUp("prod");
    const [dev, prod] = [await readContents("dev"), await readContents("prod")];
    const listIds = ({ elements }: Contents) => elements.map(({ id }) => id);
    expect(listIds(prod)).toEqual(listIds(dev));
    expect(findElement(prod, "average_order").name).toBe("Average order value");
    expect(findElement(prod, "orders").source).toMatchObject({ dataModelId: await findId("prod", "orders") });
    expect(findElement(prod, "orders").source).not.toEqual(findElement(dev, "orders").source);
    const { tags, files } = emulators.prod.snapshot();
    expect(tags.map(({ name }) => name)).toEqual([settings.prod.tag]);
    const workbook = await findId("prod", "sales");
    expect(files.find(({ id }) => id === workbook)?.parentId).toBe(emulators.prod.seeded.folders.models);
  });

  test("destroy archives the workbook before its models", async () => {
    await stacks.dev.expect(["destroy", "--yes", "--skip-preview"]);
    expect(await stacks.dev.listResources()).toEqual([]);
  });
});
