import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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

/** The ready line of `--json`, and a client that is signed in. */
async function start(...args: string[]) {
  const running = run("--port", "0", "--json", ...args);
  return { ...running, api: await signIn(JSON.parse(await running.ready)) };
}

test("--record writes a HAR file that a kill leaves whole", async () => {
  const folder = mkdtempSync(join(tmpdir(), "record-"));
  const file = join(folder, "requests.har");
  const { api, child, ended } = await start("--record", file);
  await api.get("/v2/whoami");
  await api.get("/v2/tags");
  child.kill("SIGKILL");
  await ended;
  const { log } = JSON.parse(readFileSync(file, "utf8"));
  expect(log.entries[1].request.url).toContain("/v2/whoami");
  rmSync(folder, { recursive: true });
});

test("--strict refuses fields and query parameters that the platform ignores, unless settings allow it", async () => {
  const tag = { name: "Production", color: "grass", colour: "green" };
  const { api, child, ended } = await start("--strict");
  const refused = await api.post("/v2/tags", tag);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('"colour"')]);
  const query = await api.get("/v2/tags?serch=x");
  expect([query.status, query.body.message]).toEqual([400, expect.stringContaining('"serch"')]);
  child.kill();
  await ended;
  const milder = await start("--strict", "--settings", '{"unknownFields":"ignore"}');
  expect((await milder.api.post("/v2/tags", tag)).status).toBe(200);
  expect((await milder.api.get("/v2/tags?serch=x")).status).toBe(400);
  milder.child.kill();
  await milder.ended;
});

test.each([
  [["--port", "many"], "Give a whole number."],
  [["--settings", "{"], "It isn't JSON."],
  [["--settings", '{"speed":1}'], "speed"],
  [["--port", "0", "--record", "/nowhere/at/all.har"], "/nowhere/at/all.har"],
  [["--port", "0", "--state", "/nowhere/at/all.jsonl"], "/nowhere/at/all.jsonl"],
])("%p is refused with a reason", async (args, reason) => {
  const { code, stdout, stderr } = await run(...args).ended;
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toContain(reason);
  expect(stderr).not.toContain("    at ");
});
