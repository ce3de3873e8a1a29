import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { framed, readMessage } from "./frames";
import type { Method } from "./services";
import { codes, GrpcError, trailersOf } from "./status";

/** Answers a call's message by sending one, or several; what it throws ends the call. */
type Answer = (message: Uint8Array, send: (message: Uint8Array) => void) => Promise<void>;

/** None of Node.js's limits against hostile clients: the only client is the engine. */
const limits = {
  // The trailers of an error contain the platform's message and a partially created resource, so they may be long.
  maxSendHeaderBlockLength: 2 ** 31 - 1,
  // The memory of a session is the calls under way.
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
  // From Node.js 22 on: a thousand calls that are canceled at once would end the connection, and all other calls.
  streamResetBurst: 2 ** 31 - 1,
  streamResetRate: 2 ** 31 - 1,
};

/** A server of gRPC for one local client: calls with one message in, without compression or encryption. */
export class GrpcServer {
  readonly #answers = new Map<string, Answer>();

  /** @param errorOf the error that a call ends with, for what its answer threw. */
  constructor(private readonly errorOf: (error: Error) => GrpcError) {}

  /** Serves a method that answers with one message. */
  unary<Request, Response>(
    method: Method<Request, Response>,
    answer: (request: Request) => Partial<Response> | Promise<Partial<Response>>,
  ): void {
    this.#answers.set(method.path, async (message, send) => {
      send(method.response.encode(await answer(method.request.decode(message))));
    });
  }

  /** Serves a method that answers with several messages. */
  streaming<Request, Response>(
    method: Method<Request, Response>,
    answer: (request: Request) => AsyncIterable<Partial<Response>>,
  ): void {
    this.#answers.set(method.path, async (message, send) => {
      for await (const response of answer(method.request.decode(message))) send(method.response.encode(response));
    });
  }

  /** Listens on a free port, for this machine alone. */
  listen(): Promise<Http2Server> {
    const server = createServer(limits);
    server.on("stream", (stream, headers) => {
      this.#serve(stream, headers).catch(() => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
    });
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", () => resolve(server));
    });
  }

  async #serve(stream: ServerHttp2Stream, { ":path": path = "" }: IncomingHttpHeaders): Promise<void> {
    let error: GrpcError | undefined;
    try {
      await this.#answer(stream, path);
    } catch (thrown) {
      error = thrown instanceof GrpcError ? thrown : this.errorOf(thrown as Error);
    }
    if (isGone(stream)) return;
    respond(stream);
    stream.once("wantTrailers", () => stream.sendTrailers(trailersOf(error)));
    stream.end();
  }

  async #answer(stream: ServerHttp2Stream, path: string): Promise<void> {
    const message = await readMessage(stream);
    const answer = this.#answers.get(path);
    if (answer === undefined) throw new GrpcError(codes.unimplemented, `There is no method ${path}.`);
    if (message === undefined) throw new GrpcError(codes.internal, "The call has no message.");
    await answer(message, (response) => {
      if (isGone(stream)) return;
      respond(stream);
      stream.write(framed(response));
    });
  }
}

/** Begins the answer to a call, once. */
function respond(stream: ServerHttp2Stream): void {
  if (stream.headersSent) return;
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
}

/** A caller that has gone doesn't stop what was begun. */
function isGone(stream: ServerHttp2Stream): boolean {
  return stream.destroyed || stream.closed;
}
