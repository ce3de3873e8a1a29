import { type Context, type Outcome, UsageError } from "../command";
import type { ProfileOptions } from "../platform/profile";
import { Previews } from "./stack";

interface Options extends ProfileOptions {
  readonly older: string;
  readonly dryRun?: boolean;
}

const hour = 60 * 60 * 1000;
const units: Readonly<Record<string, number>> = { h: hour, d: 24 * hour, w: 7 * 24 * hour };

/** Deletes the previews of a project that are older than a time. */
export async function run(context: Context, _: readonly string[], { older, dryRun, ...options }: Options) {
  const end = Date.now() - parseAge(older);
  return Previews.use(context, options, async (previews): Promise<Outcome> => {
    const all = await previews.list();
    const old = all.filter(({ updatedAt }) => updatedAt === undefined || Date.parse(updatedAt) < end);
    if (!dryRun) for (const one of old) await previews.delete(one);
    const found = old.map(({ pr, updatedAt = null }) => ({ pr, updatedAt }));
    const verb = dryRun ? "Would delete" : "Deleted";
    const lines = found.map(
      ({ pr, updatedAt }) => `${verb} the preview of ${pr}, last updated ${updatedAt ?? "never"}.`,
    );
    return { json: { deleted: found, dryRun: dryRun === true, kept: all.length - old.length }, text: lines.join("\n") };
  });
}

/** @throws UsageError */
function parseAge(text: string): number {
  const [, count, unit = ""] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  if (count === undefined) throw new UsageError(`--older ${text}: write a time, such as 12h, 7d or 2w.`);
  return Number(count) * (units[unit] ?? 0);
}
