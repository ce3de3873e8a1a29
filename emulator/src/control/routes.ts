import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { invalidRequest } from "../http/errors";
import { parseQuery } from "../http/validate";
import type { Control, TableInput } from "./control";

/** {@link Control} over HTTP, for tests that run the emulator as another process. */
export function controlRoutes(app: FastifyInstance, control: Control): void {
  // What a test gets wrong is a 400 that says so, not a failure of the emulator.
  app.setErrorHandler((error) => {
    throw error instanceof z.ZodError ? invalidRequest(z.prettifyError(error)) : error;
  });

  app.get("/", async () => ({
    clientId: control.clientId,
    clientSecret: control.clientSecret,
    seeded: control.seeded,
  }));

  app.get("/requests", async () => control.requests());
  app.delete("/requests", async () => {
    control.clearRequests();
    return {};
  });

  app.get("/state", async (request) => {
    const { only } = parseQuery(z.object({ only: z.string().optional() }), request.query);
    const kinds = Object.entries(control.snapshot());
    return Object.fromEntries(kinds.filter(([kind]) => only === undefined || only.split(",").includes(kind)));
  });

  app.post("/tables", async (request) => control.addTable(request.body as TableInput));

  app.get("/coverage", async () => control.coverage());

  app.get("/settings", async () => control.settings);
  app.patch("/settings", async (request) => control.configure(request.body as object));

  app.get("/faults", async () => control.faults());
  app.post("/faults", async (request) => control.addFault(request.body as never));
  app.delete("/faults", async () => {
    control.removeFault();
    return {};
  });
  app.delete<{ Params: { id: string } }>("/faults/:id", async (request) => {
    control.removeFault(request.params.id);
    return {};
  });

  app.post("/tokens/revoke", async () => {
    control.revokeTokens();
    return {};
  });
}
