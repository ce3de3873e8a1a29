import * as z from "../zod";
import { audit, optionalText } from "./common";

/** A tag on a workbook. */
export const workbookTag = z.looseObject({
  versionTagId: z.string(),
  name: z.string(),
  sourceWorkbookVersion: z.number(),
  taggedWorkbookId: z.string(),
  workbookTaggedAt: z.string(),
  /** Whether it was taken off. */
  isArchived: z.boolean().optional(),
});
export type WorkbookTag = z.infer<typeof workbookTag>;

/** A workbook as read and listed. */
export const workbook = z.looseObject({
  workbookId: z.string(),
  workbookUrlId: z.string(),
  name: z.string(),
  url: z.string(),
  path: z.string(),
  latestVersion: z.number(),
  ownerId: z.string(),
  isArchived: z.boolean().optional(),
  description: optionalText,
  tags: z.array(workbookTag).optional(),
  ...audit,
});
export type Workbook = z.infer<typeof workbook>;
