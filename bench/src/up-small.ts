import { Lab } from "./shared/lab";
import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";
import type { Declared } from "./shared/programs";
import { backends } from "./shared/project";

export const upSmall: Bench = {
  name: "up-small",
  about:
    "creating 200 and 1,000 tags at 20 ms latency, against as many trivial resources of one short text, and of a " +
    "tag's texts, for two settings of the backend",
  async run({ report, scale }) {
    for (const tags of scale.of([200, 1000], [40])) {
      const requests: number[] = [];
      for (const { backend, environment } of backends) {
        const create = () =>
          Lab.use(async (lab) => {
            const emulator = await lab.startEmulator({ latencyMs: 20 });
            const project = await lab.createProject({ program: "ours", declared: { tags }, emulator });
            const time = await project.measure("up", { environment });
            requests.push((await emulator.listRequests()).length);
            return time;
          });
        const createTrivial = (declared: Declared) => () =>
          Lab.use(async (lab) => {
            const project = await lab.createProject({ program: "floor", declared });
            return project.measure("up", { environment });
          });
        const rounds = scale.of(tags > 500 ? 3 : 5, 1);
        const works = [create, createTrivial({ trivial: tags }), createTrivial({ tags })];
        const [ours = [], floor = [], carried = []] = await runInterleaved(works, rounds, { warmUp: false });
        report.spread(`${tags} tags, ${backend}`, computeSpread(ours), "ms");
        report.spread(`${tags} trivial resources, ${backend}`, computeSpread(floor), "ms");
        report.spread(`${tags} trivial resources with a tag's texts, ${backend}`, computeSpread(carried), "ms");
        const metric = `${tags} tags, ${backend}: time against the floor`;
        report.measured(metric, computeRatios(ours, floor).median, "×", { most: 1.15 });
        const same = `${tags} tags, ${backend}: time against trivial resources with the same texts`;
        report.measured(same, computeRatios(ours, carried).median, "×");
      }
      report.count(`${tags} tags: requests`, Math.max(...requests), "requests", { exactly: tags + 1 });
    }
  },
};
