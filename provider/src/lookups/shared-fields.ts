/** Fields and arguments that several lookups have. */
import type { FieldTypes, Zod } from "./declare";

/** How a document or folder is addressed, and whether it was deleted. */
export const createFileState = (zod: Zod): FieldTypes => ({
  urlId: zod.string().describe("The id in its address in the product."),
  isArchived: zod.boolean().optional().describe("Whether it was deleted."),
});

/** Arguments of the lists of documents. */
export const documentFlags = {
  excludeTags: "Whether to leave out the tags of each entry. Default: false.",
  skipPermissionCheck:
    "Whether to search what the whole organization has, and not only what the owner of the credentials may see. " +
    "For administrators. Default: false.",
} as const;

/** The argument of lists that can have archived entries. */
export const archivedFlag = { isArchived: "True: the archived ones alone. Default: false." } as const;

/** Who created and changed an object, and when. */
export const audit = (zod: Zod): FieldTypes => ({
  createdBy: zod.string().describe("Id of the member who created it."),
  updatedBy: zod.string().describe("Id of the member who last changed it."),
  createdAt: zod.string().describe("When it was created (ISO 8601)."),
  updatedAt: zod.string().describe("When it was last changed (ISO 8601)."),
});
