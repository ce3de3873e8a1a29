import { readById } from "./collection";
import { defineLookup } from "./declare";

export const webhookSchema = defineLookup({
  name: "getWebhookSchema",
  resultName: "GetWebhookSchemaResult",
  resultDescription: "What a webhook expects.",
  permission: "access to the workbook",
  docs: {
    description:
      "The variables that a webhook of a workbook expects: the names that the body of a " +
      "{@link WebhookTrigger} must have.",
    endpoints: ["GET /v2/webhooks/{workbookId}/{sequenceId}/schema (beta)"],
    throws: "when there is no such webhook.",
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
const schema = analytics.getWebhookSchemaOutput({ workbookId: report.id, sequenceId: config.require("sequenceId") });
export const variables = schema.variables;`,
  },
  required: ["workbookId", "sequenceId"],
  args: (zod) => ({
    workbookId: zod.string().describe("Id of the workbook."),
    sequenceId: zod.string().describe("The last part of the webhook's address in the product."),
  }),
  result: (zod) => ({
    id: zod.string().describe("The sequence's id."),
    variables: zod
      .record(zod.string(), zod.record(zod.string(), zod.unknown()))
      .describe("By name; the contents of each are undocumented."),
  }),
  answer: ({ client }, { workbookId, sequenceId }: { workbookId: string; sequenceId: string }) =>
    readById("webhook", sequenceId, client.webhooks.readSchema(workbookId, sequenceId)),
});
