import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * An address that leads to one emulator after the other. A plugin keeps the address of its first settings, and the
 * tests of a file share one plugin, while each has an emulator of its own.
 */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target = { host: "", port: 0 };

  private constructor() {
    this.#server = createServer((socket) => this.#forwardSocket(socket));
    this.#server.unref();
  }

  static async start(): Promise<Relay> {
    const relay = new Relay();
    relay.#server.listen(0, "127.0.0.1");
    await once(relay.#server, "listening");
    return relay;
  }

  /** The address by which a URL is reached from now on; connections to the one before end. */
  setTarget(target: string): string {
    const url = new URL(target);
    this.#target = { host: url.hostname, port: Number(url.port) };
    for (const socket of this.#sockets) socket.destroy();
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href.replace(/\/$/, "");
  }

  #forwardSocket(socket: Socket): void {
    const upstream = connect(this.#target);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.#sockets.add(one);
      // What resets a connection in a test does so at its other end.
      one.on("error", () => other.resetAndDestroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
