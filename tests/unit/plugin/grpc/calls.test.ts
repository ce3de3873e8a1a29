import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import {
  Client,
  compressionAlgorithms,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceError,
  type UntypedHandleCall,
} from "@grpc/grpc-js";
import { GrpcClient } from "../../../../provider/src/plugin/grpc/client";
import { message, text } from "../../../../provider/src/plugin/grpc/message";
import { GrpcServer } from "../../../../provider/src/plugin/grpc/server";
import type { Method } from "../../../../provider/src/plugin/grpc/services";
import { codes, GrpcError } from "../../../../provider/src/plugin/grpc/status";

// Each side of ours with the other one of @grpc/grpc-js, whose messages here are texts.

const word = message({ text: text(1) });
const echo: Method<{ text: string }, { text: string }> = { path: "/test.Words/Echo", request: word, response: word };
const split = { ...echo, path: "/test.Words/Split" };
const write = (value: string) => Buffer.from(word.encode({ text: value }));
const read = (bytes: Buffer) => word.decode(bytes).text;

const large = 400 * 1024 * 1024;
const limits = { "grpc.max_receive_message_length": large, "grpc.max_send_message_length": large };
const ending: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

/** The text of an error that needs several frames, with characters that a header can't have. Clients of Node.js take at most eight frames. */
const long = `${"a long line\n".repeat(6_000)}100 % "Ä€😀"`;

describe("a server of ours", () => {
  const begun: string[] = [];
  let release: () => void;
  let client: Client;
  let port: number;

  beforeEach(async () => {
    begun.length = 0;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = new GrpcServer(
      (error) => new GrpcError(codes.notFound, error.message, new Uint8Array([0, 255, 128])),
    );
    server.unary(echo, async ({ text: given }) => {
      begun.push(given);
      if (given === "wait") await released;
      if (given === "fail") throw new Error(long);
      return { text: given };
    });
    server.streaming(split, async function* ({ text: given }) {
      for (const part of given.split(" ")) {
        if (part === "fail") throw new Error(long);
        yield { text: part };
      }
    });
    const listening = await server.listen();
    ending.push(() => listening.close());
    port = (listening.address() as AddressInfo).port;
    client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), limits);
    ending.push(() => client.close());
  });

  const call = (given: string, path = echo.path, metadata = new Metadata()) =>
    new Promise<string | undefined>((resolve, reject) => {
      client.makeUnaryRequest(path, write, read, given, metadata, (error, answer) =>
        error ? reject(error) : resolve(answer),
      );
    });
  const failure = (called: Promise<unknown>) =>
    called.then(
      () => Promise.reject(new Error("no error")),
      (error: ServiceError) => error,
    );

  test("answers, also at once and with an empty message", async () => {
    expect(await call("")).toBe("");
    const all = Array.from({ length: 300 }, (_, index) => `text ${index}`);
    expect(await Promise.all(all.map((given) => call(given)))).toEqual(all);
  });

  test("answers a message of 30 MB", async () => {
    const given = "0123456789".repeat(3_000_000);
    expect((await call(given)) === given).toBe(true);
  });

  test("ends a call with the code, the whole text and the details of an error", async () => {
    const { code, details, metadata } = await failure(call("fail"));
    expect(code).toBe(codes.notFound);
    expect(details).toBe(long);
    expect(metadata.get("grpc-status-details-bin")).toEqual([Buffer.from([0, 255, 128])]);
    expect(await call("again")).toBe("again");
  });

  const parts = (given: string) =>
    new Promise<{ found: string[]; error?: ServiceError }>((resolve) => {
      const found: string[] = [];
      const stream = client.makeServerStreamRequest(split.path, write, read, given);
      stream.on("data", (part: string) => found.push(part));
      stream.on("error", (error: ServiceError) => resolve({ found, error }));
      stream.on("end", () => resolve({ found }));
    });

  test("answers with several messages, and with an error after some", async () => {
    expect(await parts("one two three")).toEqual({ found: ["one", "two", "three"] });
    const { found, error } = await parts("one fail three");
    expect(found).toEqual(["one"]);
    expect(error).toMatchObject({ code: codes.notFound, details: long });
  });

  test("refuses methods that it doesn't have, messages that aren't one, and compressed ones", async () => {
    expect(await failure(call("", "/test.Words/Other"))).toMatchObject({
      code: codes.unimplemented,
      details: "There is no method /test.Words/Other.",
    });
    const metadata = new Metadata();
    const compressing = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
      "grpc.default_compression_algorithm": compressionAlgorithms.gzip,
    });
    ending.push(() => compressing.close());
    const refused = new Promise((resolve, reject) => {
      compressing.makeUnaryRequest(echo.path, write, read, "a".repeat(1000), metadata, (error) =>
        error ? reject(error) : resolve(undefined),
      );
    });
    expect(await failure(refused)).toMatchObject({ code: codes.unimplemented });
    expect(
      await failure(call("wrong", echo.path, metadata).then(() => raw(Buffer.from([0, 0, 0, 0, 9, 1])))),
    ).toMatchObject({ code: codes.internal });
    expect(await failure(raw(Buffer.alloc(0)))).toMatchObject({ code: codes.internal });
  });

  /** Sends bytes as they are. */
  async function raw(bytes: Buffer): Promise<void> {
    const session = connect(`http://127.0.0.1:${port}`);
    ending.push(() => session.close());
    const stream = session.request({ ":method": "POST", ":path": echo.path, "content-type": "application/grpc" });
    const trailers = new Promise<Record<string, unknown>>((resolve) => stream.once("trailers", resolve));
    stream.resume().end(bytes);
    throw Object.assign(new Error("refused"), { code: Number((await trailers)["grpc-status"]) });
  }

  test("an error whose conversion fails ends its own call only", async () => {
    const broken = new GrpcServer(() => {
      throw new Error("no error");
    });
    broken.unary(echo, ({ text: given }) => {
      if (given === "fail") throw new Error("any");
      return { text: given };
    });
    const listening = await broken.listen();
    ending.push(() => listening.close());
    const other = new Client(`127.0.0.1:${(listening.address() as AddressInfo).port}`, credentials.createInsecure());
    ending.push(() => other.close());
    const send = (given: string) =>
      new Promise((resolve, reject) => {
        other.makeUnaryRequest(echo.path, write, read, given, (error, answer) =>
          error ? reject(error) : resolve(answer),
        );
      });
    await expect(send("fail")).rejects.toMatchObject({ code: codes.internal });
    expect(await send("any")).toBe("any");
  });

  test("goes on when a caller goes, during a call too", async () => {
    const waiting = client.makeUnaryRequest(echo.path, write, read, "wait", () => {});
    while (!begun.includes("wait")) await new Promise((resolve) => setTimeout(resolve, 5));
    waiting.cancel();
    expect(await call("next")).toBe("next");
    release();
    expect(await call("last")).toBe("last");
  });
});

