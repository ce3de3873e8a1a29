import { KeyedMutex } from "../../../../provider/src/core/runtime";

test("tasks of one key run in the order of the calls, also after a failure; others meanwhile", async () => {
  const mutex = new KeyedMutex();
  const ran: string[] = [];
  const run = async (key: string, name: string, task: () => Promise<void>) => {
    const leave = await mutex.enter(key);
    try {
      ran.push(`${name} begins`);
      await task();
    } finally {
      ran.push(`${name} ends`);
      leave();
    }
  };
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  const fail = async () => {
    await pause();
    throw new Error("no");
  };
  await Promise.allSettled([
    run("a", "first", fail),
    run("a", "second", pause),
    run("b", "other", async () => undefined),
  ]);
  await run("a", "third", pause);
  expect(ran).toEqual([
    "first begins",
    "other begins",
    "other ends",
    "first ends",
    "second begins",
    "second ends",
    "third begins",
    "third ends",
  ]);
});
