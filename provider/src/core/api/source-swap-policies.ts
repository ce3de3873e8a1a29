import * as z from "zod";
import { type Api, expectId, nothing } from "./common";
import type { swapsByType } from "./source-swaps";
import { collect, list } from "./transport/pages";
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
 *   swaps: { connectionSwaps: [{ to: { path0: { swapType: "exact", catalogObject: "PROD" },
 *     path1: { swapType: "all" } } }] },
 * });
 * ```
 */
export class SourceSwapPolicies {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** `POST /v2/sourceSwapPolicies`. @param madeId see {@link Api.create}. */
  async create(given: NewSourceSwapPolicy, madeId?: string): Promise<CreatedSourceSwapPolicy> {
    const { type, name, fromConnectionId, swaps } = given;
    const body = { type, name, fromConnectionId, swaps };
    return this.#api.create<CreatedSourceSwapPolicy>(
      collection,
      { body, answer: created },
      (id) => this.get(id),
      madeId,
    );
  }

  /** `GET /v2/sourceSwapPolicies/{policyId}`. */
  get(id: string): Promise<SourceSwapPolicy> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/sourceSwapPolicies/${id}`,
      answer: expectId(sourceSwapPolicy, "policyId", id),
    });
  }

  /** `PATCH /v2/sourceSwapPolicies/{policyId}`. */
  update(id: string, change: Partial<NewSourceSwapPolicy>): Promise<CreatedSourceSwapPolicy> {
    const { type, name, fromConnectionId, swaps } = change;
    return this.#api.transport.send({
      method: "PATCH",
      path: path`/v2/sourceSwapPolicies/${id}`,
      body: { type, name, fromConnectionId, swaps },
      answer: expectId(created, "policyId", id),
    });
  }

  /** `DELETE /v2/sourceSwapPolicies/{policyId}`. */
  delete(id: string): Promise<void> {
    return this.#api.transport.send({ method: "DELETE", path: path`/v2/sourceSwapPolicies/${id}`, answer: nothing });
  }

  /** All of them. */
  listAll(): Promise<SourceSwapPolicy[]> {
    return this.#api.reads.readInBurst(collection, () => collect(this.list()));
  }

  /** `GET /v2/sourceSwapPolicies`. */
  list(): AsyncGenerator<SourceSwapPolicy, void, undefined> {
    return list(this.#api.transport, { path: collection, entry: sourceSwapPolicy, style: "page" });
  }
}
