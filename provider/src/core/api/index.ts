export type {
  ApiCredential,
  ApiCredentialChange,
  Credential,
  ListedApiCredential,
  NewApiCredential,
} from "./api-credentials";
export { AnalyticsClient, clientFor, type Identity } from "./client";
export type { Connection, ConnectionObject } from "./connections";
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
export { ApiError, isConflict, isNotFound, isUncertain, type Outcome } from "./errors";
export type { File, FileChange, FileFilter, FileType, NewFolder } from "./files";
export { memberLabel } from "./member-label";
export type { Member } from "./members";
export { type Region, type RegionKey, regions } from "./regions";
export type { CreatedSourceSwapPolicy, NewSourceSwapPolicy, SourceSwapPolicy } from "./source-swap-policies";
export type { CreatedTag, NewTag, VersionTag } from "./tags";
export type { ListedTeam, Team } from "./teams";
export type { CreateOptions } from "./transport/create-once";
export { isLoopback, proxyOf } from "./transport/http";
export { type Knock, type KnockOptions, knock } from "./transport/knock";
export { collect } from "./transport/pages";
export { redact } from "./transport/redact";
export type { ClientSettings } from "./transport/transport";
export { Turns } from "./transport/turns";
export type { AcceptedWebhook, WebhookSchema } from "./webhooks";
export type { Workbook, WorkbookTag } from "./workbook-record";
export type { Bookmark, TaggedWorkbook, TagWorkbook } from "./workbooks";
