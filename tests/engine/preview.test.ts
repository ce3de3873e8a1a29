import { join } from "node:path";
import { registry } from "../../provider/src/kinds/registry";
import { testOfAll } from "../cases";
import { everyKind, modelFile, surroundings } from "./every-kind";
import { type Bench, projectYaml, startBench } from "./support";

// One story, told in order: each test goes on where the one before it ended.
describe("what a preview shows is what up does, and up --plan holds it to that", () => {
  let bench: Bench;
  let settings: Record<string, unknown>;

  beforeAll(async () => {
    bench = await startBench({
      ...surroundings,
      texts: { "Pulumi.yaml": projectYaml, "index.js": everyKind, "models/top.yaml": modelFile },
      environment: { PULUMI_EXPERIMENTAL: "1", PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" },
    });
    settings = {
      seeded: bench.emulator.seeded,
      tag: { name: "Release", color: "grass" },
      title: "Orders",
      formula: "[ORDERS/AMOUNT]",
    };
  });
  afterAll(() => bench.dispose());

  /**
   * Applies a change by a saved plan; answers what the preview showed, in full, and the resources it creates, updates
   * and replaces.
   */
  async function applyPlanned(change: Record<string, unknown>) {
    Object.assign(settings, change);
    await bench.stack.write("settings.json", JSON.stringify(settings));
    const plan = join(bench.stack.directory, "plan.json");
    const shown = listOperations(await bench.stack.expect(["preview", "--json", "--save-plan", plan]));
    bench.emulator.clearRequests();
    const done = listOperations(await bench.stack.expect(["up", "--yes", "--skip-preview", "--json", "--plan", plan]));
    expect(done).toEqual(shown);
    return shown;
  }

  test("creation of every kind", async () => {
    const { create } = await applyPlanned({});
    const resources = (await bench.stack.listResources()).filter(
      ({ type }) => type !== "analytics:index:DataModelDirectory",
    );
    expect(create).toHaveLength(resources.length);
    expect(new Set(resources.map(({ type }) => type.split(":").at(-1)))).toEqual(new Set(Object.keys(registry)));
  });

  testOfAll("nothing changed", async () => {
    expect(await applyPlanned({})).toEqual({});
    expect(bench.emulator.requests()).toEqual([]);
  });

  test("a renamed tag is replaced: deleted first, after everything that carries its id", async () => {
    expect(await applyPlanned({ tag: { name: "Released", color: "grass" } })).toEqual({
      replace: ["document", "monthly-release", "orders-release", "policy", "release", "report-release", "tenant"],
    });
    const writes = bench.writes();
    const deleted = writes.findIndex((write) => write.startsWith("DELETE /v2/tags/"));
    expect(writes.findIndex((write) => write.startsWith("DELETE /v2/deploymentPolicies/"))).toBeLessThan(deleted);
  });

  testOfAll("a recolored tag is updated, and nothing else", async () => {
    expect(await applyPlanned({ tag: { name: "Released", color: "plum" } })).toEqual({ update: ["release"] });
  });

  test("a changed model is updated, moves its tag and sends the webhook; models that refer to it stay", async () => {
    expect(await applyPlanned({ formula: "[ORDERS/AMOUNT] * 2" })).toEqual({
      replace: ["sent"],
      update: ["orders", "orders-release"],
    });
  });

  test("a replaced model updates the models that refer to it, and no others", async () => {
    expect(await applyPlanned({ description: "Every order" })).toEqual({
      replace: ["orders", "orders-release", "sent"],
      update: ["monthly", "revenue", "sales"],
    });
  });

  testOfAll("a renamed model may show a webhook that isn't sent: the version stays, and the plan fails", async () => {
    settings.title = "All orders";
    await bench.stack.write("settings.json", JSON.stringify(settings));
    const plan = join(bench.stack.directory, "plan.json");
    const shown = listOperations(await bench.stack.expect(["preview", "--json", "--save-plan", plan]));
    expect(shown).toEqual({ replace: ["sent"], update: ["orders", "orders-release", "sales"] });
    bench.emulator.clearRequests();
    const { code, stdout, stderr } = await bench.stack.run(["up", "--yes", "--skip-preview", "--plan", plan]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/expected resource operations for .*::sent but none were seen/);
    expect(bench.writes().filter((write) => !/^PATCH \/v2\/files\//.test(write))).toEqual([]);
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
  });
});

/**
 * The logical names of the resources that a run creates, updates and replaces, from the events that it prints as JSON.
 */
function listOperations(printed: string): Record<string, string[]> {
  const operations: Record<string, string[]> = {};
  for (const line of printed.split("\n").filter((text) => text.startsWith("{"))) {
    const { resourcePreEvent } = JSON.parse(line) as { resourcePreEvent?: { metadata: { op: string; urn: string } } };
    const { op = "", urn = "" } = resourcePreEvent?.metadata ?? {};
    const [, name] =
      /::(?:pulumi-nodejs:dynamic\/analytics|analytics:index):(?!DataModelDirectory)\w+::(.*)$/.exec(
        urn.replace(/::.*\$/, "::"),
      ) ?? [];
    if (name === undefined || !["create", "update", "replace"].includes(op)) continue;
    operations[op] = [...(operations[op] ?? []), name].sort();
  }
  return operations;
}
