import { buildRichWorkbook } from "analytics-emulator";
import { chooseCases } from "../cases";
import { type Door, runUp, write } from "./both-doors";
import { type Bench, projectYaml, startBench } from "./support";

const program = `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const folderId = config.require("folderId");
new analytics.DataModel("wide", { name: "Wide", folderId, spec: analytics.specFile("wide.json") });
new analytics.Workbook("rich", { name: "Rich", folderId, contents: analytics.workbookFile("rich.json") });
`;

interface Part {
  name?: string;
  formula?: string;
}

/** How many columns of the model change, and how many elements of the workbook. */
const edited = 16;

describe.each(chooseCases(["plugin", "dynamic"] as const))("preview --diff of large documents: %s", (door: Door) => {
  let bench: Bench;
  let columns: Part[];
  let elements: Part[];
  let save: () => Promise<void>;

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": "" } });
    const connectionId = bench.emulator.seeded.connections.warehouse;
    const rich = buildRichWorkbook({ connectionId }) as { elements: Part[] };
    const formula = "[ORDERS/AMOUNT] * 1";
    columns = Array.from({ length: 300 }, (_, at) => ({ id: `c${at}`, name: `Column ${at}`, formula }));
    const source = { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] };
    const wide = {
      pages: [{ id: "main", name: "Main", elements: [{ id: "facts", kind: "table", name: "Facts", source, columns }] }],
    };
    elements = rich.elements.filter(({ name }) => typeof name === "string").slice(0, edited);
    save = async () => {
      await bench.stack.write("wide.json", JSON.stringify(wide));
      await bench.stack.write("rich.json", JSON.stringify(rich));
    };
    await save();
    await write(bench, door, program);
    await runUp(bench);
  });
  afterAll(() => bench.dispose());

  async function edit(sign: string): Promise<void> {
    for (const column of columns.slice(0, edited)) column.formula += ` ${sign} 2`;
    for (const element of elements) element.name += sign;
    await save();
  }

  /** What is shown, and the lines of the differences. */
  async function preview(...options: string[]): Promise<{ shown: string; lines: string[] }> {
    const { code, stdout, stderr } = await bench.stack.run(["preview", "--diff", ...options]);
    expect(code).toBe(0);
    return { shown: stdout + stderr, lines: stdout.split("\n").filter((line) => line.trim() !== "") };
  }

  /** Of each change its place, with short values. */
  function expectChanges(shown: string): void {
    const rows = shown.split("\n");
    for (const [at, { formula }] of columns.slice(0, edited).entries()) {
      expect(rows).toContainEqual(expect.stringMatching(`column (c|Column )${at}\\b.*formula.*→`));
      expect(shown).toContain(`→ \`${formula}\``);
    }
    for (const { name } of elements) expect(shown).toContain(`→ \`${name}\``);
  }

  test("16 changes of a model and of a workbook are a line each, and the first line says so", async () => {
    await edit("+");
    const { shown, lines } = await preview();
    expectChanges(shown);
    expect(shown).toMatch(/data model "Wide": 16 changes; the next lines are their short form/);
    // The dynamic provider's differences are the engine's own, of all of the text.
    if (door === "plugin") {
      expect(lines.length).toBeLessThan(2 * edited + 30);
      expect(lines.filter((line) => line.length > 600)).toEqual([]);
    }
  });
});
