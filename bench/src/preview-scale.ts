import { type Bench, computeSpread, findFarthest, fitLine, runInterleaved } from "./shared/measure";

export const previewScale: Bench = {
  name: "preview-scale",
  about: "a no-op preview of 10, 50, 200 and 800 models of 300 columns: how far off a straight line; and the floor's",
  async run({ report, scale, lab }) {
    const sizes = scale.of([10, 50, 200, 800], [5, 20, 80]);
    const columns = scale.of(300, 30);
    const emulator = await lab.startEmulator();
    const options = [
      ...sizes.map((models) => ({ program: "ours" as const, declared: { models, columns }, emulator })),
      ...sizes.map((trivial) => ({ program: "floor" as const, declared: { trivial } })),
    ];
    const works: (() => Promise<number>)[] = [];
    for (const option of options) {
      const project = await lab.createProject(option);
      await project.make();
      works.push(() => project.measure("preview", { args: ["--expect-no-changes"] }));
    }
    await emulator.clearRequests();
    const spreads = (await runInterleaved(works, scale.of(3, 1), { warmUp: !scale.quick })).map(computeSpread);
    report.count("requests", (await emulator.listRequests()).length, "requests", { exactly: 0 });
    for (const [what, some, bound] of [
      ["models", spreads.slice(0, sizes.length), { most: 15 }],
      ["trivial resources", spreads.slice(sizes.length), undefined],
    ] as const) {
      const points = some.map(({ median }, index) => [sizes[index] as number, median] as const);
      for (const [index, spread] of some.entries()) report.spread(`${sizes[index]} ${what}`, spread, "ms");
      report.measured(`${what}: each`, fitLine(points).slope, "ms");
      report.measured(`${what}: farthest from a straight line`, 100 * findFarthest(points), "%", bound);
    }
  },
};
