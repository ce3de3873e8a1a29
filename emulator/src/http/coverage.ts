import type { FastifyInstance, FastifyRequest } from "fastify";
import { failure, invalidRequest } from "./errors";
import { operationOfRoute, operations, shapeOf } from "./operations";
import { pathOf } from "./server";

/** Which operations of the contract the emulator serves, each as `GET /v2/tags`. */
export interface CoverageReport {
  readonly served: readonly string[];
  readonly notServed: readonly string[];
  /** Served although the contract doesn't list them: reports prove them. */
  readonly unlisted: readonly string[];
}

/** Learns from the routes of a server which operations it serves. */
export class Coverage {
  readonly #routes = new Map<string, string>();

  /** Has to be called before the routes are added. */
  watch(app: FastifyInstance): void {
    app.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) {
        this.#routes.set(shapeOf(one, url), `${one} ${url.replace(/(?<=\/):(\w+)/g, "{$1}")}`);
      }
    });
  }

  report(): CoverageReport {
    const isServed = ({ method, path }: { method: string; path: string }) => this.#routes.has(shapeOf(method, path));
    const listed = new Set(operations.map(({ method, path }) => shapeOf(method, path)));
    return {
      served: operations.filter(isServed).map(nameOf),
      notServed: operations.filter((operation) => !isServed(operation)).map(nameOf),
      unlisted: [...this.#routes].filter(([shape]) => !listed.has(shape)).map(([, route]) => route),
    };
  }
}

/** A request that no route takes is a 404. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request) => {
    throw failure(404, `No such endpoint: ${request.method} ${pathOf(request)}`);
  });
}

/** Query parameters that an operation doesn't have: ignored, as on the platform, or refused for who wants to know. */
export function checkQueries(app: FastifyInstance): void {
  app.addHook("preValidation", async (request) => {
    if (request.call.settings.unknownQuery === "refuse") {
      refuseUnknownQuery(request);
    }
  });
}

function refuseUnknownQuery({ method, query, routeOptions }: FastifyRequest): void {
  const operation = operationOfRoute(method, routeOptions.url ?? "");
  const unknown = Object.keys(query as object).filter((name) => !operation?.query.includes(name));
  if (operation && unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(", ");
    throw invalidRequest(`Expecting no ${names} in the query of ${nameOf(operation)}`);
  }
}

function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}
