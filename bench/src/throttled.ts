import { Lab } from "./shared/lab";
import { type Bench, spreadOf } from "./shared/measure";

const perSecond = 20;

export const throttled: Bench = {
  name: "throttled",
  about: `creating 300 tags on a platform that takes ${perSecond} requests a second and refuses the rest without Retry-After, against that rate`,
  async run({ report, scale }) {
    const tags = scale.of(300, 60);
    const runs: { ms: number; refused: number; made: number }[] = [];
    for (let round = 0; round < scale.of(5, 1); round++) {
      await Lab.use(async (lab) => {
        const emulator = await lab.emulator({ latencyMs: 20, requestsPerSecond: perSecond });
        const project = await lab.project({ program: "ours", declared: { tags }, emulator });
        await project.time("up");
        const sent = await emulator.requests();
        const ends = sent.map(({ at, ms }) => at + (ms ?? 0));
        runs.push({
          // From the first request to the last answer: the engine's own start and end are no matter of pace.
          ms: Math.max(...ends) - Math.min(...sent.map(({ at }) => at)),
          refused: (100 * sent.filter(({ status }) => status === 429).length) / sent.length,
          made: (await emulator.state("tags")).tags.length,
        });
      });
    }
    const ideal = (1000 * tags) / perSecond;
    report.spread("from the first request to the last answer", spreadOf(runs.map(({ ms }) => ms)), "ms");
    report.spread("refused", spreadOf(runs.map(({ refused }) => refused)), "%");
    report.count("tags made", Math.max(...runs.map(({ made }) => made)), "tags", { exactly: tags });
    report.measured("time against the rate", spreadOf(runs.map(({ ms }) => ms / ideal)).median, "×", { most: 1.15 });
    report.measured("refused", spreadOf(runs.map(({ refused }) => refused)).median, "%", { most: 5 });
  },
};
