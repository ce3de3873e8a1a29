import { type Bench, projectYaml, startBench } from "./support";

const names = Array.from({ length: 21 }, (_, index) => `model_${index}`);

const writeModel = (formula: string) => `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: e
        kind: table
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: a, name: A, formula: "${formula}" }
          - { id: b, name: B, formula: "[Missing] + 1" }
          - { id: c, name: C, formula: "[Also missing] + [A]" }
          - { id: d, name: D, formula: "[Third] * 2" }
`;

const program = `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
for (const name of ${JSON.stringify(names)}) {
  const spec = analytics.specFile(\`models/\${name}.yaml\`, { refs: { warehouse: config.require("connectionId") } });
  new analytics.DataModel(name, { name, folderId: config.require("folderId"), spec });
}
`;

describe("21 models with three warnings each", () => {
  let bench: Bench;
  beforeAll(async () => {
    const files = names.map((name) => [`models/${name}.yaml`, writeModel("[ORDERS/ID]")]);
    bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": program, ...Object.fromEntries(files) },
    });
  });
  afterAll(() => bench.dispose());

  /** The lines of an `up`, and the models whose warnings it shows. */
  async function runUp(): Promise<{ lines: number; warned: string[] }> {
    const said = await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const warned = names.filter((name) => said.includes(`models/${name}.yaml:11:41: warning: `));
    return { lines: said.split("\n").filter(Boolean).length, warned };
  }

  test("are warned of when they are created, and of the one that changes", async () => {
    expect((await runUp()).warned).toEqual(names);
    const again = await runUp();
    expect(again.warned).toEqual([]);
    expect(again.lines).toBeLessThan(10);
    await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    await bench.stack.write("models/model_7.yaml", writeModel("[ORDERS/AMOUNT]"));
    expect((await runUp()).warned).toEqual(["model_7"]);
  });
});
