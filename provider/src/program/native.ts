import * as pulumi from "@pulumi/pulumi";
import type { RegionKey } from "../core/api/regions";
import { DataModelDirectory as DynamicDirectory } from "./data-model-directory";
import { DataModel, DataModelTag, ReportTag, WorkbookTag } from "./generated/native-classes";
import { Release as DynamicRelease } from "./release";

export * from "./generated/native-classes";

/** The {@link DynamicDirectory} whose models the plugin serves. */
export class DataModelDirectory extends DynamicDirectory {
  /** @internal */
  protected static override readonly Model = DataModel;
}

/** The {@link DynamicRelease} whose tags the plugin serves. */
export class Release extends DynamicRelease {
  /** @internal */
  protected static override readonly Tags = { DataModel: DataModelTag, Workbook: WorkbookTag, Report: ReportTag };
}

/** Settings of a profile, as in `analytics:profiles.<name>`. */
export interface ProfileSettings {
  region?: pulumi.Input<RegionKey>;
  baseUrl?: pulumi.Input<string>;
  clientId?: pulumi.Input<string>;
  /** Secret. */
  clientSecret?: pulumi.Input<string>;
  /** Seconds that one request may take. */
  requestTimeout?: pulumi.Input<number>;
  /** Seconds that new objects may be missing from the platform's lists. Default: as measured, or else 60. */
  listingLag?: pulumi.Input<number>;
  /** Which endpoints take workbooks as code. Default: `auto`, those that the platform answers. */
  workbookApi?: pulumi.Input<"auto" | "contents" | "document">;
  /** How many rows are behind each value that checks tell, at least 3. Default: 5. */
  fewestRows?: pulumi.Input<number>;
}

/**
 * Arguments of {@link Provider}. Settings that are left out come from the environment, not from the stack's
 * configuration.
 */
export interface ProviderArgs extends ProfileSettings {
  /** The name of the profile in `profiles` that resources use which name none. */
  profile?: pulumi.Input<string>;
  /** Named profiles. Secret. */
  profiles?: pulumi.Input<Record<string, ProfileSettings>>;
}

/**
 * An explicit provider, for the resources of another organization than the stack's.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as analytics from "pulumi-analytics/native";
 *
 * const clientSecret = new pulumi.Config().requireSecret("emeaSecret");
 * const emea = new analytics.Provider("emea", { region: "aws-europe", clientId: "…", clientSecret });
 * new analytics.Tag("production", { name: "Production", color: "grass" }, { provider: emea });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    // Whatever isn't text crosses to a provider as JSON text.
    const toText = (value: pulumi.Input<unknown>): pulumi.Output<unknown> =>
      (pulumi.output(value) as pulumi.Output<unknown>).apply((known) =>
        typeof known === "string" ? known : JSON.stringify(known),
      );
    const given = Object.entries(args).flatMap(([key, value]) => {
      if (value === undefined) return [];
      return [[key, secret.includes(key) ? pulumi.secret(toText(value)) : toText(value)] as const];
    });
    super("analytics", name, Object.fromEntries(given), options);
  }
}

/** Arguments that are secret, whatever the program says. */
const secret = ["clientSecret", "profiles"];
