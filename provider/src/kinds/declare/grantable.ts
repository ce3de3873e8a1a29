import type { Needs } from "./facets";

/** The kinds of resource on which members and teams can be granted access. */
export const grantableKinds = [
  "ApiConnector",
  "ApiCredential",
  "Connection",
  "DataModel",
  "Folder",
  "Report",
  "Tag",
  "Workbook",
  "Workspace",
] as const;

/** What the owner of the API credentials needs to change grants. */
export const grantNeeds: Needs = {
  permission:
    'Can edit access to the object and an account type with "Share documents", or an Admin account for connections',
  lookups: ["grant", "team"],
};
