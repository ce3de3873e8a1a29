import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { requireDependency, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { parseBody } from "../http/validate";
import type { SourceSwapPolicy } from "../state/records";

export function addSourceSwapPolicyRoutes(app: FastifyInstance): void {
  app.get("/v2/sourceSwapPolicies", async (request) =>
    buildPage(request, request.call.store.sourceSwapPolicies.listAll(), (policy) => policy),
  );

  app.post("/v2/sourceSwapPolicies", async (request) => {
    const { call } = request;
    const policyId = call.ids.makeUuid("source swap policy");
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
function buildPathSchemas(call: Call) {
  const all = defineObject(call, { swapType: z.literal("all") });
  const exact = defineObject(call, { swapType: z.literal("exact"), catalogObject: z.string() });
  const attribute = defineObject(call, { swapType: z.literal("attribute"), userAttributeId: z.string() });
  const definePath = <Segment extends z.ZodType>(segment: Segment) =>
    // Database and schema, and maybe a table.
    defineObject(call, { path0: segment, path1: segment, path2: segment.optional() });
  return {
    attribute,
    from: definePath(z.discriminatedUnion("swapType", [all, exact])),
    to: definePath(z.discriminatedUnion("swapType", [all, exact, attribute])),
  };
}

function buildPolicySchema(call: Call) {
  const common = { name: z.string().min(1), fromConnectionId: z.string() };
  const { attribute, from, to } = buildPathSchemas(call);
  return z.discriminatedUnion("type", [
    defineObject(call, {
      type: z.literal("connection"),
      ...common,
      swaps: defineObject(call, { connectionSwaps: z.array(defineObject(call, { to })) }),
    }),
    defineObject(call, {
      type: z.literal("deployment"),
      ...common,
      swaps: defineObject(call, {
        toConnection: attribute,
        deploymentSwaps: z.array(defineObject(call, { from, to })),
      }),
    }),
  ]);
}

function accept(call: Call, body: unknown): z.output<ReturnType<typeof buildPolicySchema>> {
  const policy = parseBody(buildPolicySchema(call), body);
  requireDependency(call.store.connections.get(policy.fromConnectionId), policy.fromConnectionId);
  for (const userAttributeId of listAttributes(policy)) {
    requireDependency(call.store.userAttributes.get(userAttributeId), userAttributeId);
  }
  return policy;
}

function listAttributes({ type, swaps }: z.output<ReturnType<typeof buildPolicySchema>>): string[] {
  const targets = type === "connection" ? swaps.connectionSwaps : swaps.deploymentSwaps;
  const segments = targets.flatMap(({ to: { path0, path1, path2 } }) => [path0, path1, path2 ?? []].flat());
  return [...segments, ...(type === "deployment" ? [swaps.toConnection] : [])].flatMap((segment) =>
    segment.swapType === "attribute" ? segment.userAttributeId : [],
  );
}

function findPolicy(call: Call, policyId: string): SourceSwapPolicy {
  return requireExisting(call.store.sourceSwapPolicies.get(policyId), "Source swap policy", policyId);
}
