import * as z from "zod";

/** A tag on a document: the same fields for every type of document. */
export interface DocumentTag {
  readonly versionTagId: string;
  readonly name: string;
  /** The version of the document that has the tag. */
  readonly version: number;
  /** When the version was tagged (ISO 8601). */
  readonly taggedAt: string;
  /** Id of the tagged version, a document of its own. The platform doesn't return it for data models. */
  readonly taggedDocumentId?: string;
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

/** The tags in the record of a document, without those that were taken off it. */
export const readTags = (tag: z.ZodType<DocumentTag>) =>
  z
    .array(tag)
    .nullish()
    .transform((tags) => tags?.filter(({ isArchived }) => !isArchived).map(({ isArchived: _, ...tag }) => tag));
