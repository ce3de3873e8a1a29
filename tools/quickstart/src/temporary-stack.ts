import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text as readText } from "node:stream/consumers";
import type { PulumiCli } from "pulumi-cli";

/** How a run of the command ended. */
export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StackOptions {
  /** The Pulumi to run. */
  readonly cli: PulumiCli;
  /** Files and folders copied into the project's folder: target name → source path. */
  readonly files: Record<string, string>;
  /** Files written into the project's folder: target name → text. */
  readonly texts?: Record<string, string>;
  /** The folder whose packages the program uses; left out: none. */
  readonly nodeModules?: string | undefined;
  /** Plain configuration, `namespace:key` → value. */
  readonly config?: Record<string, string>;
  /** Secret configuration. */
  readonly secrets?: Record<string, string>;
  /** Added to the environment of every run. */
  readonly environment?: Record<string, string>;
}

/** One resource in an exported state. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  /** Where the program declares it: `project:///index.ts#12,1`. */
  readonly sourcePosition?: string;
  readonly stackTrace?: readonly { readonly sourcePosition?: string }[];
}

/**
 * A Pulumi project and stack in a folder of their own, with a home and a file backend of their own: nothing of the
 * user's is read or touched.
 *
 * @example
 * ```ts
 * const stack = await TemporaryStack.create({ cli, files: { "Pulumi.yaml": "Pulumi.yaml" },
 *   nodeModules: "node_modules" });
 * await stack.run(["up", "--yes", "--skip-preview"]);
 * await stack.dispose();
 * ```
 */
export class TemporaryStack {
  private readonly running = new Set<ChildProcess>();

  protected constructor(
    /** The project's folder. */
    readonly directory: string,
    /** The folder of everything: the project, the home and the file backend. */
    protected readonly root: string,
    private readonly cli: PulumiCli,
    /**
     * What every run has in its environment beside the caller's own: for other commands that run Pulumi in the project.
     */
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  static async create(options: StackOptions): Promise<TemporaryStack> {
    const root = await mkdtemp(join(tmpdir(), "pulumi-analytics-"));
    const directory = join(root, "project");
    await mkdir(directory);
    await mkdir(join(root, "home"));
    await mkdir(join(root, "state"));
    for (const [target, source] of Object.entries(options.files)) {
      await cp(source, join(directory, target), { recursive: true });
    }
    const { nodeModules } = options;
    const texts = { ...(nodeModules !== undefined && { "package.json": '{ "private": true }\n' }), ...options.texts };
    if (nodeModules !== undefined) await symlink(nodeModules, join(directory, "node_modules"));

    const stack = new this(directory, root, options.cli, {
      ...options.cli.env,
      PULUMI_HOME: join(root, "home"),
      PULUMI_BACKEND_URL: `file://${join(root, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "of a temporary stack",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
      ...options.environment,
    });
    for (const [target, text] of Object.entries(texts)) await stack.write(target, text);
    await stack.initialize();
    await stack.configure(options.config ?? {}, options.secrets ?? {});
    return stack;
  }

  /** Creates the stack in the backend and selects it. */
  protected async initialize(): Promise<void> {
    await this.expect(["stack", "init", "temporary"]);
  }

  /** Writes a file of the project. */
  async write(target: string, text: string): Promise<void> {
    const file = join(this.directory, target);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  /** Sets configuration values in one go. */
  async configure(config: Record<string, string>, secrets: Record<string, string> = {}): Promise<void> {
    const pairs = [
      ...Object.entries(config).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]),
      ...Object.entries(secrets).flatMap(([key, value]) => ["--secret", `${key}=${value}`]),
    ];
    if (pairs.length > 0) await this.expect(["config", "set-all", ...pairs]);
  }

  /** Runs `pulumi` in the project. Never throws for a failed run: the caller looks at `code`. */
  run(args: readonly string[], environment: Record<string, string> = {}): Promise<RunResult> {
    return new Promise((resolve, reject) => {
      const child = spawn(this.cli.command, [...args, "--non-interactive", "--color", "never"], {
        cwd: this.directory,
        env: { ...removeSettings(process.env), ...this.environment, ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      this.running.add(child);
      const said = Promise.all([readText(child.stdout), readText(child.stderr)]);
      child.on("error", reject);
      child.on("close", async (code, signal) => {
        this.running.delete(child);
        const [stdout, stderr] = await said;
        resolve({ code: code ?? (signal === null ? -1 : 128), stdout, stderr });
      });
    });
  }

  /** Runs `pulumi` and throws, with all it printed, when it fails. */
  async expect(args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
    const result = await this.run(args, environment);
    if (result.code !== 0) {
      throw new Error(`pulumi ${args.join(" ")} failed (${result.code}):\n${result.stdout}\n${result.stderr}`);
    }
    return result.stdout;
  }

  /** The resources in the state, without the stack itself and the default provider. */
  async listResources(): Promise<StateResource[]> {
    const exported = JSON.parse(await this.expect(["stack", "export"])) as {
      deployment: { resources?: StateResource[] };
    };
    return (exported.deployment.resources ?? []).filter((resource) => !resource.type.startsWith("pulumi:"));
  }

  /** The stack's outputs. */
  async readOutputs(): Promise<Record<string, unknown>> {
    return JSON.parse(await this.expect(["stack", "output", "--json", "--show-secrets"])) as Record<string, unknown>;
  }

  /** Ends what still runs and removes every file. */
  async dispose(): Promise<void> {
    await Promise.all(
      [...this.running].map(
        (child) =>
          new Promise((resolve) => {
            child.once("close", resolve);
            child.kill("SIGKILL");
          }),
      ),
    );
    await rm(this.root, { recursive: true, force: true });
  }
}

/** The environment without the user's own settings of the provider, which would reach into the temporary stack. */
function removeSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([key]) => !key.startsWith("ANALYTICS_") && !key.startsWith("PULUMI_")),
  );
}
