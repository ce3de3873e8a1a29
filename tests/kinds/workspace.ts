import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { name: "Finance", allowDelete: true },
  ...listCalls("/v2/workspaces"),
  updates: { name: { to: { name: "Money" } } },
  conflict: { theirs: { name: "Theirs" }, ours: { name: "Ours" } },
  answer: { path: "/v2/workspaces/:id", fields: "workspaceId workspaceUrlId name audit" },
  program: `const finance = new analytics.Workspace("finance", { name: "Finance", allowDelete: true });`,
};
