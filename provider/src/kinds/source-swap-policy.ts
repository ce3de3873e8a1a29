import * as z from "zod";
import { swapsByType } from "../core/api/source-swap-policies";
import { collect } from "../core/api/transport/pages";
import type { Kind } from "./declare/kind";
import { inputProblems } from "./declare/problems";

export const sourceSwapPolicyInputs = z.strictObject({
  /** `connection` swaps paths within the connection, `deployment` swaps the connection for a tenant's own. Updates in place. */
  type: z.enum(["connection", "deployment"]),
  /** The policy's name. Updates in place. */
  name: z.string().min(1),
  /** Id of the connection that documents read from. Updates in place. */
  fromConnectionId: z.string().min(1),
  /**
   * What is swapped: `{ connectionSwaps: [{ to }] }` for `connection`, `{ toConnection: { swapType: "attribute", userAttributeId },
   * deploymentSwaps: [{ from, to }] }` for `deployment`. `from` and `to` are paths `{ path0, path1, path2? }`: database, schema and
   * table, each `{ swapType: "exact", catalogObject }`, `{ swapType: "all" }` or, in `to`, `{ swapType: "attribute", userAttributeId }`.
   * Updates in place, as a whole.
   */
  swaps: z.looseObject({}),
});

type Fields = z.infer<typeof sourceSwapPolicyInputs>;

/** What a program declares: `swaps` has the form of its `type`. */
export type SourceSwapPolicyInputs = Pick<Fields, "name" | "fromConnectionId"> & z.infer<typeof swapsByType>;

/** `/v2/sourceSwapPolicies`. */
export const sourceSwapPolicy: Kind<Fields, Record<string, never>> = {
  name: "SourceSwapPolicy",
  inputs: sourceSwapPolicyInputs,
  permission: 'an account type with "Manage deployment policies"',
  secret: [],
  replaceOn: [],

  problems: (inputs) => inputProblems(swapsByType, inputs),

  describe: ({ name }) => `source swap policy "${name}"`,

  async find({ client }, { name }) {
    const all = await collect(client.sourceSwapPolicies.list());
    return all.filter((found) => found.name === name).map(({ policyId }) => policyId);
  },

  // The platform tells nothing.
  origin: async () => ({}),

  async create({ client, attempt }, inputs) {
    const { name, fromConnectionId } = inputs;
    const policy = { name, fromConnectionId, ...swapsByType.parse(inputs) };
    const { policyId } = await client.sourceSwapPolicies.create(policy, attempt);
    return { id: policyId, outputs: {} };
  },

  async read({ client }, id) {
    const { type, name, fromConnectionId, swaps } = await client.sourceSwapPolicies.get(id);
    return { inputs: { type: type as Fields["type"], name, fromConnectionId, swaps }, outputs: {} };
  },

  async update({ client }, id, _olds, news, changed) {
    if (changed.size === 0) return {};
    await client.sourceSwapPolicies.update(id, {
      ...(changed.has("name") ? { name: news.name } : {}),
      ...(changed.has("fromConnectionId") ? { fromConnectionId: news.fromConnectionId } : {}),
      // Swaps belong to their type: each goes with the other.
      ...(changed.has("type") || changed.has("swaps") ? swapsByType.parse(news) : {}),
    });
    return {};
  },

  async delete({ client }, id) {
    await client.sourceSwapPolicies.delete(id);
  },
};
