import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { UsageError } from "../exit";
import { describeDamagedPackage } from "../failure";
import { installCommand } from "../package-manager";
import { installedManifest, locatePackage } from "../package-place";
import { Unfinished } from "./unfinished";

/** The folder that keeps the emulator's objects and the state of its stack; the repository ignores it. */
export const emulatorFolder = ".emulator";

/** What the emulator has from the start, and the first model uses. */
export const seeded = { folder: "Acme/Models", connection: "Warehouse", table: "SALES.PUBLIC.ORDERS" };

/** The environment of Pulumi for a stack on the emulator: no account, and no secret worth a passphrase. */
export const emulatorEnvironment = {
  PULUMI_BACKEND_URL: `file://./${emulatorFolder}`,
  PULUMI_CONFIG_PASSPHRASE: "",
};

/** How the emulator is started by hand. */
export const formatEmulatorCommand = (port: number) =>
  `npx analytics-emulator --port ${port} --data ${emulatorFolder}/platform.jsonl`;

const credentials = z.object({ clientId: z.string(), clientSecret: z.string() });

export interface RunningEmulator extends z.infer<typeof credentials> {
  readonly url: string;
  /** Stops it, if it was started here. */
  stop(): Promise<void>;
}

/**
 * The emulator at a port of this machine: the one that runs there, or the project's own, started.
 *
 * @throws Unfinished when it doesn't start: something else has the port.
 */
export async function startEmulator(cwd: string, port: number): Promise<RunningEmulator> {
  const url = `http://127.0.0.1:${port}`;
  const running = await readCredentials(url);
  if (running !== undefined) return { url, ...running, stop: async () => {} };
  const child = spawn(
    process.execPath,
    [locateProgram(cwd), "--port", `${port}`, "--data", `${emulatorFolder}/platform.jsonl`],
    {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const ended = waitForEnd(child);
  await Promise.race([waitForLine(child), ended.then((said) => refuse(port, said))]);
  const started = await readCredentials(url);
  const stop = async () => {
    child.kill();
    await ended;
  };
  if (started === undefined) {
    await stop();
    return refuse(port, "it doesn't answer");
  }
  return { url, ...started, stop };
}

function refuse(port: number, why: string): never {
  throw new Unfinished(`the emulator didn't start at port ${port}: ${why}. Use another port: --emulator ${port + 1}.`);
}

/** What an emulator at an address says of itself; undefined when none is there. */
async function readCredentials(url: string) {
  try {
    const answer = await fetch(`${url}/_emulator/`, { signal: AbortSignal.timeout(5_000) });
    return credentials.safeParse(await answer.json()).data;
  } catch {
    return undefined;
  }
}

function locateProgram(cwd: string): string {
  const folder = locatePackage("analytics-emulator", cwd);
  if (folder === undefined) {
    throw new Unfinished(
      `the package analytics-emulator is not in a node_modules of this folder or above. Run \`${installCommand(cwd, "analytics-emulator")}\`.`,
    );
  }
  const { bin } = installedManifest<{ bin?: Record<string, string> }>(folder, cwd);
  const program = bin?.["analytics-emulator"];
  const file = join(folder, program ?? "");
  if (program === undefined || !existsSync(file))
    throw new UsageError(describeDamagedPackage(`${file} is missing`, cwd));
  return file;
}

/** Resolves with the first line that a process prints: it is ready. */
function waitForLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => stdout && createInterface(stdout).once("line", resolve));
}

/** Resolves at a process's end, with its complaint. */
function waitForEnd(child: ChildProcess): Promise<string> {
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", () => resolve(said.trim().replace(/^analytics-emulator: /, "")));
  });
}
