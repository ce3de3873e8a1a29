import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type PulumiCli, resolvePulumi } from "pulumi-cli";
import type { StackOptions } from "../../tools/quickstart/src/temporary-stack";
import { repository } from "../repository";
import { keyService } from "./key-service";
import { WrittenStack } from "./written-stack";

export { repository };

let cli: Promise<PulumiCli> | undefined;

/** The real CLI, found once for the whole run. */
export function getCli(): Promise<PulumiCli> {
  const { TESTED_PULUMI: found } = process.env;
  cli ??= found === undefined ? resolvePulumi() : Promise.resolve(JSON.parse(found));
  return cli;
}

/** An emulator and a temporary stack that is configured for it. */
export interface Bench {
  readonly emulator: Emulator;
  readonly stack: WrittenStack;
  /** Requests that change something, since the last `clearRequests()`. */
  writes(): string[];
  dispose(): Promise<void>;
}

export interface BenchOptions {
  readonly files?: StackOptions["files"];
  readonly texts?: Record<string, string>;
  readonly config?: Record<string, string>;
  readonly environment?: Record<string, string>;
  readonly emulator?: Parameters<typeof startEmulator>[0];
}

/** The environment of a generated program's first run, which checks its types as each of a user's does. */
export const typeChecked = { PULUMI_NODEJS_TRANSPILE_ONLY: "false" } as const;

/** A temporary stack without an emulator. */
export async function createStack(options: Omit<StackOptions, "cli">): Promise<WrittenStack> {
  const environment = {
    ...(await keyService()),
    // The examples are checked with the repository.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...options.environment,
  };
  return (await WrittenStack.create({ ...options, cli: await getCli(), environment })) as WrittenStack;
}

/** Starts both. Without files and texts the project is the quickstart's. */
export async function startBench(options: BenchOptions = {}): Promise<Bench> {
  const emulator = await startEmulator({ seed: 1, ...options.emulator });
  try {
    const stack = await createStack({
      files: options.files ?? (options.texts ? {} : quickstartFiles),
      texts: options.texts,
      nodeModules: join(repository, "node_modules"),
      config: {
        "analytics:baseUrl": emulator.url,
        "analytics:clientId": emulator.clientId,
        folderId: emulator.seeded.folders.models,
        connectionId: emulator.seeded.connections.warehouse,
        ...options.config,
      },
      secrets: { "analytics:clientSecret": emulator.clientSecret },
      environment: options.environment,
    });
    return {
      emulator,
      stack,
      writes: () =>
        emulator
          .requests()
          .filter(({ method, path }) => method !== "GET" && path !== "/v2/auth/token")
          .map(({ method, path }) => `${method} ${path}`),
      dispose: async () => {
        await stack.dispose();
        await emulator.stop();
      },
    };
  } catch (error) {
    await emulator.stop();
    throw error;
  }
}

export const quickstartFiles = {
  "Pulumi.yaml": join(repository, "Pulumi.yaml"),
  "examples/quickstart": join(repository, "examples/quickstart"),
};

/** A project file for a program of the test's own, written in JavaScript so that no compiler runs. */
export const projectYaml = "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n";

/** A port of this machine that nothing listens at. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
