import { spawn } from "node:child_process";
import { join } from "node:path";
import { signIn } from "./support";

const bin = join(__dirname, "../../../emulator/bin/analytics-emulator.js");

function run(...args: string[]) {
  const child = spawn(process.execPath, [bin, ...args]);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, stdout, stderr })),
  );
  const ready = new Promise<string>((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk))));
  return { child, ended, ready };
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "prints one line of environment when it is ready, and ends on %s",
  async (signal) => {
    const { child, ended, ready } = run("--port", "0", "--seed", "3", "--settings", '{"tokenSeconds":60}');
    const line = await ready;
    const [, url, clientId, clientSecret] =
      /^ANALYTICS_BASE_URL=(\S+) ANALYTICS_CLIENT_ID=(\S+) ANALYTICS_CLIENT_SECRET=(\S+)\n$/.exec(line) ?? [];
    const api = await signIn({ url: url!, clientId: clientId!, clientSecret: clientSecret! });
    expect((await api.get("/v2/whoami")).status).toBe(200);
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, stdout: line, stderr: "" });
  },
);

test.each([
  [["--port", "many"], "Give a whole number."],
  [["--settings", "{"], "It isn't JSON."],
  [["--settings", '{"speed":1}'], "speed"],
  [["--port", "0", "--data", "/nowhere/at/all.jsonl"], "/nowhere/at/all.jsonl"],
])("%p is refused with a reason", async (args, reason) => {
  const { code, stdout, stderr } = await run(...args).ended;
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toContain(reason);
  expect(stderr).not.toContain("    at ");
});
