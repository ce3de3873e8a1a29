import { type Emulator, startEmulator } from "analytics-emulator";
import { drawSeed, Host } from "./support";

/** What a test of one kind works with. */
export interface KindBench {
  readonly emulator: Emulator;
  readonly host: Host;
  /** The stack configuration the host was given. */
  readonly settings: Record<string, unknown>;
}

/** A fresh emulator for each test of the block, and a host for resources of one kind that is configured for it. */
export function setUpHost(kind: string): KindBench {
  let emulator: Emulator;
  let host: Host;
  let settings: Record<string, unknown>;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: drawSeed() });
    host = await Host.startShared(kind);
    settings = {
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    };
    await host.configure(settings);
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
    get settings() {
      return settings;
    },
  };
}

/** The requests that changed something, with what they sent, since the last `clearRequests()`. */
export function listWrites(emulator: Emulator): { method: string; path: string; body?: unknown }[] {
  return emulator
    .requests()
    .filter(({ method, path }) => method !== "GET" && path !== "/v2/auth/token")
    .map(({ method, path, body }) => ({ method, path, body }));
}
