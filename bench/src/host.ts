import { firstCheck } from "./shared/host";
import { type Bench, interleaved, ratios, spreadOf } from "./shared/measure";
import { modelSpec } from "./shared/models";

const settings = {
  "analytics:baseUrl": "http://127.0.0.1:1",
  "analytics:clientId": "id",
  "analytics:clientSecret": "secret",
};
const trivial = "exports.handler = () => ({ check: async (olds, inputs) => ({ inputs, failures: [] }) });";
const ours = (kind: string) => `exports.handler = () => require("pulumi-analytics/host").${kind};`;

export const host: Bench = {
  name: "host",
  about: "from the start of the dynamic-provider host to the answer to its first check, against a trivial provider",
  async run({ report, scale }) {
    const tag = { name: "Tag", color: "grass" };
    const spec = modelSpec(0, { columns: 300, connectionId: "7c9e6679-7425-40de-944b-e07fc1f90ae7" });
    const model = { name: "Model", folderId: "folder", spec: JSON.stringify(spec) };
    const works = [
      () => firstCheck(ours("Tag"), tag, settings),
      () => firstCheck(trivial, tag),
      () => firstCheck(ours("DataModel"), model, settings),
      () => firstCheck(trivial, model),
    ];
    const [tags = [], leastTags = [], models = [], leastModels = []] = await interleaved(works, scale.of(31, 3));
    report.spread("a tag", spreadOf(tags), "ms");
    report.spread("the same, a trivial provider", spreadOf(leastTags), "ms");
    report.spread("a model of 300 columns", spreadOf(models), "ms");
    report.spread("the same, a trivial provider", spreadOf(leastModels), "ms");
    report.measured("a tag: time against a trivial provider", ratios(tags, leastTags).median, "×", { most: 1.3 });
    report.measured("a model: time against a trivial provider", ratios(models, leastModels).median, "×", {
      most: 1.5,
    });
  },
};
