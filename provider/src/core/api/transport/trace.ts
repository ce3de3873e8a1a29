import { appendFileSync } from "node:fs";

/** One line of a trace. It holds nothing of what was sent or answered but these. */
export interface TraceLine {
  /** When the request was sent, ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** HTTP status, or what broke: `timeout`, `ECONNRESET`, … */
  readonly status: number | string;
  /** Milliseconds until the answer. */
  readonly ms: number;
  /** 1 for the first request of a call, 2 for its first repetition, … */
  readonly attempt: number;
  readonly requestId?: string;
}

export type Trace = (line: TraceLine) => void;

/**
 * Appends JSON lines to a file, each at once, so that a killed process leaves what it did. A file that can't be written is said
 * once and stops no call.
 */
export function traceTo(file: string | undefined): Trace {
  let target = file === "" ? undefined : file;
  return (line) => {
    if (target === undefined) return;
    try {
      appendFileSync(target, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      target = undefined;
      console.error(`warning: no trace is written: ${(error as Error).message}`);
    }
  };
}
