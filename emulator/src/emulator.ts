import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { authRoutes, requireToken } from "./auth/routes";
import { Tokens } from "./auth/tokens";
import type { Call } from "./call";
import { Control, type ControlParts } from "./control/control";
import { refuseForeign } from "./control/origin";
import { controlRoutes } from "./control/routes";
import { UserInterface, userInterfaceRoutes } from "./control/user-interface";
import { strikeFaults } from "./faults/hooks";
import { Faults } from "./faults/rules";
import { Coverage, checkQueries, refuseUnserved } from "./http/coverage";
import { tooManyRequests } from "./http/errors";
import { Recorder, recordAnswers, recordRequests } from "./http/har";
import { RateLimit } from "./http/limits";
import { logRequests, RequestLog } from "./http/log";
import { createServer } from "./http/server";
import { registerResources } from "./resources";
import { Settings } from "./settings";
import { Ids } from "./state/ids";
import { seedPlatform } from "./state/seed";
import { seededIds } from "./state/seeded";
import { Store } from "./state/store";

/** How an emulator starts. Everything may be left out; settings can be changed later with {@link Emulator.configure}. */
export interface EmulatorOptions extends Partial<z.input<typeof Settings>> {
  /** Port to listen on; 0, the default, picks a free one. */
  port?: number;
  /** Address to listen on; `127.0.0.1` by default. */
  host?: string;
  /** Names beside `localhost` and IP addresses under which the endpoints below `/_emulator` answer. */
  controlHosts?: readonly string[];
  /** File the state is kept in, so that a restart loses nothing. Without one the state ends with the process. */
  data?: string;
  /** HAR file that the requests and answers are written to, without secrets; what it held is replaced. */
  record?: string;
  /** Decides every id the server makes; 1 by default. A data file keeps the seed it was begun with. */
  seed?: number;
}

/** A running emulator. */
export class Emulator extends Control {
  constructor(
    /** Base URL of the API, such as `http://127.0.0.1:4010`. */
    readonly url: string,
    /** Acts as another user of the platform. */
    readonly ui: UserInterface,
    parts: ControlParts,
    private readonly app: FastifyInstance,
  ) {
    super(parts);
  }

  /** Ends open connections and keeps the state if there is a data file. */
  async stop(): Promise<void> {
    await this.app.close();
  }
}

/**
 * Starts the platform's API in this process.
 *
 * @example
 * const emulator = await startEmulator({ seed: 7 });
 * // … point a client at emulator.url with emulator.clientId and emulator.clientSecret …
 * expect(emulator.requests().map(({ method, path }) => `${method} ${path}`)).toContain("POST /v2/tags");
 * await emulator.stop();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, host = "127.0.0.1", controlHosts = [], data, record, seed = 1, ...given } = options;
  const settings = { current: Settings.parse(given) };
  const recorder = record === undefined ? undefined : new Recorder(record);
  const store = new Store(seed, data);
  const ids = new Ids(store.seed, store.counters);
  if (!store.restored) {
    seedPlatform(store, ids);
    store.flush();
  }
  const seeded = seededIds(ids);
  const parts = {
    store,
    ids,
    settings,
    seeded,
    tokens: new Tokens(ids),
    faults: new Faults(),
    log: new RequestLog(),
    coverage: new Coverage(),
  };
  const call = (actor: string): Call => ({ store, ids, settings: settings.current, actor });

  const app = createServer();
  app.decorateRequest("call");
  app.addHook("onRequest", async (request) => {
    request.call = call(seeded.members.admin);
  });
  // Before any answer leaves, faults or not: what was answered is kept.
  app.addHook("onSend", async (_request, _reply, payload) => {
    store.flush();
    return payload;
  });
  app.addHook("onClose", async () => store.close());

  app.register(async (api) => platform(api, parts, recorder));
  app.register(
    async (own) => {
      refuseForeign(own, controlHosts);
      own.register(async (ui) => userInterfaceRoutes(ui, () => call(seeded.members.analyst)), { prefix: "/ui" });
      own.register(async (control) => controlRoutes(control, new Control(parts)));
    },
    { prefix: "/_emulator" },
  );

  try {
    await app.listen({ port, host });
  } catch (error) {
    await app.close();
    throw error;
  }
  const address = app.server.address() as AddressInfo;
  const url = `http://${address.family === "IPv6" ? `[${host}]` : host}:${address.port}`;
  return new Emulator(url, new UserInterface(url), parts, app);
}

/** The platform as a client meets it: behind its log, faults, limits, sign-in and latency, in this order. */
function platform(app: FastifyInstance, { log, faults, tokens, coverage }: ControlParts, recorder?: Recorder): void {
  coverage.watch(app);
  if (recorder) {
    recordRequests(app, recorder);
  }
  logRequests(app, log);
  strikeFaults(app, faults);
  if (recorder) {
    recordAnswers(app);
  }
  const limit = new RateLimit();
  app.addHook("onRequest", async ({ call }) => {
    if (!limit.admits(call.settings.requestsPerSecond)) {
      throw tooManyRequests(call.settings);
    }
  });
  requireToken(app, tokens);
  checkQueries(app);
  app.addHook("preHandler", async ({ call }) => {
    if (call.settings.latencyMs > 0) {
      await sleep(call.settings.latencyMs);
    }
  });
  authRoutes(app, tokens);
  registerResources(app);
  refuseUnserved(app);
}
