import { isAddress } from "../host/process";
import { GrpcClient } from "./grpc/client";
import { logSeverity } from "./grpc/messages";
import { engine as methods } from "./grpc/services";

/** The engine that started this plugin. What a plugin prints is hidden from the user, so messages go there. */
export class Engine {
  #client: GrpcClient | undefined;
  readonly #sending = new Set<Promise<void>>();

  /** @param address `host:port`; anything else is no engine. */
  attach(address: string | undefined): void {
    if (address === undefined || !isAddress(address)) return;
    this.#client?.close();
    this.#client = new GrpcClient(address);
  }

  /** Shows the user a message, on a resource where one is given. */
  log(message: string, urn: string | undefined): void {
    this.#send(message, urn, logSeverity.info);
  }

  /** Shows the user a warning. */
  warn(message: string, urn: string | undefined): void {
    this.#send(message, urn, logSeverity.warning);
  }

  /** Waits until the engine has all messages: those of an operation belong before its result. */
  async flush(): Promise<void> {
    if (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  #send(message: string, urn: string | undefined, severity: number): void {
    const client = this.#client;
    if (client === undefined) return void process.stderr.write(`${message}\n`);
    // A message that the engine doesn't take changes nothing of what was done.
    const sent = client.call(methods.log, { severity, message, urn: urn ?? "" }).then(
      () => {},
      () => {},
    );
    this.#sending.add(sent);
    sent.then(() => this.#sending.delete(sent));
  }
}
