import type { VersionTag } from "../core/api";
import { all, type Collection, matching, named } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getTag}: `id` or `name`. */
export type GetTagArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** A tag. */
export interface GetTagResult {
  /** Its id. */
  id: string;
  name: string;
  /** Absent on tags older than colors. */
  color?: string;
  description?: string;
  /** Id of its owner. */
  ownerId: string;
  /** Id of who made it. */
  createdBy: string;
  /** Id of who changed it last. */
  updatedBy: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Arguments of {@link listTags}; without any, all are listed. */
export interface ListTagsArgs extends LookupArgs {
  /** One of the colors of version tags. */
  color?: string;
}

const tags: Collection<VersionTag> = {
  noun: "tag",
  entries: (client) => client.tags.list(),
  idOf: ({ versionTagId }) => versionTagId,
  nameOf: ({ name }) => name,
};

/**
 * A tag, by `id` or by `name`.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoints: `GET /v2/tags`; there is no call for one tag.
 *
 * @throws when there is none, or more than one of the name: the message lists those there are.
 * @example
 * ```ts
 * const production = await analytics.getTag({ name: "Production" });
 * ```
 */
export const getTag = lookup<GetTagArgs, GetTagResult>({
  name: "getTag",
  oneOf: ["id", "name"],
  answer: async (call, { id, name }) => {
    if (id === undefined) return named(call, tags, name);
    const found = (await all(call, tags)).find((entry) => entry.id === id);
    if (found === undefined) throw new Error(`there is no tag with the id ${id}.`);
    return found;
  },
});

/** {@link getTag} for arguments that are outputs. */
export const getTagOutput = outputOf(getTag);

/**
 * The version tags that these credentials can see, archived ones left out.
 *
 * Permissions: none beyond signing in.
 *
 * Endpoint: `GET /v2/tags`.
 *
 * @example
 * ```ts
 * const tags = await analytics.listTags({ color: "grass" });
 * ```
 */
export const listTags = lookup<ListTagsArgs, GetTagResult[]>({
  name: "listTags",
  optional: ["color"],
  answer: (call, { connection: _, ...filter }) => matching(call, tags, filter),
});

/** {@link listTags} for arguments that are outputs. */
export const listTagsOutput = outputOf(listTags);
