import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Emulator, startEmulator } from "analytics-emulator";
import { listenLocally } from "../listening";
import { sendUpstream } from "../upstream";
import { drawSeed } from "./support";

/** What stands in front of an emulator. */
export interface RespellingProxy {
  readonly url: string;
  /** Writes other texts into all answers from now on: `respell` gets each text, and the method of the request. */
  respell(text: (value: string, method: string) => string): void;
  /** Rewrites whole bodies from now on: of requests before the platform gets them, and of its answers. */
  rewrite(bodies: BodyRewriting): void;
  /** Answers requests instead of the platform; undefined: the platform answers. */
  intercept(answer: ((method: string, path: string) => number | "reset" | undefined) | undefined): void;
  stop(): Promise<void>;
}

/** What becomes of the bodies of requests and answers. */
export interface BodyRewriting {
  readonly request?: (body: unknown, path: string) => unknown;
  readonly answer?: (body: unknown, path: string, asked: URLSearchParams) => unknown;
  /** The parameters that the platform gets instead of those that were asked for. */
  readonly query?: (asked: URLSearchParams) => URLSearchParams;
}

/** A platform that stores something else than it was sent: a proxy that changes texts in the answers of an emulator. */
export async function startRespellingProxy(emulator: Emulator): Promise<RespellingProxy> {
  let respell = (value: string, _method: string) => value;
  let rewriting: BodyRewriting = {};
  let intercept: Parameters<RespellingProxy["intercept"]>[0];
  const server: Server = createServer((request, response) => {
    // The emulator may be stopped while a request is under way, at the end of a test.
    pass(request, response).catch(() => response.destroy());
  });
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", url = "/", headers } = request;
    const { pathname: path, searchParams: asked } = new URL(url, emulator.url);
    const query = rewriting.query?.(new URLSearchParams(asked)) ?? asked;
    const body = await readBody(request);
    const struck = intercept?.(method, path);
    if (typeof struck === "number") {
      response.writeHead(struck, { "content-type": "application/json" });
      response.end(JSON.stringify({ code: "internal", message: "no", requestId: "r" }));
      return;
    }
    const { host: _, "accept-encoding": __, "content-length": ___, connection: ____, ...sent } = headers;
    const { status, text, ...answer } = await sendUpstream(
      `${emulator.url}${path}${query.size > 0 ? `?${query}` : ""}`,
      {
        method,
        headers: sent as Record<string, string>,
        ...(body.length > 0 ? { body: changeRequest(body, headers["content-type"], path) } : {}),
      },
    );
    if (struck === "reset") {
      request.socket.destroy();
      return;
    }
    const type = answer.headers["content-type"] ?? "";
    const isChanged = type.includes("json") && status < 300 && !path.endsWith("/token") && text !== "";
    response.writeHead(status, { "content-type": type });
    response.end(isChanged ? JSON.stringify(changeAnswer(JSON.parse(text), method, path, asked)) : text);
  };

  function changeRequest(body: Buffer, type: string | undefined, path: string): Buffer | string {
    if (rewriting.request === undefined || !type?.includes("json")) return body;
    return JSON.stringify(rewriting.request(JSON.parse(body.toString()), path));
  }

  function changeAnswer(body: unknown, method: string, path: string, asked: URLSearchParams): unknown {
    return changeValue(rewriting.answer?.(body, path, asked) ?? body, method);
  }

  function changeValue(value: unknown, method: string): unknown {
    if (typeof value === "string") return respell(value, method);
    if (Array.isArray(value)) return value.map((item) => changeValue(item, method));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changeValue(item, method)]));
  }

  return {
    ...(await listenLocally(server)),
    respell: (text) => {
      respell = text;
    },
    rewrite: (bodies) => {
      rewriting = bodies;
    },
    intercept: (answer) => {
      intercept = answer;
    },
  };
}

/** A fresh emulator for each test of a file, behind a proxy that spells its texts in another way. */
export function setUpRespelling(): { readonly emulator: Emulator; readonly platform: RespellingProxy } {
  let emulator: Emulator;
  let platform: RespellingProxy;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: drawSeed(), tokenRequestsPerSecond: null });
    platform = await startRespellingProxy(emulator);
  });
  afterEach(async () => {
    await platform.stop();
    await emulator.stop();
  });

  return {
    get emulator() {
      return emulator;
    },
    get platform() {
      return platform;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
