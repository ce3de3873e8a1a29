import { join } from "node:path";
import { resolvePulumi } from "pulumi-cli";
import { TemporaryStack } from "../../../tools/quickstart/dist/temporary-stack";
import { type Cost, runCosted } from "./cost";
import type { EmulatorProcess } from "./emulator";
import { type Declared, type Program, programs } from "./programs";

/** The folder of the repository. */
export const repository = join(__dirname, "../../..");

/** The part that `Pulumi.yaml` and `PulumiPolicy.yaml` share. */
export const runtimeYaml = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";

/** The line that finds the plugin. */
export const packagesYaml = "packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n";

/** How many operations the engine has under way at once; said to it, so that what runs beside it can do the same. */
export const parallel = 8;

/**
 * The backend doesn't write the state after each step. For making what a bench starts from, and as a setting that is
 * measured.
 */
export const withoutCheckpoints = { PULUMI_EXPERIMENTAL: "1", PULUMI_SKIP_CHECKPOINTS: "1" };

/** What an `up` is measured with: the state as a file that is written at each step, and written once. */
export const backends = [
  { backend: "the default file backend", writesEachStep: true, environment: {} },
  { backend: "checkpoints skipped", writesEachStep: false, environment: withoutCheckpoints },
];

export interface ProjectOptions {
  readonly program: Program;
  readonly declared: Declared;
  /** The platform the program works with; the peer needs none for short texts. */
  readonly emulator?: EmulatorProcess;
  /** Further files of the project, also in place of its own. */
  readonly texts?: Record<string, string>;
  /** Added to the environment of every run. */
  readonly environment?: Record<string, string>;
}

/**
 * A program with a stack and a file backend of its own, run by the real CLI.
 */
export class Project {
  private constructor(readonly stack: TemporaryStack) {}

  static async open({ program, declared, emulator, texts, environment }: ProjectOptions): Promise<Project> {
    const stack = await TemporaryStack.create({
      cli: await resolvePulumi(),
      files: {},
      texts: {
        "Pulumi.yaml": `name: bench\nmain: index.js\n${runtimeYaml}${program === "plugin" ? packagesYaml : ""}`,
        "index.js": programs[program],
        "declared.json": JSON.stringify(declared),
        ...texts,
      },
      nodeModules: join(repository, "node_modules"),
      ...(environment && { environment }),
      config: emulator && {
        "analytics:baseUrl": emulator.url,
        "analytics:clientId": emulator.clientId,
        folderId: emulator.seeded.folders.models,
        connectionId: emulator.seeded.connections.warehouse,
      },
      secrets: emulator && { "analytics:clientSecret": emulator.clientSecret },
    });
    return new Project(stack);
  }

  /** Declares something else. */
  declare(declared: Declared): Promise<void> {
    return this.stack.write("declared.json", JSON.stringify(declared));
  }

  /** Applies what is declared, the fastest way there is; not for measuring. */
  async make(): Promise<void> {
    await this.stack.expect(["up", "--yes", "--skip-preview"], withoutCheckpoints);
  }

  /** Runs a command of the CLI. Answers milliseconds. */
  async measure(...command: Parameters<Project["measureCost"]>): Promise<number> {
    return (await this.measureCost(...command)).ms;
  }

  /** The same, with the CPU time of the CLI and all that it starts. */
  async measureCost(
    command: "preview" | "up" | "refresh",
    { args = [], environment }: { args?: readonly string[]; environment?: Record<string, string> } = {},
  ): Promise<Cost> {
    const { command: pulumi } = await resolvePulumi();
    const always = ["--parallel", String(parallel), "--non-interactive", "--color", "never"];
    if (command !== "preview") always.push("--yes", "--skip-preview");
    return runCosted([pulumi, command, ...always, ...args], {
      cwd: this.stack.directory,
      env: { ...process.env, ...this.stack.environment, ...environment },
    });
  }

  /** The size of the stack's state, as the CLI exports it. */
  async measureState(): Promise<number> {
    return Buffer.byteLength(await this.stack.expect(["stack", "export"]));
  }

  close(): Promise<void> {
    return this.stack.dispose();
  }
}
