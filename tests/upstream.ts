import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

/** What the server behind a proxy answered. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Sends a request of a proxy to the server behind it, each on a connection of its own: a connection that is kept may be
 * closed by the server in the moment in which the next request is written to it.
 *
 * @example await sendUpstream(`${emulator.url}/v2/tags`, { method: "GET", headers: { authorization } });
 */
export async function sendUpstream(
  url: string,
  sent: { readonly method: string; readonly headers: Record<string, string>; readonly body?: Buffer | string },
): Promise<UpstreamAnswer> {
  const { method, headers, body = "" } = sent;
  const length = body.length > 0 ? { "content-length": String(Buffer.byteLength(body)) } : {};
  const outgoing = request(url, { method, headers: { ...headers, ...length }, agent: false });
  outgoing.end(body);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    text: Buffer.concat(chunks).toString(),
  };
}
