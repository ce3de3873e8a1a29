import type { FastifyInstance } from "fastify";
import { refuseUnknownPaths } from "../http/coverage";
import { registerResources } from "../resources";
import { addProductRoutes } from "./product";

/**
 * The platform as another member uses it in the product: every endpoint of the API under a prefix, without sign-in,
 * limits, faults or log; and what the product's pages can do beyond it.
 */
export function addUserInterfaceRoutes(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const { settings, ...rest } = request.call;
    // Limits and side effects of the API don't reach people.
    const calm = {
      concurrentSpecReads: null,
      concurrentModelLists: null,
      stylesInBodies: "accept",
      svgInBodies: "accept",
      reassignIdsOnPut: false,
      visibilityOnPut: "kept",
      namesOnPut: "kept",
      unknownQuery: "ignore",
    } as const;
    request.call = { ...rest, actor: request.parts.seeded.members.analyst, settings: { ...settings, ...calm } };
  });
  registerResources(app);
  addProductRoutes(app);
  refuseUnknownPaths(app);
}

/** Acts as another member of the organization would in the product, for tests in the same process. */
export class UserInterface {
  constructor(
    private readonly url: string,
    private readonly token?: string,
  ) {}

  /** Any request of the API as that member: `ui.request("DELETE", "/v2/tags/…")`. Throws when it isn't accepted. */
  async request(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.url}/_emulator/ui${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    }
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Changes the formula of a column, making a new version of the model. Table and column are found by id or name. */
  async changeFormula(dataModelId: string, element: string, column: string, formula: string): Promise<void> {
    await this.request("POST", `/data-models/${dataModelId}/formula`, { element, column, formula });
  }

  /**
   * The statements that the tables of a model compile to, in the shape of a workbook's queries. Where a column is
   * broken, its statement says `Unknown column "[X]"` or `Circular column reference to [X]`.
   */
  async queries(dataModelId: string): Promise<{ elementId: string; name: string; sql: string }[]> {
    const { entries } = (await this.request("GET", `/data-models/${dataModelId}/queries`)) as {
      entries: { elementId: string; name: string; sql: string }[];
    };
    return entries;
  }

  /**
   * Schedules the materialization of a table, found by id or name: at six in the morning unless `cronSpec` says
   * otherwise.
   */
  async scheduleMaterialization(
    dataModelId: string,
    element: string,
    options: { cronSpec?: string; timezone?: string; paused?: boolean } = {},
  ): Promise<void> {
    await this.request("POST", `/data-models/${dataModelId}/materialization-schedules`, { element, ...options });
  }

  /** Renames, moves, describes, hands over or restores a data model, folder or any other file. */
  async changeFile(
    id: string,
    changes: { name?: string; description?: string; parentId?: string; ownerId?: string; restore?: boolean },
  ) {
    return this.request("PATCH", `/v2/files/${id}`, changes);
  }

  async deleteFile(id: string): Promise<void> {
    await this.request("DELETE", `/v2/files/${id}`);
  }
}
