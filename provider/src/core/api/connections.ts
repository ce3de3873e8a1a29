import * as z from "../zod";
import { type Api, audit, nothing } from "./common";
import { collect, list } from "./transport/reads";
import { path } from "./transport/requests";

const connection = z.looseObject({
  connectionId: z.string(),
  organizationId: z.string().optional(),
  name: z.string(),
  /** The kind of warehouse: `snowflake`, `bigQuery`, … */
  type: z.string(),
  isSample: z.boolean().optional(),
  isAuditLog: z.boolean().optional(),
  isArchived: z.boolean().optional(),
  lastActiveAt: z.string().nullish(),
  ...audit,
});
/** A connection to a warehouse; further fields depend on its type. */
export type Connection = z.infer<typeof connection>;

const found = z.looseObject({ kind: z.string(), inodeId: z.string(), url: z.string() });
/** The object at a path: `kind` is `table`, `scope`, `semanticView`, `metricView` or `stored-procedure`. */
export type ConnectionObject = z.infer<typeof found>;

/**
 * Connections to warehouses, `/v2/connections`. Nothing is created or changed, but for the platform's own catalog of them.
 *
 * @example
 * ```ts
 * const { inodeId } = await client.connections.lookup(connectionId, ["SALES", "PUBLIC", "ORDERS"]);
 * ```
 */
export class Connections {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** `GET /v2/connections`. */
  list({ search }: { search?: string } = {}): AsyncGenerator<Connection, void, undefined> {
    return list(this.#api.transport, { path: "/v2/connections", query: { search }, entry: connection, style: "page" });
  }

  /** All that aren't archived; calls close to each other share one listing. */
  living(): Promise<Connection[]> {
    return this.#api.reads.read("/v2/connections", async () =>
      (await collect(this.list())).filter(({ isArchived }) => !isArchived),
    );
  }

  /** `GET /v2/connections/{connectionId}`. */
  get(id: string): Promise<Connection> {
    return this.#api.transport.send({ method: "GET", path: path`/v2/connections/${id}`, answer: connection });
  }

  /** `POST /v2/connection/{connectionId}/lookup`: the object at a path such as database, schema, table. Changes nothing. */
  lookup(id: string, objectPath: readonly string[]): Promise<ConnectionObject> {
    return this.#api.transport.send({
      method: "POST",
      // Singular, unlike its siblings.
      path: path`/v2/connection/${id}/lookup`,
      body: { path: objectPath },
      answer: found,
      repeatable: true,
    });
  }

  /**
   * `POST /v2/connections/{connectionId}/sync`: makes the platform reload its catalog below a path (database, schema, or table). Whether the
   * work is finished when it answers is undocumented. The call is idempotent.
   */
  sync(id: string, objectPath: readonly string[]): Promise<void> {
    return this.#api.transport.send({
      method: "POST",
      path: path`/v2/connections/${id}/sync`,
      body: { path: objectPath },
      answer: nothing,
      repeatable: true,
    });
  }
}
