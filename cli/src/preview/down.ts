import type { Context, Outcome } from "../command";
import type { ProfileOptions } from "../platform/profile";
import { Previews } from "./stack";
import { requireNumber } from "./up";

interface Options extends ProfileOptions {
  readonly pr: string;
}

/** Deletes the place of a pull request; one that isn't there is none to delete. */
export async function run(context: Context, _: readonly string[], options: Options): Promise<Outcome> {
  const { pr } = options;
  requireNumber(pr);
  return Previews.use(context, options, async (previews) => {
    const found = (await previews.list()).find((one) => one.pr === pr);
    if (found !== undefined) await previews.delete(found);
    const text = found === undefined ? `Pull request ${pr} has no preview.` : `Deleted the preview of ${pr}.`;
    return { json: { pr, deleted: found !== undefined }, text };
  });
}
