import { randomUUID } from "node:crypto";
import * as z from "zod";
import { isUncertain } from "../core/api";
import { suggestWord } from "../core/text";
import { type DataOf, defineAction, defineKind, field, type LifecycleContext, output, text } from "./declare";

const fields = {
  workbookId: field(text, "Id of the workbook. Changing it sends the body to the other webhook.", { replaces: true }),
  sequenceId: field(
    text,
    "The last part of the webhook's address in the product. Changing it sends the body to the other webhook.",
    {
      replaces: true,
    },
  ),
  body: field(
    z.record(z.string(), z.unknown()),
    "A value for each of the webhook's variables, by name. Changing only the body sends nothing: add values that " +
      "should send it to `triggers`.",
  ),
  triggers: field(
    z.array(z.unknown()).optional(),
    "Any values. Changing one replaces the resource, which sends the body again.",
    // Each sending is a create: creates are journaled, so that one whose process was killed isn't sent twice.
    { replaces: true },
  ),
};

type Sending = DataOf<typeof fields>;

/**
 * `POST /v2/webhooks/{workbookId}/{sequenceId}` (beta). An event, not an object: there is nothing to read, change or
 * delete. It is sent at most once per change: when it is unknown whether it arrived, it counts as sent.
 */
export const webhookTrigger = defineKind({
  name: "WebhookTrigger",
  docs: {
    description: `Sends a request to a workbook's webhook, which starts a sequence of actions. The provider sends it
once on create, and once when \`triggers\` change.

Before it sends, the provider checks the names in \`body\` against the webhook's variables (see
{@link getWebhookSchema}).

The provider sends at most once per change. If the response is lost, it is unknown whether the actions started: \`up\`
fails with a message, the change counts as sent, and the next \`up\` doesn't send again. To send again, change
\`triggers\`. A response confirms only that the platform accepted the request, not the result of the actions.

Changing only \`body\` sends nothing. Changing \`workbookId\` or \`sequenceId\` sends the body to the other webhook.
Deleting the resource does nothing on the platform. \`get\` has nothing to read.

If a value in \`body\` is secret, the whole \`body\` is secret. Other values are not.`,
    endpoints: ["POST /v2/webhooks/{workbookId}/{sequenceId}", "GET /v2/webhooks/{workbookId}/{sequenceId}/schema"],
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
const orders = analytics.getDataModelOutput({ name: "Legacy dataset" });
const refresh = new analytics.WebhookTrigger("refresh", {
  workbookId: report.id,
  sequenceId: config.require("sequenceId"),
  body: { region: "north", threshold: 10, urgent: false },
  triggers: [orders.latestVersion],
});
export const traceId = refresh.traceId;`,
  },
  needs: { permission: "access to the workbook", lookups: ["workbook"] },
  fields,
  outputs: {
    traceId: output(
      z.string().optional(),
      "The platform's id of the run that the last request started; absent if the platform returned " +
        "none or its response was lost.",
    ),
  },

  describe,

  async create(context, inputs) {
    const id = randomUUID();
    if (context.mayBeDone) {
      context.log(
        `An interrupted run may have sent the request to the ${describe(inputs)}: the actions may have started, ` +
          "so nothing was sent again. Change triggers to send.",
      );
      return { id, outputs: {} };
    }
    return { id, outputs: await send(context, id, inputs) };
  },

  mock: (id) => ({ id, outputs: { traceId: `${id}-trace` } }),

  ...defineAction(
    "A WebhookTrigger is an event: the platform keeps nothing that can be read or imported. Declare it; the " +
      "next `pulumi up` sends it once.",
  ),
});

function describe({ workbookId, sequenceId }: Pick<Sending, "workbookId" | "sequenceId">): string {
  return `webhook ${sequenceId} of the workbook ${workbookId}`;
}

/** Sends the body. An uncertain outcome is remembered as sent, so that the next `up` doesn't send again. */
async function send(context: LifecycleContext, id: string, inputs: Sending): Promise<{ traceId?: string }> {
  const { workbookId, sequenceId, body } = inputs;
  const { variables } = await context.client.webhooks.readSchema(workbookId, sequenceId);
  const problems = findBodyProblems(body, Object.keys(variables));
  if (problems.length > 0) {
    throw new Error(`Nothing was sent to the ${describe(inputs)}.\n${problems.join("\n")}`);
  }
  try {
    const { traceId } = await context.client.webhooks.send(workbookId, sequenceId, body);
    return traceId === undefined ? {} : { traceId };
  } catch (error) {
    if (!isUncertain(error)) throw error;
    context.checkpoint(id, { inputs, outputs: {} });
    throw new Error(
      `${error.message} The actions may have started; the platform doesn't report that. The provider doesn't send ` +
        "again. Check the workbook. To send again, change `triggers`.",
    );
  }
}

/**
 * What doesn't fit between a body and the variables a webhook has. Their types aren't documented: the platform judges
 * those.
 */
function findBodyProblems(body: Readonly<Record<string, unknown>>, variables: readonly string[]): string[] {
  const all = variables.length > 0 ? `It has: ${variables.join(", ")}.` : "It has none.";
  const given = Object.keys(body);
  return [
    ...given
      .filter((name) => !variables.includes(name))
      .map((name) => `body.${name}: the webhook has no such variable.${suggestWord(name, variables)} ${all}`),
    ...variables
      .filter((name) => !given.includes(name))
      .map((name) => `body.${name}: missing; the webhook expects a value.`),
  ];
}
