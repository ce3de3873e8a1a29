// Generated from lookups/account-type.ts by `npm run generate`: change that, and run it again.

import { accountType as declared } from "../account-type";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getAccountType}: `id` or `name`. */
export type GetAccountTypeArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** Arguments of {@link listAccountTypes}. */
export interface ListAccountTypesArgs extends LookupArgs {
  /** False for the account types that every organization has. */
  isCustom?: boolean;
}

/** An account type, as listed. */
export interface ListedAccountType {
  /** Its id. */
  id: string;
  /** Its name, which members have as `memberType`. */
  accountTypeName: string;
  /** Its description. */
  description: string;
  /** False for the account types that every organization has. */
  isCustom: boolean;
}

/** An account type. */
export interface GetAccountTypeResult extends ListedAccountType {
  /** The names of its permissions. */
  permissions: string[];
  /** What each permission allows, by its name, in the platform's words. */
  permissionDescriptions: Record<string, string>;
}

/**
 * An account type, by `id` or by `name`.
 *
 * Permissions: an Admin account.
 *
 * Endpoints: `GET /v2/accountTypes/{accountTypeId}/permissions`, `GET /v2/accountTypes`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const creator = analytics.getAccountTypeOutput({ name: "creator" });
 * export const permissions = creator.permissions;
 * ```
 */
export const getAccountType = createLookup<GetAccountTypeArgs, GetAccountTypeResult>(declared.get);

/** {@link getAccountType} for arguments that are outputs. */
export const getAccountTypeOutput = toOutputLookup(getAccountType);

/**
 * The account types that these credentials can see, without archived ones.
 *
 * Permissions: an Admin account.
 *
 * Endpoint: `GET /v2/accountTypes`.
 *
 * @example
 * ```ts
 * export const custom = analytics.listAccountTypesOutput({ isCustom: true });
 * ```
 */
export const listAccountTypes = createLookup<ListAccountTypesArgs, ListedAccountType[]>(declared.list);

/** {@link listAccountTypes} for arguments that are outputs. */
export const listAccountTypesOutput = toOutputLookup(listAccountTypes);
