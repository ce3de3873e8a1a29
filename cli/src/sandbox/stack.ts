import { createHash } from "node:crypto";
import { type AnalyticsClient, collect, type File, listBelow, readLiving } from "pulumi-analytics-internal/core/api";
import { quoteArgument } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { readResourcesInState } from "../documents/states";
import { type ProfileOptions, PulumiError, readSettings } from "../platform/profile";
import {
  deleteFolder,
  describeFile,
  findParent,
  formMark,
  formUnfinishedMark,
  hasMark,
  listFoldersIn,
  readMark,
} from "./folder";
import { writeKeptFolder, writeProgram } from "./program";
import { type Entry, entry, SandboxProject, type StackState } from "./pulumi";

/** Options of each `sandbox` command. */
export interface SandboxOptions extends ProfileOptions {
  /** The path or id of the folder around sandboxes. */
  readonly in?: string;
  readonly takeOver?: boolean;
}

/** A sandbox that there is: a stack, or a folder whose stack is lost. */
export interface FoundSandbox {
  readonly pr: string;
  /** When it was updated last; undefined: never as far as anybody knows. */
  readonly updatedAt: string | undefined;
  /** The stack that has the folder's id; undefined: it is lost. */
  readonly stack: string | undefined;
  /** Of a sandbox without a stack: its mark has its own id, and it lies in the configured folder. */
  readonly folder: File | undefined;
}

/** What an update of a sandbox is made of. */
export type SandboxProgram = ReturnType<typeof writeProgram>;

/** The folder of a sandbox, as its program declares it. */
export type DeclaredFolder = Parameters<typeof writeProgram>[1]["folder"];

/**
 * A stack's sandboxes: stacks `<stack>-pr-<number>` of a project `<name>-sandboxes`, in the same backend. They hold
 * no secrets: the settings go to Pulumi by the environment.
 */
export class Sandboxes {
  private constructor(
    private readonly context: Context,
    readonly client: AnalyticsClient,
    private readonly project: SandboxProject,
    /** The stack whose sandboxes these are, with its organization where it has one. */
    private readonly production: string,
    private readonly options: SandboxOptions,
  ) {}

