import { spawn } from "node:child_process";

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How a child process ended. */
export interface Ended {
  /** Its exit code; -1 when a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ChildOptions {
  /** What the process reads; left out: nothing. Secrets go here, because every user of the machine sees arguments. */
  readonly input?: string;
  /** Is passed what the process prints, on either stream, as it comes. */
  readonly heard?: (text: string) => void;
  /** Is passed the number of the process. */
  readonly started?: (pid: number) => void;
  /** Ends the process. */
  readonly signal?: AbortSignal;
  /** Whether a shell finds the program. */
  readonly shell?: boolean;
}

/**
 * Runs a program to its end.
 *
 * @throws what Node reports when the program can't be started: `ENOENT` when PATH doesn't have it.
 */
export function runChild(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Environment,
  { input, heard = () => {}, started, ...options }: ChildOptions = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      ...options,
      cwd,
      env: { ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    if (child.pid !== undefined) started?.(child.pid);
    const said = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream]?.setEncoding("utf8").on("data", (chunk: string) => {
        said[stream] += chunk;
        heard(chunk);
      });
    }
    // A program that fails early doesn't read on.
    child.stdin?.on("error", () => {}).end(input);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, ...said }));
  });
}
