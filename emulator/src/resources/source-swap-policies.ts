import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { dependency, existing } from "../http/errors";
import { object } from "../http/fields";
import { page } from "../http/pages";
import { parseBody } from "../http/validate";

/** Which connections take the place of another when a document is deployed. */
export type SourceSwapPolicy = z.output<ReturnType<typeof policySchema>> & { readonly policyId: string };

export function sourceSwapPolicyRoutes(app: FastifyInstance): void {
  app.get("/v2/sourceSwapPolicies", async (request) =>
    page(request, request.call.store.sourceSwapPolicies.all(), (policy) => policy),
  );

  app.post("/v2/sourceSwapPolicies", async (request) => {
    const { call } = request;
    const policyId = call.ids.uuid("source swap policy");
    call.store.sourceSwapPolicies.put(policyId, { ...accept(call, request.body), policyId });
    return { policyId };
  });

  app.get<{ Params: { policyId: string } }>("/v2/sourceSwapPolicies/:policyId", async (request) =>
    findPolicy(request.call, request.params.policyId),
  );

  app.patch<{ Params: { policyId: string } }>("/v2/sourceSwapPolicies/:policyId", async (request) => {
    const { call } = request;
    const before = findPolicy(call, request.params.policyId);
    const changes = parseBody(z.record(z.string(), z.unknown()), request.body);
    // What results has to be a whole policy again: a type without its swaps is refused.
    const { policyId, ...fields } = before;
    call.store.sourceSwapPolicies.put(policyId, { ...accept(call, { ...fields, ...changes }), policyId });
    return { policyId };
  });

  app.delete<{ Params: { policyId: string } }>("/v2/sourceSwapPolicies/:policyId", async (request) => {
    const { policyId } = findPolicy(request.call, request.params.policyId);
    request.call.store.sourceSwapPolicies.delete(policyId);
    return {};
  });
}

/** What is swapped for what isn't described further down than this: any value will do there. */
function policySchema(call: Call) {
  const common = { name: z.string().min(1), fromConnectionId: z.string() };
  return z.discriminatedUnion("type", [
    object(call, {
      type: z.literal("connection"),
      ...common,
      swaps: object(call, { connectionSwaps: z.array(object(call, { to: z.json() })) }),
    }),
    object(call, {
      type: z.literal("deployment"),
      ...common,
      swaps: object(call, {
        toConnection: object(call, { swapType: z.literal("attribute"), userAttributeId: z.string() }),
        deploymentSwaps: z.array(object(call, { from: z.json(), to: z.json() })),
      }),
    }),
  ]);
}

function accept(call: Call, body: unknown): z.output<ReturnType<typeof policySchema>> {
  const policy = parseBody(policySchema(call), body);
  dependency(call.store.connections.get(policy.fromConnectionId), policy.fromConnectionId);
  if (policy.type === "deployment") {
    const { userAttributeId } = policy.swaps.toConnection;
    dependency(call.store.userAttributes.get(userAttributeId), userAttributeId);
  }
  return policy;
}

function findPolicy(call: Call, policyId: string): SourceSwapPolicy {
  return existing(call.store.sourceSwapPolicies.get(policyId), "Source swap policy", policyId);
}
