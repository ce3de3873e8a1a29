import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer on its way through {@link startCorrupting}. */
export interface PassingAnswer {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
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
 * @example await startCorrupting(emulator.url, ({ text }) => ({ text: text.slice(0, 10) }));
 */
export async function startCorrupting(
  url: string,
  corrupt: (answer: PassingAnswer) => Corrupted | undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url: target = "/", headers } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { host: _, connection: __, "content-length": ___, "accept-encoding": ____, ...sent } = headers;
    const answer = await fetch(`${url}${target}`, {
      method,
      headers: sent as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
    });
    const {
      "content-length": _____,
      connection: ______,
      "transfer-encoding": _______,
      ...kept
    } = Object.fromEntries(answer.headers);
    const given = {
      method,
      path: new URL(target, url).pathname,
      status: answer.status,
      headers: kept,
      text: await answer.text(),
    };
    const { status, headers: changed, text, isCut = false, dripMs } = { ...given, ...corrupt(given) };
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
  });
  server.on("clientError", (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Changes each object in the JSON of an answer, at any depth. */
export function changeObjects(text: string, change: (object: Record<string, unknown>) => object): string {
  return JSON.stringify(
    JSON.parse(text, (_key, value) =>
      value !== null && typeof value === "object" && !Array.isArray(value) ? change(value) : value,
    ),
  );
}
