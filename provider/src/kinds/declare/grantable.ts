/** The kinds of resource on which members and teams can be granted access. */
export const grantableKinds = ["ApiCredential", "DataModel", "Folder", "Tag", "Workspace"] as const;
