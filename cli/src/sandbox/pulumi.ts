/** Pulumi in a project that exists while a command runs. */

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { load } from "js-yaml";
import { findProjectFile } from "pulumi-analytics-internal/core/files";
import * as z from "zod";
import { type Context, UsageError } from "../command";
import type { Environment } from "../command/child";
import { writeFiles } from "../command/files";
import { type FoundSettings, PulumiError, runPulumi } from "../platform/profile";
import { locatePackage } from "../project/package-place";
import { writeYaml } from "../text/writers/yaml";
import { getNotesFolder, OwnRuns, readLocks } from "./locks";

/** What of a project's file matters to its sandboxes. */
const projectFile = z.looseObject({ name: z.string(), backend: z.looseObject({ url: z.string() }).nullish() });

const listedStacks = z.array(z.looseObject({ name: z.string(), lastUpdate: z.string().optional() }));

export const entry = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()).nullish(),
});

/** A stack that was never updated has no deployment. */
const exported = z.looseObject({
  deployment: z
    .looseObject({
      resources: z.array(entry).nullish(),
      pending_operations: z.array(z.looseObject({ type: z.string(), resource: entry })).nullish(),
    })
    .nullish(),
});

/** A resource in the state of a stack. */
export type Entry = z.infer<typeof entry>;

/** What the state of a stack holds. */
export interface StackState {
  readonly resources: readonly Entry[];
  /** What a stopped run began to create: its id isn't known. */
  readonly begun: readonly Entry[];
}

/** A project of Pulumi's that sandboxes have: `<name>-sandboxes`, in the backend of the project here. */
export class SandboxProject {
  readonly #tookOver = new Set<string>();

  private constructor(
    private readonly context: Context,
    /** The folder of the project's files, which this run writes. */
    private readonly folder: string,
    private readonly env: Environment,
    private readonly name: string,
    /** The organization of Pulumi, where the stack names one. */
    private readonly organization: string | undefined,
    private readonly plugin: string,
    /** Tells the project from others, also of other backends. */
    readonly home: string,
    private readonly takeOver: boolean,
  ) {}

