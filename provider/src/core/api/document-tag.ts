import * as z from "zod";
import { allowAbsent } from "./common";

const shownTag = z
  .object({
    versionTagId: z.string().describe("Id of the tag."),
    name: z.string().describe("The tag's name."),
    version: z.int().describe("The version of the document that has the tag."),
    taggedAt: z.string().describe("When the version was tagged (ISO 8601)."),
    taggedDocumentId: z
      .string()
      .optional()
      .describe(
        "Id of the tagged version, a document of its own: the id for its grants and embeds. The platform " +
          "doesn't return it for data models.",
      ),
  })
  .meta({ title: "DocumentTagResult" });

/** A tag on a document: the same fields for every type of document. */
export interface DocumentTag extends Readonly<z.infer<typeof shownTag>> {
  /** Whether it was taken off. */
  readonly isArchived?: boolean;
}

/** A tag on a workbook, which names the fields in its own way. */
export const workbookTag = z
  .looseObject({
    versionTagId: z.string(),
    name: z.string(),
    sourceWorkbookVersion: z.number(),
    taggedWorkbookId: z.string().optional(),
    workbookTaggedAt: z.string(),
    isArchived: z.boolean().optional(),
  })
  .transform(
    (tag): DocumentTag => ({
      versionTagId: tag.versionTagId,
      name: tag.name,
      version: tag.sourceWorkbookVersion,
      taggedAt: tag.workbookTaggedAt,
      taggedDocumentId: tag.taggedWorkbookId,
      isArchived: tag.isArchived,
    }),
  );

/** A tag on a report or data model. */
export const documentTag = z
  .looseObject({
    versionTagId: z.string(),
    tagName: z.string(),
    sourceVersion: z.number(),
    taggedAt: z.string(),
    taggedReportId: z.string().optional(),
    isArchived: z.boolean().optional(),
  })
  .transform(
    (tag): DocumentTag => ({
      versionTagId: tag.versionTagId,
      name: tag.tagName,
      version: tag.sourceVersion,
      taggedAt: tag.taggedAt,
      taggedDocumentId: tag.taggedReportId,
      isArchived: tag.isArchived,
    }),
  );

/** The tags in the record of a document, without those that were taken off it. @param noun the document's. */
export const readTags = (tag: z.ZodType<DocumentTag>, noun: string) =>
  allowAbsent(
    z
      .array(tag)
      .transform((tags) => tags.filter(({ isArchived }) => !isArchived).map(({ isArchived: _, ...tag }) => tag))
      .meta({ items: shownTag }),
  ).describe(`The tags on versions of the ${noun}. Absent with \`excludeTags\`.`);
