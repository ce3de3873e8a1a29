// Generated from kinds/source-swap-policy by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken, type Inputs } from "../resource";
import type { CommonArgs } from "./common";

export type SwapTargetSegment =
  | {
      /** `all`: any name, which stays the same. */
      swapType: "all";
    }
  | {
      /** `exact`: the name in `catalogObject`. */
      swapType: "exact";
      /** The name of the database, schema or table. */
      catalogObject: string;
    }
  | {
      /** `attribute`: the value of a user attribute. */
      swapType: "attribute";
      /** Id of the user attribute whose value the reader has. */
      userAttributeId: string;
    };

export type SwapTargetPath = {
  /** The database. */
  path0: SwapTargetSegment;
  /** The schema. */
  path1: SwapTargetSegment;
  /** The table. */
  path2?: SwapTargetSegment;
};

export type SwapSegment =
  | {
      /** `all`: any name, which stays the same. */
      swapType: "all";
    }
  | {
      /** `exact`: the name in `catalogObject`. */
      swapType: "exact";
      /** The name of the database, schema or table. */
      catalogObject: string;
    };

export type SwapPath = {
  /** The database. */
  path0: SwapSegment;
  /** The schema. */
  path1: SwapSegment;
  /** The table. */
  path2?: SwapSegment;
};

/** Arguments of {@link SourceSwapPolicy}. */
export type SourceSwapPolicyArgs = CommonArgs & {
  /** The policy's name. */
  name: pulumi.Input<string>;
  /** Id of the connection that documents read from. */
  fromConnectionId: pulumi.Input<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
} & Inputs<SourceSwapPolicyVariants>;

/** The forms of `type` and `swaps`. */
export type SourceSwapPolicyVariants =
  | {
      type: "connection";
      swaps: {
        /** The swaps of paths. */
        connectionSwaps: {
          /** The path to read from. */
          to: SwapTargetPath;
        }[];
      };
    }
  | {
      type: "deployment";
      swaps: {
        /** The connection to read from: the value of a user attribute. */
        toConnection: {
          /** `attribute`: the value of a user attribute. */
          swapType: "attribute";
          /** Id of the user attribute whose value the reader has. */
          userAttributeId: string;
        };
        /** The swaps of paths. */
        deploymentSwaps: {
          /** The paths that documents read from. */
          from: SwapPath;
          /** The path to read from instead. */
          to: SwapTargetPath;
        }[];
      };
    };

/**
 * A source swap policy, which sets the paths or connections that deployed documents read from instead.
 *
 * | `type` | what is swapped | `swaps` |
 * |---|---|---|
 * | `connection` | paths in the connection | `{ connectionSwaps: [{ to }] }` |
 * | `deployment` | the connection, with the one that a user attribute names | `{ toConnection: { swapType: "attribute", userAttributeId }, deploymentSwaps: [{ from, to }] }` |
 *
 * `from` and `to` are paths `{ path0, path1, path2? }`: database, schema and table. The platform skips a swap whose
 * path doesn't exist.
 *
 * | segment | in `from` | in `to` |
 * |---|---|---|
 * | `{ swapType: "all" }` | any name | the same name |
 * | `{ swapType: "exact", catalogObject: "SALES" }` | this name | this name |
 * | `{ swapType: "attribute", userAttributeId }` | | the value of the reader's user attribute |
 *
 * Endpoints: `POST|GET /v2/sourceSwapPolicies`, `GET|PATCH|DELETE /v2/sourceSwapPolicies/{policyId}`.
 *
 * @example
 * ```ts
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const toProduction = new analytics.SourceSwapPolicy("to-production", {
 *   type: "connection",
 *   name: "Staging to production",
 *   fromConnectionId: warehouse.id,
 *   swaps: {
 *     connectionSwaps: [
 *       { to: { path0: { swapType: "exact", catalogObject: "PRODUCTION" }, path1: { swapType: "all" } } },
 *     ],
 *   },
 * });
 * ```
 */
export class SourceSwapPolicy extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("SourceSwapPolicy");

  /** `connection` swaps paths in the connection, `deployment` swaps the connection for a tenant's own. */
  declare readonly type: pulumi.Output<SourceSwapPolicyVariants["type"]>;
  /** The policy's name. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the connection that documents read from. */
  declare readonly fromConnectionId: pulumi.Output<string>;
  /** The swaps: `{ connectionSwaps: [{ to }] }` for `connection`, `{ toConnection, deploymentSwaps: [{ from, to }] }` for `deployment`. */
  declare readonly swaps: pulumi.Output<SourceSwapPolicyVariants["swaps"]>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: SourceSwapPolicyArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "SourceSwapPolicy", properties: ["type", "name", "fromConnectionId", "swaps", "allowDelete"] },
      name,
      args,
      options,
    );
  }
}
