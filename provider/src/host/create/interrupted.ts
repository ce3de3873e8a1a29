import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod";
import { ApiError, readUnless } from "../../core/api";
import type { Properties } from "../../core/engine";
import { recoveryDays } from "../../settings";
import { DoubtError, findCandidates, type Seeker } from "./search";

/** A create, as far as other objects matter to it. */
interface Creating extends Seeker {
  readonly inputs: Properties;
}

/**
 * Refuses to create an object beside an equal one that a killed run of another machine may have created: the journal of
 * this machine lacks that run, but the state has its pending create. The engine keeps a pending create until a refresh
 * clears it. It only warns of it, and passes it to no provider, so the state is read, but only if there is such an
 * object: new within the days of a recovery, by the same member, and in no other entry.
 *
 * @param older the objects that have the natural key now; undefined: unknown.
 * @throws DoubtError with both ways to go on.
 */
export async function refuseInterrupted(creating: Creating, older: ReadonlySet<string> | undefined): Promise<void> {
  const { kind, inputs, attempt } = creating;
  const { urn } = attempt;
  if (urn === undefined || older?.size === 0 || kind.adoption?.origin === undefined) return;
  const lost = { sent: inputs, since: Date.now() - recoveryDays * 24 * 3600 * 1000, isJournalled: false };
  const found = await readUnless((error) => error instanceof ApiError, findCandidates(creating, lost));
  const ids = (found ?? []).filter(({ isNew, changed }) => isNew || changed.length === 0).map(({ id }) => id);
  if (ids.length === 0 || !(await stateReader.isInterrupted(urn))) return;
  throw new DoubtError(
    `An earlier run of this stack was interrupted while it created the ${kind.describe(inputs)}, and the journal of ` +
      `this machine does not have that run. There is ${ids.join(", ")}, which that run may have created. Nothing was ` +
      "created. Recover the run: pulumi config set analytics:recoverFrom <the time at which it began, such as " +
      "2026-02-03T10:15:00Z>, then pulumi up. If the object is another one, clear the pending operation to create a " +
      "new object: pulumi refresh --yes --skip-preview --clear-pending-creates.",
  );
}

/** How often each URN of a stack is among the pending creates of its state. */
type PendingCreates = ReadonlyMap<string, number>;

/** Finds in the state which creates an earlier run left pending. */
export class StateReader {
  #known: PendingCreates | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param read the URNs of the pending creates of the stack with this name.
   * @param own how often the state has a create of this run as pending while it runs.
   */
  constructor(
    private readonly read: (stack: string) => Promise<readonly string[]>,
    private readonly own: number,
  ) {}

  /** Whether an earlier run left the create of a resource pending. Call it while the create runs. */
  isInterrupted(urn: string): Promise<boolean> {
    const result = this.#last.then(async () => {
      // What an earlier run left stays there during this run. As much as is this run's may be either's.
      if (this.#known === undefined || this.#known.get(urn) === this.own) this.#known = await this.#count(urn);
      return (this.#known.get(urn) ?? 0) > this.own;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #count(urn: string): Promise<PendingCreates> {
    const counts = new Map<string, number>();
    const [, , stack = ""] = urn.split(":");
    for (const pending of await this.read(stack)) counts.set(pending, (counts.get(pending) ?? 0) + 1);
    return counts;
  }
}

const stateSchema = z.object({
  deployment: z.object({
    pending_operations: z.array(z.object({ type: z.string(), resource: z.object({ urn: z.string() }) })).optional(),
  }),
});

/** Reads them with the CLI, which finds the backend as the run's engine did. Without it, there are none. */
async function readPendingCreates(stack: string): Promise<string[]> {
  const args = ["stack", "export", "--stack", stack, "--non-interactive"];
  const limits = { timeout: 60_000, maxBuffer: 512 * 1024 * 1024 };
  try {
    const { stdout } = await promisify(execFile)("pulumi", args, limits);
    const { pending_operations: operations = [] } = stateSchema.parse(JSON.parse(stdout)).deployment;
    return operations.filter(({ type }) => type === "creating").map(({ resource }) => resource.urn);
  } catch {
    return [];
  }
}

/** Without checkpoints, the engine saves its state at the end of a run. */
const { PULUMI_EXPERIMENTAL, PULUMI_SKIP_CHECKPOINTS } = process.env;
const stateReader = new StateReader(readPendingCreates, PULUMI_EXPERIMENTAL && PULUMI_SKIP_CHECKPOINTS ? 0 : 1);
