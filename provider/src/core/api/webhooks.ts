import * as z from "zod";
import type { Api } from "./common";
import { path } from "./transport/requests";

const schema = z.looseObject({ variables: z.record(z.string(), z.looseObject({})) });
/** What a webhook expects: the keys of `variables` are those of the body to send. */
export type WebhookSchema = z.infer<typeof schema>;

const accepted = z.looseObject({ traceId: z.string().optional() });
export type AcceptedWebhook = z.infer<typeof accepted>;

/**
 * Webhooks of workbooks, `/v2/webhooks` (beta). The product's UI makes them.
 *
 * @example
 * ```ts
 * const { traceId } = await client.webhooks.send(workbookId, sequenceId, { region: "emea" });
 * ```
 */
export class Webhooks {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** `GET /v2/webhooks/{workbookId}/{sequenceId}/schema`. */
  schema(workbookId: string, sequenceId: string): Promise<WebhookSchema> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/webhooks/${workbookId}/${sequenceId}/schema`,
      answer: schema,
    });
  }

  /**
   * `POST /v2/webhooks/{workbookId}/{sequenceId}`: starts the sequence of actions. The answer says that it was accepted, never how it
   * went.
   *
   * @throws ApiError; with outcome `unknown` the sequence may have started. It is not sent again then: nothing tells.
   */
  send(workbookId: string, sequenceId: string, body: Readonly<Record<string, unknown>>): Promise<AcceptedWebhook> {
    return this.#api.transport.send({
      method: "POST",
      path: path`/v2/webhooks/${workbookId}/${sequenceId}`,
      body,
      answer: accepted,
      secrets: textsIn(body),
    });
  }
}

/** Any text of a body may be a secret: a webhook asks for what its author wanted. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
