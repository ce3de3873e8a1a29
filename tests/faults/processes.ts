import { execFileSync } from "node:child_process";

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes that descend from this one: what a test itself has started. */
export function listDescendants(root = process.pid): Process[] {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 2 ** 24 })
    .split("\n")
    .flatMap((line): Process[] => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
  const listBelow = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...listBelow(child.pid)]);
  return listBelow(root);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** `kill -9`. */
export function kill({ pid }: Process): void {
  if (isAlive(pid)) process.kill(pid, "SIGKILL");
}
