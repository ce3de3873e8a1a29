import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { name: "Analyst", description: "Explores", permissions: ["comment"], allowDelete: true },
  ...listCalls("/v2/accountTypes"),
  answer: {
    path: "/v2/accountTypes",
    entry: { accountTypeId: ":id" },
    fields: "accountTypeId accountTypeName description isCustom",
    shows: { accountTypeName: "Analyst" },
  },
  program: `
const analyst = new analytics.AccountType("analyst", {
  name: "Analyst", permissions: ["comment"], allowDelete: true,
});`,
};
