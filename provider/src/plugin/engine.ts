import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { isAddress } from "../host/engine-watch";
import { callEngine, channelOptions } from "./grpc";

/** The engine that started this plugin. What a plugin prints is hidden from the user, so messages go there. */
export class Engine {
  #client: EngineClient | undefined;
  #address: string | undefined;
  #sent: Promise<void> = Promise.resolve();

  /**
   * @param address `host:port`; anything else is no engine.
   * @returns whether it is the one that is attached.
   */
  attach(address: string | undefined): boolean {
    if (address === undefined || !isAddress(address)) return false;
    if (address === this.#address) return true;
    this.#address = address;
    this.#client?.close();
    this.#client = new EngineClient(address, credentials.createInsecure(), channelOptions);
    return false;
  }

  /** Shows the user a message, on a resource where one is given. */
  log(message: string, urn: string | undefined): void {
    this.#send(message, urn, LogSeverity.INFO);
  }

  /** Shows the user a warning. */
  warn(message: string, urn: string | undefined): void {
    this.#send(message, urn, LogSeverity.WARNING);
  }

  /** Waits until the engine has all messages: those of an operation belong before its result. */
  flush(): Promise<void> {
    return this.#sent;
  }

  #send(message: string, urn: string | undefined, severity: LogSeverity): void {
    const client = this.#client;
    if (client === undefined) return void process.stderr.write(`${message}\n`);
    const request = new LogRequest()
      .setSeverity(severity)
      .setMessage(message.toWellFormed())
      .setUrn(urn ?? "");
    const send = () => callEngine((done) => client.log(request, done));
    // One after the other, or the engine shows them in another order. One that it doesn't take changes nothing of what
    // was done.
    this.#sent = this.#sent.then(send).then(
      () => {},
      () => {},
    );
  }
}
