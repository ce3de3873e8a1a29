// Generated from kinds/webhook-trigger by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, typeToken } from "../resource";
import type { ConnectionArgs } from "./common";

/** Arguments of {@link WebhookTrigger}. */
export interface WebhookTriggerArgs extends ConnectionArgs {
  /** Id of the workbook. Changing it sends to the other webhook. */
  workbookId: pulumi.Input<string>;
  /** The last part of the webhook's address in the product. Changing it sends to the other webhook. */
  sequenceId: pulumi.Input<string>;
  /** A value for each of the webhook's variables, by name. Changing it alone sends nothing: put into `triggers` what should. */
  body: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
  /** Any values. When one changes, the resource is replaced, which sends the body again. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
}

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
 * Endpoints: `POST /v2/webhooks/{workbookId}/{sequenceId}`, `GET /v2/webhooks/{workbookId}/{sequenceId}/schema`.
 *
 * @example
 * ```ts
 * const refresh = new analytics.WebhookTrigger("refresh", {
 * workbookId,
 * sequenceId,
 * body: { region: "north", threshold: 10, urgent: false },
 * triggers: [orders.documentVersion],
 * });
 * export const traceId = refresh.traceId;
 * ```
 */
export class WebhookTrigger extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("WebhookTrigger");

  /** Id of the workbook. Changing it sends to the other webhook. */
  declare readonly workbookId: pulumi.Output<string>;
  /** The last part of the webhook's address in the product. Changing it sends to the other webhook. */
  declare readonly sequenceId: pulumi.Output<string>;
  /** A value for each of the webhook's variables, by name. Changing it alone sends nothing: put into `triggers` what should. */
  declare readonly body: pulumi.Output<Record<string, unknown>>;
  /** Any values. When one changes, the resource is replaced, which sends the body again. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** The platform's name for what the last sending started; absent when the platform gave none or its answer was lost. */
  declare readonly traceId: pulumi.Output<string | undefined>;

  constructor(name: string, args: WebhookTriggerArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "WebhookTrigger", outputs: ["traceId"] }, name, args, options);
  }
}
