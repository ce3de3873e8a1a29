import * as z from "../zod";
import { type Api, audit } from "./common";
import { list } from "./transport/reads";
import { path } from "./transport/requests";

const member = z.looseObject({
  memberId: z.string(),
  organizationId: z.string(),
  /** Name of the account type. */
  memberType: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  homeFolderId: z.string(),
  /** `internal`, `guest` or `embed`. */
  userKind: z.string(),
  isArchived: z.boolean().optional(),
  isInactive: z.boolean().optional(),
  ...audit,
});
/** A user of the organization. */
export type Member = z.infer<typeof member>;

/**
 * Members, `/v2/members`. Read only.
 *
 * @example
 * ```ts
 * const [ann] = await collect(client.members.list({ email: "ann@example.com" }));
 * ```
 */
export class Members {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** `GET /v2/members/{memberId}`. */
  get(id: string): Promise<Member> {
    return this.#api.transport.send({ method: "GET", path: path`/v2/members/${id}`, answer: member });
  }

  /** `GET /v2/members`: all, or the one with this email address. */
  list({ email }: { email?: string } = {}): AsyncGenerator<Member, void, undefined> {
    return list(this.#api.transport, {
      path: "/v2/members",
      query: { email },
      entry: member,
      style: "page",
      bareArray: true,
    });
  }
}
