import { performance } from "node:perf_hooks";

/** What a step found: words for its line, or why it was skipped. */
export type StepResult = string | { readonly skipped: string } | { readonly warning: string };

/** Runs steps, each with one line of what it did and how long it took; a failed one adds the end of its log. */
export class Steps {
  /** The names of steps that failed. */
  readonly failed: string[] = [];

  constructor(private readonly print: (line: string) => void) {}

  /**
   * Runs a step. A failure doesn't end the others.
   *
   * @returns whether it succeeded, or was skipped.
   */
  async run(name: string, work: () => Promise<StepResult>): Promise<boolean> {
    const start = performance.now();
    const tell = (mark: string, words: string) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      this.print(`${mark} ${name.padEnd(28)} ${seconds.padStart(6)} s  ${words}`);
    };
    try {
      const result = await work();
      if (typeof result === "string") tell("ok     ", result);
      else if ("skipped" in result) tell("skipped", result.skipped);
      else tell("warning", result.warning);
      return true;
    } catch (error) {
      const [first = "", ...rest] = (error instanceof Error ? error.message : String(error)).trim().split("\n");
      tell("FAILED ", first);
      for (const line of rest.slice(-20)) this.print(`          ${line}`);
      this.failed.push(name);
      return false;
    }
  }
}
