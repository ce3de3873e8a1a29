import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { OrganizationInput } from "../generate/organization";
import type { Coverage } from "../http/coverage";
import { createInvalidRequest } from "../http/errors";
import { parseQuery } from "../http/validate";
import { Control, type TableInput } from "./control";

/** {@link Control} over HTTP, for tests that run the emulator as another process. */
export function addControlRoutes(app: FastifyInstance, coverage: Coverage): void {
  const getControl = ({ parts }: FastifyRequest) => new Control(parts, coverage);

  // What a test gets wrong is a 400 that says so, not a failure of the emulator.
  app.setErrorHandler((error) => {
    throw error instanceof z.ZodError ? createInvalidRequest(z.prettifyError(error)) : error;
  });

  app.get("/", async (request) => {
    const { clientId, clientSecret, seeded } = getControl(request);
    return { clientId, clientSecret, seeded, ...request.parts.origin };
  });

  app.get("/requests", async (request) => getControl(request).requests());
  app.delete("/requests", async (request) => {
    getControl(request).clearRequests();
    return {};
  });

  app.get("/state", async (request) => {
    const { only } = parseQuery(z.object({ only: z.string().optional() }), request.query);
    const kinds = Object.entries(getControl(request).snapshot());
    return Object.fromEntries(kinds.filter(([kind]) => only === undefined || only.split(",").includes(kind)));
  });

  app.post("/tables", async (request) => getControl(request).addTable(request.body as TableInput));

  app.post("/organization", async (request) =>
    getControl(request).generateOrganization((request.body ?? {}) as OrganizationInput),
  );

  app.get("/coverage", async (request) => getControl(request).coverage());

  app.get("/settings", async (request) => getControl(request).settings);
  app.patch("/settings", async (request) => getControl(request).configure(request.body as object));

  app.get("/faults", async (request) => getControl(request).faults());
  app.post("/faults", async (request) => getControl(request).addFault(request.body as never));
  app.delete("/faults", async (request) => {
    getControl(request).removeFault();
    return {};
  });
  app.delete<{ Params: { id: string } }>("/faults/:id", async (request) => {
    getControl(request).removeFault(request.params.id);
    return {};
  });

  app.post("/tokens/revoke", async (request) => {
    getControl(request).revokeTokens();
    return {};
  });
}
