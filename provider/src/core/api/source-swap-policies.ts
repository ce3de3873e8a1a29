import * as z from "zod";
import { defineArea } from "./area";

const sourceSwapPolicy = z.looseObject({
  policyId: z.string(),
  /** `connection` or `deployment`. */
  type: z.string(),
  name: z.string(),
  fromConnectionId: z.string(),
  /** `connectionSwaps`, or `toConnection` with `deploymentSwaps`. */
  swaps: z.looseObject({}),
});
/** A source swap policy: which connection documents read from somewhere else. */
export interface SourceSwapPolicy extends z.infer<typeof sourceSwapPolicy> {}

const changed = z.looseObject({ policyId: z.string() });

/**
 * Source swap policies, `/v2/sourceSwapPolicies`.
 *
 * @example
 * ```ts
 * const { policyId } = await client.sourceSwapPolicies.create({
 *   type: "connection",
 *   name: "staging to production",
 *   fromConnectionId,
 *   swaps: { connectionSwaps: [{ to: { path0: { swapType: "exact", catalogObject: "PROD" },
 *     path1: { swapType: "all" } } }] },
 * });
 * ```
 */
export const sourceSwapPolicies = defineArea({
  path: "/v2/sourceSwapPolicies",
  noun: "source swap policy",
  id: "policyId",
  read: "whole",
  isComplete: true,
  listed: sourceSwapPolicy as z.ZodType<SourceSwapPolicy>,
  created: changed,
  updated: changed,
  sends: ["type", "name", "fromConnectionId", "swaps"],
});
