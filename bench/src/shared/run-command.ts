import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { EmulatorProcess } from "./emulator";
import { repository } from "./project";

/** What a run of `pulumi-analytics` took. */
export interface CommandCost {
  readonly seconds: number;
  /** The most memory that it had. */
  readonly megabytes: number;
}

/**
 * Runs `pulumi-analytics` in a process of its own. A command that reports findings ends with 1.
 *
 * @throws Error with what it said, when it ends with another code.
 */
export async function runCommand(
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandCost> {
  const program = ["--require", require.resolve("./witness"), join(repository, "provider/dist/cli/main.js")];
  const start = performance.now();
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const [said, kilobytes, [code]] = await Promise.all([
    text(child.stdio[2] as Readable),
    text(child.stdio[3] as Readable),
    once(child, "exit"),
  ]);
  if (code !== 0 && code !== 1) throw new Error(`${args.join(" ")} ended with ${code}:\n${said}`);
  return { seconds: (performance.now() - start) / 1000, megabytes: Number(kilobytes) / 1024 };
}

/** {@link runCommand} with `--json` on a platform: also the requests of documents and lists, without sign-ins. */
export async function runOnPlatform(
  emulator: EmulatorProcess,
  cwd: string,
  args: readonly string[],
): Promise<CommandCost & { readonly requests: number }> {
  await emulator.clearRequests();
  const cost = await runCommand(cwd, [...args, "--json"], emulator.environment);
  const sent = (await emulator.listRequests()).filter(({ path }) => path !== "/v2/whoami");
  return { ...cost, requests: sent.length };
}
