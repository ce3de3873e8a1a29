import * as z from "zod";
import { isSameName } from "../text";
import { defineArea } from "./area";
import { archived, audit, isUuid, optionalText } from "./common";
import type { KnownObject } from "./complete-list";
import { list } from "./transport/pages";
import { path } from "./transport/path";
import { workbook } from "./workbook-record";

const versionTag = z.looseObject({
  versionTagId: z.string(),
  name: z.string().describe("Its name."),
  color: optionalText.describe("One of the colors of version tags; absent on tags older than colors."),
  description: optionalText.describe("What the tag is for."),
  ownerId: z.string().describe("Id of its owner."),
  ...archived,
  ...audit,
});
/** A version tag. */
export interface VersionTag extends z.infer<typeof versionTag> {}

/**
 * Version tags, `/v2/tags`. `DELETE` takes the tag off every document that has it.
 *
 * @example
 * ```ts
 * const { versionTagId } = await client.tags.create({ name: "production", color: "grass" });
 * await client.tags.update(versionTagId, { description: "what customers see" });
 * ```
 */
export const tags = defineArea(
  {
    path: "/v2/tags",
    noun: "tag",
    id: "versionTagId",
    read: "listed",
    isComplete: true,
    listed: versionTag as z.ZodType<VersionTag>,
    created: z.looseObject({ name: z.string(), versionTagId: z.string() }),
    // A platform may ignore the color.
    updated: versionTag as z.ZodType<VersionTag>,
    sends: ["name", "color", "description"],
  },
  (tags, { transport }) => {
    const findByName = async (name: string) => (await tags.readAll()).find((tag) => isSameName(tag.name, name));
    /** `GET /v2/tags/{tagId}/workbooks`: the workbooks that have the tag. */
    const listWorkbooks = (tagId: string) =>
      list(transport, { path: path`/v2/tags/${tagId}/workbooks`, entry: workbook, style: "page" });
    return {
      ...tags,
      /** The tag with this name, or undefined. Calls close to each other share one listing. */
      findByName,
      /** The name of the tag that a text is the name or id of; of none, the text. Reads like {@link findByName}. */
      async readName(nameOrId: string): Promise<string> {
        if (!isUuid(nameOrId) || (await findByName(nameOrId)) !== undefined) return nameOrId;
        return (await tags.findById(nameOrId))?.name ?? nameOrId;
      },
      listWorkbooks,
      // No call reads one tag; this one answers 404 for one that doesn't exist.
      ask: ({ id }: KnownObject) => listWorkbooks(id).next(),
    };
  },
);
