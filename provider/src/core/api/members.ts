import * as z from "zod";
import { isSameEmail } from "../text";
import { type Api, audit, expectId, optionalText } from "./common";
import { declareComplete, type KnownObject, type Provable } from "./complete-list";
import { ApiError, isConflict, isRefusal, readUnless, readUnlessGone } from "./errors";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

export const member = z.looseObject({
  memberId: z.string(),
  firstName: z.string().describe("The first name."),
  lastName: z.string().describe("The last name."),
  email: z.string().describe("The email address."),
  memberType: z.string().describe("Name of the account type."),
  userKind: z.string().describe("`internal`, `guest` or `embed`."),
  homeFolderId: z.string().describe("Id of the member's own folder."),
  organizationId: z.string().describe("Id of the organization."),
  profileImgUrl: optionalText.describe("The address of the member's picture."),
  isArchived: z.boolean().optional().describe("Whether the member was deactivated."),
  isInactive: z.boolean().optional().describe("Whether an identity provider has deactivated the member."),
  ...audit,
});
/** A user of the organization. */
export type Member = z.infer<typeof member>;

/** A new member. */
export interface NewMember {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Name of the account type. Left out: the organization's default. */
  readonly memberType?: string;
  /** `internal`, `guest` or `embed`. Left out: `internal`. */
  readonly userKind?: string;
}

/** What can change; what is left out stays. */
export type MemberChange = Partial<NewMember> & { readonly isArchived?: boolean; readonly isInactive?: boolean };

/**
 * What becomes of the documents of a member who is deactivated; nothing given: the owner of the credentials gets them.
 */
export interface Departure {
  /** Id of the member who gets them. */
  readonly newOwnerId?: string;
  /** Whether they are archived instead, with the scheduled exports. */
  readonly archiveDocuments?: boolean;
  /** Whether the scheduled exports are archived. */
  readonly archiveScheduledExports?: boolean;
}

/** The error of a create whose email address a member has already, active or not. */
export class EmailTaken extends Error {
  constructor(readonly member: Member) {
    super(`The email address belongs to the member ${member.memberId} already.`);
  }
}

const collection = "/v2/members";

/** Deactivated ones, too. */
const everyone = { includeArchived: true, includeInactive: true } as const;

/** Every license model has an account type with this name; what it may do is the platform's. */
const administrator = "admin";

/** Whether a member is the platform's own, which runs schedules and is never declared. */
export function isRobot({ email }: Member): boolean {
  return /^scheduler-robot@/i.test(email);
}

/** Whether a member's account type is that of administrators. */
export function isAdministrator({ memberType }: Pick<Member, "memberType">): boolean {
  return memberType.toLowerCase() === administrator;
}

/** Whether a member has left: deactivated here, or by an identity provider. */
export function isDeactivated({ isArchived, isInactive }: Member): boolean {
  return Boolean(isArchived || isInactive);
}

/**
 * Members, `/v2/members`.
 *
 * @example
 * ```ts
 * const [ann] = await client.members.findByEmail("ann@example.com");
 * ```
 */
export class Members implements Provable {
  readonly #api: Api;
  readonly #labels = new Map<string, Promise<string>>();
  readonly isComplete = true;
  readonly everything = declareComplete("memberId", () => this.list(everyone)).everything;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * What a message calls a member; asked for at most once.
   *
   * @returns `Ada Admin <ada@acme.example>`; the id where these credentials can't read the member.
   */
  readLabel(id: string): Promise<string> {
    const label = this.#labels.get(id) ?? this.#readLabel(id);
    this.#labels.set(id, label);
    return label;
  }

