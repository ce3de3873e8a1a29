import type { PulumiCli } from "./cli";
import { joinLines } from "./errors";

/** Receives one line about what is being done, without a line break. */
export type Log = (line: string) => void;

export const writeToStderr: Log = (line) => {
  process.stderr.write(`${line}\n`);
};

/** One place a Pulumi CLI may come from. */
export interface Source {
  /** What it is called in messages. */
  readonly name: string;
  /** The CLI, or nothing when this source has none. Rejects with the reason, in one line, when it failed. */
  find(): Promise<PulumiCli | undefined>;
}

/** Asks one source after the other until one has a CLI. A source that fails is reported and passed over. */
export async function findFirst(sources: readonly Source[], log: Log): Promise<PulumiCli | undefined> {
  for (const source of sources) {
    try {
      const cli = await source.find();
      if (cli !== undefined) return cli;
    } catch (error) {
      log(`Pulumi: ${source.name}: ${joinLines(error)}`);
    }
  }
  return undefined;
}

/** Whole seconds since `start`, a time from `performance.now()`. */
export function formatSeconds(start: number): string {
  return `${Math.round((performance.now() - start) / 1000)} s`;
}
