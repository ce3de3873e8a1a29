/** Why `init` ends before its preview succeeded. What it has done stays, and the same command continues. */
export class Unfinished extends Error {
  /** @param message what failed, and the fix. */
  constructor(
    message: string,
    readonly during: "skipped" | "failed" = "skipped",
  ) {
    super(message);
    this.name = "Unfinished";
  }
}
