import { readTimes, runCosted } from "../../../bench/src/shared/cost";

test("the CPU time of a shell's children is read, user and system", () => {
  expect(readTimes("0m0.001s 0m0.002s\n1m2.5s 0m0.25s\n")).toBe(62_750);
});

test("CPU time counts what a child of the program does, and waiting counts none", async () => {
  const busy = "const end = Date.now() + 300; while (Date.now() < end);";
  const nested = `require("node:child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(busy)}])`;
  const run = (script: string) => runCosted([process.execPath, "-e", script], { cwd: __dirname });
  const [worked, waited] = [await run(nested), await run("setTimeout(() => console.log(1), 400)")];
  expect(worked.cpuMs).toBeGreaterThan(waited.cpuMs);
  expect(waited).toMatchObject({ stdout: "1\n" });
  expect(waited.ms).toBeGreaterThanOrEqual(400);
});

test("a program that fails is an error with what it printed", async () => {
  const failing = runCosted(["sh", "-c", "echo because >&2; exit 3"], { cwd: __dirname });
  await expect(failing).rejects.toThrow(/failed \(3\):\n\nbecause/);
});
