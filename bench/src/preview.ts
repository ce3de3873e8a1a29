import { type Bench, interleaved, ratios, spreadOf } from "./shared/measure";

export const preview: Bench = {
  name: "preview",
  about:
    "a no-op preview of 200 models of 300 columns, against as many trivial resources with a short text, with the models' texts, and the naive peer",
  async run({ report, scale, lab }) {
    const models = scale.of(200, 10);
    const columns = scale.of(300, 30);
    const emulator = await lab.emulator();
    const ours = await lab.project({ program: "ours", declared: { models, columns }, emulator });
    const floor = await lab.project({ program: "floor", declared: { trivial: models } });
    const naive = await lab.project({ program: "naive", declared: { models, columns }, emulator });
    const carrying = await lab.project({ program: "floor", declared: { models, columns }, emulator });
    const projects = [ours, floor, carrying, naive];
    for (const project of projects) await project.make();

    await emulator.clearRequests();
    const works = projects.map((project) => () => project.time("preview", { args: ["--expect-no-changes"] }));
    const [mine = [], least = [], carried = [], theirs = []] = await interleaved(works, scale.of(5, 1), {
      warmUp: !scale.quick,
    });
    report.spread("pulumi-analytics", spreadOf(mine), "ms");
    report.spread("the floor", spreadOf(least), "ms");
    report.spread("as many trivial resources that carry the models' texts", spreadOf(carried), "ms");
    report.spread("the naive peer", spreadOf(theirs), "ms");
    report.count("requests", (await emulator.requests()).length, "requests", { exactly: 0 });
    report.measured("time against the floor", ratios(mine, least).median, "×", { most: 1.25 });
    report.measured("time against trivial resources with the same texts", ratios(mine, carried).median, "×");
    report.measured("time against the naive peer", ratios(mine, theirs).median, "×", { most: 0.25 });
  },
};
