import formbody from "@fastify/formbody";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from "fastify";
import type { Call } from "../call";
import type { Parts } from "../parts";
import { buildErrorBody, buildErrorPage, createFailure, createInvalidRequest, PlatformError } from "./errors";
import type { LoggedRequest } from "./log";
import { parseJson, parseYaml, TooLargeError } from "./parse-body";

declare module "fastify" {
  interface FastifyRequest {
    /** The emulator that is asked. */
    parts: Parts;
    call: Call;
    logged: LoggedRequest;
  }
}

/**
 * Reads bodies and writes errors as the platform does; it has no routes yet, and other servers hand it their requests.
 */
export function createApp(): FastifyInstance {
  const app = Fastify({
    // Nothing is said of a limit on bodies; this one only keeps a runaway client from filling the memory.
    bodyLimit: 64 * 1024 * 1024,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    // The API has no HEAD.
    exposeHeadRoutes: false,
    genReqId: () => crypto.randomUUID(),
  });
  readBodies(app);
  app.setErrorHandler((error: FastifyError | PlatformError, request, reply) => {
    const known = error instanceof PlatformError ? error : translateError(error);
    if (known.manner.retryAfter !== undefined) {
      reply.header("retry-after", known.manner.retryAfter);
    }
    reply.code(known.status);
    const { cause } = known.manner;
    if (cause !== undefined) reply.header("errorcause", cause);
    if (cause !== undefined && request.call.settings.unmatchedBody === "empty") return reply.send();
    return known.manner.html
      ? reply.type("text/html").send(buildErrorPage(known.status, known.message))
      : reply.send(buildErrorBody(known, request.id, request.call.settings));
  });
  return app;
}

export function getPath(request: FastifyRequest): string {
  return request.url.split("?", 1)[0]!;
}

function readBodies(app: FastifyInstance): void {
  app.register(formbody);
  const read = (types: string | string[], parseText: (text: string) => unknown) => {
    app.addContentTypeParser(types, { parseAs: "string" }, (request, text, done) => {
      const { stylesInBodies, svgInBodies } = request.call.settings;
      const hasSvg = svgInBodies === "refuse" && text.includes("data:image/svg+xml;base64,");
      if (hasSvg || (stylesInBodies === "refuse" && text.includes("rgb("))) {
        done(createFailure(403, "Forbidden", { html: true }));
        return;
      }
      try {
        done(null, text === "" ? undefined : parseText(text.toString()));
      } catch (error) {
        done(createInvalidRequest(error instanceof TooLargeError ? error.message : "The body can't be parsed"));
      }
    });
  };
  app.removeContentTypeParser(["application/json"]);
  read("application/json", parseJson);
  read(["application/yaml", "application/x-yaml", "text/yaml"], parseYaml);
}

/** What the framework itself refuses, such as a body of an unknown type, and what nobody expected. */
function translateError(error: FastifyError): PlatformError {
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return createFailure(error.statusCode, error.message);
  }
  process.stderr.write(`${error.stack}\n`);
  return createFailure(500, `The emulator has failed: ${error.message}`);
}
