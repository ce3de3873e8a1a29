import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { name: "Area", description: "Sales area", defaultValue: "none", allowDelete: true },
  ...listCalls("/v2/user-attributes"),
  answer: {
    path: "/v2/user-attributes/:id",
    fields: "userAttributeId name audit description? defaultValue?",
    shows: { defaultValue: { type: "string", val: "none" } },
  },
  program: `const area = new analytics.UserAttribute("area", { name: "Area", allowDelete: true });`,
};
