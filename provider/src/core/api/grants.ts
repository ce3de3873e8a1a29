import * as z from "zod";
import { type Api, audit, isUuid, optionalText, sendUntilDone } from "./common";
import type { Connections } from "./connections";
import { isConflict, isForbidden, readUnlessGone } from "./errors";
import { collect, type Listing, list } from "./transport/pages";
import { path } from "./transport/path";

const grant = z
  .looseObject({
    grantId: z.string(),
    /** Id of the object: of its two ids, it may be the other than the one that a client sent. */
    inodeId: z.string(),
    /** One of the two is null, or left out. */
    memberId: z.string().nullish(),
    teamId: z.string().nullish(),
    permission: z.string(),
    inodeType: optionalText,
    ...audit,
  })
  // A grant without both would match no declared grantee, and be deleted.
  .refine(({ memberId, teamId }) => memberId !== undefined || teamId !== undefined, "names no member or team")
  .transform(({ memberId = null, teamId = null, ...others }) => ({ ...others, memberId, teamId }));
/** What a member or team may do with an object. No answer names the tag that a grant is limited to. */
export type ObjectGrant = z.infer<typeof grant>;

/** A member or a team. */
export type Grantee = { readonly memberId: string } | { readonly teamId: string };

/** A new grant. */
export interface NewGrant {
  readonly inodeId: string;
  readonly grantee: Grantee;
  readonly permission: string;
  readonly tagId?: string;
}

/** What can be granted; each object takes some of these. Those that include each other stand in order. */
const data = ["usage", "annotate"] as const;
const documents = ["view", "explore", "organize", "edit"] as const;
export const permissions = [...documents, ...data, "apply", "create", "update", "writeback", "admin"] as const;
export type Permission = (typeof permissions)[number];

/** Whether a permission certainly includes another one, and more. */
export function isMore(one: string, other: string): boolean {
  return [documents, data].some(
    (order: readonly string[]) => order.indexOf(one) > order.indexOf(other) && order.includes(other),
  );
}

/** Whether a permission is more than each of these grants gives. */
export function isRaise(permission: string, held: readonly ObjectGrant[]): boolean {
  return held.every((one) => isMore(permission, one.permission));
}

/** Whether a grant is one of this member or team. */
export function isOfGrantee({ memberId, teamId }: ObjectGrant, granteeId: string): boolean {
  return memberId === granteeId || teamId === granteeId;
}

const getGranteeId = (grantee: Grantee) => ("memberId" in grantee ? grantee.memberId : grantee.teamId);
/** Whether two ids may mean the same object: a UUID can't be compared with the id in an address. */
const mayBeSame = (one: string, other: string) => one === other || isUuid(one) !== isUuid(other);

const collection = "/v2/grants";
const formObjectKey = (inodeId: string) => path`/v2/grants on ${inodeId}`;
const formGranteeKey = (grantee: Grantee) => path`/v2/grants of ${getGranteeId(grantee)}`;
/** A refresh may come back to an object or grantee much later. */
const kept = { keptMs: 300_000 };

/**
 * Grants, `/v2/grants`. A connection is the one object whose id it isn't documented to accept:
 * `/v2/connections/{connectionId}/grants` does.
 *
 * @example
 * ```ts
 * await client.grants.give({ inodeId: folderId, grantee: { teamId }, permission: "view" });
 * ```
 */
export class Grants {
  readonly #api: Api;
  readonly #connections: Connections;
  /** The objects and the grantees that were asked about. */
  readonly #objects = new Set<string>();
  readonly #grantees = new Set<string>();
  #byGrantee = false;

  constructor(api: Api, connections: Connections) {
    this.#api = api;
    this.#connections = connections;
  }

  /** `GET /v2/grants`: the grants on an object itself, without those that it inherits. */
  async *list(inodeId: string): AsyncGenerator<ObjectGrant, void, undefined> {
    const own = await this.#findOwnPath(inodeId);
    const seen = new Set<string>();
    const query = own === undefined ? { inodeId, directGrantsOnly: true } : {};
    for await (const found of this.#list(own ?? collection, query)) {
      const isDirect = own !== undefined || mayBeSame(found.inodeId, inodeId);
      // Lists of paths repeat a grant for every path below.
      if (isDirect && !seen.has(found.grantId)) yield found;
      seen.add(found.grantId);
    }
  }

  /** The same; calls close to each other share one listing. */
  async readAll(inodeId: string): Promise<ObjectGrant[]> {
    return this.#api.reads.read(formObjectKey(inodeId), () => collect(this.list(inodeId)), kept);
  }

