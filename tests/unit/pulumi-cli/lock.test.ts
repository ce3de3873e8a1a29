import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withLock } from "pulumi-cli";
import { read, scratchDirectory } from "./scratch";

const scratch = scratchDirectory();
let count = 0;
const lockFile = () => join(scratch, String(count++), "lock");

test("one at a time, and each of them", async () => {
  const file = lockFile();
  let [inside, most, done] = [0, 0, 0];
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(5);
    inside--;
    done++;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(file, work, () => {})));
  expect({ most, done }).toEqual({ most: 1, done: 8 });
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test("a failure frees the lock and is passed on", async () => {
  const file = lockFile();
  await expect(
    withLock(
      file,
      () => Promise.reject(new Error("broken")),
      () => {},
    ),
  ).rejects.toThrow("broken");
  expect(existsSync(file)).toBe(false);
});

test("who has to wait is told once", async () => {
  const file = lockFile();
  const waiting = jest.fn();
  const first = withLock(file, () => sleep(400), waiting);
  await sleep(50);
  expect(waiting).not.toHaveBeenCalled();
  await Promise.all([first, withLock(file, async () => {}, waiting)]);
  expect(waiting).toHaveBeenCalledTimes(1);
});

/** The lock of an owner that last touched it so many seconds ago. */
async function leave(owner: string, ago: number): Promise<string> {
  const file = lockFile();
  await withLock(
    file,
    async () => {},
    () => {},
  ); // makes the directory
  writeFileSync(file, owner);
  const touched = new Date(Date.now() - ago * 1000);
  utimesSync(file, touched, touched);
  return file;
}

// A process number that no system gives out.
const GONE = 2 ** 30;

test.each([
  ["whose process is gone", `${GONE} ${hostname()} id`, 0],
  ["that isn't touched any more, though its number is in use", `${process.pid} ${hostname()} id`, 20],
  ["on another machine that isn't touched any more", `${GONE} elsewhere id`, 20],
  ["of a process killed before it wrote its name", "", 20],
])("a lock %s is taken over", async (_, owner, ago) => {
  const file = await leave(owner, ago);
  const waiting = jest.fn();
  expect(await withLock(file, async () => read(file), waiting)).toMatch(new RegExp(`^${process.pid} `));
  expect(waiting).not.toHaveBeenCalled();
  expect(existsSync(file)).toBe(false);
});

test.each([
  ["of a running process", `${process.pid} ${hostname()} id`],
  ["on another machine", `${GONE} elsewhere id`],
  ["that is just being written", ""],
])("a fresh lock %s is waited for", async (_, owner) => {
  const file = await leave(owner, 0);
  const work = jest.fn(async () => {});
  const waited = withLock(file, work, () => {});
  await sleep(300);
  expect(work).not.toHaveBeenCalled();
  expect(read(file)).toBe(owner);
  utimesSync(file, new Date(0), new Date(0));
  await waited;
  expect(work).toHaveBeenCalledTimes(1);
});
