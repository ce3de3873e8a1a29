import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** The same limit as the engine's, in bytes: a resource may be that large. */
export const messageLimits = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
};

/** The engine that started this plugin. What a plugin prints is hidden from the user, so messages go there. */
export class Engine {
  #client: EngineClient | undefined;
  readonly #sending = new Set<Promise<void>>();

  /** @param address `host:port`; anything else is no engine, as when a person starts the plugin. */
  attach(address: string | undefined): void {
    if (address === undefined || !/^[\w.]+:\d+$/.test(address)) return;
    this.#client = new EngineClient(address, credentials.createInsecure(), messageLimits);
  }

  /** Shows the user a message, on a resource where one is given. */
  log(message: string, urn: string | undefined, severity: LogSeverity = LogSeverity.INFO): void {
    const client = this.#client;
    if (client === undefined) return void process.stderr.write(`${message}\n`);
    const request = new LogRequest()
      .setSeverity(severity)
      .setMessage(message)
      .setUrn(urn ?? "");
    // A message that the engine doesn't take changes nothing of what was done.
    const sent = new Promise<void>((done) => client.log(request, () => done()));
    this.#sending.add(sent);
    sent.then(() => this.#sending.delete(sent));
  }

  /** Shows the user a warning. */
  warn(message: string, urn: string | undefined): void {
    this.log(message, urn, LogSeverity.WARNING);
  }

  /** Waits until the engine has all messages: those of an operation belong before its result. */
  async flush(): Promise<void> {
    await Promise.all(this.#sending);
  }
}