  async #readLabel(id: string): Promise<string> {
    try {
      const { firstName, lastName, email } = await this.get(id);
      const name = `${firstName} ${lastName}`.trim();
      return name === "" ? email : `${name} <${email}>`;
    } catch (error) {
      if (error instanceof ApiError) return id;
      throw error;
    }
  }

  ask({ id }: KnownObject): Promise<unknown> {
    return this.get(id);
  }

  /** `GET /v2/members/{memberId}`: also one who is deactivated. */
  get(id: string): Promise<Member> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/members/${id}`,
      answer: expectId(member, "memberId", id),
    });
  }

  /** Whether a member is an administrator; false where these credentials can't read the member. */
  async isAdministrator(id: string): Promise<boolean> {
    const found = await readUnless(isRefusal, this.get(id));
    return found !== undefined && isAdministrator(found);
  }

  /** `GET /v2/members`: the active ones, or those with this email address. */
  list(
    query: { email?: string; includeArchived?: true; includeInactive?: true } = {},
  ): AsyncGenerator<Member, void, undefined> {
    return list(this.#api.transport, { path: collection, query, entry: member, style: "page", bareArray: true });
  }

  /** All that aren't archived, oldest first; calls close to each other share one listing. */
  async readAll(): Promise<Member[]> {
    return (await this.#listEveryone()).filter(({ isArchived }) => !isArchived);
  }

  /** A member as the shared listing shows it, or as read by the id; undefined: there is none, or it is archived. */
  async findById(id: string): Promise<Member | undefined> {
    const listed = (await this.#listEveryone()).find(({ memberId }) => memberId === id);
    const found = listed ?? (await readUnlessGone(this.get(id)));
    return found?.isArchived ? undefined : found;
  }

  /**
   * The members with an email address in any spelling, deactivated or not. The platform's filter may match the exact
   * spelling alone, or not at all: if it finds no member, this compares all of them.
   */
  async findByEmail(email: string): Promise<Member[]> {
    const search = async (query: Parameters<Members["list"]>[0]) =>
      (await collect(this.list(query))).filter((one) => isSameEmail(one.email, email));
    const { reads } = this.#api;
    // One list of everyone is cheaper than one for each address.
    if (reads.isOfBurst) return (await this.#listEveryone()).filter((one) => isSameEmail(one.email, email));
    const found = await search({ email, ...everyone });
    return found.length > 0 ? found : search(everyone);
  }

  /**
   * `POST /v2/members`.
   *
   * @param sendInvite whether the platform sends an invitation; left out: it does.
   * @param madeId see {@link Api.create}.
   * @throws EmailTaken for an address that the platform says a member has.
   */
  async create(body: NewMember, sendInvite: boolean | undefined, madeId?: string): Promise<Member> {
    const post = { query: { sendInvite }, body, answer: member };
    return this.#api
      .create(collection, post, (id) => this.get(id), madeId)
      .catch((error) => this.#explainTakenEmail(error));
  }

  /** `PATCH /v2/members/{memberId}`. */
  update(id: string, change: MemberChange & Departure): Promise<Member> {
    return this.#api.write(collection, {
      method: "PATCH",
      path: path`/v2/members/${id}`,
      body: change,
      answer: expectId(member, "memberId", id),
    });
  }

  /**
   * Deactivates a member: `DELETE /v2/members/{memberId}`, or `PATCH` where something else than the default becomes of
   * the documents. Sends nothing if the member is deactivated already: the platform forbids the DELETE of a member whom
   * an identity provider has deactivated.
   *
   * @returns the member as it was.
   */
  async deactivate(id: string, departure: Departure): Promise<Member> {
    const found = await this.get(id);
    if (isDeactivated(found)) return found;
    if (Object.values(departure).some(Boolean)) await this.update(id, { isArchived: true, ...departure });
    else await this.#api.write(collection, { method: "DELETE", path: path`/v2/members/${id}` });
    return found;
  }

  /** Every member, deactivated ones too, oldest first. */
  #listEveryone(): Promise<Member[]> {
    return this.#api.reads.read(collection, async () => {
      const all = await collect(this.list(everyone));
      return all.sort((a, b) => (`${a.createdAt} ${a.email}` < `${b.createdAt} ${b.email}` ? -1 : 1));
    });
  }

  /** The error of a refused create: the platform names the member who has the address. */
  async #explainTakenEmail(error: unknown): Promise<never> {
    const [, id] = (isConflict(error) && /member-id=([\w-]+)/.exec(error.detail)) || [];
    const holder = id === undefined ? undefined : await this.get(id).catch(() => undefined);
    throw holder === undefined ? error : new EmailTaken(holder);
  }
}
