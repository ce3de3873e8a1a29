import { Server, ServerCredentials } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Engine } from "../../../provider/src/plugin/engine";

test("messages come to the engine in the order in which they were said, also after one that it refuses", async () => {
  const told: string[] = [];
  const server = new Server();
  server.addService(EngineService, {
    log: ({ request }: { request: LogRequest }, done: (error: Error | null, answer?: Empty) => void) => {
      const message = request.getMessage();
      // The first ones take the longest.
      setTimeout(
        () => {
          told.push(message);
          if (message === "1") done(new Error("refused"));
          else done(null, new Empty());
        },
        40 - 10 * Number(message),
      );
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  try {
    const engine = new Engine();
    engine.attach(`127.0.0.1:${port}`);
    for (const message of ["0", "1", "2", "3"]) engine.log(message, undefined);
    await engine.flush();
    expect(told).toEqual(["0", "1", "2", "3"]);
  } finally {
    server.forceShutdown();
  }
});
