import { rename } from "node:fs/promises";
import { join } from "node:path";
import { readTree } from "../cli/pull-support";
import { buildSettings, runPiped } from "../cli/support";
import { startCorrupting } from "../corrupting";
import { type Bench, startBench } from "./support";

// Whatever is missing is built before any test waits for it.

/** A number that no JavaScript number is, and the nearest that is one. */
const exact = "9007199254740993";
const rounded = "9007199254740992";

/** A model file with a filter of numbers from a bound on. */
const writeModelFile = (min: string) => `pages:
  - id: p
    name: P
    elements:
      - id: orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns: [{ id: amount, name: Amount, formula: "[ORDERS/Amount]" }]
        filters: [{ id: f, columnId: amount, kind: number-range, min: ${min}, includeNulls: never }]
`;

const start = `name: bench
runtime: yaml
packages:
  analytics: ./node_modules/pulumi-analytics/plugin
config:
  folderId: { type: string }
  connectionId: { type: string }
resources:
`;

const alone = `${start}  orders:
    type: analytics:DataModel
    properties:
      name: Orders
      folderId: \${folderId}
      spec: { fn::fileAsset: models/orders.yaml }
      refs: { warehouse: "\${connectionId}" }
`;

const writeDirectory = (more = "") => `${start}  models:
    type: analytics:DataModelDirectory
    properties:
      path: models
      folderId: \${folderId}
      refs: { warehouse: "\${connectionId}" }
${more}`;

const writeInProgram = (values: string) => `${start}  orders:
    type: analytics:DataModel
    properties:
      name: Orders
      folderId: \${folderId}
      spec:
        pages:
          - id: p
            name: P
            elements:
              - id: orders
                kind: table
                name: Orders
                source: { kind: warehouse-table, connectionId: "\${connectionId}", path: [SALES, PUBLIC, ORDERS] }
                columns: [{ id: code, name: Code, formula: "[ORDERS/Status]" }]
                filters: [{ id: f, columnId: code, kind: list, mode: include, values: [${values}] }]
`;

describe("a program in YAML", () => {
  let bench: Bench;
  afterEach(() => bench?.dispose());

  const begin = async (texts: Record<string, string>) => {
    bench = await startBench({ texts });
  };
  const runUp = (...args: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);
  const listModels = () => bench.emulator.snapshot().dataModels.map(({ documentId }) => documentId);
  const formatStored = () => JSON.stringify(bench.emulator.snapshot().dataModelVersions);

  test("a code that Pulumi reads as a number is an error with its place; in quotes it is a text", async () => {
    await begin({ "Pulumi.yaml": writeInProgram("02134, 00501") });
    const refused = await bench.stack.run(["preview"]);
    expect(refused.code).not.toBe(0);
    const said = refused.stdout + refused.stderr;
    expect(said).toMatch(/Pulumi reads `02134` without quotes as the number 1116 \(Pulumi\.yaml:24:\d+\)/);
    expect(said).toContain('Write "00501" for the text, or 321 for the number.');
    await bench.stack.write("Pulumi.yaml", writeInProgram('"02134", "00501"'));
    await runUp();
    expect(formatStored()).toContain('"02134"');
  });

  test("a model that moves into a directory stays the model it is; so does a file renamed in case alone", async () => {
    await begin({ "Pulumi.yaml": alone, "models/orders.yaml": writeModelFile("1") });
    await runUp();
    const before = listModels();
    bench.emulator.clearRequests();
    await bench.stack.write("Pulumi.yaml", writeDirectory());
    const preview = await bench.stack.expect(["preview", "--diff"]);
    expect(preview).not.toMatch(/to delete|to replace/);
    await runUp();
    expect(listModels()).toEqual(before);
    expect(bench.writes().filter((write) => /POST|DELETE/.test(write))).toEqual([]);

    const folder = join(bench.stack.directory, "models");
    await rename(join(folder, "orders.yaml"), join(folder, "Orders.yaml"));
    bench.emulator.clearRequests();
    expect(await bench.stack.expect(["preview", "--diff"])).not.toMatch(/to delete|to replace|to create/);
    await runUp();
    expect(listModels()).toEqual(before);
    expect(bench.writes().filter((write) => /POST|DELETE/.test(write))).toEqual([]);
  });

  test("numbers beyond 2^53 keep their digits: up, refresh, a later update, pull, validate and fmt", async () => {
    await begin({ "Pulumi.yaml": writeDirectory(), "models/orders.yaml": writeModelFile(exact) });
    const sent: string[] = [];
    // The emulator reads numbers as JavaScript does. A platform keeps the digits.
    const platform = await startCorrupting(
      bench.emulator.url,
      ({ text }) => ({ text: text.replaceAll(rounded, exact) }),
      async ({ method, path, body }) => {
        if (method !== "GET" && path.endsWith("/spec")) sent.push(body);
        return undefined;
      },
    );
    try {
      await bench.stack.configure({ "analytics:baseUrl": platform.url });
      await runUp();
      await runUp("--expect-no-changes", "--refresh");
      await bench.stack.write("models/orders.yaml", writeModelFile(exact).replace("name: Amount", "name: Sum"));
      await runUp();
      expect(sent.map((body) => [body.includes(exact), body.includes(rounded)])).toEqual([
        [true, false],
        [true, false],
      ]);

      const run = (...args: string[]) =>
        runPiped(args, {
          cwd: bench.stack.directory,
          env: { ...bench.stack.environment, ...buildSettings(bench.emulator), ANALYTICS_BASE_URL: platform.url },
        });
      expect(await run("pull", bench.emulator.seeded.folders.models, "--out", "pulled")).toMatchObject({
        code: 0,
      });
      const file = Object.entries(readTree(bench.stack.directory)).find(([path]) =>
        /^pulled\/.*orders\.yaml$/.test(path),
      )!;
      expect(file[1]).toContain(`min: ${exact}`);
      expect(await run("validate", file[0])).toMatchObject({ code: 0 });
      expect(await run("fmt", "pulled", "models")).toMatchObject({ code: 0 });
      const after = readTree(bench.stack.directory);
      expect(after[file[0]]).toContain(exact);
      expect(after["models/orders.yaml"]).toContain(exact);
      expect(JSON.stringify(after)).not.toContain(rounded);
    } finally {
      await platform.stop();
    }
  });
});
