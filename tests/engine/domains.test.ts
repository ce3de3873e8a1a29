import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { createStack, repository } from "./support";

describe("a stack per domain, one building on the other", () => {
  let emulator: Emulator;
  let state: string;
  let sales: TemporaryStack;
  let finance: TemporaryStack;

  beforeAll(async () => {
    emulator = await startEmulator({ seed: 1 });
    state = await mkdtemp(join(tmpdir(), "pulumi-analytics-state-"));
    sales = await createDomainStack("sales", {
      connectionId: emulator.seeded.connections.warehouse,
      allowDelete: "true",
    });
    finance = await createDomainStack("finance", { salesStack: "organization/analytics-sales/temporary" });
  });

  afterAll(async () => {
    await Promise.all([sales, finance].map((stack) => stack.dispose()));
    await emulator.stop();
    await rm(state, { recursive: true });
  });

  const createDomainStack = async (domain: string, config: Record<string, string>) => {
    const example = join(repository, "examples/domains", domain);
    return createStack({
      files: Object.fromEntries(
        ["Pulumi.yaml", "index.ts", "tsconfig.json", "models"].map((file) => [file, join(example, file)]),
      ),
      nodeModules: join(repository, "node_modules"),
      config: {
        "analytics:baseUrl": emulator.url,
        "analytics:clientId": emulator.clientId,
        folderId: emulator.seeded.folders.models,
        ...config,
      },
      secrets: { "analytics:clientSecret": emulator.clientSecret },
      environment: { PULUMI_BACKEND_URL: `file://${state}` },
    });
  };

  test("the models of one stack depend on the elements of the other's", async () => {
    await sales.expect(["up", "--yes", "--skip-preview"]);
    await finance.expect(["up", "--yes", "--skip-preview"]);
    const { orders } = (await sales.readOutputs()) as { orders: { id: string; elements: Record<string, string> } };
    const [revenue] = await finance.listResources();
    expect(revenue?.inputs).toMatchObject({
      refs: { orders: orders.id, "orders#fact_orders": orders.elements.fact_orders },
    });
  });

  test("a change in the one is no change in the other", async () => {
    await emulator.ui.changeFormula(
      ((await sales.readOutputs()) as { orders: { id: string } }).orders.id,
      "Orders",
      "Revenue",
      "[Amount]",
    );
    await sales.expect(["up", "--yes", "--skip-preview", "--refresh"]);
    emulator.clearRequests();
    await finance.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
    expect(emulator.requests()).toEqual([]);
  });

  test("an element that the other stack's model hasn't is named in the preview", async () => {
    const revenue = join(repository, "examples/domains/finance/models/revenue.yaml");
    const text = await readFile(revenue, "utf8");
    await finance.write("models/revenue.yaml", text.replace("orders#fact_orders", "orders#fact_order"));
    const refused = await finance.run(["preview"]);
    expect(refused.stdout + refused.stderr).toContain('The model has no element "fact_order". It has: fact_orders');
  });
});
