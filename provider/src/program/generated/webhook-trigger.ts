// Generated from kinds/webhook-trigger by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { ProfileArgs } from "./common";

/** Arguments of {@link WebhookTrigger}. */
export interface WebhookTriggerArgs extends ProfileArgs {
  /** Id of the workbook. Changing it sends the body to the other webhook. */
  workbookId: pulumi.Input<string>;
  /** The last part of the webhook's address in the product. Changing it sends the body to the other webhook. */
  sequenceId: pulumi.Input<string>;
  /** A value for each of the webhook's variables, by name. Changing only the body sends nothing: add values that should send it to `triggers`. */
  body: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
  /** Any values. Changing one replaces the resource, which sends the body again. Changing it replaces the resource. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/**
 * Sends a request to a workbook's webhook, which starts a sequence of actions. The provider sends it
 * once on create, and once when `triggers` change.
 *
 * Before it sends, the provider checks the names in `body` against the webhook's variables (see
 * {@link getWebhookSchema}).
 *
 * The provider sends at most once per change. If the response is lost, it is unknown whether the actions started: `up`
 * fails with a message, the change counts as sent, and the next `up` doesn't send again. To send again, change
 * `triggers`. A response confirms only that the platform accepted the request, not the result of the actions.
 *
 * Changing only `body` sends nothing. Changing `workbookId` or `sequenceId` sends the body to the other webhook.
 * Deleting the resource does nothing on the platform. `get` has nothing to read.
 *
 * If a value in `body` is secret, the whole `body` is secret. Other values are not.
 *
 * Endpoints: `POST /v2/webhooks/{workbookId}/{sequenceId}`, `GET /v2/webhooks/{workbookId}/{sequenceId}/schema`.
 *
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * const orders = analytics.getDataModelOutput({ name: "Legacy dataset" });
 * const refresh = new analytics.WebhookTrigger("refresh", {
 *   workbookId: report.id,
 *   sequenceId: config.require("sequenceId"),
 *   body: { region: "north", threshold: 10, urgent: false },
 *   triggers: [orders.latestVersion],
 * });
 * export const traceId = refresh.traceId;
 * ```
 */
export class WebhookTrigger extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("WebhookTrigger");

  /** Id of the workbook. Changing it sends the body to the other webhook. */
  declare readonly workbookId: pulumi.Output<string>;
  /** The last part of the webhook's address in the product. Changing it sends the body to the other webhook. */
  declare readonly sequenceId: pulumi.Output<string>;
  /** A value for each of the webhook's variables, by name. Changing only the body sends nothing: add values that should send it to `triggers`. */
  declare readonly body: pulumi.Output<Record<string, unknown>>;
  /** Any values. Changing one replaces the resource, which sends the body again. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** The platform's id of the run that the last request started; absent if the platform returned none or its response was lost. */
  declare readonly traceId: pulumi.Output<string | undefined>;

  constructor(name: string, args: WebhookTriggerArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "WebhookTrigger",
        properties: ["workbookId", "sequenceId", "body", "triggers", "traceId"],
        optionalOutputs: ["traceId"],
      },
      name,
      args,
      options,
    );
  }
}
