/** Fields and arguments that several lookups have. */
import type { FieldTypes, Zod } from "./declare";

/** Where a file is, as far as all of them have it, and what the platform says of it. */
export const createPlacedFields = (zod: Zod): FieldTypes => ({
  path: zod.string().describe("Names of the parent folders, separated by slashes: `Acme/Models`."),
  parentId: zod.string().describe("Id of the parent folder or workspace."),
  parentUrlId: zod.string().optional().describe("The id in the address of the parent folder or workspace."),
  ...createFileState(zod),
  permission: zod.string().optional().describe("What the owner of the credentials may do with it, such as `edit`."),
  badge: zod.string().nullable().optional().describe("Its endorsement, as the platform names it."),
  description: zod.string().optional().describe("What it is for."),
  ownerId: zod.string().nullable().optional().describe("Id of its owner."),
  parentSourceUrlId: zod
    .string()
    .optional()
    .describe(
      "Of a document that the parent organization deployed to this tenant: the id in the address of its source there.",
    ),
  ...audit(zod),
});

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

/** The argument of lists that the platform searches. */
export const searchArg = {
  search: "A text that the platform searches the names for. What it finds is undocumented.",
} as const;

/** The argument of lists of files for all that is below a folder. */
export const ancestorArg = {
  ancestorId: "Id of a folder or workspace: lists what is in it at any depth. `parentId`: what is directly in one.",
} as const;

/** Who created and changed an object, and when. */
export const audit = (zod: Zod): FieldTypes => ({
  createdBy: zod.string().describe("Id of the member who created it."),
  updatedBy: zod.string().describe("Id of the member who last changed it."),
  createdAt: zod.string().describe("When it was created (ISO 8601)."),
  updatedAt: zod.string().describe("When it was last changed (ISO 8601)."),
});
