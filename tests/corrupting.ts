import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenLocally } from "./listening";
import { sendUpstream } from "./upstream";

/** A request on its way through {@link startCorrupting}. */
export interface PassingRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** As it was sent. */
  readonly body: string;
}

/** The answer to it. */
export interface PassingAnswer extends PassingRequest {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a client gets instead of an answer. */
export interface Corrupted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  /** Cuts the connection after the text. */
  readonly isCut?: boolean;
  /** Milliseconds between two pieces of the text. */
  readonly dripMs?: number;
}

/**
 * A proxy in front of a server that changes its answers after the server has carried the requests out.
 *
 * @param corrupt what the client gets; undefined: the answer as it is.
 * @param instead what the client gets of a request that never reaches the server; undefined: it does.
 * @example await startCorrupting(emulator.url, ({ text }) => ({ text: text.slice(0, 10) }));
 */
export async function startCorrupting(
  url: string,
  corrupt: (answer: PassingAnswer) => Corrupted | undefined,
  instead: (request: PassingRequest) => Promise<Corrupted | undefined> = async () => undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    // The server may be stopped while a request is under way, at the end of a test.
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = "GET", url: target = "/", headers } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const sendOnward = async (passing: PassingRequest): Promise<Corrupted> => {
      const sent = omitHeaders(headers, ["host", "connection", "content-length", "accept-encoding"]);
      const answer = await sendUpstream(`${url}${target}`, { method: passing.method, headers: sent, body });
      const kept = omitHeaders(answer.headers, ["connection", "content-length", "transfer-encoding"]);
      const given = { ...passing, status: answer.status, headers: kept, text: answer.text };
      return { ...given, ...corrupt(given) };
    };
    const passing = { method, path: new URL(target, url).pathname, body: body.toString() };
    const own = await instead(passing);
    const { status = 200, headers: changed, text = "", isCut = false, dripMs } = own ?? (await sendOnward(passing));
    const length = Buffer.byteLength(text) + (isCut ? 100 : 0);
    outgoing.writeHead(status, { ...changed, ...(status === 204 ? {} : { "content-length": length }) });
    if (dripMs !== undefined) {
      for (const letter of text) {
        if (outgoing.destroyed) return;
        outgoing.write(letter);
        await new Promise((resolve) => setTimeout(resolve, dripMs));
      }
    } else outgoing.write(text);
    if (isCut) setTimeout(() => incoming.socket.destroy(), 5);
    else outgoing.end();
  };
  server.on("clientError", (_, socket) => socket.destroy());
  return listenLocally(server);
}

function omitHeaders(headers: object, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Changes each object in the JSON of an answer, at any depth. */
export function changeObjects(text: string, change: (object: Record<string, unknown>) => object): string {
  return JSON.stringify(
    JSON.parse(text, (_key, value) =>
      value !== null && typeof value === "object" && !Array.isArray(value) ? change(value) : value,
    ),
  );
}
