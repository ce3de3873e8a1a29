import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { addAuthRoutes, requireToken } from "./auth/routes";
import { refuseForeign } from "./control/origin";
import { addControlRoutes } from "./control/routes";
import { addUserInterfaceRoutes } from "./control/user-interface";
import { strikeFaults } from "./faults/hooks";
import { Coverage, checkQueries, refuseUnknownPaths } from "./http/coverage";
import { createFailure, createTooManyRequests } from "./http/errors";
import { recordAnswers, recordRequests } from "./http/har";
import { logRequests } from "./http/log";
import { createApp } from "./http/server";
import { rewriteTexts } from "./http/stored-texts";
import type { Parts } from "./parts";
import { registerResources } from "./resources";
import { addOverviewRoute, addViewRoutes } from "./view/routes";

/**
 * The routes of the platform, for any number of emulators: making them takes much longer than anything else an emulator
 * needs.
 */
export interface Router {
  readonly coverage: Coverage;
  /** Answers a request to an emulator. */
  answer(parts: Parts, request: IncomingMessage, response: ServerResponse): void;
}

let router: Promise<Router> | undefined;

/** The router of this process. */
export function shareRouter(): Promise<Router> {
  router ??= createRouter();
  return router;
}

async function createRouter(): Promise<Router> {
  const coverage = new Coverage();
  const asked = new WeakMap<IncomingMessage, Parts>();
  const app = createApp();
  app.decorateRequest("parts");
  app.decorateRequest("call");
  app.addHook("onRequest", async (request) => {
    const parts = asked.get(request.raw)!;
    const { store, ids, warehouse, settings, seeded } = parts;
    request.parts = parts;
    request.call = { store, ids, warehouse, settings: settings.current, actor: seeded.members.admin };
  });
  // Before any answer leaves, faults or not: what was answered is kept.
  app.addHook("onSend", async ({ parts }, _reply, payload) => {
    storeState(parts);
    return payload;
  });
  app.register(async (api) => registerPlatform(api, coverage));
  addOverviewRoute(app);
  app.register(
    async (own) => {
      refuseForeign(own);
      own.register(async (ui) => addUserInterfaceRoutes(ui), { prefix: "/ui" });
      own.register(async (view) => addViewRoutes(view), { prefix: "/view" });
      own.register(async (control) => addControlRoutes(control, coverage));
    },
    { prefix: "/_emulator" },
  );
  await app.ready();
  return {
    coverage,
    answer(parts, request, response) {
      asked.set(request, parts);
      app.routing(request, response);
    },
  };
}

/** @throws a 500, so that no client takes for stored what a restart would lose */
function storeState({ store }: Parts): void {
  try {
    store.flush();
  } catch (error) {
    throw createFailure(500, `The emulator can't store its state: ${(error as Error).message}`);
  }
}

/** The platform as a client meets it: behind its log, faults, limits, sign-in and latency, in this order. */
function registerPlatform(app: FastifyInstance, coverage: Coverage): void {
  coverage.watch(app);
  recordRequests(app);
  logRequests(app);
  strikeFaults(app);
  recordAnswers(app);
  app.addHook("onRequest", async ({ call, parts }) => {
    if (!parts.limits.requests.admit(call.settings.requestsPerSecond)) {
      throw createTooManyRequests(call.settings);
    }
  });
  requireToken(app);
  rewriteTexts(app);
  checkQueries(app);
  app.addHook("preHandler", async ({ call }) => {
    if (call.settings.latencyMs > 0) {
      await sleep(call.settings.latencyMs);
    }
  });
  addAuthRoutes(app);
  registerResources(app);
  refuseUnknownPaths(app, coverage);
}
