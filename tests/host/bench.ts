import { type Emulator, startEmulator } from "analytics-emulator";
import { Host } from "./support";

/** A fresh emulator for each test of the block, and a host for resources of one kind that is configured for it. */
export function eachWithHost(kind: string): { readonly emulator: Emulator; readonly host: Host } {
  let emulator: Emulator;
  let host: Host;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: 1 });
    host = await Host.start(kind);
    await host.configure({
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    });
  });

  afterEach(async () => {
    await host.stop();
    await emulator.stop();
  });

  return {
    get emulator() {
      return emulator;
    },
    get host() {
      return host;
    },
  };
}

/** The requests that changed something, with what they sent, since the last `clearRequests()`. */
export function writes(emulator: Emulator): { method: string; path: string; body?: unknown }[] {
  return emulator
    .requests()
    .filter(({ method, path }) => method !== "GET" && path !== "/v2/auth/token")
    .map(({ method, path, body }) => ({ method, path, body }));
}
