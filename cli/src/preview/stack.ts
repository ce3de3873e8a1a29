import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { load } from "js-yaml";
import { type AnalyticsClient, collect, type File, readUnlessGone } from "pulumi-analytics-internal/core/api";
import { findProjectFile } from "pulumi-analytics-internal/core/files";
import * as z from "zod";
import { type Context, UsageError } from "../command";
import { writeFiles } from "../command/files";
import { type Environment, type ProfileOptions, readSettings, runPulumi } from "../platform/profile";
import { locatePackage } from "../project/package-place";
import { writeYaml } from "../text/writers/yaml";

/** What of a project's file matters to its previews. */
const projectFile = z.looseObject({ name: z.string(), backend: z.looseObject({ url: z.string() }).nullish() });

const listedStacks = z.array(z.looseObject({ name: z.string(), lastUpdate: z.string().optional() }));

/** A preview that there is: a stack, a folder, or what a killed run left of both. */
export interface FoundPreview {
  readonly pr: string;
  /** When it was updated last; undefined: never as far as anybody knows. */
  readonly updatedAt: string | undefined;
  readonly hasStack: boolean;
  readonly folders: readonly File[];
}

/**
 * The previews of a project: stacks `pr-<number>` of a project `<name>-previews`, in the same backend. They hold no
 * secrets: the settings go to Pulumi by the environment.
 */
export class Previews {
  private constructor(
    private readonly context: Context,
    readonly client: AnalyticsClient,
    /** The folder of the project's files, which this run writes. */
    private readonly folder: string,
    private readonly env: Environment,
    readonly project: string,
    /** The organization of Pulumi, where the stack names one. */
    private readonly organization: string | undefined,
    private readonly head: Readonly<Record<string, unknown>>,
    /** What the marks of this project's folders are made of. */
    private readonly home: string,
  ) {}

