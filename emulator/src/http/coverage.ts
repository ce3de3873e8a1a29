import type { FastifyInstance, FastifyRequest } from "fastify";
import { createFailure, createInvalidRequest, createUnmatched } from "./errors";
import { findOperation, getShape, type Operation, operations } from "./operations";
import { getPath } from "./server";

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
        this.#routes.set(getShape(one, url), `${one} ${url.replace(/(?<=\/):(\w+)/g, "{$1}")}`);
      }
    });
  }

  /** The name of the operation that a request asks for, if nothing serves it. */
  findUnserved(method: string, path: string): string | undefined {
    const unserved = operations.filter((one) => one.method === method && !this.#isServed(one));
    const asked = splitPath(path.replace(/\/$/, ""));
    const found = unserved.find((one) => {
      const parts = splitPath(one.path);
      return parts.length === asked.length && parts.every((part, index) => isPart(asked[index]!, part));
    });
    return found && formName(found);
  }

  #isServed({ method, path }: Operation): boolean {
    return this.#routes.has(getShape(method, path));
  }

  report(): CoverageReport {
    const isServed = (operation: Operation) => this.#isServed(operation);
    const listed = new Set(operations.map(({ method, path }) => getShape(method, path)));
    return {
      served: operations.filter(isServed).map(formName),
      notServed: operations.filter((operation) => !isServed(operation)).map(formName),
      unlisted: [...this.#routes].filter(([shape]) => !listed.has(shape)).map(([, route]) => route),
    };
  }
}

/** A request that no route takes is a 404, and one of an operation that isn't served a 501 that names it. */
export function refuseUnknownPaths(app: FastifyInstance, coverage?: Coverage): void {
  app.setNotFoundHandler((request) => {
    const unserved = coverage?.findUnserved(request.method, getPath(request));
    if (unserved !== undefined) {
      throw createFailure(501, `The emulator doesn't serve ${unserved}`);
    }
    throw createUnmatched(`No such endpoint: ${request.method} ${getPath(request)}`);
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
  const operation = findOperation(method, routeOptions.url ?? "");
  const unknown = Object.keys(query as object).filter((name) => !operation?.query.includes(name));
  if (operation && unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(", ");
    throw createInvalidRequest(`Expecting no ${names} in the query of ${formName(operation)}`);
  }
}

function formName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

/** The parts of a path, each with the sign before it. */
const splitPath = (path: string) => path.split(/(?=[/:])/);

/** Whether a part of a path is the one of a template, such as `/{tagId}`. */
const isPart = (asked: string, part: string) =>
  asked === part || (/^.\{\w+\}$/.test(part) && asked.length > 1 && asked[0] === part[0]);
