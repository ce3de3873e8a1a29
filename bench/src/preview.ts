import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";

export const preview: Bench = {
  name: "preview",
  about:
    "a no-op preview of 200 models of 300 columns, against as many trivial resources with a short text, with the " +
    "models' texts, and the naive peer",
  async run({ report, scale, lab }) {
    const models = scale.of(200, 10);
    const columns = scale.of(300, 30);
    const emulator = await lab.startEmulator();
    const ours = await lab.createProject({ program: "ours", declared: { models, columns }, emulator });
    const floor = await lab.createProject({ program: "floor", declared: { trivial: models } });
    const naive = await lab.createProject({ program: "naive", declared: { models, columns }, emulator });
    const carrying = await lab.createProject({ program: "floor", declared: { models, columns }, emulator });
    const projects = [ours, floor, carrying, naive];
    for (const project of projects) await project.make();

    await emulator.clearRequests();
    const works = projects.map((project) => () => project.measure("preview", { args: ["--expect-no-changes"] }));
    const [mine = [], least = [], carried = [], theirs = []] = await runInterleaved(works, scale.of(5, 1), {
      warmUp: !scale.quick,
    });
    report.spread("pulumi-analytics", computeSpread(mine), "ms");
    report.spread("the floor", computeSpread(least), "ms");
    report.spread("as many trivial resources that carry the models' texts", computeSpread(carried), "ms");
    report.spread("the naive peer", computeSpread(theirs), "ms");
    report.count("requests", (await emulator.listRequests()).length, "requests", { exactly: 0 });
    report.measured("time against the floor", computeRatios(mine, least).median, "×", { most: 1.25 });
    report.measured("time against trivial resources with the same texts", computeRatios(mine, carried).median, "×");
    report.measured("time against the naive peer", computeRatios(mine, theirs).median, "×", { most: 0.25 });
  },
};
