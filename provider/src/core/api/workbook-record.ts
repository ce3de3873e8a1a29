import * as z from "zod";
import { audit, optionalText } from "./common";
import { readTags, workbookTag } from "./document-tag";

/** A workbook as read and listed. */
export const workbook = z
  .looseObject({
    workbookId: z.string(),
    workbookUrlId: z.string(),
    name: z.string(),
    url: z.string(),
    path: z.string(),
    latestVersion: z.number(),
    ownerId: z.string(),
    isArchived: z.boolean().optional(),
    description: optionalText,
    tags: readTags(workbookTag),
    /** Of a tagged version: the workbook that was tagged. */
    taggedSourceUrlId: optionalText,
    ...audit,
  })
  .transform(({ workbookUrlId: urlId, ...rest }) => ({ ...rest, urlId }));
export type Workbook = z.infer<typeof workbook>;
