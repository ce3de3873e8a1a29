import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { UsageError } from "../command/exit";
import { describeDamagedPackage } from "../command/failure";
import { emulatorFolder } from "../project/emulator-stack";
import { installCommand } from "../project/package-manager";
import { locatePackage, readInstalledManifest } from "../project/package-place";
import { Unfinished } from "./unfinished";

/** What the emulator has from the start, and the first model uses. */
export const seeded = { folder: "Acme/Models", connection: "Warehouse", table: "SALES.PUBLIC.ORDERS" };

/** How the emulator is started by hand. */
export const formatEmulatorCommand = (port: number) => `npx analytics-emulator --port ${port} --state ${stateFile}`;

/** Where the emulator answers without a port of the user's. */
export const usualPort = 4010;

/** A port for the project's emulator, and why it isn't the one that was looked for. */
export interface ChosenPort {
  readonly port: number;
  readonly note?: string;
}

/**
 * The port for the project's emulator: the first one, or a free one if another program has it.
 *
 * @param first where the project's emulator was before, or the usual port.
 */
export async function choosePort(cwd: string, first: number): Promise<ChosenPort> {
  const running = await readSelf(`http://127.0.0.1:${first}`);
  if (isOwn(cwd, running) || (await findFree(first)) === first) return { port: first };
  const port = (await findFree(0))!;
  const whose = running === undefined ? "another program" : describeEmulator(running);
  return { port, note: `port ${first} belongs to ${whose}; the project's emulator gets port ${port}` };
}

/** Whose emulator it is, for a note. */
export function describeEmulator({ state, pid, startedAt }: Omit<Self, "clientId" | "clientSecret">): string {
  const about = [
    ...(pid === undefined ? [] : [`process ${pid}`]),
    ...(startedAt === undefined ? [] : [`started ${startedAt}`]),
  ];
  const place = state === undefined ? "an emulator that keeps no state in a file" : `the emulator of ${state}`;
  return about.length === 0 ? "another emulator" : `${place} (${about.join(", ")})`;
}

const isOwn = (cwd: string, running: Self | undefined) => running?.state === join(realpathSync(cwd), stateFile);

/** @param port 0: any. @returns the port; undefined: another program has it. */
async function findFree(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return undefined;
  }
  const { port: found } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return found;
}

const stateFile = `${emulatorFolder}/platform.jsonl`;

const self = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  /** The three below: of those that tell it. */
  state: z.string().optional(),
  pid: z.number().optional(),
  startedAt: z.string().optional(),
});

/** What an emulator says of itself. */
type Self = z.infer<typeof self>;

export interface RunningEmulator extends Self {
  readonly url: string;
  /** Whether it was running already. */
  readonly isFound: boolean;
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
  const running = await readSelf(url);
  if (running !== undefined) return { url, ...running, isFound: true, stop: async () => {} };
  const child = spawn(process.execPath, [locateProgram(cwd), "--port", `${port}`, "--state", stateFile], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = waitForEnd(child);
  await Promise.race([waitForLine(child), ended.then((said) => refuse(port, said))]);
  const started = await readSelf(url);
  const stop = async () => {
    child.kill();
    await ended;
  };
  if (started === undefined) {
    await stop();
    return refuse(port, "it doesn't answer");
  }
  return { url, ...started, isFound: false, stop };
}

function refuse(port: number, why: string): never {
  throw new Unfinished(`the emulator didn't start at port ${port}: ${why}. Use another port: --emulator ${port + 1}.`);
}

/** What an emulator at an address says of itself; undefined when none is there. */
async function readSelf(url: string): Promise<Self | undefined> {
  try {
    const answer = await fetch(`${url}/_emulator/`, { signal: AbortSignal.timeout(5_000) });
    return self.safeParse(await answer.json()).data;
  } catch {
    return undefined;
  }
}

function locateProgram(cwd: string): string {
  const folder = locatePackage("analytics-emulator", cwd);
  if (folder === undefined) {
    throw new Unfinished(
      "the package analytics-emulator is not in a node_modules of this folder or above. Run " +
        `\`${installCommand(cwd, "analytics-emulator")}\`.`,
    );
  }
  const { bin } = readInstalledManifest<{ bin?: Record<string, string> }>(folder, cwd);
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
