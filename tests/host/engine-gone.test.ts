import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { Host } from "./support";

const folder = mkdtempSync(join(tmpdir(), "engine-gone-"));
let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
  // What an expression that takes for ever does: the main thread reads no message again.
  writeFileSync(
    join(folder, "busy.cjs"),
    `if (require("worker_threads").isMainThread) process.once("SIGUSR2", () => { for (;;); });`,
  );
});

afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

/** An engine, as far as it is watched: a process that takes connections. */
async function startEngine() {
  const script = `const server = require("http2").createServer();
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
server.on("session", () => console.log("connected"));`;
  const engine = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  const waitFor = async (text: RegExp) => {
    while (!text.test(printed)) await new Promise((resolve) => engine.stdout.once("data", resolve));
    return text.exec(printed)![0];
  };
  engine.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  return { address: `127.0.0.1:${await waitFor(/^\d+/)}`, waitFor, kill: () => engine.kill("SIGKILL") };
}

test.each([["waits"], ["is busy"]])("a provider that %s ends with its engine, when that is killed", async (how) => {
  const engine = await startEngine();
  const environment = { NODE_OPTIONS: `--require ${join(folder, "busy.cjs")}` };
  const host = await Host.start("Tag", { engine: engine.address, environment });
  await host.configure({
    "analytics:baseUrl": emulator.url,
    "analytics:clientId": emulator.clientId,
    "analytics:clientSecret": emulator.clientSecret,
  });
  await host.check({}, { name: "Sales" });
  await engine.waitFor(/connected/);
  if (how === "is busy") host.sendSignal("SIGUSR2");
  engine.kill();
  await host.waitForEnd();
});
