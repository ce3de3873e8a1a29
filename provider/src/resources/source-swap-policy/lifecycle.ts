import * as z from "zod";
import { collect } from "../../api/transport/pages";
import type { Kind } from "../../engine/kind";
import { inputProblems } from "../../engine/problems";

/** The two forms of a policy. The platform doesn't document what stands in `from` and `to`: any JSON is handed on. */
const contents = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("connection"),
    swaps: z.strictObject({ connectionSwaps: z.array(z.strictObject({ to: z.json() })) }),
  }),
  z.object({
    type: z.literal("deployment"),
    swaps: z.strictObject({
      toConnection: z.strictObject({ swapType: z.literal("attribute"), userAttributeId: z.string().min(1) }),
      deploymentSwaps: z.array(z.strictObject({ from: z.json(), to: z.json() })),
    }),
  }),
]);

export const sourceSwapPolicyInputs = z.strictObject({
  /** `connection` swaps one connection for another, `deployment` for the one a tenant has. Updates in place. */
  type: z.enum(["connection", "deployment"]),
  /** The policy's name. Updates in place. */
  name: z.string().min(1),
  /** Id of the connection that documents read from. Updates in place. */
  fromConnectionId: z.string().min(1),
  /**
   * What is swapped: `{ connectionSwaps: [{ to }] }` for `connection`, `{ toConnection: { swapType: "attribute", userAttributeId },
   * deploymentSwaps: [{ from, to }] }` for `deployment`. Updates in place, as a whole.
   */
  swaps: z.looseObject({}),
});

type Fields = z.infer<typeof sourceSwapPolicyInputs>;

/** What a program declares: `swaps` has the form of its `type`. */
export type SourceSwapPolicyInputs = Pick<Fields, "name" | "fromConnectionId"> & z.infer<typeof contents>;

/** `/v2/sourceSwapPolicies`. */
export const sourceSwapPolicy: Kind<Fields, Record<string, never>> = {
  name: "SourceSwapPolicy",
  inputs: sourceSwapPolicyInputs,
  permission: 'an account type with "Manage deployment policies"',
  secret: [],
  replaceOn: [],

  problems: (inputs) => inputProblems(contents, inputs),

  describe: ({ name }) => `source swap policy "${name}"`,

  async find({ client }, { name }) {
    const all = await collect(client.sourceSwapPolicies.list());
    return all.filter((found) => found.name === name).map(({ policyId }) => policyId);
  },

  // The platform tells nothing.
  origin: async () => ({}),

  async create({ client, attempt }, inputs) {
    const { name, fromConnectionId } = inputs;
    const policy = { name, fromConnectionId, ...contents.parse(inputs) };
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
      ...(changed.has("type") || changed.has("swaps") ? contents.parse(news) : {}),
    });
    return {};
  },

  async delete({ client }, id) {
    await client.sourceSwapPolicies.delete(id);
  },
};
