import { type Chain, requestsAlone } from "./shared/alone";
import type { EmulatorProcess } from "./shared/emulator";
import { Lab } from "./shared/lab";
import { type Bench, interleaved, ratios, spreadOf } from "./shared/measure";
import { modelSpec } from "./shared/models";

/** What the provider asks for one new model: make it, learn its ids, look for formulas that don't work. */
const requestsPerModel = 3;

export const up: Bench = {
  name: "up",
  about:
    "creating 200 models of 300 columns at 5 ms latency, against the floor and the requests alone, and against the naive peer",
  async run({ report, scale }) {
    const models = scale.of(200, 10);
    const columns = scale.of(300, 30);
    const requests: number[] = [];
    const create = (program: "ours" | "naive") =>
      Lab.use(async (lab) => {
        const emulator = await lab.emulator({ latencyMs: 5 });
        const project = await lab.project({ program, declared: { models, columns }, emulator });
        const time = await project.time("up");
        if (program === "ours") requests.push((await emulator.requests()).length);
        return time;
      });
    const works = [
      () => create("ours"),
      () => Lab.use(async (lab) => (await lab.project({ program: "floor", declared: { trivial: models } })).time("up")),
      () => Lab.use(async (lab) => createAlone(await lab.emulator({ latencyMs: 5 }), models, columns)),
      () => create("naive"),
    ];
    const rounds = scale.of(3, 1);
    const [ours = [], floor = [], alone = [], naive = []] = await interleaved(works, rounds, { warmUp: false });
    report.spread("pulumi-analytics", spreadOf(ours), "ms");
    report.spread("the floor", spreadOf(floor), "ms");
    report.spread("the requests alone", spreadOf(alone), "ms");
    report.spread("the naive peer", spreadOf(naive), "ms");
    const least = floor.map((time, round) => time + alone[round]!);
    report.count("requests", Math.max(...requests), "requests", { exactly: requestsPerModel * models + 1 });
    report.measured("time against the floor and the requests alone", ratios(ours, least).median, "×", { most: 1.3 });
    report.measured("time against the naive peer", ratios(ours, naive).median, "×", { most: 0.5 });
  },
};

function createAlone(emulator: EmulatorProcess, models: number, columns: number): Promise<number> {
  const { folders, connections } = emulator.seeded;
  const create =
    (model: number): Chain =>
    async (ask) => {
      const spec = modelSpec(model, { columns, connectionId: connections.warehouse });
      const body = { name: `Model ${model}`, folderId: folders.models, schemaVersion: 1, ...spec };
      const { dataModelId } = (await ask("POST", "/v2/dataModels/spec", body)) as { dataModelId: string };
      await ask("GET", `/v2/dataModels/${dataModelId}/spec`);
      await ask("GET", `/v2/dataModels/${dataModelId}/columns?limit=1000`);
    };
  return requestsAlone(
    emulator,
    Array.from({ length: models }, (_, model) => create(model)),
  );
}
