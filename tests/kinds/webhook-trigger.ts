import type { Sample } from "../sample";

export const sample: Sample = {
  declared: {
    workbookId: ":workbook",
    sequenceId: ":webhook",
    body: { region: "north", threshold: 3, urgent: false },
    triggers: [1],
  },
  create: ["POST /v2/webhooks/*/*"],
  events: "webhookDeliveries",
  answer: undefined,
  program: `
new analytics.WebhookTrigger("sent", {
  workbookId: seeded.workbooks.sales, sequenceId: seeded.webhookSequence,
  body: { region: "north", threshold: 10, urgent: false }, triggers: [orders.documentVersion, buyers.workspaceId],
});`,
};
