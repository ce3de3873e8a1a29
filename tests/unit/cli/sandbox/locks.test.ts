import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { type Lock, OwnRuns, readLocks } from "../../../../cli/src/sandbox/locks";
import { createFolderWith, createTemporaryFolder } from "../../../cli/support";

const formRefusal = (...lines: string[]) =>
  [`error: the stack is currently locked by ${lines.length} lock(s). Either wait for the other process(es) to end`]
    .concat(lines.map((line) => `  file:///s/.pulumi/locks/organization/p/s/${line.length}.json: created by ${line}`))
    .join("\n");

describe("the locks of a stack, as Pulumi names them", () => {
  test.each([
    ["another failure", "error: update failed", undefined],
    [
      "one, of a name with a blank and an @",
      formRefusal("DOMAIN\\ann b@c@build-7 (pid 12) at 2026-02-03T10:15:00Z"),
      [["build-7", "12", Date.UTC(2026, 1, 3, 10, 15)]],
    ],
    [
      "two",
      formRefusal("a@b (pid 1) at 2026-02-03T10:15:00+01:00", "c@d (pid 2) at 2026-02-03T10:15:00Z"),
      [
        ["b", "1", Date.UTC(2026, 1, 3, 9, 15)],
        ["d", "2", Date.UTC(2026, 1, 3, 10, 15)],
      ],
    ],
    [
      "one that can't be read",
      formRefusal("a@b (pid 1) at 2026-02-03T10:15:00Z", "?"),
      [
        ["b", "1", Date.UTC(2026, 1, 3, 10, 15)],
        [undefined, undefined, undefined],
      ],
    ],
    [
      "that of a bucket",
      "error: the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the " +
        "lock file with `pulumi cancel`.\n  " +
        "s3://prod?region=us-west-2&awssdk=v2/.pulumi/locks/organization/cd/x/ec3a.json: " +
        "created by root@ip-10-0-42-235.us-west-2.compute.internal (pid 478) at 2024-05-16T20:31:35Z",
      [["ip-10-0-42-235.us-west-2.compute.internal", "478", Date.UTC(2024, 4, 16, 20, 31, 35)]],
    ],
    [
      "that of Pulumi Cloud",
      "error: [409] Conflict: Another update is currently in progress.",
      [[undefined, undefined, undefined]],
    ],
  ])("%s", (_, stderr, expected) => {
    expect(readLocks(stderr)?.map(({ host, pid, at }) => [host, pid, at])).toEqual(expected);
  });
});

describe("the proof that a lock's holder has ended", () => {
  const base = createTemporaryFolder();
  const stack = "0123456789abcdef";
  /** A note on a process that isn't there, and its lock. */
  function prepare(name = "999999-0123456789ab") {
    const folder = createFolderWith(base, {});
    writeFileSync(join(folder, `${stack}-${name}`), "");
    const at = Math.floor(Date.now() / 1000) * 1000;
    const lock: Lock = { holder: "", host: hostname(), pid: name.split("-")[0], at };
    return {
      folder,
      lock,
      take: (changed: Partial<Lock> = {}) => new OwnRuns(folder, stack).takeEnded({ ...lock, ...changed }),
    };
  }

  test("is a note on a process that has ended, and holds once", () => {
    const { folder, take } = prepare();
    expect([take(), take()]).toEqual([true, false]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each<[string, Partial<Lock>]>([
    ["another machine's", { host: "elsewhere" }],
    ["another process's", { pid: "999998" }],
    ["no process's", { pid: undefined }],
    ["a later run's, in a container with the same numbers", { at: Date.now() + 3_600_000 }],
    ["an earlier run's", { at: Date.now() - 3_600_000 }],
    ["of no time", { at: undefined }],
  ])("no note proves a lock that is %s", (_, changed) => {
    expect(prepare().take(changed)).toBe(false);
  });

  test("no note proves a lock of another stack, nor one of a process that runs", () => {
    const { folder, lock } = prepare();
    expect(new OwnRuns(folder, "another").takeEnded(lock)).toBe(false);
    const runs = new OwnRuns(folder, stack);
    const forget = runs.note(process.pid);
    expect(runs.takeEnded({ ...lock, pid: String(process.pid) })).toBe(false);
    // It still runs.
    forget();
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("the time is that of the note", () => {
    const { folder, lock, take } = prepare();
    const [file = ""] = readdirSync(folder);
    utimesSync(join(folder, file), new Date(0), new Date(0));
    expect(statSync(join(folder, file)).mtimeMs).toBe(0);
    expect(take()).toBe(false);
    expect(take({ ...lock, at: 1_000 })).toBe(true);
  });
});
