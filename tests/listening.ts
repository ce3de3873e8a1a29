import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Lets a server listen at a free port of this machine. Stopping it ends its connections too. */
export async function listenLocally(server: Server): Promise<{ readonly url: string; stop(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
