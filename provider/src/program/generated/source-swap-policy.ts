// Generated from kinds/source-swap-policy by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type Inputs, typeToken } from "../resource";
import type { CommonArgs } from "./common";

export type SwapTargetSegment =
  | {
      swapType: "all";
    }
  | {
      swapType: "exact";
      catalogObject: string;
    }
  | {
      swapType: "attribute";
      userAttributeId: string;
    };

export type SwapTargetPath = {
  path0: SwapTargetSegment;
  path1: SwapTargetSegment;
  path2?: SwapTargetSegment;
};

export type SwapSegment =
  | {
      swapType: "all";
    }
  | {
      swapType: "exact";
      catalogObject: string;
    };

export type SwapPath = {
  path0: SwapSegment;
  path1: SwapSegment;
  path2?: SwapSegment;
};

/** Arguments of {@link SourceSwapPolicy}. */
export type SourceSwapPolicyArgs = CommonArgs & {
  /** The policy's name. */
  name: pulumi.Input<string>;
  /** Id of the connection that documents read from. */
  fromConnectionId: pulumi.Input<string>;
} & Inputs<SourceSwapPolicyVariants>;

/** The forms of `type` and `swaps`. */
export type SourceSwapPolicyVariants =
  | {
      type: "connection";
      swaps: {
        connectionSwaps: {
          to: SwapTargetPath;
        }[];
      };
    }
  | {
      type: "deployment";
      swaps: {
        toConnection: {
          swapType: "attribute";
          userAttributeId: string;
        };
        deploymentSwaps: {
          from: SwapPath;
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
 * `from` and `to` are paths `{ path0, path1, path2? }`: database, schema and table. The platform skips a swap whose path doesn't exist.
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
 * const toProduction = new analytics.SourceSwapPolicy("to-production", {
 * type: "connection",
 * name: "Staging to production",
 * fromConnectionId: warehouseConnectionId,
 * swaps: {
 * connectionSwaps: [{ to: { path0: { swapType: "exact", catalogObject: "PRODUCTION" }, path1: { swapType: "all" } } }],
 * },
 * });
 * ```
 */
export class SourceSwapPolicy extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("SourceSwapPolicy");

  /** `connection` swaps paths in the connection, `deployment` swaps the connection for a tenant's own. */
  declare readonly type: pulumi.Output<SourceSwapPolicyVariants["type"]>;
  /** The policy's name. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the connection that documents read from. */
  declare readonly fromConnectionId: pulumi.Output<string>;
  /** The swaps: `{ connectionSwaps: [{ to }] }` for `connection`, `{ toConnection, deploymentSwaps: [{ from, to }] }` for `deployment`. */
  declare readonly swaps: pulumi.Output<SourceSwapPolicyVariants["swaps"]>;

  constructor(name: string, args: SourceSwapPolicyArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "SourceSwapPolicy" }, name, args, options);
  }
}
