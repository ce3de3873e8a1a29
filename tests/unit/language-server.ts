import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "../repository";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri: string; readonly diagnostics: { readonly message: string }[]; items: Section[] };
  readonly result?: unknown;
}

interface Section {
  readonly section: string;
}

/** What an editor sets for YAML. */
const usual = { validate: true, completion: true, hover: true, schemaStore: { enable: false } };

/** The folder that the editor has open, and the settings in it. */
interface Opened {
  readonly root: string;
  /** Those that begin with `yaml.`. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const defaults: Opened = { root: repository, settings: { "yaml.customTags": ["!ref scalar", "!include scalar"] } };

/** The language server of the YAML extension, as an editor runs it. */
export class LanguageServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers = new Map<number, (result: unknown) => void>();
  readonly #opened = new Map<string, (messages: string[]) => void>();
  #received = Buffer.alloc(0);
  #asked = 0;
  readonly #root: string;
  readonly #settings: Readonly<Record<string, object>>;

  constructor({ root, settings }: Opened = defaults) {
    this.#root = root;
    const own = Object.entries(settings).map(([name, value]) => [name.replace("yaml.", ""), value]);
    this.#settings = { yaml: { ...usual, ...Object.fromEntries(own) } };
    const server = join(repository, "node_modules/yaml-language-server/bin/yaml-language-server");
    this.#process = spawn(process.execPath, [server, "--stdio"]);
    this.#process.stdout.on("data", (data: Buffer) => this.#readChunk(data));
  }

  async start(): Promise<void> {
    const capabilities = {
      textDocument: { completion: {}, hover: {}, publishDiagnostics: {} },
      workspace: { configuration: true, workspaceFolders: true },
    };
    const rootUri = pathToFileURL(this.#root).href;
    const workspaceFolders = [{ uri: rootUri, name: "root" }];
    await this.#ask("initialize", { processId: process.pid, rootUri, workspaceFolders, capabilities });
    this.#send({ method: "initialized", params: {} });
  }

  stop(): void {
    this.#process.kill();
  }

  /** What the server says of a file with a text. */
  open(path: string, text: string): Promise<string[]> {
    const uri = this.#locate(path);
    this.#send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "yaml", version: 1, text } },
    });
    return new Promise((resolve) => this.#opened.set(uri, resolve));
  }

  /** What it offers at the end of an open text. */
  async complete(path: string, text: string): Promise<string[]> {
    const lines = text.split("\n");
    const position = { line: lines.length - 1, character: lines.at(-1)!.length };
    const textDocument = { uri: this.#locate(path) };
    const answer = (await this.#ask("textDocument/completion", { textDocument, position })) as {
      items: { label: string }[];
    };
    return answer.items.map(({ label }) => label);
  }

  /** What it says of the word at the beginning of the first line that is like a pattern, of an open text. */
  async readHover(path: string, text: string, pattern: RegExp): Promise<string> {
    const before = text.slice(0, text.search(pattern)).split("\n");
    const position = { line: before.length - 1, character: before.at(-1)!.length + 1 };
    const textDocument = { uri: this.#locate(path) };
    const answer = (await this.#ask("textDocument/hover", { textDocument, position })) as {
      contents: { value: string };
    } | null;
    return answer?.contents.value ?? "";
  }

  #locate(path: string): string {
    return pathToFileURL(join(this.#root, path)).href;
  }

  #ask(method: string, params: object): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    this.#send({ id, method, params });
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #readChunk(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const end = this.#received.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/.exec(this.#received.toString("utf8", 0, Math.max(end, 0)))?.[1]);
      if (end < 0 || this.#received.length < end + 4 + length) return;
      const message = JSON.parse(this.#received.toString("utf8", end + 4, end + 4 + length)) as Message;
      this.#received = this.#received.subarray(end + 4 + length);
      this.#handle(message);
    }
  }

  #handle({ id, method, params, result }: Message): void {
    if (method === "textDocument/publishDiagnostics")
      this.#opened.get(params!.uri)?.(params!.diagnostics.map(({ message }) => message));
    else if (id !== undefined && method === undefined) this.#answers.get(id)?.(result);
    else if (id !== undefined)
      this.#send({
        id,
        result:
          method === "workspace/configuration"
            ? params!.items.map(({ section }) => this.#settings[section] ?? {})
            : null,
      });
  }
}
