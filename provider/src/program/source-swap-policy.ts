import type * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../kinds/declare/kind";
import type { SourceSwapPolicyInputs } from "../kinds/source-swap-policy";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";

/** Arguments of {@link SourceSwapPolicy}: `type`, `name`, `fromConnectionId`, `swaps`, `connection?`, `adopt?`. */
export type SourceSwapPolicyArgs = Inputs<SourceSwapPolicyInputs & CommonInputs>;

/**
 * A source swap policy: which paths or connections documents read from instead, when they are deployed.
 *
 * | `type` | what is swapped | `swaps` |
 * |---|---|---|
 * | `connection` | paths, within the connection | `{ connectionSwaps: [{ to }] }` |
 * | `deployment` | the connection, for the one that a user attribute names | `{ toConnection: { swapType: "attribute", userAttributeId }, deploymentSwaps: [{ from, to }] }` |
 *
 * `from` and `to` are paths `{ path0, path1, path2? }`: database, schema and table. The platform skips a swap whose path doesn't exist.
 *
 * | segment | in `from` | in `to` |
 * |---|---|---|
 * | `{ swapType: "all" }` | any name | the name stays |
 * | `{ swapType: "exact", catalogObject: "SALES" }` | this name | this name |
 * | `{ swapType: "attribute", userAttributeId }` | | the value of the reader's user attribute |
 *
 * Every field updates in place, nothing replaces, nothing is secret, nothing has a default.
 *
 * Endpoints: `POST|GET /v2/sourceSwapPolicies`, `GET|PATCH|DELETE /v2/sourceSwapPolicies/{policyId}`.
 *
 * @example
 * ```ts
 * const toProduction = new analytics.SourceSwapPolicy("to-production", {
 *   type: "connection",
 *   name: "Staging to production",
 *   fromConnectionId: warehouseConnectionId,
 *   swaps: {
 *     connectionSwaps: [{ to: { path0: { swapType: "exact", catalogObject: "PRODUCTION" }, path1: { swapType: "all" } } }],
 *   },
 * });
 * ```
 */
export class SourceSwapPolicy extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("SourceSwapPolicy");

  /** `connection` or `deployment`. */
  declare readonly type: pulumi.Output<SourceSwapPolicyInputs["type"]>;
  /** The policy's name. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the connection that documents read from. */
  declare readonly fromConnectionId: pulumi.Output<string>;
  /** What is swapped, by `type`. */
  declare readonly swaps: pulumi.Output<SourceSwapPolicyInputs["swaps"]>;

  constructor(name: string, args: SourceSwapPolicyArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "SourceSwapPolicy" }, name, args, options);
  }
}
