import { spawn } from "node:child_process";
import { once } from "node:events";
import { isRunning, processName } from "../../../provider/src/core/running";

test("a process has one name as long as it runs", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const name = processName(child.pid as number) as string;
  expect(processName(child.pid as number)).toBe(name);
  expect(isRunning(name)).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isRunning(name)).toBe(false);
  expect(processName(child.pid as number)).toBeUndefined();
});

test("a number that is in use again is another process", () => {
  expect(isRunning(`${process.pid}-former`)).toBe(false);
  expect(isRunning(processName(process.pid) as string)).toBe(true);
});