  /**
   * Opens it in a folder that goes away in the end.
   *
   * @param options.takeOver whether a run that holds a stack is over, as a person says.
   * @throws UsageError outside a project, and without the plugin.
   */
  static async use<T>(
    context: Context,
    { found, stack, takeOver }: { found: FoundSettings; stack: string; takeOver: boolean },
    work: (project: SandboxProject) => Promise<T>,
  ): Promise<T> {
    const { cwd } = context;
    const path = findProjectFile(cwd);
    if (path === undefined) throw new UsageError(`No Pulumi.yaml in ${cwd} or above. Run the command in a project.`);
    const project = projectFile.parse(load(readFileSync(path, "utf8")));
    const plugin = locatePackage("pulumi-analytics", cwd);
    if (plugin === undefined) {
      throw new UsageError(
        "The package pulumi-analytics is not in a node_modules of this folder or above. Install it.",
      );
    }
    const backend = context.env.PULUMI_BACKEND_URL ?? project.backend?.url;
    const env = {
      ...createEnvironment(context.env, found),
      ...(backend === undefined ? {} : { PULUMI_BACKEND_URL: resolveBackend(dirname(path), backend) }),
    };
    const folder = mkdtempSync(join(tmpdir(), "analytics-sandbox-"));
    try {
      const [organization, ...others] = stack.split("/");
      const owner = others.length > 0 ? organization : undefined;
      const { url } = JSON.parse(await runPulumi(["whoami", "--json"], cwd, env)) as { url: string };
      const open = (noun: string) => {
        const name = `${project.name}-${noun}`;
        const home = [/^https?:/.test(url) ? new URL(url).origin : url, owner, name].join(" ");
        const opened = new SandboxProject(context, folder, env, name, owner, plugin, home, takeOver);
        opened.write({});
        return opened;
      };
      // Earlier commits used another noun: what they created goes on there until it is deleted.
      const isFormer = (await open("previews").listStacks()).size > 0;
      return await work(open(isFormer ? "previews" : "sandboxes"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Writes the program that the next update runs. */
  write(program: Readonly<Record<string, unknown>>, files: ReadonlyMap<string, string> = new Map()): void {
    const head = { name: this.name, runtime: "yaml", packages: { analytics: join(this.plugin, "plugin") } };
    const all = new Map([...files, ["Pulumi.yaml", `${writeYaml({ ...head, ...program })}\n`]]);
    writeFiles(
      this.folder,
      [...all].map(([path, after]) => ({ path, after })),
    );
  }

  /** Its stacks, and when each was last updated. */
  async listStacks(): Promise<ReadonlyMap<string, string | undefined>> {
    const owner = this.organization === undefined ? [] : ["--organization", this.organization];
    const stacks = listedStacks.parse(JSON.parse(await this.#run(["stack", "ls", "--json", ...owner])));
    return new Map(stacks.map(({ name, lastUpdate }) => [name.replace(/^.*\//, ""), lastUpdate]));
  }

  async readState(stack: string): Promise<StackState> {
    const { deployment } = exported.parse(JSON.parse(await this.#run(["stack", "export"], stack)));
    const begun = (deployment?.pending_operations ?? []).filter(({ type }) => type === "creating");
    return { resources: deployment?.resources ?? [], begun: begun.map(({ resource }) => resource) };
  }

  async createStack(stack: string): Promise<void> {
    await this.#run(["stack", "select", "--create"], stack);
  }

  /**
   * Applies the written program to a stack, whose objects are read first.
   *
   * @param missing ids of objects that the platform surely no longer has.
   */
  async update(stack: string, missing: readonly string[]): Promise<void> {
    await this.#runLocked(["up", "--yes", "--skip-preview", "--suppress-outputs", "--refresh"], stack, missing);
  }

  async readOutputs(stack: string): Promise<Readonly<Record<string, unknown>>> {
    return JSON.parse(await this.#run(["stack", "output", "--json"], stack)) as Readonly<Record<string, unknown>>;
  }

  /** Has a stack forget an entry, and those that depend on it. Their objects stay. */
  async forget(stack: string, urn: string): Promise<void> {
    await this.#runLocked(["state", "delete", "--yes", "--target-dependents", urn], stack);
  }

  /** Deletes a stack after the objects that it holds. @param missing see {@link SandboxProject.update}. */
  async removeStack(stack: string, missing: readonly string[]): Promise<void> {
    await this.#runLocked(["destroy", "--yes", "--skip-preview"], stack, missing);
    await this.#runLocked(["stack", "rm", "--yes", "--force"], stack);
  }

  /** Runs what locks a stack. A lock is broken if its holder has ended, as this machine knows or a person says. */
  async #runLocked(args: readonly string[], stack: string, missing: readonly string[] = []): Promise<void> {
    const digest = createHash("sha256").update(`${this.home} ${stack}`).digest("hex").slice(0, 32);
    const runs = new OwnRuns(getNotesFolder(this.env), digest);
    const named = missing.length > 0 && !this.env.ANALYTICS_MISSING_OBJECTS;
    const env = named ? { ...this.env, ANALYTICS_MISSING_OBJECTS: missing.join(",") } : this.env;
    const run = async () => {
      let forget = () => {};
      const noteStart = (pid: number) => {
        forget = runs.note(pid);
      };
      await this.#run(args, stack, {
        env,
        started: noteStart,
        heard: (text) => this.context.console.pass(text),
      }).finally(() => forget());
    };
    const cancel = () => this.#run(["cancel", "--yes"], stack).catch(() => undefined);
    // Without a run, there is nothing to cancel.
    if (this.takeOver && !this.#tookOver.has(stack)) await cancel();
    this.#tookOver.add(stack);
    try {
      await run();
    } catch (error) {
      const locks = error instanceof PulumiError ? readLocks(error.stderr) : undefined;
      if (locks === undefined) throw error;
      if (!locks.every((lock) => runs.takeEnded(lock))) {
        const holders = locks.map(({ holder }) => holder).join(", ");
        throw new UsageError(
          `${holders} holds the sandbox's stack ${stack}. Nothing was changed. Wait until that run is over; or, if ` +
            "you know that it was killed, run the command again with --take-over.",
        );
      }
      this.context.console.note("A run before this one was killed: its lock is removed.");
      await cancel();
      await run();
    }
  }

  #run(
    args: readonly string[],
    stack?: string,
    {
      env = this.env,
      ...options
    }: { env?: Environment; started?: (pid: number) => void; heard?: (text: string) => void } = {},
  ): Promise<string> {
    const { signal } = this.context;
    return runPulumi([...args, ...this.#nameStack(stack)], this.folder, env, { signal, ...options });
  }

  #nameStack(stack: string | undefined): string[] {
    if (stack === undefined) return [];
    return ["--stack", this.organization === undefined ? stack : `${this.organization}/${this.name}/${stack}`];
  }
}

/** The environment of Pulumi, with the settings of the stack that was asked for. */
function createEnvironment(env: Environment, { settings }: FoundSettings): Environment {
  const { baseUrl, clientId, clientSecret, attemptTimeoutMs, workbookApi } = settings;
  return {
    ...env,
    ANALYTICS_BASE_URL: baseUrl,
    ANALYTICS_REGION: undefined,
    ANALYTICS_CLIENT_ID: clientId,
    ANALYTICS_CLIENT_SECRET: clientSecret,
    ...(attemptTimeoutMs === undefined ? {} : { ANALYTICS_REQUEST_TIMEOUT: String(attemptTimeoutMs / 1000) }),
    ...(workbookApi === undefined ? {} : { ANALYTICS_WORKBOOK_API: workbookApi }),
    // A create that a killed run lost is deleted with the folder: nothing waits until lists show it.
    ANALYTICS_LISTING_LAG: "0",
    // The stack holds no secret that would be worth one.
    PULUMI_CONFIG_PASSPHRASE: env.PULUMI_CONFIG_PASSPHRASE ?? (env.PULUMI_CONFIG_PASSPHRASE_FILE ? undefined : ""),
  };
}

/** A backend in the project's folder, where Pulumi runs in another one. */
function resolveBackend(project: string, url: string): string {
  const [, path] = /^file:\/\/(\.{1,2}(?:\/.*)?)$/.exec(url) ?? [];
  return path === undefined ? url : `file://${resolve(project, path)}`;
}
