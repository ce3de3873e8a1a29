// Generated from kinds/dbt-artifacts by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { ProfileArgs } from "./common";
import type { Connection } from "./connection";

/** Arguments of {@link DbtArtifacts}. */
export interface DbtArtifactsArgs extends ProfileArgs {
  /** Id of the connection. Changing it uploads to the other connection. */
  connectionId: pulumi.Input<string> | Connection;
  /** Path of the file, relative to the folder of the program. */
  file: pulumi.Input<string>;
  /** Any values. Changing one uploads again. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/**
 * Uploads the artifacts of a dbt project to a connection (beta), so that the platform shows
 * descriptions, tests and freshness of dbt. This is an action: the provider uploads on create, and whenever the
 * artifacts change.
 *
 * The file is a tar.gz of dbt's target folder. Preview and `up` compare what the platform shows: descriptions, columns,
 * tests, their results, and when data was loaded. Ids and times of runs don't count, so another `dbt build` of an
 * unchanged project uploads nothing. The state keeps a digest. To upload anyway, change `triggers`.
 *
 * A job without dbt, such as a drift check, needs no file: if it isn't there, the last upload counts, and a message says
 * so. Only a create and an upload need it. The file may have 256 MB, unpacked 1 GB; these are limits of this package.
 *
 * The platform returns nothing of an upload, so a change in the product isn't seen. Deleting the resource does nothing on
 * the platform. There is nothing to read, import or adopt.
 *
 * Endpoint: `POST /v2/connections/{connectionId}/dbtArtifacts`.
 *
 * @example
 * ```ts
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * new analytics.DbtArtifacts("dbt", { connectionId: warehouse.id, file: "dbt/target.tar.gz" });
 * ```
 */
export class DbtArtifacts extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("DbtArtifacts");

  /** Id of the connection. Changing it uploads to the other connection. */
  declare readonly connectionId: pulumi.Output<string>;
  /** Path of the file, relative to the folder of the program. */
  declare readonly file: pulumi.Output<string>;
  /** Any values. Changing one uploads again. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;

  constructor(name: string, args: DbtArtifactsArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "DbtArtifacts", properties: ["connectionId", "file", "triggers"], refs: { connectionId: {} } },
      name,
      args,
      options,
    );
  }
}
