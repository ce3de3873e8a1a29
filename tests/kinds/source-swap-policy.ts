import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: {
    type: "connection",
    name: "To the test data",
    fromConnectionId: ":warehouse",
    swaps: {
      connectionSwaps: [{ to: { path0: { swapType: "exact", catalogObject: "TEST" }, path1: { swapType: "all" } } }],
    },
  },
  ...listCalls("/v2/sourceSwapPolicies"),
  updates: { name: { to: { name: "To tests" } } },
  spelled: ["TEST"],
  conflict: { theirs: { name: "Theirs" }, ours: { name: "Ours" } },
  answer: { path: "/v2/sourceSwapPolicies/:id", fields: "type name fromConnectionId swaps policyId" },
  program: `
const swap = new analytics.SourceSwapPolicy("swap", {
  type: "connection", name: "Swap", fromConnectionId: seeded.connections.warehouse,
  swaps: { connectionSwaps: [] },
});`,
};
