/** The kinds of resource on which members and teams can be granted access. */
export const grantableKinds = [
  "ApiConnector",
  "ApiCredential",
  "Connection",
  "DataModel",
  "Folder",
  "Tag",
  "Workspace",
] as const;
