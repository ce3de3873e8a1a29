// Generated from lookups/webhook-schema.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, toOutputLookup } from "../lookup";
import { webhookSchema as declared } from "../webhook-schema";

/** Arguments of {@link getWebhookSchema}. */
export interface GetWebhookSchemaArgs extends LookupArgs {
  /** Id of the workbook. */
  workbookId: string;
  /** The last part of the webhook's address in the product. */
  sequenceId: string;
}

/** What a webhook expects. */
export interface GetWebhookSchemaResult {
  /** The sequence's id. */
  id: string;
  /** By name; the contents of each are undocumented. */
  variables: Record<string, Record<string, unknown>>;
}

/**
 * The variables that a webhook of a workbook expects: the names that the body of a {@link WebhookTrigger} must have.
 *
 * Permissions: access to the workbook.
 *
 * Endpoint: `GET /v2/webhooks/{workbookId}/{sequenceId}/schema` (beta).
 *
 * @throws when there is no such webhook.
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * const schema = analytics.getWebhookSchemaOutput({ workbookId: report.id, sequenceId: config.require("sequenceId") });
 * export const variables = schema.variables;
 * ```
 */
export const getWebhookSchema = createLookup<GetWebhookSchemaArgs, GetWebhookSchemaResult>(declared.get);

/** {@link getWebhookSchema} for arguments that are outputs. */
export const getWebhookSchemaOutput = toOutputLookup(getWebhookSchema);
