import type * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../kinds/declare/kind";
import type { WebhookTriggerInputs } from "../kinds/webhook-trigger";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";

/** Arguments of {@link WebhookTrigger}: `workbookId`, `sequenceId`, `body`, `triggers?`, `connection?`. */
export type WebhookTriggerArgs = Inputs<
  Omit<WebhookTriggerInputs, "body" | "triggers"> & Pick<CommonInputs, "connection">
> & {
  /** A value for each of the webhook's variables, by name. Changing it alone sends nothing: put into `triggers` what should. */
  body: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
  /** Anything. When it changes, the body is sent again, as a new sending in the place of the old. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
};

/**
 * A sending to a workbook's webhook, which starts a sequence of actions there: once when the resource is created, and once whenever
 * `triggers` change.
 *
 * Before anything is sent, the names in `body` are checked against the variables that the webhook has (see {@link getWebhookSchema}).
 *
 * It is sent at most once per change. When the answer is lost nobody can tell whether the actions have started: the `up` fails and says so,
 * the change counts as sent, and the next `up` doesn't send again. To send once more, change `triggers`. An answer that did come says only
 * that the sending was accepted, never how the actions went.
 *
 * `body` alone may change without a sending. Another `workbookId` or `sequenceId` is another webhook: its first sending follows. Deleting
 * the resource does nothing: what happened, happened. `get` finds nothing to read.
 *
 * Nothing is secret by itself; a secret value in `body` makes all of `body` secret.
 *
 * Endpoints (beta): `POST /v2/webhooks/{workbookId}/{sequenceId}`, `GET /v2/webhooks/{workbookId}/{sequenceId}/schema`.
 *
 * @example
 * ```ts
 * const refresh = new analytics.WebhookTrigger("refresh", {
 *   workbookId,
 *   sequenceId,
 *   body: { region: "north", threshold: 10, urgent: false },
 *   triggers: [orders.documentVersion],
 * });
 * export const traceId = refresh.traceId;
 * ```
 */
export class WebhookTrigger extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("WebhookTrigger");

  declare readonly workbookId: pulumi.Output<string>;
  declare readonly sequenceId: pulumi.Output<string>;
  declare readonly body: pulumi.Output<Record<string, unknown>>;
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** The platform's name for what the last sending started, if it gave one. */
  declare readonly traceId: pulumi.Output<string | undefined>;

  constructor(name: string, args: WebhookTriggerArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "WebhookTrigger", outputs: ["traceId"] }, name, args, options);
  }
}
