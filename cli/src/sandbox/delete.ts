import { type Context, UsageError } from "../command";
import { describeFile } from "./folder";
import type { FoundSandbox, Sandboxes, SandboxOptions } from "./stack";

/** Options of what deletes sandboxes. */
export interface DeleteOptions extends SandboxOptions {
  readonly dryRun?: boolean;
  /** The ids of folders that may go although their stacks are lost. */
  readonly yes?: readonly string[];
}

/** What became of sandboxes. */
export interface DeletedSandboxes {
  /** Those that are gone, or with `--dry-run` would go, with the names of all that is in them. */
  readonly done: readonly { readonly pr: string; readonly updatedAt: string | null; readonly contents: string[] }[];
  readonly lines: readonly string[];
  /** Why others stay. */
  readonly kept: readonly Error[];
}

/** Deletes sandboxes, each with all that is in it, and tells their names. */
export async function deleteSandboxes(
  context: Context,
  sandboxes: Sandboxes,
  found: readonly FoundSandbox[],
  options: DeleteOptions,
): Promise<DeletedSandboxes> {
  const { dryRun = false } = options;
  const done: DeletedSandboxes["done"][number][] = [];
  const kept: Error[] = [];
  for (const one of found) {
    const files = await sandboxes.listContents(one);
    const contents = files.map(describeFile);
    try {
      if (dryRun) await sandboxes.requireUnheld(files);
      else {
        await requireConsent(context, one, contents, options);
        await sandboxes.delete(one);
      }
      done.push({ pr: one.pr, updatedAt: one.updatedAt ?? null, contents });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      kept.push(error);
    }
  }
  const verb = dryRun ? "Would delete" : "Deleted";
  const lines = done.flatMap(({ pr, updatedAt, contents }) => [
    `${verb} the sandbox of ${pr}, last updated ${updatedAt ?? "never"}:`,
    ...contents.map((name) => `  ${name}`),
  ]);
  return { done, lines, kept };
}

/** A folder whose stack is lost is deleted only by its name or id: its mark alone is a text. @throws UsageError */
async function requireConsent(
  { console, signal }: Context,
  { folder }: FoundSandbox,
  contents: readonly string[],
  { yes = [] }: DeleteOptions,
): Promise<void> {
  if (folder === undefined || yes.includes(folder.id)) return;
  const question = `No stack has the ${describeFile(folder)}. Delete it with all that is in it?`;
  const hint = `It has ${contents.length - 1} entries, which --dry-run lists. To delete it, use --yes ${folder.id}.`;
  if (!(await console.confirm(question, hint, signal))) throw new UsageError(`The ${describeFile(folder)} stays.`);
}
