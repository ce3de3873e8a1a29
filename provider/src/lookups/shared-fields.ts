/** Arguments that several lookups have. */

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
