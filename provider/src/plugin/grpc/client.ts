import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { framed, readMessage } from "./frames";
import type { Method } from "./services";
import { codes, errorIn, GrpcError } from "./status";

/** A client of gRPC for one local server: calls with one message in and one out, without compression or encryption. */
export class GrpcClient {
  #session: ClientHttp2Session | undefined;

  /** @param address `host:port`. */
  constructor(private readonly address: string) {}

  /** @throws GrpcError when the server refuses the call, or can't be reached. */
  async call<Request, Response>(method: Method<Request, Response>, request: Partial<Request>): Promise<Response> {
    const frame = framed(method.request.encode(request));
    const stream = this.#connected().request({
      ":method": "POST",
      ":path": method.path,
      "content-type": "application/grpc",
      te: "trailers",
    });
    let ending: IncomingHttpHeaders = {};
    stream.on("response", (headers) => {
      ending = headers;
    });
    stream.on("trailers", (trailers) => {
      ending = trailers;
    });
    stream.end(frame);
    const message = await readMessage(stream).catch((error: Error) => {
      throw error instanceof GrpcError ? error : new GrpcError(codes.unavailable, error.message);
    });
    const error = errorIn(ending);
    if (error !== undefined) throw error;
    if (message === undefined) throw new GrpcError(codes.internal, `${method.path}: no answer.`);
    return method.response.decode(message);
  }

  /** Ends the connection, after the calls under way. */
  close(): void {
    this.#session?.close();
  }

  #connected(): ClientHttp2Session {
    if (this.#session === undefined || this.#session.closed || this.#session.destroyed) {
      this.#session = connect(`http://${this.address}`, { maxSessionMemory: Number.MAX_SAFE_INTEGER });
      // The calls under way tell it.
      this.#session.on("error", () => {});
    }
    return this.#session;
  }
}
