import type { Context, Outcome } from "../command";
import { type DeleteOptions, deletePreviews } from "./delete";
import { Previews } from "./stack";
import { requireNumber } from "./up";

interface Options extends DeleteOptions {
  readonly pr: string;
}

/** Deletes the place of a pull request; one that isn't there is none to delete. */
export async function run(context: Context, _: readonly string[], options: Options): Promise<Outcome> {
  const { pr } = options;
  requireNumber(pr);
  return Previews.use(context, options, async (previews) => {
    const found = (await previews.list()).filter((one) => one.pr === pr);
    const { done, lines, kept } = await deletePreviews(context, previews, found, options);
    if (kept.length > 0) throw kept[0];
    const { dryRun = false } = options;
    const none = found.length === 0 ? [`Pull request ${pr} has no preview.`] : [];
    const json = { pr, deleted: found.length > 0 && !dryRun, dryRun, contents: done.flatMap((one) => one.contents) };
    return { json, text: [...none, ...lines].join("\n") };
  });
}