describe("a client of ours", () => {
  type Handler = (given: string, done: (error: Partial<ServiceError> | null, answer?: string) => void) => void;

  async function serverOf(answer: Handler, port = 0): Promise<{ port: number; stop: () => void }> {
    const server = new Server(limits);
    const definition = {
      path: echo.path,
      requestStream: false,
      responseStream: false,
      requestSerialize: write,
      requestDeserialize: read,
      responseSerialize: write,
      responseDeserialize: read,
    };
    const handler = (call: { request: string }, done: Parameters<Handler>[1]) => answer(call.request, done);
    server.addService({ echo: definition }, { echo: handler as unknown as UntypedHandleCall });
    const bound = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, found) =>
        error ? reject(error) : resolve(found),
      );
    });
    const stop = () => server.forceShutdown();
    ending.push(stop);
    return { port: bound, stop };
  }

  function clientOf(port: number): GrpcClient {
    const client = new GrpcClient(`127.0.0.1:${port}`);
    ending.push(() => client.close());
    return client;
  }

  test("calls, also at once and with 30 MB", async () => {
    const { port } = await serverOf((given, done) => done(null, given));
    const client = clientOf(port);
    const all = ["Ä€😀", ...Array.from({ length: 300 }, (_, index) => `text ${index}`)];
    const answers = await Promise.all(all.map((given) => client.call(echo, { text: given })));
    expect(answers.map((answer) => answer.text)).toEqual(all);
    const given = "0123456789".repeat(3_000_000);
    expect((await client.call(echo, { text: given })).text === given).toBe(true);
  });

  test("has the code and the text of an error", async () => {
    const details = 'a line\n100 % "Ä€😀"';
    const { port } = await serverOf((_, done) => done({ code: codes.invalid, details }));
    const error = await clientOf(port)
      .call(echo, { text: "any" })
      .catch((error: GrpcError) => error);
    expect(error).toBeInstanceOf(GrpcError);
    expect(error).toMatchObject({ code: codes.invalid, message: details });
    await expect(clientOf(port).call(split, { text: "any" })).rejects.toMatchObject({ code: codes.unimplemented });
  });

  test("says that a server can't be reached, and reaches it when it is there again", async () => {
    const first = await serverOf((given, done) => done(null, given));
    const client = clientOf(first.port);
    await client.call(echo, { text: "any" });
    first.stop();
    await expect(client.call(echo, { text: "any" })).rejects.toMatchObject({ code: codes.unavailable });
    await serverOf((given, done) => done(null, given), first.port);
    expect(await client.call(echo, { text: "again" })).toEqual({ text: "again" });
  });

  test("a server that ends during a call is unavailable", async () => {
    const { port, stop } = await serverOf(() => stop());
    await expect(clientOf(port).call(echo, { text: "any" })).rejects.toMatchObject({ code: codes.unavailable });
  });

  test("an answer without a status is none", async () => {
    const server = createServer();
    server.on("stream", (stream) => {
      stream.respond({ ":status": 200, "content-type": "application/grpc" });
      const message = write("any");
      stream.end(Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ending.push(() => server.close());
    await expect(clientOf((server.address() as AddressInfo).port).call(echo, { text: "any" })).rejects.toMatchObject({
      code: codes.unavailable,
    });
  });
});