  /** Opens them in a folder that goes away in the end. @throws UsageError outside a project, and without the plugin. */
  static async use<T>(context: Context, options: ProfileOptions, work: (previews: Previews) => Promise<T>): Promise<T> {
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
    const client = await context.client(options);
    const backend = context.env.PULUMI_BACKEND_URL ?? project.backend?.url;
    const env = {
      ...(await readEnvironment(context, options)),
      ...(backend === undefined ? {} : { PULUMI_BACKEND_URL: resolveBackend(dirname(path), backend) }),
    };
    const folder = mkdtempSync(join(tmpdir(), "analytics-preview-"));
    try {
      const name = `${project.name}-previews`;
      const head = { name, runtime: "yaml", packages: { analytics: join(plugin, "plugin") } };
      const [organization, ...others] = (options.stack ?? "").split("/");
      const owner = others.length > 0 ? organization : undefined;
      const { url } = JSON.parse(await runPulumi(["whoami", "--json"], cwd, env)) as { url: string };
      const home = [/^https?:/.test(url) ? new URL(url).origin : url, owner, name].join(" ");
      return await work(new Previews(context, client, folder, env, name, owner, head, home));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** What a description says of a preview's folder: of another project's it says something else. */
  formMark(pr: string): string {
    const id = createHash("sha256").update(`${this.home} ${pr}`).digest("hex").slice(0, 32);
    return `Preview of pull request ${pr}, made by pulumi-analytics: ${id}`;
  }

  formStackName = (pr: string): string =>
    this.organization === undefined ? `pr-${pr}` : `${this.organization}/${this.project}/pr-${pr}`;

  /** Those that there are, by stacks and by marked folders. */
  async list(): Promise<FoundPreview[]> {
    this.#write({});
    const owner = this.organization === undefined ? [] : ["--organization", this.organization];
    const stacks = listedStacks.parse(JSON.parse(await this.#run(["stack", "ls", "--json", ...owner])));
    const times = new Map(
      stacks.flatMap(({ name, lastUpdate }) => {
        const [, pr] = /^(?:.*\/)?pr-(\d+)$/.exec(name) ?? [];
        return pr === undefined ? [] : [[pr, lastUpdate] as const];
      }),
    );
    const marked = (await this.#listMarked()).filter(({ pr, folder }) => folder.description === this.formMark(pr));
    return [...new Set([...times.keys(), ...marked.map(({ pr }) => pr)])].map((pr) => {
      const own = marked.filter((one) => one.pr === pr).map(({ folder }) => folder);
      return { pr, folders: own, hasStack: times.has(pr), updatedAt: times.get(pr) ?? own[0]?.updatedAt };
    });
  }

  /** The ids of what is in previews, also of other projects. */
  async listContents(): Promise<ReadonlySet<string>> {
    const { files } = this.client;
    const marked = await this.#listMarked();
    const inside = await Promise.all(marked.map(({ folder }) => collect(files.list({ parentId: folder.id }))));
    return new Set(inside.flat().map(({ id }) => id));
  }

  /** The folders of previews, whosever they are. */
  async #listMarked() {
    const folders = await collect(this.client.files.list({ type: "folder" }));
    return folders.flatMap((folder) => {
      const [, pr] = /^Preview of pull request (\d+), made by /.exec(folder.description ?? "") ?? [];
      return pr !== undefined && !folder.isArchived ? [{ pr, folder }] : [];
    });
  }

  /** Brings a preview up to date, and returns the outputs of its program. One that a killed run left begins anew. */
  async update(pr: string, program: Readonly<Record<string, unknown>>, files: ReadonlyMap<string, string>) {
    const found = (await this.list()).find((one) => one.pr === pr);
    const stack = ["--stack", this.formStackName(pr)];
    // A killed run may hold the stack; without one, there is nothing to cancel.
    if (found?.hasStack) await this.#run(["cancel", "--yes", ...stack]).catch(() => undefined);
    if (found !== undefined && (!found.hasStack || (await this.#isBroken(stack)))) {
      this.context.console.note("A run before this one was stopped: its preview is deleted first.");
      await this.delete(found);
    }
    this.#write(program, files);
    await this.#run(["stack", "select", "--create", ...stack]);
    await this.#run(["up", "--yes", "--skip-preview", "--suppress-outputs", ...stack], true);
    return JSON.parse(await this.#run(["stack", "output", "--json", ...stack])) as Readonly<Record<string, unknown>>;
  }

  /** Deletes what the stack has, then what a killed run left in marked folders, and the stack at last. */
  async delete({ pr, hasStack, folders }: FoundPreview): Promise<void> {
    this.#write({});
    const stack = ["--stack", this.formStackName(pr)];
    if (hasStack) {
      // Of a run that was killed; without one, there is nothing to cancel.
      await this.#run(["cancel", "--yes", ...stack]).catch(() => undefined);
      await this.#run(["destroy", "--yes", "--skip-preview", ...stack], true);
    }
    for (const folder of folders) await this.#deleteFolder(folder);
    if (hasStack) await this.#run(["stack", "rm", "--yes", "--force", ...stack]);
  }

  /** The platform may refuse to delete a folder that isn't empty. */
  async #deleteFolder({ id }: File): Promise<void> {
    const { files } = this.client;
    if ((await readUnlessGone(files.get(id))) === undefined) return;
    const inside = await collect(files.list({ parentId: id }));
    const isFolder = ({ type }: File) => Number(type === "folder");
    const ordered = inside.sort((a, b) => isFolder(a) - isFolder(b) || b.path.length - a.path.length);
    for (const one of [...ordered.map((file) => file.id), id]) await readUnlessGone(files.delete(one));
  }

  /** Whether a run was killed in the midst of it. */
  async #isBroken(stack: readonly string[]): Promise<boolean> {
    const { deployment } = JSON.parse(await this.#run(["stack", "export", ...stack])) as {
      deployment?: { pending_operations?: unknown[] };
    };
    return (deployment?.pending_operations ?? []).length > 0;
  }

  #write(program: Readonly<Record<string, unknown>>, files: ReadonlyMap<string, string> = new Map()): void {
    const all = new Map([...files, ["Pulumi.yaml", `${writeYaml({ ...this.head, ...program })}\n`]]);
    writeFiles(
      this.folder,
      [...all].map(([path, after]) => ({ path, after })),
    );
  }

  #run(args: readonly string[], isHeard = false): Promise<string> {
    const { console, signal } = this.context;
    const heard = isHeard ? { heard: (text: string) => console.pass(text) } : {};
    return runPulumi(args, this.folder, this.env, { signal, ...heard }).catch((error: Error) => {
      throw error instanceof UsageError ? new UsageError(`pulumi ${args[0]}: ${error.message || "see above."}`) : error;
    });
  }
}

/** The environment of Pulumi, with the settings of the stack that was asked for. */
async function readEnvironment({ cwd, env }: Context, options: ProfileOptions): Promise<Environment> {
  const { baseUrl, clientId, clientSecret, attemptTimeoutMs, workbookApi } = (await readSettings(options, cwd, env))
    .settings;
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
