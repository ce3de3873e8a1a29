import { Lab } from "./shared/lab";
import { type Bench, computeSpread } from "./shared/measure";

const perSecond = 20;

export const throttled: Bench = {
  name: "throttled",
  about:
    `creating 300 tags on a platform that takes ${perSecond} requests a second and refuses the rest without ` +
    "Retry-After, against that rate",
  async run({ report, scale }) {
    const tags = scale.of(300, 60);
    const runs: { ms: number; refused: number; made: number }[] = [];
    for (let round = 0; round < scale.of(5, 1); round++) {
      await Lab.use(async (lab) => {
        const emulator = await lab.startEmulator({ latencyMs: 20, requestsPerSecond: perSecond });
        const project = await lab.createProject({ program: "ours", declared: { tags }, emulator });
        await project.measure("up");
        const sent = await emulator.listRequests();
        const ends = sent.map(({ at, ms }) => at + (ms ?? 0));
        runs.push({
          // From the first request to the last answer: the engine's own start and end are no matter of pace.
          ms: Math.max(...ends) - Math.min(...sent.map(({ at }) => at)),
          refused: (100 * sent.filter(({ status }) => status === 429).length) / sent.length,
          made: (await emulator.readState("tags")).tags.length,
        });
      });
    }
    const ideal = (1000 * tags) / perSecond;
    report.spread("from the first request to the last answer", computeSpread(runs.map(({ ms }) => ms)), "ms");
    report.spread("refused", computeSpread(runs.map(({ refused }) => refused)), "%");
    report.count("tags made", Math.max(...runs.map(({ made }) => made)), "tags", { exactly: tags });
    report.measured("time against the rate", computeSpread(runs.map(({ ms }) => ms / ideal)).median, "×", {
      most: 1.15,
    });
    report.measured("refused", computeSpread(runs.map(({ refused }) => refused)).median, "%", { most: 5 });
  },
};