  /** `GET /v2/grants`: all grants of a member or team; calls close to each other share one listing. */
  readAllOfGrantee(grantee: Grantee): Promise<ObjectGrant[]> {
    const load = async () => {
      const query = "memberId" in grantee ? { userId: grantee.memberId } : { teamId: grantee.teamId };
      const listed = await collect(this.#list(collection, { ...query, directGrantsOnly: true }));
      return listed.filter((found) => isOfGrantee(found, getGranteeId(grantee)));
    };
    return this.#api.reads.read(formGranteeKey(grantee), load, kept);
  }

  /**
   * The grants of a member or team on an object. A refresh of many costs one listing for each object, or for each
   * grantee where these are far fewer: what is missing there is looked up on the object.
   *
   * @param grantId the one that is expected.
   */
  async findOfGrantee(inodeId: string, grantee: Grantee, grantId: string | undefined): Promise<ObjectGrant[]> {
    const { reads } = this.#api;
    this.#objects.add(inodeId);
    this.#grantees.add(getGranteeId(grantee));
    // Whichever there are far fewer of; in between it stays as it was, because what is listed already serves the rest.
    if (this.#objects.size > 2 * this.#grantees.size) this.#byGrantee = true;
    else if (this.#grantees.size > 2 * this.#objects.size) this.#byGrantee = false;
    const isListed = (key: string) => reads.has(key, kept.keptMs);
    if (!isListed(formObjectKey(inodeId)) && (this.#byGrantee || isListed(formGranteeKey(grantee)))) {
      const expected = (await this.readAllOfGrantee(grantee)).find((found) => found.grantId === grantId);
      if (expected !== undefined) return [expected];
    }
    return (await this.readAll(inodeId)).filter((found) => isOfGrantee(found, getGranteeId(grantee)));
  }

  /**
   * `POST /v2/grants`. What the grantee already holds counts as granted.
   *
   * @throws also when the grantee holds more: the platform only raises access.
   */
  give(given: NewGrant): Promise<ObjectGrant> {
    const { inodeId, grantee, permission } = given;
    return this.#write(given, () =>
      sendUntilDone(
        () => this.#post(given),
        () => this.#findHeld(inodeId, grantee, permission),
      ),
    );
  }

  /**
   * Gives a grantee another permission than they hold. To lower it, the platform needs the higher grants gone first: in
   * between, the grantee has no access.
   *
   * @param held what the new grant replaces.
   */
  async change(given: NewGrant, held: readonly ObjectGrant[]): Promise<ObjectGrant> {
    const isRaised = isRaise(given.permission, held);
    const revokeAll = async (kept?: string) => {
      for (const { grantId } of held) if (grantId !== kept) await this.revoke(grantId, given);
    };
    if (!isRaised) await revokeAll();
    const made = await this.give(given);
    // The platform may have left the lower ones beside the new one.
    if (isRaised) await revokeAll(made.grantId);
    return made;
  }

  /** `DELETE /v2/grants/{grantId}`, on any object. Answers whether there was such a grant. */
  revoke(grantId: string, from: Pick<NewGrant, "inodeId" | "grantee">): Promise<boolean> {
    return this.#write(from, async () => {
      const call = { method: "DELETE", path: path`/v2/grants/${grantId}`, answer: z.object({}) } as const;
      return (await readUnlessGone(this.#api.transport.send(call))) !== undefined;
    });
  }

  #list(from: string, query: Listing<ObjectGrant>["query"]) {
    return list(this.#api.transport, { path: from, query, entry: grant, style: "page" });
  }

  async #post({ inodeId, grantee, permission, tagId }: NewGrant): Promise<ObjectGrant> {
    const own = await this.#findOwnPath(inodeId);
    const body = own === undefined ? { inodeId, grantee, permission, tagId } : { grants: [{ grantee, permission }] };
    const answer = z.union([grant, z.object({})]);
    const send = this.#api.transport.send({ method: "POST", path: own ?? collection, body, answer });
    const made = await send.catch((error) => {
      if (isConflict(error)) return {};
      throw error;
    });
    const found = "grantId" in made ? (made as ObjectGrant) : await this.#findHeld(inodeId, grantee, permission);
    if (found?.permission === permission) return found;
    throw new Error(
      `${permission} on ${inodeId} wasn't granted to ${getGranteeId(grantee)}, who has ` +
        `${found?.permission ?? "another permission"} there already: the platform only raises access. Delete ` +
        "that grant first, or declare it.",
    );
  }

  async #findHeld(inodeId: string, grantee: Grantee, permission: string): Promise<ObjectGrant | undefined> {
    const all = await collect(this.list(inodeId));
    return all.find((found) => isOfGrantee(found, getGranteeId(grantee)) && found.permission === permission);
  }

  /** Of a connection, the path of its grants. */
  async #findOwnPath(id: string): Promise<string | undefined> {
    const isConnection = await this.#connections.has(id).catch((error) => {
      // Who can't list connections can't grant access to them either.
      if (isForbidden(error)) return false;
      throw error;
    });
    return isConnection ? path`/v2/connections/${id}/grants` : undefined;
  }

  #write<T>({ inodeId, grantee }: Pick<NewGrant, "inodeId" | "grantee">, write: () => Promise<T>): Promise<T> {
    const { reads } = this.#api;
    const keys = [formObjectKey(inodeId), formGranteeKey(grantee)] as const;
    return reads.invalidateDuring(keys[0], () => reads.invalidateDuring(keys[1], write));
  }
}