  /** Its name without the organization. */
  private get of(): string {
    return this.production.replace(/^.*\//, "");
  }

  /** @throws UsageError outside a project, without a stack, and without the plugin. */
  static async use<T>(
    context: Context,
    options: SandboxOptions,
    work: (sandboxes: Sandboxes) => Promise<T>,
  ): Promise<T> {
    const found = await readSettings(options, context.cwd, context.env);
    if (found.stack === undefined)
      throw new UsageError("A sandbox belongs to a stack, and none is selected. Name it: --stack <name>.");
    const { stack } = found;
    const client = await context.client(options);
    const { takeOver = false } = options;
    return SandboxProject.use(context, { found, stack, takeOver }, (project) =>
      work(new Sandboxes(context, client, project, stack, options)),
    );
  }

  /** Those that there are: by stacks, and by folders in the configured one whose stack is lost. */
  async list(): Promise<FoundSandbox[]> {
    const stacks = [...(await this.project.listStacks())].flatMap(([stack, updatedAt]) => {
      const pr = this.#readStackName(stack);
      return pr === undefined ? [] : [{ pr, updatedAt, stack, folder: undefined }];
    });
    const lost = (await this.#listMarked()).filter(({ pr }) => stacks.every((one) => one.pr !== pr));
    return [...stacks, ...lost];
  }

  /** The folders in the configured one whose marks say that they are those of this stack's sandboxes. */
  async #listMarked() {
    const parent = await findParent(this.client, this.options.in);
    const folders = parent === undefined ? [] : await listFoldersIn(this.client, parent);
    return folders.flatMap((folder) => {
      const pr = readMark(folder) ?? "";
      const isOwn = hasMark(folder, formMark(pr, this.of, this.#digestHome(pr), folder.id));
      return isOwn ? [{ pr, updatedAt: folder.updatedAt, stack: undefined, folder }] : [];
    });
  }

  /**
   * What a delete of a sandbox deletes: the documents of its stack that the stack whose sandbox it is didn't adopt,
   * and all below its folder.
   */
  async listContents({ stack, folder }: Pick<FoundSandbox, "stack" | "folder">): Promise<File[]> {
    const { files } = this.client;
    const { resources } = stack === undefined ? { resources: [] } : await this.project.readState(stack);
    const taken = await this.#listTaken({ resources });
    const own = listObjects(resources).filter((one) => !taken.some(({ id }) => id === one.id));
    const held = own.map(({ id }) => readLiving(this.client.files, id));
    const there = [...(await Promise.all(held)), folder].filter((file) => file !== undefined);
    const below = there.filter(({ type }) => type === "folder").map(({ id }) => listBelow(files, id));
    const all = [...there, ...(await Promise.all(below)).flat()];
    return [...new Map(all.map((file) => [file.id, file])).values()];
  }

  /**
   * Refuses what would delete an object of the stack whose sandboxes these are: a person moved it into the folder.
   *
   * @throws UsageError that names it.
   */
  async requireUnheld(contents: readonly File[]): Promise<void> {
    contents.forEach(await this.#readRefusal());
  }

  /** Reads which objects the stack has. Returns what refuses these. */
  async #readRefusal(): Promise<(file: File) => void> {
    const held = await this.#readHeld();
    return (file) => {
      const urn = held.get(file.id);
      if (urn === undefined) return;
      throw new UsageError(
        `The sandbox has the ${describeFile(file)}, which the stack ${this.production} has as ${urn}: it isn't ` +
          "deleted. Move it out of the sandbox's folder in the product, and run the command again.",
      );
    };
  }

  /** The URNs that the stack has objects as, by their ids. */
  async #readHeld(): Promise<ReadonlyMap<string | undefined, string>> {
    const { context, production } = this;
    const resources = await readResourcesInState(context.cwd, production, context.env);
    return new Map(resources.map((one) => entry.parse(one)).map(({ id, urn }) => [id, urn]));
  }

  /** The documents of a sandbox's state that the stack whose sandbox it is has adopted. */
  async #listTaken({ resources }: Pick<StackState, "resources">) {
    const documents = listObjects(resources).filter((one) => !isFolder(one));
    if (documents.length === 0) return [];
    const held = await this.#readHeld();
    return documents.filter(({ id }) => held.has(id));
  }

  /**
   * Brings a sandbox up to date, and returns the outputs of its program. What people deleted is created again. One that
   * a killed run left begins anew, as does one of which the stack has adopted a document: that isn't the sandbox's.
   */
  async update(pr: string, write: (folder: DeclaredFolder) => SandboxProgram) {
    const stack = `${this.of}-pr-${pr}`;
    return this.#explain(pr, async () => {
      const parent = await findParent(this.client, this.options.in);
      const declare = (id?: string): DeclaredFolder => {
        const home = this.#digestHome(pr);
        const mark = id === undefined ? formUnfinishedMark(pr, this.of, home) : formMark(pr, this.of, home, id);
        return { name: `PR ${pr} (${this.of})`, description: mark, ...(parent === undefined ? {} : { parent }) };
      };
      const apply = async ({ program, files }: SandboxProgram, missing: readonly string[]) => {
        this.project.write(program, files);
        await this.project.update(stack, missing);
      };
      const isThere = (await this.project.listStacks()).has(stack);
      let state = isThere ? await this.project.readState(stack) : emptyState;
      const taken = await this.#listTaken(state);
      if (state.begun.length > 0 || taken.length > 0) {
        const why =
          taken.length > 0
            ? `The stack ${this.production} has documents of the sandbox`
            : "A run before this one was stopped";
        this.context.console.note(`${why}: the rest is deleted first.`);
        await this.#deleteStack(stack);
        state = emptyState;
      }
      let folder = await this.#readFolder(state);
      if (folder === undefined) await this.#refuseSecond(pr);
      await this.project.createStack(stack);
      if (folder === undefined) {
        // Its mark has its id. So it comes first, alone.
        await apply(writeProgram([], { folder: declare(), findValue: () => undefined }), []);
        state = await this.project.readState(stack);
        folder = await this.#readFolder(state);
      }
      await apply(write(declare(folder?.id)), await this.#listDeleted(state, folder));
      return this.project.readOutputs(stack);
    });
  }

  /** Refuses to create a folder beside one of the same pull request, whose stack is lost. @throws UsageError */
  async #refuseSecond(pr: string): Promise<void> {
    const former = (await this.#listMarked()).find((one) => one.pr === pr)?.folder;
    if (former === undefined) return;
    throw new UsageError(
      `There is a sandbox of pull request ${pr} already, and no stack has it: the ${describeFile(former)}. Nothing ` +
        `was created. \`pulumi-analytics sandbox down ${this.#writeOptions(pr)} --yes ${former.id}\` deletes it with ` +
        "all that is in it, which --dry-run lists. Or move out of it what is to stay, first.",
    );
  }

