import { closeSync, fchmodSync, ftruncateSync, openSync, readSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getPlainFileSize, writeWhole } from "../files";

/** A request and its answer, as HAR 1.2 has them. */
interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: Record<string, unknown>;
  readonly response: Record<string, unknown>;
  readonly cache: Record<string, never>;
  readonly _requestId: string;
  /** Id of the fault rule that struck. */
  readonly _fault?: string;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}

const start = `{"log":{"version":"1.2","creator":{"name":"analytics-emulator","version":"0.1.0"},"entries":[`;
const end = "\n]}}\n";

/**
 * Writes what is asked of the platform, and what it answers, to a HAR file. The file is whole after every answer, so
 * that not even a kill loses more than the requests that are still open.
 */
export class Recorder {
  readonly #file: number;
  #size: number;
  #isEmpty = true;
  #isOpen = true;
  #hasFailed = false;

  /**
   * Replaces an earlier recording.
   *
   * @throws if the file holds something else, or can't be written
   */
  constructor(private readonly path: string) {
    this.#file = openForRecording(path);
    writeWhole(this.#file, start + end, 0);
    this.#size = start.length;
  }

  /** Adds nothing after the end, nor what the disk has no room for: a recording is no reason to refuse a request. */
  add(entry: Entry): void {
    if (!this.#isOpen) return;
    const text = `${this.#isEmpty ? "" : ","}\n${JSON.stringify(entry)}`;
    try {
      // Over the end of the file, which comes again behind it in the same write.
      writeWhole(this.#file, text + end, this.#size);
    } catch (error) {
      this.#leaveOut(error as Error);
      return;
    }
    this.#isEmpty = false;
    this.#size += Buffer.byteLength(text);
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #leaveOut(error: Error): void {
    ftruncateSync(this.#file, this.#size);
    // There was room for it before.
    writeWhole(this.#file, end, this.#size);
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    process.stderr.write(
      `analytics-emulator: ${this.path} lacks requests that could not be written: ${error.message}\n`,
    );
  }
}

/** An empty file that only its owner reads: answers have personal data. */
function openForRecording(path: string): number {
  // Neither flag empties a foreign file before it is looked at.
  const file = openSync(path, getPlainFileSize(path) === undefined ? "wx+" : "r+", 0o600);
  try {
    refuseForeign(path, file);
    fchmodSync(file, 0o600);
    ftruncateSync(file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** @throws if the file holds anything but a recording of the emulator */
function refuseForeign(path: string, file: number): void {
  const first = Buffer.alloc(start.length);
  const length = readSync(file, first, 0, first.length, 0);
  if (length > 0 && first.toString("utf8", 0, length) !== start) {
    throw new Error(
      `${path} isn't a recording of the emulator, and would be overwritten. Choose another path, or remove it.`,
    );
  }
}

/** The bodies of answers, until they are recorded. */
const answers = new WeakMap<FastifyRequest, unknown>();

/**
 * Records everything that reaches an emulator with a recorder. Has to be called before the hooks whose refusals are to
 * be recorded too.
 */
export function recordRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const { recorder } = request.parts;
    if (!recorder) return;
    const startedAt = Date.now();
    const from = performance.now();
    // Comes also when the connection is cut before an answer.
    reply.raw.once("close", () => {
      recorder.add(buildEntry(request, reply, startedAt, Math.round(performance.now() - from)));
    });
  });
}

/** Keeps the bodies of answers for the recording. Has to be called after the hooks that change them. */
export function recordAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, _reply, payload) => {
    if (request.parts.recorder) answers.set(request, payload);
    return payload;
  });
}

function buildEntry(request: FastifyRequest, reply: FastifyReply, startedAt: number, ms: number): Entry {
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: ms,
    request: buildRequest(request),
    response: buildResponse(request, reply),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    _requestId: request.id,
    ...(request.fault ? { _fault: request.fault.id } : {}),
  };
}

function buildRequest(request: FastifyRequest): Record<string, unknown> {
  const address = `http://${request.headers.host}${request.url}`;
  const url = new URL(URL.canParse(address) ? address : "http://localhost/");
  for (const name of [...url.searchParams.keys()].filter(isSecret)) {
    url.searchParams.set(name, hidden);
  }
  return {
    method: request.method,
    url: url.href,
    httpVersion: `HTTP/${request.raw.httpVersion}`,
    cookies: [],
    headers: listHeaders(request.headers),
    queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
    ...buildPostData(request),
    headersSize: -1,
    bodySize: Number(request.headers["content-length"] ?? 0),
  };
}

function buildResponse(request: FastifyRequest, reply: FastifyReply): Record<string, unknown> {
  // A connection that was cut has no status.
  const status = request.logged.status ?? 0;
  const answer = answers.get(request);
  const text = typeof answer === "string" ? answerText(request, answer) : "";
  return {
    status,
    statusText: STATUS_CODES[status] ?? "",
    httpVersion: `HTTP/${request.raw.httpVersion}`,
    cookies: [],
    headers: listHeaders(reply.getHeaders()),
    content: {
      size: Buffer.byteLength(text),
      mimeType: String(reply.getHeader("content-type") ?? "application/octet-stream"),
      text,
    },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
  };
}

/** An answer without secrets: those it gives out, and those of the request that an error quotes. */
function answerText({ body }: FastifyRequest, answer: string): string {
  const text = hideSecrets(answer);
  const isQuotingSecrets = JSON.stringify(redact(body ?? null)).includes(hidden);
  return isQuotingSecrets ? text.replace(/but instead got: (?:[^"\\]|\\.)*/g, `but instead got: ${hidden}`) : text;
}

/** What stands for a secret. */
const hidden = "[secret]";

function listHeaders(headers: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value: /^(?:authorization|(?:set-)?cookie)$/i.test(name) ? hidden : String(value),
  }));
}

function buildPostData({ headers, body }: FastifyRequest): { postData?: Record<string, unknown> } {
  if (body === undefined || body === null) {
    return {};
  }
  const mimeType = headers["content-type"] ?? "";
  const safe = redact(body);
  if (!mimeType.startsWith("application/x-www-form-urlencoded")) {
    return { postData: { mimeType, text: JSON.stringify(safe) } };
  }
  const params = Object.entries(safe as object).map(([name, value]) => ({ name, value: String(value) }));
  const text = new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value])).toString();
  return { postData: { mimeType, params, text } };
}

/** What holds a secret, however the key is spelled: `client_secret`, `clientSecret`, `access_token`, `password` … */
const secretKey = /secret|password|passphrase|privatekey|token$|^credential$|^serviceaccount$/;
/** Cursors of lists end like tokens. */
const cursors = new Set(["nextpagetoken", "pagetoken"]);

function isSecret(key: string): boolean {
  const plain = key.replace(/[_-]/g, "").toLowerCase();
  return secretKey.test(plain) && !cursors.has(plain);
}

function redact(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(redact);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, isSecret(key) ? hidden : redact(inner)]));
}

/** A body that isn't JSON, such as YAML or a page of HTML, holds no secrets. */
function hideSecrets(text: string): string {
  try {
    return JSON.stringify(redact(JSON.parse(text)));
  } catch {
    return text;
  }
}
