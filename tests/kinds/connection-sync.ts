import type { Sample } from "../sample";

export const sample: Sample = {
  declared: { connectionId: ":warehouse", path: ["SALES", "PUBLIC", "RETURNS"], triggers: [1] },
  create: ["POST /v2/connections/*/sync"],
  answer: undefined,
  program: `
new analytics.ConnectionSync("sync", { connectionId: seeded.connections.warehouse, path: ["SALES", "PUBLIC"],
  triggers: [1] });`,
};
