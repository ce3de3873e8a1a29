import type { Sample } from "../sample";

const calls = ["PATCH /v2/organizations/settings/publicEmbeds"];

export const sample: Sample = {
  declared: { setting: "publicEmbeds", enabled: true, onDelete: { enabled: false } },
  create: calls,
  update: calls,
  delete: calls,
  updates: { off: { to: { enabled: false } } },
  answer: { path: "/v2/organizations/settings/publicEmbeds", fields: "enabled" },
  program: `new analytics.OrganizationSetting("copies", { setting: "bulkCopy", enabled: false });`,
};
