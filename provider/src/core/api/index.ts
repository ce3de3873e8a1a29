export type {
  ApiCredential,
  ApiCredentialChange,
  Credential,
  ListedApiCredential,
  NewApiCredential,
} from "./api-credentials";

import type { AnalyticsClient } from "./client";
import type { ClientSettings } from "./transport/transport";

export type { AnalyticsClient, Identity } from "./client";
export type { Connection, ConnectionObject } from "./connections";
export { contentsOf, deleteWhole, notEmpty } from "./contents";
export type {
  DataModel,
  DataModelColumn,
  DataModelContents,
  DataModelElement,
  DataModelLineage,
  DataModelMaterializationSchedule,
  DataModelRepresentation,
  DataModelSource,
  DataModelTag,
  NewDataModel,
  TagDataModel,
  TaggedDataModel,
  WrittenDataModel,
} from "./data-models";
export {
  areDatasetsRetired,
  type Dataset,
  type DatasetMigration,
  type DatasetSource,
  datasetsRetired,
  type MigrateDataset,
} from "./datasets";
export type {
  CreatedDeploymentPolicy,
  DeploymentPolicy,
  DeploymentPolicyChange,
  DeploymentPolicyDocument,
  DeploymentTenant,
  NewDeploymentPolicy,
} from "./deployment-policies";
export { ApiError, isConflict, isNotFound, isUncertain, type Outcome, orGone } from "./errors";
export type { File, FileChange, FileFilter, FileType, NewFolder } from "./files";
export {
  type Entitlement,
  entitlementKey,
  entitlementsText,
  granteeIdOf,
  lostAccess,
  revokeAll,
  settleGrants,
  without,
} from "./grant-set";
export { type Grantee, isHeldBy, isMore, type ObjectGrant, type Permission, permissions } from "./grants";
export { memberLabel } from "./member-label";
export type { Member } from "./members";
export { objectPathText, parseObjectPath } from "./object-path";
export { first, type Probe } from "./probe";
export { type Region, type RegionKey, regions } from "./regions";
export type { CreatedSourceSwapPolicy, NewSourceSwapPolicy, SourceSwapPolicy } from "./source-swap-policies";
export { swapsByType } from "./source-swaps";
export type { CreatedTag, NewTag, VersionTag } from "./tags";
export type { ListedTeam, Team } from "./teams";
export type { Template } from "./templates";
export type { CreateOptions } from "./transport/create-once";
export { isLoopback, proxyOf } from "./transport/http";
export { collect } from "./transport/reads";
export { type ProbeOptions, type ProbeResult, probe } from "./transport/requests";
export type { ClientSettings } from "./transport/transport";
export type { AcceptedWebhook, WebhookSchema } from "./webhooks";
export { identityOf } from "./whoami";
export type { Workbook, WorkbookTag } from "./workbook-record";
export type { Bookmark, TaggedWorkbook, TagWorkbook } from "./workbooks";
export type { Workspace } from "./workspaces";

/** A new client. Its code is loaded with the first one: a preview only checks and compares, and sends no request. */
export function createClient(settings: ClientSettings): AnalyticsClient {
  const { AnalyticsClient: Client } = require("./client") as typeof import("./client");
  return new Client(settings);
}

/** The process's client for these settings: the same one for the same base URL and credentials. */
export function clientFor(settings: ClientSettings): AnalyticsClient {
  return (require("./client") as typeof import("./client")).clientFor(settings);
}
