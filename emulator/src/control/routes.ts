import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Coverage } from "../http/coverage";
import { invalidRequest } from "../http/errors";
import { parseQuery } from "../http/validate";
import { Control, type TableInput } from "./control";

/** {@link Control} over HTTP, for tests that run the emulator as another process. */
export function controlRoutes(app: FastifyInstance, coverage: Coverage): void {
  const of = ({ parts }: FastifyRequest) => new Control(parts, coverage);

  // What a test gets wrong is a 400 that says so, not a failure of the emulator.
  app.setErrorHandler((error) => {
    throw error instanceof z.ZodError ? invalidRequest(z.prettifyError(error)) : error;
  });

  app.get("/", async (request) => {
    const { clientId, clientSecret, seeded } = of(request);
    return { clientId, clientSecret, seeded };
  });

  app.get("/requests", async (request) => of(request).requests());
  app.delete("/requests", async (request) => {
    of(request).clearRequests();
    return {};
  });

  app.get("/state", async (request) => {
    const { only } = parseQuery(z.object({ only: z.string().optional() }), request.query);
    const kinds = Object.entries(of(request).snapshot());
    return Object.fromEntries(kinds.filter(([kind]) => only === undefined || only.split(",").includes(kind)));
  });

  app.post("/tables", async (request) => of(request).addTable(request.body as TableInput));

  app.get("/coverage", async (request) => of(request).coverage());

  app.get("/settings", async (request) => of(request).settings);
  app.patch("/settings", async (request) => of(request).configure(request.body as object));

  app.get("/faults", async (request) => of(request).faults());
  app.post("/faults", async (request) => of(request).addFault(request.body as never));
  app.delete("/faults", async (request) => {
    of(request).removeFault();
    return {};
  });
  app.delete<{ Params: { id: string } }>("/faults/:id", async (request) => {
    of(request).removeFault(request.params.id);
    return {};
  });

  app.post("/tokens/revoke", async (request) => {
    of(request).revokeTokens();
    return {};
  });
}
