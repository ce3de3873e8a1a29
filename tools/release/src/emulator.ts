import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type PulumiCli, resolvePulumi } from "pulumi-cli";
import { TemporaryStack } from "../../quickstart/dist/temporary-stack";

/** What the emulator prints when it is ready. */
interface Ready {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An emulator that runs in a process of its own. */
export interface RunningEmulator extends Ready {
  stop(): Promise<void>;
}

/** Starts the emulator that is installed in a project. */
export async function startInstalledEmulator(nodeModules: string): Promise<RunningEmulator> {
  const command = join(nodeModules, ".bin/analytics-emulator");
  const child = spawn(command, ["--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, "line"), failOnExit(child)])) as [string];
  return {
    ...(JSON.parse(line) as Ready),
    stop: async () => {
      const closed = once(child, "close");
      child.kill();
      await closed;
    },
  };
}

async function failOnExit(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`analytics-emulator ended with exit code ${code}`);
}

/** A project of one artifact's user. */
export interface TrialProject {
  readonly texts: Readonly<Record<string, string>>;
  readonly nodeModules?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Gives a stack to some work, configured for an emulator, in an empty project with a Pulumi home of its own. */
export async function useStack<T>(
  emulator: Ready,
  project: TrialProject,
  work: (stack: TemporaryStack, cli: PulumiCli) => Promise<T>,
): Promise<T> {
  const cli = await resolvePulumi();
  const stack = await TemporaryStack.create({
    cli,
    files: {},
    texts: project.texts,
    nodeModules: project.nodeModules,
    config: { "analytics:baseUrl": emulator.url, "analytics:clientId": emulator.clientId },
    secrets: { "analytics:clientSecret": emulator.clientSecret },
    environment: project.environment,
  });
  try {
    return await work(stack, cli);
  } finally {
    await stack.dispose();
  }
}

/** Applies a project's program, looks whether all of it was created, and whether a second preview is empty. */
export async function applyTwice(stack: TemporaryStack, resources: number, ...args: string[]): Promise<string> {
  const said = await stack.expect(["up", "--yes", "--skip-preview", ...args]);
  const created = (await stack.listResources()).length;
  if (created !== resources) throw new Error(`${created} of ${resources} resources are in the state:\n${said}`);
  await stack.expect(["preview", "--expect-no-changes"]);
  return `${resources} created`;
}
