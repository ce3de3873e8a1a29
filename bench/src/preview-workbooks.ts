import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";

/** As many workbooks or models, each a text of about the same length. */
const writeProgram = (kind: "workbooks" | "models", count: number, elements: number) => `
const analytics = require("pulumi-analytics");
const { buildRichWorkbook } = require(${JSON.stringify(require.resolve("analytics-emulator"))});
const { buildModelSpec } = require(${JSON.stringify(require.resolve("./shared/models"))});
const config = new (require("@pulumi/pulumi").Config)();
const [connectionId, folderId] = ["connectionId", "folderId"].map((key) => config.require(key));
const contents = buildRichWorkbook({ connectionId, elements: ${elements} });
const length = JSON.stringify(contents).length;
const columnLength = JSON.stringify(buildModelSpec(0, { columns: 1000, connectionId })).length / 1000;
const columns = Math.round(length / columnLength);
for (let index = 0; index < ${count}; index++) {
  if (${kind === "workbooks"}) {
    contents.elements[0].name = "Number " + index;
    new analytics.Workbook("workbook-" + index,
      { name: "Workbook " + index, folderId, contents: JSON.stringify(contents) });
  } else {
    new analytics.DataModel("model-" + index,
      { name: "Model " + index, folderId, spec: JSON.stringify(buildModelSpec(index, { columns, connectionId })) });
  }
}
`;

export const previewWorkbooks: Bench = {
  name: "preview-workbooks",
  about: "a no-op preview of 50 workbooks of 100 elements, against as many models with texts of equal length",
  async run({ report, scale, lab }) {
    const count = scale.of(50, 3);
    const emulator = await lab.startEmulator();
    const open = (kind: "workbooks" | "models") =>
      lab.createProject({
        program: "ours",
        declared: {},
        emulator,
        texts: { "index.js": writeProgram(kind, count, 100) },
      });
    const projects = [await open("workbooks"), await open("models")];
    for (const project of projects) await project.make();
    await emulator.clearRequests();
    const works = projects.map((project) => () => project.measure("preview", { args: ["--expect-no-changes"] }));
    const [workbooks = [], models = []] = await runInterleaved(works, scale.of(5, 1), { warmUp: !scale.quick });
    report.spread("workbooks", computeSpread(workbooks), "ms");
    report.spread("models", computeSpread(models), "ms");
    report.count("requests", (await emulator.listRequests()).length, "requests", { exactly: 0 });
    report.measured("time against models", computeRatios(workbooks, models).median, "×", { most: 1.25 });
  },
};
