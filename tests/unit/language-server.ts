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
const settings: Readonly<Record<string, object>> = {
  yaml: {
    validate: true,
    completion: true,
    schemaStore: { enable: false },
    customTags: ["!ref scalar", "!include scalar"],
  },
};

/** The language server of the YAML extension, as an editor runs it. */
export class LanguageServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers = new Map<number, (result: unknown) => void>();
  readonly #opened = new Map<string, (messages: string[]) => void>();
  #received = Buffer.alloc(0);
  #asked = 0;

  constructor() {
    const server = join(repository, "node_modules/yaml-language-server/bin/yaml-language-server");
    this.#process = spawn(process.execPath, [server, "--stdio"]);
    this.#process.stdout.on("data", (data: Buffer) => this.#readChunk(data));
  }

  async start(): Promise<void> {
    const capabilities = {
      textDocument: { completion: {}, publishDiagnostics: {} },
      workspace: { configuration: true },
    };
    await this.#ask("initialize", { processId: process.pid, rootUri: null, capabilities });
    this.#send({ method: "initialized", params: {} });
  }

  stop(): void {
    this.#process.kill();
  }

  /** What the server says of a file with a text. */
  open(path: string, text: string): Promise<string[]> {
    const uri = pathToFileURL(join(repository, path)).href;
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
    const textDocument = { uri: pathToFileURL(join(repository, path)).href };
    const answer = (await this.#ask("textDocument/completion", { textDocument, position })) as {
      items: { label: string }[];
    };
    return answer.items.map(({ label }) => label);
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
          method === "workspace/configuration" ? params!.items.map(({ section }) => settings[section] ?? {}) : null,
      });
  }
}
