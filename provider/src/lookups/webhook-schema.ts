import { withId } from "./collection";
import { type LookupArgs, lookup, outputOf } from "./lookup";

/** Arguments of {@link getWebhookSchema}: `workbookId`, `sequenceId`. */
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
  /** By name; what the platform tells about each isn't documented. */
  variables: Record<string, Record<string, unknown>>;
}

/**
 * The variables a webhook of a workbook expects: the names that the body of a {@link WebhookTrigger} must have.
 *
 * Permissions: access to the workbook.
 *
 * Endpoint (beta): `GET /v2/webhooks/{workbookId}/{sequenceId}/schema`.
 *
 * @throws when there is no such webhook.
 * @example
 * ```ts
 * const { variables } = await analytics.getWebhookSchema({ workbookId: "…", sequenceId: "…" });
 * export const names = Object.keys(variables);
 * ```
 */
export const getWebhookSchema = lookup<GetWebhookSchemaArgs, GetWebhookSchemaResult>({
  name: "getWebhookSchema",
  required: ["workbookId", "sequenceId"],
  answer: ({ client }, { workbookId, sequenceId }) =>
    withId("webhook", sequenceId, client.webhooks.schema(workbookId, sequenceId)),
});

/** {@link getWebhookSchema} for arguments that are outputs. */
export const getWebhookSchemaOutput = outputOf(getWebhookSchema);
