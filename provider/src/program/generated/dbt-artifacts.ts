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
}

/**
 * Uploads the artifacts of a dbt project to a connection (beta), so that the platform shows descriptions
 * and tests of dbt. This is an action: the provider uploads on create, and whenever the contents of the file change.
 *
 * The file is a tar.gz of dbt's target folder, of at most 16 MB, which is the limit of this package and not of the
 * platform: if it is larger, leave the folders `compiled` and `run` out of it. Preview and `up` read it, so it must
 * be there. The state keeps the digest of its contents.
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

  constructor(name: string, args: DbtArtifactsArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "DbtArtifacts", properties: ["connectionId", "file"], refs: { connectionId: {} } },
      name,
      args,
      options,
    );
  }
}
