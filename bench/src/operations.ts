import { type Cost, watchMemory } from "./shared/cost";
import { Lab } from "./shared/lab";
import { type Bench, computeRatios, computeSpread, type Report, runInterleaved, type Scale } from "./shared/measure";
import type { Declared, Program } from "./shared/programs";
import { backends, type Project } from "./shared/project";

/** What is created, previewed and refreshed, and the requests that this costs at most, without sign-ins. */
interface Work {
  readonly what: string;
  readonly declared: Declared;
  readonly creates: number;
  readonly reads: number;
}

/** The two ways to the provider, and the peer: a dynamic provider that does nothing, with the same texts. */
const sides: readonly { side: string; program: Program }[] = [
  { side: "the peer", program: "peer" },
  { side: "dynamic provider", program: "ours" },
  { side: "plugin", program: "plugin" },
];

/** Of a preview, which sends no request. `up` and refresh send them, and the peer doesn't: there is no such bound. */
const most = 1.1;
const latencyMs = 20;

function listWorks(scale: Scale): Work[] {
  const [tags, more] = [scale.of(200, 20), scale.of(1000, 40)];
  const [models, columns] = [scale.of(200, 5), scale.of(300, 30)];
  const [workbooks, elements] = [scale.of(100, 3), scale.of(60, 10)];
  return [
    ...[tags, more].map((count) => ({
      what: `${count} tags`,
      declared: { tags: count },
      creates: count,
      reads: Math.ceil(count / 1000),
    })),
    {
      what: `${models} models of ${columns} columns`,
      declared: { models, columns },
      creates: 3 * models,
      reads: models,
    },
    {
      what: `${workbooks} workbooks of ${elements} elements`,
      declared: { workbooks, elements },
      creates: 4 * workbooks,
      reads: 2 * workbooks,
    },
  ];
}

/** Requests that an operation may need whatever the number of objects: lists, and who signs in. */
const others = 10;

export const operations: Bench = {
  name: "operations",
  about:
    `up, no-op preview and refresh of tags, models and workbooks at ${latencyMs} ms latency, through both doors, ` +
    "against a provider that does nothing with the same texts: time, CPU time, requests, memory, state",
  async run({ report, scale }) {
    for (const work of listWorks(scale)) {
      await measureUp(report, scale, work);
      await measureUnchanged(report, scale, work);
    }
  },
};

async function measureUp(report: Report, scale: Scale, work: Work): Promise<void> {
  for (const { backend, environment, writesEachStep } of backends) {
    await compare(report, `${work.what}: up, ${backend}`, {
      // Writing the whole state at each step takes minutes a round.
      rounds: scale.of(writesEachStep ? 1 : 3, 1),
      warmUp: false,
      works: sides.map(
        ({ program, side }) =>
          () =>
            Lab.use(async (lab) => {
              const emulator = await lab.startEmulator({ latencyMs, tokenRequestsPerSecond: null });
              const project = await lab.createProject({ program, declared: work.declared, emulator });
              const cost = await project.measureCost("up", { environment });
              const sent = (await emulator.listRequests()).length;
              return { ...cost, check: () => countUp(report, `${work.what}: up, ${backend}, ${side}`, work, sent) };
            }),
      ),
    });
  }
}

/**
 * The peer sends nothing. Before and after each burst of creates there is a list: how many creates are in a burst is up
 * to the engine, which writes the state between them.
 */
function countUp(report: Report, metric: string, { creates }: Work, sent: number): void {
  if (sent > 0) report.count(`${metric}: requests`, sent, "requests", { most: 1.5 * creates + others });
}

async function measureUnchanged(report: Report, scale: Scale, work: Work): Promise<void> {
  await Lab.use(async (lab) => {
    const made: { side: string; project: Project; countRequests: () => Promise<number> }[] = [];
    for (const { side, program } of sides) {
      const emulator = await lab.startEmulator({ latencyMs, tokenRequestsPerSecond: null });
      const project = await lab.createProject({ program, declared: work.declared, emulator });
      const countRequests = async () => {
        const sent = (await emulator.listRequests()).length;
        await emulator.clearRequests();
        return sent;
      };
      await reportMemory(report, `${work.what}: up, ${side}`, () => project.make());
      await countRequests();
      report.measured(`${work.what}: state, ${side}`, await project.measureState(), "B");
      made.push({ side, project, countRequests });
    }
    for (const command of ["preview", "refresh"] as const) {
      for (const { side, project, countRequests } of made) {
        const metric = `${work.what}: ${command}, ${side}`;
        await reportMemory(report, metric, () => project.measureCost(command));
        const bound = command === "preview" ? { exactly: 0 } : { most: work.reads + others };
        report.count(`${metric}: requests`, await countRequests(), "requests", bound);
      }
      await compare(report, `${work.what}: ${command}`, {
        rounds: scale.of(3, 1),
        // The runs before, whose memory was measured, warmed up.
        warmUp: false,
        bound: command === "preview" ? { most } : undefined,
        works: made.map(
          ({ project }) =>
            () =>
              project.measureCost(command, command === "preview" ? { args: ["--expect-no-changes"] } : {}),
        ),
      });
    }
  });
}

async function reportMemory(report: Report, metric: string, work: () => Promise<unknown>): Promise<void> {
  for (const [role, megabytes] of await watchMemory(work)) {
    report.measured(`${metric}: memory of ${role}`, megabytes, "MB", role === "plugin" ? { most: 200 } : undefined);
  }
}

interface Comparison {
  readonly rounds: number;
  readonly warmUp: boolean;
  /** Of the time against the peer. */
  readonly bound?: { readonly most: number } | undefined;
  readonly works: readonly (() => Promise<Cost & { readonly check?: () => void }>)[];
}

/** Measures in turn; the first work is the peer. */
async function compare(report: Report, metric: string, { rounds, warmUp, bound, works }: Comparison): Promise<void> {
  const cpu: number[][] = works.map(() => []);
  const checks: (() => void)[] = [];
  const measured = works.map((work, index) => async () => {
    const { ms, cpuMs, check } = await work();
    cpu[index]!.push(cpuMs);
    if (check !== undefined) checks[index] = check;
    return ms;
  });
  const times = await runInterleaved(measured, rounds, { warmUp });
  for (const [index, { side }] of sides.entries()) {
    report.spread(`${metric}, ${side}`, computeSpread(times[index]!), "ms");
    report.measured(`${metric}, ${side}: time`, computeSpread(times[index]!).median, "ms");
    report.measured(`${metric}, ${side}: CPU time`, computeSpread(cpu[index]!).median, "ms");
    checks[index]?.();
    if (index === 0) continue;
    const ratio = computeRatios(times[index]!, times[0]!).median;
    report.measured(`${metric}, ${side}: time against the peer`, ratio, "×", bound);
    report.measured(`${metric}, ${side}: CPU time against the peer`, computeRatios(cpu[index]!, cpu[0]!).median, "×");
  }
}
