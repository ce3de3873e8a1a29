// Generated from kinds/connection-sync by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { ProfileArgs } from "./common";
import type { Connection } from "./connection";

/** Arguments of {@link ConnectionSync}. */
export interface ConnectionSyncArgs extends ProfileArgs {
  /** Id of the connection. Changing it syncs the other connection. */
  connectionId: pulumi.Input<string> | Connection;
  /** Database, schema and table to sync, or a part of these; `[]` syncs everything. Changing it syncs the other path. */
  path: DeepInput<string[]>;
  /** Whether the platform signs in by the service account of the connection. For OAuth connections only. Default: false. */
  useServiceAccount?: pulumi.Input<boolean>;
  /** Any values. Changing one replaces the resource, which syncs again. Changing it replaces the resource. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/**
 * Makes the platform reload its catalog of a warehouse, so that models may use new tables and columns.
 * This is an action: the provider syncs once on create, and once when `triggers`, `path` or `connectionId` change.
 *
 * A sync reloads names and types, not data. Whether it is finished when `up` continues is undocumented. A sync of
 * everything may take long: name a schema or table.
 *
 * A sync can be repeated, so a lost response is no failure. Deleting the resource does nothing on the platform. There is
 * nothing to read, import or adopt.
 *
 * Endpoint: `POST /v2/connections/{connectionId}/sync`.
 *
 * @example
 * ```ts
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const sync = new analytics.ConnectionSync("orders", {
 *   connectionId: warehouse.id,
 *   path: ["SALES", "PUBLIC", "ORDERS"],
 *   triggers: ["2026-11"],
 * });
 * ```
 */
export class ConnectionSync extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("ConnectionSync");

  /** Id of the connection. Changing it syncs the other connection. */
  declare readonly connectionId: pulumi.Output<string>;
  /** Database, schema and table to sync, or a part of these; `[]` syncs everything. Changing it syncs the other path. */
  declare readonly path: pulumi.Output<string[]>;
  /** Whether the platform signs in by the service account of the connection. For OAuth connections only. Default: false. */
  declare readonly useServiceAccount: pulumi.Output<boolean | undefined>;
  /** Any values. Changing one replaces the resource, which syncs again. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;

  constructor(name: string, args: ConnectionSyncArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "ConnectionSync",
        properties: ["connectionId", "path", "useServiceAccount", "triggers"],
        refs: { connectionId: {} },
      },
      name,
      args,
      options,
    );
  }
}
