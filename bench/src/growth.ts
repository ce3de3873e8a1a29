import { watchMemory } from "./shared/cost";
import { Lab } from "./shared/lab";
import { type Bench, fitPower, type Point, type Report } from "./shared/measure";
import { countObjects, growOrganization, splitIntoDomains } from "./shared/organization";
import type { Declared } from "./shared/programs";
import { type Project, withoutCheckpoints } from "./shared/project";

export const growth: Bench = {
  name: "growth",
  about:
    "an organization of 5,000 models of 100 columns, 10,000 grants, 2,000 members, 1,000 schedules and 2,000 " +
    "workbooks, in doubling steps, in one stack and in a stack per domain: time, memory, requests, state",
  async run({ report, scale }) {
    for (const [shape, split] of [
      ["one stack", (declared: Declared) => [declared]],
      ["a stack per domain", splitIntoDomains],
    ] as const) {
      const points: Record<string, Point[]> = {};
      for (const step of scale.of([4, 8, 16, 32, 64, 128], [1, 2])) {
        const share = step / scale.of(128, 1280);
        const organization = growOrganization(share);
        const metric = `${shape}, ${countObjects(organization)} objects`;
        const failure = await measureStep(report, metric, {
          stacks: split(organization),
          keep: (operation, ms) => {
            points[operation] ??= [];
            points[operation].push([step, ms]);
          },
        });
        // What breaks here breaks in the larger steps, too.
        if (failure === undefined) continue;
        if (scale.quick) throw new Error(failure);
        report.broken(metric, failure);
        break;
      }
      for (const [operation, some] of Object.entries(points)) {
        report.measured(`${shape}: log-log slope of ${operation}`, fitPower(some), "");
      }
    }
  },
};

interface Step {
  readonly stacks: readonly Declared[];
  readonly keep: (operation: string, ms: number) => void;
}

/** All stacks of a step, one after the other. Answers the message of what failed. */
function measureStep(report: Report, metric: string, { stacks, keep }: Step): Promise<string | undefined> {
  return Lab.use(async (lab) => {
    const emulator = await lab.startEmulator({ latencyMs: 20, tokenRequestsPerSecond: null });
    const projects: Project[] = [];
    for (const declared of stacks) projects.push(await lab.createProject({ program: "plugin", declared, emulator }));
    for (const operation of ["up", "preview", "refresh"] as const) {
      await emulator.clearRequests();
      let [ms, cpuMs] = [0, 0];
      let failure: string | undefined;
      const memory = await watchMemory(async () => {
        for (const project of projects) {
          try {
            const cost = await project.measureCost(operation, { environment: withoutCheckpoints });
            ms += cost.ms;
            cpuMs += cost.cpuMs;
          } catch (error) {
            failure = (error as Error).message;
            return;
          }
        }
      });
      for (const [role, megabytes] of memory) {
        report.measured(`${metric}: ${operation}, memory of ${role}`, megabytes, "MB");
      }
      if (failure !== undefined) return `${operation}: ${failure}`;
      report.measured(`${metric}: ${operation}`, ms / 1000, "s");
      report.measured(`${metric}: ${operation}, CPU time`, cpuMs / 1000, "s");
      const requests = (await emulator.listRequests()).length;
      report.count(`${metric}: ${operation}, requests`, requests, "requests");
      keep(operation, ms);
    }
    let bytes = 0;
    for (const project of projects) bytes += await project.measureState();
    report.count(`${metric}: state`, bytes / 1e6, "MB");
    return undefined;
  });
}
