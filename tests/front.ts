import { createServer, request } from "node:http";
import { listenLocally } from "./listening";

/** What a front answers instead of the server behind it. */
export interface Instead {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly text: string;
}

/** A request that a front sees. */
export interface Passing {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}

/**
 * A reverse proxy in front of a server, as an ingress is: it answers some requests itself, or after the server has
 * carried them out.
 *
 * @example const front = await startFront(emulator.url, ({ path }) =>
 *   (path === "/v2/tags" ? { status: 404, text: "no route" } : undefined));
 */
export async function startFront(
  url: string,
  instead: (passing: Passing) => Instead | undefined,
  { isApplied = false } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const { method = "", url: target = "" } = incoming;
    const answer = instead({ method, path: new URL(target, url).pathname });
    const reply = () => outgoing.writeHead(answer?.status ?? 500, answer?.headers).end(answer?.text);
    if (answer !== undefined && !isApplied) return void incoming.resume().on("end", reply);
    const onward = request(`${url}${target}`, { method, headers: incoming.headers }, (response) => {
      if (answer !== undefined) return void response.resume().on("end", reply);
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return listenLocally(server);
}

/** What others than the platform answer for a path that they don't know: name, status and answer. */
export const foreignAnswers: readonly (readonly [string, Omit<Instead, "status">])[] = [
  ["an ingress, in plain text", { headers: { "content-type": "text/plain" }, text: "default backend - 404" }],
  ["no body at all", { text: "" }],
  ["text without a type", { text: "404 page not found" }],
  [
    "an object store, in XML",
    { headers: { "content-type": "application/xml" }, text: "<Error><Code>NoSuchKey</Code></Error>" },
  ],
  ["XML that says to be JSON", { headers: { "content-type": "application/json" }, text: "<Error/>" }],
  ["a page", { headers: { "content-type": "text/html" }, text: "<html><title>Not Found</title></html>" }],
  ["a gateway", answerJson({ message: "no Route matched with those values", request_id: "8c1d" })],
  ["a framework", answerJson({ timestamp: "2026-01-01", status: 404, error: "Not Found", path: "/v2/tags" })],
  ["an API of a cloud", answerJson({ error: { code: "ResourceNotFound", requestId: "r", message: "gone" } })],
  ["a cluster", answerJson({ kind: "Status", code: 404, reason: "NotFound" })],
  ["a list", answerJson([{ code: "not_found", requestId: "r" }])],
  ["null", answerJson(null)],
  ["a text", answerJson("not_found")],
  ["empty fields", answerJson({ code: "", requestId: "" })],
  ["half of the platform's own", { headers: { "content-type": "application/json" }, text: '{"requestId":"r","co' }],
];

function answerJson(data: unknown): Omit<Instead, "status"> {
  return { headers: { "content-type": "application/json; charset=utf-8" }, text: JSON.stringify(data) };
}
