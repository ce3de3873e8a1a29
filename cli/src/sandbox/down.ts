import type { Context, Outcome } from "../command";
import { type DeleteOptions, deleteSandboxes } from "./delete";
import { Sandboxes } from "./stack";
import { requireNumber } from "./up";

interface Options extends DeleteOptions {
  readonly pr: string;
}

/** Deletes the sandbox of a pull request; one that isn't there is none to delete. */
export async function run(context: Context, _: readonly string[], options: Options): Promise<Outcome> {
  const { pr } = options;
  requireNumber(pr);
  return Sandboxes.use(context, options, async (sandboxes) => {
    const found = (await sandboxes.list()).filter((one) => one.pr === pr);
    const { done, lines, kept } = await deleteSandboxes(context, sandboxes, found, options);
    if (kept.length > 0) throw kept[0];
    const { dryRun = false } = options;
    const none = found.length === 0 ? [`Pull request ${pr} has no sandbox.`] : [];
    const json = { pr, deleted: found.length > 0 && !dryRun, dryRun, contents: done.flatMap((one) => one.contents) };
    return { json, text: [...none, ...lines].join("\n") };
  });
}
