import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runLocked } from "pulumi-cli";
import { createScratchDirectory, waitUntil } from "./scratch";

const scratch = createScratchDirectory();
let count = 0;
const lock = () => join(scratch, String(count++));

// A process number that no system gives out.
const GONE = 2 ** 30;

/** A lock that an owner touched so many seconds ago. */
function leave(owner: string, ago: number) {
  const directory = lock();
  mkdirSync(directory);
  const file = join(directory, owner);
  writeFileSync(file, "");
  const touched = new Date(Date.now() - ago * 1000);
  utimesSync(file, touched, touched);
  return { directory, file };
}

/** Several at once, and how many of them were at work at the same time. */
async function contend(directory: string, contenders: number) {
  let [inside, most, done] = [0, 0, 0];
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(5);
    inside--;
    done++;
  };
  await Promise.all(Array.from({ length: contenders }, () => runLocked(directory, work, () => {})));
  return { most, done, left: readdirSync(directory) };
}

test("one at a time, and each of them", async () => {
  expect(await contend(lock(), 8)).toEqual({ most: 1, done: 8, left: [] });
});

test("one at a time, too, when many find an owner who is gone", async () => {
  const { directory } = leave(`${GONE}@${hostname()}@id`, 0);
  expect(await contend(directory, 8)).toEqual({ most: 1, done: 8, left: [] });
});

test("a failure frees the lock and is passed on", async () => {
  const directory = lock();
  const throwBroken = () => Promise.reject(new Error("broken"));
  await expect(runLocked(directory, throwBroken, () => {})).rejects.toThrow("broken");
  expect(readdirSync(directory)).toEqual([]);
});

test("who has to wait is told once", async () => {
  const directory = lock();
  const waiting = jest.fn();
  const first = runLocked(directory, () => sleep(400), waiting);
  await sleep(50);
  expect(waiting).not.toHaveBeenCalled();
  await Promise.all([first, runLocked(directory, async () => {}, waiting)]);
  expect(waiting).toHaveBeenCalledTimes(1);
});

test.each([
  ["whose process is gone", `${GONE}@${hostname()}@id`, 0],
  ["who hasn't touched it, though his number is in use", `${process.pid}@${hostname()}@id`, 20],
  ["on another machine who hasn't touched it", `${GONE}@elsewhere@id`, 20],
])("an owner %s is gone", async (_, owner, ago) => {
  const { directory, file } = leave(owner, ago);
  const waiting = jest.fn();
  await runLocked(directory, async () => expect(existsSync(file)).toBe(false), waiting);
  expect(waiting).not.toHaveBeenCalled();
});

test.each([
  ["whose process runs", `${process.pid}@${hostname()}@id`],
  ["on another machine", `${GONE}@elsewhere@id`],
])("an owner %s is waited for", async (_, owner) => {
  const { directory, file } = leave(owner, 0);
  const work = jest.fn(async () => {});
  const waited = runLocked(directory, work, () => {});
  await sleep(300);
  expect(work).not.toHaveBeenCalled();
  expect(existsSync(file)).toBe(true);
  utimesSync(file, new Date(0), new Date(0));
  await waited;
  expect(work).toHaveBeenCalledTimes(1);
});

test("an owner at work touches his lock from time to time", async () => {
  const directory = lock();
  const work = async () => {
    const file = join(directory, readdirSync(directory)[0]!);
    utimesSync(file, new Date(0), new Date(0));
    await waitUntil(() => Date.now() - statSync(file).mtimeMs < 10_000);
  };
  await runLocked(directory, work, () => {});
});
