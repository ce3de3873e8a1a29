import { measureFirstCheck } from "./shared/host";
import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";
import { buildModelSpec } from "./shared/models";

const settings = {
  "analytics:baseUrl": "http://127.0.0.1:1",
  "analytics:clientId": "id",
  "analytics:clientSecret": "secret",
};
const trivial = "exports.handler = () => ({ check: async (olds, inputs) => ({ inputs, failures: [] }) });";
const writeProviderText = (kind: string) => `exports.handler = () => require("pulumi-analytics/host").${kind};`;

export const host: Bench = {
  name: "host",
  about: "from the start of the dynamic-provider host to the answer to its first check, against a trivial provider",
  async run({ report, scale }) {
    const tag = { name: "Tag", color: "grass" };
    const spec = buildModelSpec(0, { columns: 300, connectionId: "7c9e6679-7425-40de-944b-e07fc1f90ae7" });
    const model = { name: "Model", folderId: "folder", spec: JSON.stringify(spec) };
    const works = [
      () => measureFirstCheck(writeProviderText("Tag"), tag, settings),
      () => measureFirstCheck(trivial, tag),
      () => measureFirstCheck(writeProviderText("DataModel"), model, settings),
      () => measureFirstCheck(trivial, model),
    ];
    const [tags = [], leastTags = [], models = [], leastModels = []] = await runInterleaved(works, scale.of(31, 3));
    report.spread("a tag", computeSpread(tags), "ms");
    report.spread("the same, a trivial provider", computeSpread(leastTags), "ms");
    report.spread("a model of 300 columns", computeSpread(models), "ms");
    report.spread("the same, a trivial provider", computeSpread(leastModels), "ms");
    report.measured("a tag: time against a trivial provider", computeRatios(tags, leastTags).median, "×", {
      most: 1.3,
    });
    report.measured("a model: time against a trivial provider", computeRatios(models, leastModels).median, "×", {
      most: 1.5,
    });
  },
};
