// Generated from lookups/user-attribute.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { userAttribute as declared } from "../user-attribute";

/** Arguments of {@link getUserAttribute}: `id` or `name`. */
export type GetUserAttributeArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** A user attribute. */
export interface GetUserAttributeResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its description. */
  description?: string | null;
  /** The value of everyone without another one. */
  defaultValue?: {
    /** `string`. */
    type: string;
    /** The value. */
    val: string;
  } | null;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * A user attribute, by `id` or by `name`.
 *
 * Permissions: an Admin account, or an account type with "Manage user attributes".
 *
 * Endpoints: `GET /v2/user-attributes/{userAttributeId}`, `GET /v2/user-attributes`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const region = analytics.getUserAttributeOutput({ name: "Region" });
 * export const attributeId = region.id;
 * ```
 */
export const getUserAttribute = createLookup<GetUserAttributeArgs, GetUserAttributeResult>(declared.get);

/** {@link getUserAttribute} for arguments that are outputs. */
export const getUserAttributeOutput = toOutputLookup(getUserAttribute);

/**
 * The user attributes that these credentials can see, without archived ones.
 *
 * Permissions: an Admin account, or an account type with "Manage user attributes".
 *
 * Endpoint: `GET /v2/user-attributes`.
 *
 * @example
 * ```ts
 * export const attributes = analytics.listUserAttributesOutput();
 * ```
 */
export const listUserAttributes = createLookup<LookupArgs, GetUserAttributeResult[]>(declared.list);

/** {@link listUserAttributes} for arguments that are outputs. */
export const listUserAttributesOutput = toOutputLookup(listUserAttributes);
