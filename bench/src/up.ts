import { type Chain, measureRequests } from "./shared/alone";
import type { EmulatorProcess } from "./shared/emulator";
import { Lab } from "./shared/lab";
import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";
import { buildModelSpec } from "./shared/models";
import type { Declared, Program } from "./shared/programs";
import { backends } from "./shared/project";

/** What the provider asks for one new model: make it, learn its ids, look for formulas that don't work. */
const requestsPerModel = 3;

interface Work {
  readonly models: number;
  readonly columns: number;
}

export const up: Bench = {
  name: "up",
  about:
    "creating 200 models of 300 columns at 5 ms latency, against the floor and the requests alone, trivial " +
    "resources with the models' texts, and the naive peer, for two settings of the backend",
  async run({ report, scale }) {
    const declared = { models: scale.of(200, 10), columns: scale.of(300, 30) };
    for (const { backend, writesEachStep, environment } of backends) {
      const requests: number[] = [];
      const create = (program: Program, what: Declared) =>
        Lab.use(async (lab) => {
          const emulator = await lab.startEmulator({ latencyMs: 5 });
          const project = await lab.createProject({ program, declared: what, emulator });
          const time = await project.measure("up", { environment });
          if (program === "ours") requests.push((await emulator.listRequests()).length);
          return time;
        });
      const works: Record<string, () => Promise<number>> = {
        "pulumi-analytics": () => create("ours", declared),
        "the floor": () => create("floor", { trivial: declared.models }),
        "the requests alone": () =>
          Lab.use(async (lab) => createAlone(await lab.startEmulator({ latencyMs: 5 }), declared)),
        "trivial resources with the same texts": () => create("floor", declared),
        "the naive peer": () => create("naive", declared),
      };
      // Writing the whole state at each step takes minutes a round.
      const rounds = scale.of(writesEachStep ? 2 : 3, 1);
      const times = await runInterleaved(Object.values(works), rounds, { warmUp: false });
      for (const [index, work] of Object.keys(works).entries()) {
        report.spread(`${backend}: ${work}`, computeSpread(times[index]!), "ms");
      }
      const [ours = [], floor = [], alone = [], carried = [], naive = []] = times;
      const addRequests = (others: readonly number[]) => others.map((time, round) => time + alone[round]!);
      const compareFloor = (what: string) => `${backend}: time against ${what}`;
      const exactly = requestsPerModel * declared.models + 1;
      report.count(`${backend}: requests`, Math.max(...requests), "requests", { exactly });
      const least = computeRatios(ours, addRequests(floor)).median;
      report.measured(compareFloor("the floor and the requests alone"), least, "×", { most: 1.3 });
      const same = computeRatios(ours, addRequests(carried)).median;
      report.measured(compareFloor("trivial resources with the same texts and the requests alone"), same, "×");
      report.measured(compareFloor("the naive peer"), computeRatios(ours, naive).median, "×", { most: 0.5 });
    }
  },
};

function createAlone(emulator: EmulatorProcess, { models, columns }: Work): Promise<number> {
  const { folders, connections } = emulator.seeded;
  const create =
    (model: number): Chain =>
    async (ask) => {
      const spec = buildModelSpec(model, { columns, connectionId: connections.warehouse });
      const body = { name: `Model ${model}`, folderId: folders.models, schemaVersion: 1, ...spec };
      const { dataModelId } = (await ask("POST", "/v2/dataModels/spec", body)) as { dataModelId: string };
      await ask("GET", `/v2/dataModels/${dataModelId}/spec`);
      await ask("GET", `/v2/dataModels/${dataModelId}/columns?limit=1000`);
    };
  return measureRequests(
    emulator,
    Array.from({ length: models }, (_, model) => create(model)),
  );
}
