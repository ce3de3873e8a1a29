// Generated from lookups/tag.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { tag as declared } from "../tag";

/** Arguments of {@link getTag}: `id` or `name`. */
export type GetTagArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** Arguments of {@link listTags}. */
export interface ListTagsArgs extends LookupArgs {
  /** A text that the platform searches the names for. What it finds is undocumented. */
  search?: string;
  /** One of the colors of version tags; absent on tags older than colors. */
  color?: string;
}

/** A version tag. */
export interface GetTagResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** One of the colors of version tags; absent on tags older than colors. */
  color?: string;
  /** What the tag is for. */
  description?: string;
  /** Id of its owner. */
  ownerId: string;
  /** Whether it was deleted. */
  isArchived?: boolean;
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
 * A version tag, by `id` or by `name`.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoint: `GET /v2/tags`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const production = analytics.getTagOutput({ name: "Production" });
 * export const tagId = production.id;
 * ```
 */
export const getTag = createLookup<GetTagArgs, GetTagResult>(declared.get);

/** {@link getTag} for arguments that are outputs. */
export const getTagOutput = toOutputLookup(getTag);

/**
 * The tags that these credentials can see, without archived ones.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoint: `GET /v2/tags`.
 *
 * @example
 * ```ts
 * export const tags = analytics.listTagsOutput({ color: "grass" });
 * ```
 */
export const listTags = createLookup<ListTagsArgs, GetTagResult[]>(declared.list);

/** {@link listTags} for arguments that are outputs. */
export const listTagsOutput = toOutputLookup(listTags);
