import type { FastifyInstance, InjectOptions } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { invalidRequest } from "../http/errors";
import { parseBody } from "../http/validate";
import { registerResources } from "../resources";
import { findModel, findVersion } from "../resources/data-models/model";
import { replaceSpec } from "../resources/data-models/spec";
import type { TableElement } from "../spec/schema";

const FormulaChange = z.object({ element: z.string(), column: z.string(), formula: z.string() });

/**
 * The platform as another member uses it in the product: every endpoint of the API under a prefix, without sign-in,
 * limits, faults or log; and what a click does that the API needs a whole spec for.
 */
export function userInterfaceRoutes(app: FastifyInstance, call: () => Call): void {
  app.addHook("onRequest", async (request) => {
    request.call = call();
  });
  registerResources(app);
  app.post<{ Params: { dataModelId: string } }>("/data-models/:dataModelId/formula", async (request) => {
    changeFormula(request.call, request.params.dataModelId, parseBody(FormulaChange, request.body));
    return {};
  });
}

/** Changes the formula of one column, both found by id or name. */
function changeFormula(call: Call, dataModelId: string, change: z.output<typeof FormulaChange>): void {
  const { latestDocumentVersion } = findModel(call, dataModelId);
  const { pages } = findVersion(call, dataModelId, latestDocumentVersion);
  let found = false;
  const changed = (table: TableElement): TableElement => ({
    ...table,
    columns: table.columns.map((column) => {
      const isMeant = column.id === change.column || column.name === change.column;
      found ||= isMeant;
      return isMeant ? { ...column, formula: change.formula } : column;
    }),
  });
  const edited = pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) => {
      const isMeant = element.id === change.element || element.name === change.element;
      return isMeant && element.kind === "table" ? changed(element) : element;
    }),
  }));
  if (!found) {
    throw invalidRequest(`No column '${change.column}' in a table '${change.element}'`);
  }
  replaceSpec(call, dataModelId, { schemaVersion: 1, pages: edited });
}

/** Acts as another member of the organization would in the product, for tests in the same process. */
export class UserInterface {
  constructor(private readonly app: FastifyInstance) {}

  /** Any request of the API as that member: `ui.request("DELETE", "/v2/tags/…")`. Throws when it isn't accepted. */
  async request(method: NonNullable<InjectOptions["method"]>, path: string, body?: object): Promise<unknown> {
    const headers = { accept: "application/json" };
    const answer = await this.app.inject({ method, url: `/_emulator/ui${path}`, headers, ...(body && { body }) });
    if (answer.statusCode >= 400) {
      throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    }
    return answer.json();
  }

  /** Changes the formula of a column, making a new version of the model. Table and column are found by id or name. */
  async changeFormula(dataModelId: string, element: string, column: string, formula: string): Promise<void> {
    await this.request("POST", `/data-models/${dataModelId}/formula`, { element, column, formula });
  }

  /** Renames, moves, describes or restores a data model, folder or any other file. */
  async changeFile(id: string, changes: { name?: string; description?: string; parentId?: string; restore?: boolean }) {
    return this.request("PATCH", `/v2/files/${id}`, changes);
  }

  async deleteFile(id: string): Promise<void> {
    await this.request("DELETE", `/v2/files/${id}`);
  }
}
