import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type AnalyticsClient, ApiError, type ClientSettings, createClient } from "../../../../provider/src/core/api";

/** A request as the scripted server got it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Milliseconds since the server started. */
  readonly at: number;
}

/** What the server does with a request. */
export type Reaction =
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly json?: unknown;
      readonly text?: string;
    }
  | { readonly hang: true }
  /** Cuts the connection, before or within the answer. */
  | { readonly reset: true }
  | { readonly cut: string };

export type Script = (request: Seen, nth: number) => Reaction | Promise<Reaction>;

export const clientId = "the-client-id";
export const clientSecret = "the-client-secret-7f3a";

/**
 * An HTTP server on loopback that does as it is told, grants tokens `token-1`, `token-2`, …, and remembers everything.
 */
export class ScriptedServer {
  readonly requests: Seen[] = [];
  readonly connections = new Set<Socket>();
  connectionCount = 0;
  /** Seconds a token is said to live. */
  tokenSeconds = 3600;
  /** Replaces the granting of tokens. */
  onToken: Script | undefined;
  readonly #server: Server;
  readonly #startedAt = performance.now();
  #tokens = 0;

  private constructor(script: Script) {
    this.#server = createServer((message, response) => {
      const chunks: Buffer[] = [];
      message.on("data", (chunk) => chunks.push(chunk));
      message.on("end", async () => {
        const url = new URL(message.url ?? "", "http://server");
        const seen: Seen = {
          method: message.method ?? "",
          path: url.pathname,
          query: url.searchParams,
          headers: message.headers,
          body: Buffer.concat(chunks).toString(),
          at: performance.now() - this.#startedAt,
        };
        this.requests.push(seen);
        const isToken = seen.path === "/v2/auth/token";
        const nth = isToken ? this.tokenRequests.length : this.calls.length;
        const answer = isToken ? (this.onToken ?? (() => this.#grant())) : script;
        const reaction = await answer(seen, nth);
        if ("hang" in reaction) return;
        if ("reset" in reaction) return void message.socket.destroy();
        if ("cut" in reaction) {
          response.writeHead(200, { "Content-Type": "application/json", "Content-Length": reaction.cut.length * 2 });
          response.write(reaction.cut, () => message.socket.destroy());
          return;
        }
        const type = reaction.text === undefined ? "application/json" : "text/html";
        response.writeHead(reaction.status ?? 200, { "Content-Type": type, ...reaction.headers });
        response.end(reaction.text ?? JSON.stringify(reaction.json ?? {}));
      });
    });
    this.#server.on("connection", (socket) => {
      this.connectionCount += 1;
      this.connections.add(socket);
      socket.on("close", () => this.connections.delete(socket));
    });
  }

  static async start(script: Script): Promise<ScriptedServer> {
    const server = new ScriptedServer(script);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    started.push(server);
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What came beside token requests. */
  get calls(): Seen[] {
    return this.requests.filter(({ path }) => path !== "/v2/auth/token");
  }

  get tokenRequests(): Seen[] {
    return this.requests.filter(({ path }) => path === "/v2/auth/token");
  }

  createTestClient(settings: Partial<ClientSettings> = {}): AnalyticsClient {
    return createClient({ baseUrl: this.url, clientId, clientSecret, ...settings });
  }

  #grant(): Reaction {
    this.#tokens += 1;
    const json = { access_token: `token-${this.#tokens}`, token_type: "Bearer", expires_in: this.tokenSeconds };
    return { json };
  }

  stop(): Promise<void> {
    for (const socket of this.connections) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

const started: ScriptedServer[] = [];

/** To be called after each test. */
export async function stopServers(): Promise<void> {
  await Promise.all(started.splice(0).map((server) => server.stop()));
}

export const identity = { userId: "u", organizationId: "o" };
export const audit = {
  createdBy: "u",
  updatedBy: "u",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

/** The error a call fails with. */
export async function catchApiError(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => new Error("the call was expected to fail"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw error;
}

/** What settles before a timer that is set now. However late a busy machine is with both, their order stays. */
export async function settleBeforeTimer<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not settled when a timer of ${ms} ms was`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
