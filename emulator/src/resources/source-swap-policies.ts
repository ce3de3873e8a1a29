import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { dependency, existing } from "../http/errors";
import { object } from "../http/fields";
import { page } from "../http/pages";
import { parseBody } from "../http/validate";
import type { SourceSwapPolicy } from "../state/records";

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

/** Where a segment of a path comes from: it stays, is a name, or is the value of the reader's user attribute. */
function pathSchemas(call: Call) {
  const all = object(call, { swapType: z.literal("all") });
  const exact = object(call, { swapType: z.literal("exact"), catalogObject: z.string() });
  const attribute = object(call, { swapType: z.literal("attribute"), userAttributeId: z.string() });
  const path = <Segment extends z.ZodType>(segment: Segment) =>
    // Database and schema, and maybe a table.
    object(call, { path0: segment, path1: segment, path2: segment.optional() });
  return {
    attribute,
    from: path(z.discriminatedUnion("swapType", [all, exact])),
    to: path(z.discriminatedUnion("swapType", [all, exact, attribute])),
  };
}

function policySchema(call: Call) {
  const common = { name: z.string().min(1), fromConnectionId: z.string() };
  const { attribute, from, to } = pathSchemas(call);
  return z.discriminatedUnion("type", [
    object(call, {
      type: z.literal("connection"),
      ...common,
      swaps: object(call, { connectionSwaps: z.array(object(call, { to })) }),
    }),
    object(call, {
      type: z.literal("deployment"),
      ...common,
      swaps: object(call, {
        toConnection: attribute,
        deploymentSwaps: z.array(object(call, { from, to })),
      }),
    }),
  ]);
}

function accept(call: Call, body: unknown): z.output<ReturnType<typeof policySchema>> {
  const policy = parseBody(policySchema(call), body);
  dependency(call.store.connections.get(policy.fromConnectionId), policy.fromConnectionId);
  for (const userAttributeId of attributesOf(policy)) {
    dependency(call.store.userAttributes.get(userAttributeId), userAttributeId);
  }
  return policy;
}

function attributesOf({ type, swaps }: z.output<ReturnType<typeof policySchema>>): string[] {
  const targets = type === "connection" ? swaps.connectionSwaps : swaps.deploymentSwaps;
  const segments = targets.flatMap(({ to: { path0, path1, path2 } }) => [path0, path1, path2 ?? []].flat());
  return [...segments, ...(type === "deployment" ? [swaps.toConnection] : [])].flatMap((segment) =>
    segment.swapType === "attribute" ? segment.userAttributeId : [],
  );
}

function findPolicy(call: Call, policyId: string): SourceSwapPolicy {
  return existing(call.store.sourceSwapPolicies.get(policyId), "Source swap policy", policyId);
}
