import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

const Owner = z.object({ pid: z.number(), host: z.string(), startedAt: z.number() });
type Owner = z.infer<typeof Owner>;

const self: Owner = { pid: process.pid, host: hostname(), startedAt: performance.timeOrigin };

/**
 * Lets one emulator at a time use a state file, with a file `<state file>.lock` beside it that names the process.
 *
 * The lock of a process that has ended, even by SIGKILL, doesn't count. Neither does one of another machine or
 * container, where nobody here can see whether the process still runs: the journal notices such a second writer by
 * itself.
 */
export class Lock {
  readonly #path: string;

  /** @throws if a running emulator uses the state file */
  constructor(stateFile: string) {
    this.#path = `${stateFile}.lock`;
    const owner = this.#readOwner();
    if (owner !== undefined && isRunning(owner)) {
      throw new Error(
        `${stateFile} is in use by another emulator, process ${owner.pid}. Stop that one, or choose another file. ` +
          `If that process is no emulator, remove ${this.#path}.`,
      );
    }
    rmSync(this.#path, { force: true });
    // Fails if another emulator has just been faster.
    writeFileSync(this.#path, JSON.stringify(self), { mode: 0o600, flag: "wx" });
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }

  #readOwner(): Owner | undefined {
    try {
      return Owner.parse(JSON.parse(readFileSync(this.#path, "utf8")));
    } catch {
      // There is none, or its writer was killed before it was whole.
      return undefined;
    }
  }
}

function isRunning({ pid, host, startedAt }: Owner): boolean {
  if (host !== self.host) return false;
  // In a container, each start of the emulator may have the same number.
  if (pid === self.pid) return startedAt === self.startedAt;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
