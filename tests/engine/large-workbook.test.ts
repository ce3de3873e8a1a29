import { buildRichWorkbook } from "analytics-emulator";
import { type Bench, projectYaml, startBench } from "./support";

const program = `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
new analytics.Workbook("large", {
  name: "Large",
  folderId: config.require("folderId"),
  contents: analytics.workbookFile("large.json"),
});
`;

describe("a workbook of 600 elements, with the real engine", () => {
  let bench: Bench;
  let contents: { elements: { id: string; kind: string; name?: string }[] };

  const save = () => bench.stack.write("large.json", JSON.stringify(contents));
  const runUp = (...options: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...options]);

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program } });
    contents = buildRichWorkbook({ connectionId: bench.emulator.seeded.connections.warehouse }) as typeof contents;
    await save();
  });
  afterAll(() => bench.dispose());

  test("is created once; a second up and a preview with a refresh send nothing", async () => {
    expect(contents.elements).toHaveLength(600);
    await runUp();
    expect(bench.writes()).toEqual(["POST /v2/workbooks"]);
    bench.emulator.clearRequests();
    await runUp("--expect-no-changes");
    expect(bench.emulator.requests()).toEqual([]);
    await bench.stack.expect(["preview", "--refresh", "--expect-no-changes"]);
    expect(bench.writes()).toEqual([]);
  });

  test("of a change of one element the preview names that, without a request, and an up writes once", async () => {
    contents.elements.find(({ kind }) => kind === "kpi-chart")!.name = "Turnover";
    await save();
    bench.emulator.clearRequests();
    const preview = await bench.stack.expect(["preview"]);
    expect(preview).toContain('workbook "Large": page Page 1 › KPI Turnover: name `Number e1` → `Turnover`');
    // What is shown as it comes is shown again at the end.
    expect(new Set(preview.match(/workbook "Large": page.*/g)).size).toBe(1);
    expect(bench.emulator.requests()).toEqual([]);
    await runUp();
    expect(bench.writes()).toHaveLength(1);
    await runUp("--expect-no-changes", "--refresh");
  });
});
