import { randomUUID } from "node:crypto";
import * as z from "zod";
import { isUncertain } from "../core/api/errors";
import { didYouMean } from "../core/text/did-you-mean";
import type { Call, Kind } from "./declare/kind";

export const webhookTriggerInputs = z.strictObject({
  /** Id of the workbook. Changing it sends to the other webhook. */
  workbookId: z.string().min(1),
  /** The last part of the webhook's address in the product. Changing it sends to the other webhook. */
  sequenceId: z.string().min(1),
  /** A value for each of the webhook's variables, by name. Changing it alone sends nothing: put into `triggers` what should. */
  body: z.record(z.string(), z.unknown()),
  /** Anything. When it changes, the body is sent again, as a new sending in the place of the old. */
  triggers: z.array(z.unknown()).optional(),
});

export type WebhookTriggerInputs = z.infer<typeof webhookTriggerInputs>;

export interface WebhookTriggerOutputs {
  /** The platform's name for what the last sending started; absent when the platform gave none or its answer was lost. */
  traceId?: string;
}

/**
 * `POST /v2/webhooks/{workbookId}/{sequenceId}` (beta). An event, not an object: there is nothing to read, change or delete. It is sent
 * at most once per change: when nobody knows whether it arrived, it counts as sent.
 */
export const webhookTrigger: Kind<WebhookTriggerInputs, WebhookTriggerOutputs> = {
  name: "WebhookTrigger",
  inputs: webhookTriggerInputs,
  permission: "access to the workbook",
  secret: [],
  // Each sending is a create: creates are journalled, so that one whose process was killed isn't sent twice.
  replaceOn: ["workbookId", "sequenceId", "triggers"],

  describe: ({ workbookId, sequenceId }) => `webhook ${sequenceId} of the workbook ${workbookId}`,

  async create(call, inputs) {
    const id = randomUUID();
    if (call.attempt.attemptedAt !== undefined) {
      call.tell(
        `An earlier run was cut short and may have sent to the ${webhookTrigger.describe(inputs)}: the actions may have started, so nothing was sent again. ` +
          "Change triggers to send.",
      );
      return { id, outputs: {} };
    }
    return { id, outputs: await send(call, id, inputs) };
  },

  async read(_call, _id, known) {
    return known;
  },

  async update(_call, _id, { outputs }) {
    return outputs;
  },

  mock: (id) => ({ id, outputs: { traceId: `${id}-trace` } }),

  // What has happened stays so.
  async delete() {},
};

/** Sends the body. An uncertain outcome is remembered as sent, so that the next `up` doesn't send again. */
async function send(call: Call, id: string, inputs: WebhookTriggerInputs): Promise<WebhookTriggerOutputs> {
  const { workbookId, sequenceId, body } = inputs;
  const { variables } = await call.client.webhooks.schema(workbookId, sequenceId);
  const problems = bodyProblems(body, Object.keys(variables));
  if (problems.length > 0) {
    throw new Error(`Nothing was sent to the ${webhookTrigger.describe(inputs)}.\n${problems.join("\n")}`);
  }
  try {
    const { traceId } = await call.client.webhooks.send(workbookId, sequenceId, body);
    return traceId === undefined ? {} : { traceId };
  } catch (error) {
    if (!isUncertain(error)) throw error;
    call.reached(id, { inputs, outputs: {} });
    throw new Error(
      `${error.message} The actions may have started all the same, and nothing tells: it isn't sent again. ` +
        "Look at the workbook; to send once more, change triggers.",
    );
  }
}

/** What doesn't fit between a body and the variables a webhook has. Their types aren't documented: the platform judges those. */
function bodyProblems(body: Readonly<Record<string, unknown>>, variables: readonly string[]): string[] {
  const all = variables.length > 0 ? `It has: ${variables.join(", ")}.` : "It has none.";
  const given = Object.keys(body);
  return [
    ...given
      .filter((name) => !variables.includes(name))
      .map((name) => `body.${name}: the webhook has no such variable.${didYouMean(name, variables)} ${all}`),
    ...variables
      .filter((name) => !given.includes(name))
      .map((name) => `body.${name}: missing; the webhook expects a value.`),
  ];
}
