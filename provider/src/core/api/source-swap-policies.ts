import * as z from "zod";
import { agrees } from "./agrees";
import { type Api, nothing } from "./common";
import type { CreateOptions } from "./transport/create-once";
import { Newcomers } from "./transport/newcomers";
import { list } from "./transport/pages";
import { path } from "./transport/path";

const sourceSwapPolicy = z.looseObject({
  policyId: z.string(),
  /** `connection` or `deployment`. */
  type: z.string(),
  name: z.string(),
  fromConnectionId: z.string(),
  /** `connectionSwaps`, or `toConnection` with `deploymentSwaps`. */
  swaps: z.looseObject({}),
});
/** A source swap policy: which connection documents read from somewhere else. */
export type SourceSwapPolicy = z.infer<typeof sourceSwapPolicy>;

const created = z.looseObject({ policyId: z.string() });
export type CreatedSourceSwapPolicy = z.infer<typeof created>;

const unchanged = z.strictObject({ swapType: z.literal("all") });
const named = z.strictObject({ swapType: z.literal("exact"), catalogObject: z.string() });
const byAttribute = z.strictObject({ swapType: z.literal("attribute"), userAttributeId: z.string().min(1) });

const pathOf = <Segment extends z.ZodType>(segment: Segment) =>
  z.strictObject({ path0: segment, path1: segment, path2: segment.optional() });

/** Which tables are swapped: each segment of the path is a name, or any (`all`). */
const sourcePath = pathOf(z.discriminatedUnion("swapType", [unchanged, named]));
/** Where tables are read from instead: each segment stays (`all`), is a name, or is the value of the reader's user attribute. */
const targetPath = pathOf(z.discriminatedUnion("swapType", [unchanged, named, byAttribute]));

/** The two forms of a policy: paths of one connection, or another connection and its paths. */
export const swapsByType = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("connection"),
    swaps: z.strictObject({ connectionSwaps: z.array(z.strictObject({ to: targetPath })) }),
  }),
  z.object({
    type: z.literal("deployment"),
    swaps: z.strictObject({
      toConnection: byAttribute,
      deploymentSwaps: z.array(z.strictObject({ from: sourcePath, to: targetPath })),
    }),
  }),
]);

/** A new source swap policy, or a whole one that replaces it. */
export type NewSourceSwapPolicy = { readonly name: string; readonly fromConnectionId: string } & z.infer<
  typeof swapsByType
>;

const collection = "/v2/sourceSwapPolicies";

/**
 * Source swap policies, `/v2/sourceSwapPolicies`.
 *
 * @example
 * ```ts
 * const { policyId } = await client.sourceSwapPolicies.create({
 *   type: "connection",
 *   name: "staging to production",
 *   fromConnectionId,
 *   swaps: { connectionSwaps: [{ to: { path0: { swapType: "exact", catalogObject: "PROD" }, path1: { swapType: "all" } } }] },
 * });
 * ```
 */
export class SourceSwapPolicies {
  readonly #api: Api;
  readonly #newcomers = new Newcomers(
    () => this.list(),
    ({ policyId }) => policyId,
  );

  constructor(api: Api) {
    this.#api = api;
  }

  /** `POST /v2/sourceSwapPolicies`. A lost answer is looked up by name and contents. */
  async create(given: NewSourceSwapPolicy, options: CreateOptions = {}): Promise<CreatedSourceSwapPolicy> {
    const { type, name, fromConnectionId, swaps } = given;
    const body = { type, name, fromConnectionId, swaps };
    const { transport, creates } = this.#api;
    const isNew = await this.#newcomers.since(options.attemptedAt);
    return creates.once<CreatedSourceSwapPolicy>(
      {
        key: `source swap policy ${name}`,
        send: (deadline) => transport.send({ method: "POST", path: collection, body, answer: created, deadline }),
        find: async (mayBeOurs) => {
          for await (const policy of this.list()) {
            if (mayBeOurs(policy.policyId) && isNew(policy.policyId) && agrees(body, policy)) return policy;
          }
          return undefined;
        },
        idOf: ({ policyId }) => policyId,
      },
      options,
    );
  }

  /** `GET /v2/sourceSwapPolicies/{policyId}`. */
  get(id: string): Promise<SourceSwapPolicy> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/sourceSwapPolicies/${id}`,
      answer: sourceSwapPolicy,
    });
  }

  /** `PATCH /v2/sourceSwapPolicies/{policyId}`. */
  update(id: string, change: Partial<NewSourceSwapPolicy>): Promise<CreatedSourceSwapPolicy> {
    const { type, name, fromConnectionId, swaps } = change;
    return this.#api.transport.send({
      method: "PATCH",
      path: path`/v2/sourceSwapPolicies/${id}`,
      body: { type, name, fromConnectionId, swaps },
      answer: created,
    });
  }

  /** `DELETE /v2/sourceSwapPolicies/{policyId}`. */
  delete(id: string): Promise<void> {
    return this.#api.transport.send({ method: "DELETE", path: path`/v2/sourceSwapPolicies/${id}`, answer: nothing });
  }

  /** `GET /v2/sourceSwapPolicies`. */
  list(): AsyncGenerator<SourceSwapPolicy, void, undefined> {
    return list(this.#api.transport, { path: collection, entry: sourceSwapPolicy, style: "page" });
  }
}
