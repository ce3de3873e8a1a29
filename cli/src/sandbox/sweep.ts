import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import { type DeleteOptions, deleteSandboxes } from "./delete";
import { Sandboxes } from "./stack";

interface Options extends DeleteOptions {
  readonly older: string;
}

const hour = 60 * 60 * 1000;
const units: Readonly<Record<string, number>> = { h: hour, d: 24 * hour, w: 7 * 24 * hour };

/** Deletes the sandboxes of a stack that are older than a time. One that can't be deleted keeps no other. */
export async function run(context: Context, _: readonly string[], { older, ...options }: Options): Promise<Outcome> {
  const end = Date.now() - parseAge(older);
  return Sandboxes.use(context, options, async (sandboxes) => {
    const all = await sandboxes.list();
    const old = all.filter(({ updatedAt }) => updatedAt === undefined || Date.parse(updatedAt) < end);
    const { done, lines, kept } = await deleteSandboxes(context, sandboxes, old, options);
    const reasons = kept.map(({ message }) => message);
    const json = {
      deleted: done,
      dryRun: options.dryRun === true,
      kept: all.length - done.length,
      notDeleted: reasons,
    };
    const exit = kept.length > 0 ? exitCodes.usage : exitCodes.ok;
    return { json, text: [...lines, ...reasons].join("\n"), exit };
  });
}

/** @throws UsageError */
function parseAge(text: string): number {
  const [, count, unit = ""] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  if (count === undefined) throw new UsageError(`--older ${text}: write a time, such as 12h, 7d or 2w.`);
  return Number(count) * (units[unit] ?? 0);
}
