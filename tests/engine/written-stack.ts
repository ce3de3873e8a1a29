import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dump, load } from "js-yaml";
import { unpack } from "../../provider/src/core/engine";
import { type StateResource, TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { door } from "../door";
import { secretsKey, secretsSettings } from "./key-service";

/** The key of an encrypted value in a state. */
const markOfSecrets = "4dabf18193072939515e22adb298388d";

interface Settings {
  secretsprovider?: string;
  config?: Record<string, unknown>;
}

/**
 * A temporary stack whose files are written and read here where the CLI would take half a second for each: its
 * settings, its first state, and what the state has. With a backend other than files the CLI does so.
 */
export class WrittenStack extends TemporaryStack {
  protected override async initialize(): Promise<void> {
    if (door === "plugin") await this.#usePlugin();
    // Where a file is in the way, the engine writes no log: half of its work with large texts.
    await writeFile(join(this.root, "home/logs"), "");
    const state = this.#findState();
    if (state === undefined) return super.initialize();
    const project = await this.#readProject();
    const selected = { stack: `organization/${project}/temporary` };
    const programFile = await realpath(join(this.directory, "Pulumi.yaml"));
    const workspace = `${project}-${createHash("sha1").update(programFile).digest("hex")}-workspace.json`;
    await mkdir(join(this.root, "home/workspaces"), { recursive: true });
    await writeFile(join(this.root, "home/workspaces", workspace), JSON.stringify(selected));
    await mkdir(join(state, ".pulumi/stacks", project), { recursive: true });
    await writeFile(join(state, ".pulumi/meta.yaml"), "version: 1\n");
    await writeFile(await this.#findStateFile(state), JSON.stringify({ version: 3, checkpoint: selected }));
    await this.#writeSettings({ ...secretsSettings });
  }

  override write(target: string, text: string): Promise<void> {
    return super.write(target, door === "plugin" ? usePlugin(target, text) : text);
  }

  /** The program's files, which import the classes of the dynamic provider. */
  async #usePlugin(): Promise<void> {
    for (const file of await readdir(this.directory, { recursive: true, encoding: "utf8" })) {
      if (!/(\.[jt]s|Pulumi\.yaml)$/.test(file) || file.includes("node_modules")) continue;
      const text = await readFile(join(this.directory, file), "utf8");
      await super.write(file, usePlugin(file, text));
    }
  }

  override async configure(config: Record<string, string>, secrets: Record<string, string> = {}): Promise<void> {
    const settings = (await this.#readSettings()) as Settings | undefined;
    if (settings?.secretsprovider !== secretsSettings.secretsprovider) return super.configure(config, secrets);
    const project = await this.#readProject();
    const formFullName = (name: string) => (name.includes(":") ? name : `${project}:${name}`);
    settings.config ??= {};
    for (const [name, value] of Object.entries(config)) settings.config[formFullName(name)] = value;
    for (const [name, value] of Object.entries(secrets))
      settings.config[formFullName(name)] = { secure: encryptValue(value) };
    await this.#writeSettings(settings);
  }

  /** Takes settings away, by their full names. */
  async unset(...names: readonly string[]): Promise<void> {
    const settings = (await this.#readSettings()) as Settings;
    const kept = Object.entries(settings.config ?? {}).filter(([name]) => !names.includes(name));
    await this.#writeSettings({ ...settings, config: Object.fromEntries(kept) });
  }

  /** The state as the backend keeps it, with secrets encrypted: what `pulumi stack export` prints. */
  async readState(): Promise<string> {
    const state = this.#findState();
    return state === undefined ? this.expect(["stack", "export"]) : readFile(await this.#findStateFile(state), "utf8");
  }

  override async listResources(): Promise<StateResource[]> {
    const all = await this.#listAll();
    const resources = all?.filter(({ type }) => !type.startsWith("pulumi:")) ?? (await super.listResources());
    return door === "plugin" ? resources.map(unpackTexts) : resources;
  }

  override async readOutputs(): Promise<Record<string, unknown>> {
    const stack = (await this.#listAll())?.find(({ type }) => type === "pulumi:pulumi:Stack");
    // The CLI knows how to decrypt.
    if (stack === undefined || JSON.stringify(stack).includes(markOfSecrets)) return super.readOutputs();
    return { ...stack.outputs };
  }

  /** Makes the state as old as one of an earlier release: what its lists lack is no longer new. */
  async forgetWriteTimes(): Promise<void> {
    const state = this.#findState();
    if (state === undefined) throw new Error("the state isn't a file");
    const file = await this.#findStateFile(state);
    await writeFile(file, (await readFile(file, "utf8")).replace(/,\s*"writtenAt":\s*"[^"]*"/g, ""));
  }

  /** Everything in the state; undefined where the state isn't a file. */
  async #listAll(): Promise<StateResource[] | undefined> {
    const state = this.#findState();
    if (state === undefined) return undefined;
    const { checkpoint } = JSON.parse(await readFile(await this.#findStateFile(state), "utf8")) as {
      checkpoint: { latest?: { resources?: StateResource[] } };
    };
    return checkpoint.latest?.resources ?? [];
  }

  /** The folder of the file backend. */
  #findState(): string | undefined {
    const url = this.environment.PULUMI_BACKEND_URL ?? "";
    return url.startsWith("file:") ? fileURLToPath(url) : undefined;
  }

  async #findStateFile(state: string): Promise<string> {
    return join(state, ".pulumi/stacks", await this.#readProject(), "temporary.json");
  }

  async #readProject(): Promise<string> {
    const { name } = load(await readFile(join(this.directory, "Pulumi.yaml"), "utf8")) as { name: string };
    return name;
  }

  async #readSettings(): Promise<unknown> {
    return load(await readFile(join(this.directory, "Pulumi.temporary.yaml"), "utf8"));
  }

  #writeSettings(settings: Settings): Promise<void> {
    return this.write("Pulumi.temporary.yaml", dump(settings, { lineWidth: -1 }));
  }
}

/** A resource with its long texts, which the plugin packs. */
function unpackTexts({ inputs, outputs, ...resource }: StateResource): StateResource {
  const restoreWhole = (properties: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, unpack(value)]));
  return { ...resource, inputs: restoreWhole(inputs), outputs: restoreWhole(outputs) };
}

/** A program's file, with the classes of the plugin and the line that finds it. */
function usePlugin(file: string, text: string): string {
  if (/Pulumi\.yaml$/.test(file)) {
    return text.includes("packages:")
      ? text
      : `${text}packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n`;
  }
  return text.replace(/(["'])pulumi-analytics\1/g, '"pulumi-analytics/native"');
}

/** A value as the CLI encrypts it. */
function encryptValue(value: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", secretsKey, nonce);
  const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${text.toString("base64")}`;
}