  /** Deletes a sandbox: one whose stack is lost only if a person or the command line names its folder. */
  async delete({ pr, stack, folder }: FoundSandbox): Promise<void> {
    await this.#explain(pr, async () => {
      if (stack !== undefined) await this.#deleteStack(stack);
      if (folder !== undefined) {
        await this.requireUnheld(await this.listContents({ stack: undefined, folder }));
        await deleteFolder(this.client, folder, await this.#readRefusal());
      }
    });
  }

  /** Deletes the documents of a stack, all else below its folder, the folder, and the stack. */
  async #deleteStack(stack: string): Promise<void> {
    const { project, client } = this;
    await this.requireUnheld(await this.listContents({ stack, folder: undefined }));
    await this.#forgetTaken(stack);
    const state = await project.readState(stack);
    const folder = await this.#readFolder(state);
    project.write(writeKeptFolder(folder));
    // It takes the lock: nobody else works in the folder from then on.
    await project.update(stack, await this.#listDeleted(state, folder));
    const refuse = await this.#readRefusal();
    if (folder !== undefined) await deleteFolder(client, folder, refuse);
    for (const { inputs } of state.begun.filter(isFolder)) await this.#deleteBegun(inputs ?? {});
    project.write({});
    await project.removeStack(stack, folder === undefined ? [] : [folder.id]);
  }

  /** A sandbox's stack forgets what the stack whose sandbox it is has adopted. */
  async #forgetTaken(stack: string): Promise<void> {
    for (;;) {
      const [taken] = await this.#listTaken(await this.project.readState(stack));
      if (taken === undefined) return;
      await this.project.forget(stack, taken.urn);
      this.context.console.note(`${taken.id} stays: the stack ${this.production} has it now.`);
    }
  }

  /**
   * Deletes a folder that a stopped run created before the state had its id, as the state has what that run sent. An
   * empty one: nothing was created in it.
   */
  async #deleteBegun({ name, description, parentId }: Readonly<Record<string, unknown>>): Promise<void> {
    const { client, context } = this;
    const parent = typeof parentId === "string" ? parentId : await findParent(client, undefined);
    if (parent === undefined) return;
    const find = async () =>
      (await listFoldersIn(client, parent)).filter((one) => one.name === name && one.description === description);
    let found = await find();
    if (found.length === 0) {
      await client.waitUntilListed(Date.now());
      found = await find();
    }
    for (const folder of found) {
      if ((await listBelow(client.files, folder.id)).length === 0)
        await deleteFolder(client, folder, await this.#readRefusal());
      else context.console.note(`${describeFile(folder)} stays: it isn't known to be a sandbox, and has contents.`);
    }
  }

  /** The folder that a state has, if the platform shows it. */
  async #readFolder({ resources }: StackState): Promise<File | undefined> {
    const held = listObjects(resources).find(isFolder);
    return held && readLiving(this.client.files, held.id);
  }

  /** The documents of a state that the platform surely no longer has: it shows their folder, and not them. */
  async #listDeleted({ resources }: StackState, folder: File | undefined): Promise<string[]> {
    if (folder === undefined) return [];
    const { files } = this.client;
    const listed = new Set((await collect(files.list({ parentId: folder.id }))).map(({ id }) => id));
    const ids = listObjects(resources).flatMap(({ id }) => (id === folder.id || listed.has(id) ? [] : [id]));
    const found = await Promise.all(ids.map(async (id) => [id, await readLiving(files, id)] as const));
    return found.flatMap(([id, file]) => (file === undefined ? [id] : []));
  }

  /** The pull request of a stack's name; undefined: it is no sandbox of this stack. Earlier releases left out the stack. */
  #readStackName(name: string): string | undefined {
    const [, of, pr] = /^(?:(.+)-)?pr-([1-9]\d*)$/.exec(name) ?? [];
    return of === undefined || of === this.of ? pr : undefined;
  }

  #digestHome(pr: string): string {
    return createHash("sha256").update(`${this.project.home} ${this.of} ${pr}`).digest("hex").slice(0, 32);
  }

  /** The options of another command about a sandbox. */
  #writeOptions(pr: string): string {
    const { stack, in: folder } = this.options;
    return Object.entries({ "--pr": pr, "--stack": stack, "--in": folder })
      .flatMap(([flag, value]) => (value === undefined ? [] : [flag, quoteArgument(value)]))
      .join(" ");
  }

  /** Adds to an error of Pulumi's how to go on: there is no project for the commands that its messages name. */
  async #explain<T>(pr: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PulumiError)) throw error;
      const rest = this.#writeOptions(pr);
      throw new UsageError(
        `Pulumi failed in the sandbox: ${error.message || "see above."}`,
        `The sandbox has no project to run \`pulumi\` in. \`pulumi-analytics sandbox up ${rest}\` reads the platform ` +
          "again and goes on, also with a variable that the output above names, such as ANALYTICS_MISSING_OBJECTS. " +
          `\`pulumi-analytics sandbox down ${rest}\` deletes the sandbox.`,
      );
    }
  }
}

const emptyState: StackState = { resources: [], begun: [] };

const isFolder = ({ urn, type }: Entry): boolean => type === "analytics:index:Folder" && urn.endsWith("::folder");

/** The objects of the platform in a state. */
const listObjects = (resources: readonly Entry[]) =>
  resources.flatMap(({ id, ...one }) => (one.type.startsWith("analytics:") && id ? [{ ...one, id }] : []));
