import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, readProcessName } from "../../../../provider/src/core/runtime";

test("a process has one name as long as it runs", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const name = readProcessName(child.pid as number) as string;
  expect(readProcessName(child.pid as number)).toBe(name);
  expect(isRunning(name)).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isRunning(name)).toBe(false);
  expect(readProcessName(child.pid as number)).toBeUndefined();
});

test("a zombie doesn't run: a killed process whose parent never waits for it", async () => {
  const parent = spawn("sh", ["-c", "sleep 60 & echo $!; wait"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [printed] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(printed);
    const name = readProcessName(pid) as string;
    expect(isRunning(name)).toBe(true);
    // A stopped parent can't ask how its child ended.
    parent.kill("SIGSTOP");
    process.kill(pid, "SIGKILL");
    while (isRunning(name)) await sleep(5);
    expect(readProcessName(pid)).toBeUndefined();
    expect(() => process.kill(pid, 0)).not.toThrow();
  } finally {
    parent.kill("SIGKILL");
  }
});

test("a number that is in use again is another process", () => {
  expect(isRunning(`${process.pid}-former`)).toBe(false);
  expect(isRunning(readProcessName(process.pid) as string)).toBe(true);
});
