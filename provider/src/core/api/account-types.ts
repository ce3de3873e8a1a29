import * as z from "zod";
import { isSameName } from "../text";
import { type Api, isUuid, optionalText } from "./common";
import { declareComplete, type KnownObject, type Provable } from "./complete-list";
import { defineList } from "./transport/answer";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

export const accountType = z.looseObject({
  accountTypeId: z.string(),
  accountTypeName: z.string().describe("Its name, which members have as `memberType`."),
  description: z.string().describe("Its description."),
  isCustom: z.boolean().describe("False for the account types that every organization has."),
});
/** An account type as listed. */
export type ListedAccountType = z.infer<typeof accountType>;

/** An account type with the names of its permissions, and what each allows. */
export type AccountType = ListedAccountType & {
  readonly permissions: string[];
  readonly permissionDescriptions: Readonly<Record<string, string>>;
};

const permissions = defineList(z.looseObject({ permission: z.string(), description: optionalText }));
type Permission = z.infer<typeof permissions>[number];

/** A new account type. */
export interface NewAccountType {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
}

const collection = "/v2/accountTypes";
/** Account types, `/v2/accountTypes`. There is no call for one type, and the list is without permissions. */
export class AccountTypes implements Provable {
  readonly #api: Api;
  readonly isComplete = true;
  readonly everything = declareComplete("accountTypeId", () => this.list()).everything;

  constructor(api: Api) {
    this.#api = api;
  }

  // No call reads one type; this one answers 404 for one that doesn't exist.
  ask({ id }: KnownObject): Promise<unknown> {
    return this.readPermissions(id);
  }

  /** `POST /v2/accountTypes`. @param madeId see {@link Api.create}. */
  create(body: NewAccountType, madeId?: string): Promise<ListedAccountType> {
    return this.#api.create(collection, { body, answer: accountType }, (id) => this.get(id), madeId);
  }

  /** `GET /v2/accountTypes`. */
  list(): AsyncGenerator<ListedAccountType, void, undefined> {
    return list(this.#api.transport, { path: collection, entry: accountType, style: "token" });
  }

  /** All types; calls close to each other share one listing. */
  readAll(): Promise<ListedAccountType[]> {
    return this.#api.reads.read(collection, () => collect(this.list()));
  }

  /** The type with this id, with its permissions; undefined: there is none. The list is shared. */
  async findById(id: string): Promise<AccountType | undefined> {
    const found = (await this.readAll()).find(({ accountTypeId }) => accountTypeId === id);
    if (found === undefined) return undefined;
    const all = await this.readPermissions(id);
    return {
      ...found,
      permissions: all.map(({ permission }) => permission),
      permissionDescriptions: Object.fromEntries(
        all.map(({ permission, description = "" }) => [permission, description]),
      ),
    };
  }

  /** The name of the type that a text is the name or id of; of none, the text. The list is shared. */
  async readName(nameOrId: string): Promise<string> {
    if (!isUuid(nameOrId)) return nameOrId;
    const all = await this.readAll();
    const isNamed = all.some(({ accountTypeName }) => isSameName(accountTypeName, nameOrId));
    return (
      (isNamed ? undefined : all.find(({ accountTypeId }) => accountTypeId === nameOrId)?.accountTypeName) ?? nameOrId
    );
  }

  /** The same, where there must be one. */
  async get(id: string): Promise<AccountType> {
    const found = await this.findById(id);
    if (found === undefined) throw new Error(`there is no account type with the id ${id}.`);
    return found;
  }

  /** `GET /v2/accountTypes/{accountTypeId}/permissions`. */
  readPermissions(id: string): Promise<Permission[]> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/accountTypes/${id}/permissions`,
      answer: permissions,
    });
  }

  /**
   * Sets all permissions of a type. Release notes name the operation, and nothing documents its shape: assumed is
   * `PATCH /v2/accountTypes/{accountTypeId}`.
   */
  async setPermissions(id: string, all: readonly string[]): Promise<void> {
    await this.#api.write(collection, {
      method: "PATCH",
      path: path`/v2/accountTypes/${id}`,
      body: { permissions: all },
    });
  }

  /**
   * `DELETE /v2/accountTypes/{accountTypeId}`: moves its members to another type, which the platform requires even
   * without members.
   */
  async delete(id: string, reassignToAccountTypeId: string): Promise<void> {
    await this.#api.write(collection, {
      method: "DELETE",
      path: path`/v2/accountTypes/${id}`,
      query: { reassignToAccountTypeId },
    });
  }
}
