import type { FastifyInstance } from "fastify";

/** One request as it arrived and as it was answered. */
export interface LoggedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** When it arrived: milliseconds since the epoch. */
  readonly at: number;
  /** Null while it isn't answered, and for ever if its connection was cut. */
  status: number | null;
  /** How long it took; null like the status. */
  ms: number | null;
  readonly requestId: string;
  /** As sent, without secrets; absent for the token endpoint. */
  body?: unknown;
  /** Id of the fault rule that struck. */
  fault?: string;
  /** Email address of the member whose unpublished draft the request threw away. */
  discardedDraftOf?: string;
}

/** Enough for any test; a long-lived emulator forgets its oldest requests, and before that their bodies. */
const most = { requests: 200_000, bodies: 20_000 };

export class RequestLog {
  #requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.#requests.push(request);
    delete this.#requests.at(-1 - most.bodies)?.body;
    if (this.#requests.length > most.requests) {
      this.#requests = this.#requests.slice(most.requests / 2);
    }
  }

  listAll(): LoggedRequest[] {
    return [...this.#requests];
  }

  clear(): void {
    this.#requests = [];
  }
}

/** Logs what comes to the platform; the emulator's own endpoints stay out. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const { method, url: path, id: requestId } = request;
    const logged: LoggedRequest = { method, path, at: Date.now(), status: null, ms: null, requestId };
    request.logged = logged;
    request.parts.log.add(logged);
    const start = performance.now();
    reply.raw.once("finish", () => {
      logged.status = reply.statusCode;
      logged.ms = Math.round(performance.now() - start);
    });
  });
  app.addHook("preHandler", async (request) => {
    if (request.call.settings.logBodies && request.body !== undefined && !request.url.startsWith("/v2/auth/")) {
      request.logged.body = removeSecrets(request.body);
    }
  });
}

/** Secrets come in two places only: the `credential` of an API credential, and the `details` of a connection. */
function removeSecrets(body: unknown): unknown {
  if (typeof body !== "object" || body === null) {
    return body;
  }
  // Each byte of a file is an entry.
  if (body instanceof Buffer) return {};
  const held = Object.entries(body).filter(([key]) => key === "credential" || key === "details");
  return Object.assign({ ...body }, redact(Object.fromEntries(held)));
}

const secrets = new Set([
  "password",
  "token",
  "value",
  "clientSecret",
  "secretAccessKey",
  "sessionToken",
  "privateKey",
  "privateKeyPassphrase",
  "serviceAccount",
]);

function redact(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(redact);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, secrets.has(key) ? "[secret]" : redact(inner)]),
  );
}
