import { join } from "node:path";
import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";
import { repository, runtimeYaml } from "./shared/project";

/** A pack of one policy that looks at nothing. */
const emptyPack = `
const { PolicyPack } = require("@pulumi/policy");
new PolicyPack("empty", { policies: [{ name: "nothing", description: "Nothing", enforcementLevel: "advisory",
  validateResource: () => {} }] });
`;

export const policy: Bench = {
  name: "policy",
  about: "a preview of 200 models of 300 columns with the starter pack, against a pack of one empty policy",
  async run({ report, scale, lab }) {
    const project = await lab.createProject({
      program: "ours",
      declared: { models: scale.of(200, 10), columns: scale.of(300, 30) },
      emulator: await lab.startEmulator(),
      texts: {
        "empty/PulumiPolicy.yaml": runtimeYaml,
        "empty/package.json": '{ "name": "empty", "version": "0.0.1", "private": true, "main": "index.js" }',
        "empty/index.js": emptyPack,
      },
    });
    const packs = [join(repository, "policies"), join(project.stack.directory, "empty")];
    const works = packs.map((pack) => () => project.measure("preview", { args: ["--policy-pack", pack] }));
    const [starter = [], empty = []] = await runInterleaved(works, scale.of(5, 1), { warmUp: !scale.quick });
    report.spread("with the starter pack", computeSpread(starter), "ms");
    report.spread("with an empty policy", computeSpread(empty), "ms");
    report.measured("time against an empty policy", computeRatios(starter, empty).median, "×", { most: 1.15 });
  },
};
