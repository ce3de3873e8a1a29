import * as z from "zod";
import type { Api } from "./common";
import { defineMap } from "./transport/answer";
import { path } from "./transport/path";

const schema = z.looseObject({ variables: defineMap(z.looseObject({})) });
/** What a webhook expects: the keys of `variables` are those of the body to send. */
export type WebhookSchema = z.infer<typeof schema>;

const accepted = z.looseObject({ traceId: z.string().optional() });
export type AcceptedWebhook = z.infer<typeof accepted>;

/**
 * Webhooks of workbooks, `/v2/webhooks` (beta). They are created in the product's UI.
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
  readSchema(workbookId: string, sequenceId: string): Promise<WebhookSchema> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/webhooks/${workbookId}/${sequenceId}/schema`,
      answer: schema,
    });
  }

  /**
   * `POST /v2/webhooks/{workbookId}/{sequenceId}`: starts the sequence of actions. The answer confirms that the
   * platform accepted it, but not its result.
   *
   * @throws ApiError; with outcome `unknown` the sequence may have started. The client doesn't send it again then,
   * because it can't find out.
   */
  send(workbookId: string, sequenceId: string, body: Readonly<Record<string, unknown>>): Promise<AcceptedWebhook> {
    return this.#api.transport.send({
      method: "POST",
      path: path`/v2/webhooks/${workbookId}/${sequenceId}`,
      body,
      answer: accepted,
      secrets: collectTexts(body),
    });
  }
}

/** Any text of a body may be a secret: the author of a webhook chooses its variables. */
function collectTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(collectTexts) : [];
}
