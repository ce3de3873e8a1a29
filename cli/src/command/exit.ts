export { UsageError } from "pulumi-analytics-internal/core/text";

/** How the command ends; documented for scripts, so a meaning never changes. */
export const exitCodes = {
  /** Done, and nothing to complain about. */
  ok: 0,
  /** Done, and something was found: errors in a file, a difference, a probe that fails. */
  found: 1,
  /** Usage error: unknown options, files that can't be read, settings that are missing. Nothing was done. */
  usage: 2,
  /**
   * The platform refused or couldn't be reached. What was done before it stays; the same command goes on from there.
   */
  platform: 3,
  /** Stopped by Ctrl-C. No file is half-written; the same command goes on from there. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The one value that `--json` prints for a failure. */
export function formatErrorJson(exit: ExitCode, message: string): string {
  return JSON.stringify({ error: { exit, message } }, null, 2);
}
