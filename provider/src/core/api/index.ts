export type { AccountType, ListedAccountType } from "./account-types";
export { findDifferingFields, isConsistent } from "./agrees";
export { type ApiConnector, isPrivateParam } from "./api-connectors";
export type {
  ApiCredential,
  ListedApiCredential,
} from "./api-credentials";

import type { AnalyticsClient } from "./client";
import type { ClientSettings } from "./transport/transport";

export type { FieldOf } from "./area";
export type { AreaName, ClientArea, CreatedIn, ListedIn, SeenIn, WholeIn } from "./areas";
export { Catalog, type CatalogTable } from "./catalog";
export type { AnalyticsClient, AnyCall, Identity } from "./client";
export { isUuid } from "./common";
export type { KnownObject, Listed } from "./complete-list";
export type {
  Connection,
  TableColumn,
  WholeConnection,
  WriteDestination,
} from "./connections";
export {
  createNotEmptyError,
  deleteBelow,
  deleteWhole,
  isBelow,
  listBelow,
  listContents,
  readLiving,
  requireEmpty,
} from "./contents";
export { credentialMethods, isSecretField } from "./credential-methods";
export type {
  DataModel,
  DataModelRepresentation,
} from "./data-models";
export { areDatasetsRetired, type Dataset, datasetsRetired } from "./datasets";
export type {
  DeploymentPolicy,
  DeploymentPolicyDocument,
} from "./deployment-policies";
export type { DocumentTag } from "./document-tag";
export type { DocumentColumn, DocumentElement, DocumentIds, ElementLineage } from "./documents";
export { type Embed, isSameEmbed } from "./embeds";
export {
  ApiError,
  archivedCode,
  checkCreatedId,
  InvalidIdError,
  ifItReplaces,
  isAboutOneThing,
  isConflict,
  isForbidden,
  isMissingOperation,
  isNotFound,
  isRateLimit,
  isRefusal,
  isUncertain,
  isUsableId,
  readUnless,
  readUnlessGone,
  TakenError,
  unmatchedCode,
} from "./errors";
export { type Answer, type Asker, Evidence, readDenial } from "./evidence";
export type { ExportedRow } from "./exports";
export type { File, FileType } from "./files";
export {
  describeChoice,
  FolderTree,
  findFiles,
  getPlatformPath,
  isExact,
  mayName,
  type Placed,
  parsePath,
} from "./folder-path";
export {
  describeEntitlements,
  type Entitlement,
  findLostAccess,
  getGranteeId,
  revokeAll,
  settleGrants,
  subtractEntitlements,
} from "./grant-set";
export { type Grantee, isMore, isOfGrantee, type ObjectGrant, type Permission, permissions } from "./grants";
export {
  composeId,
  isOfMaterialization,
  type MaterializationSchedule,
  type MaterializedDocument,
} from "./materialization-schedules";
export { EmailTaken, isAdministrator, isDeactivated, isRobot, type Member, type MemberChange } from "./members";
export { formatObjectPath, parseObjectPath } from "./object-path";
export { isSameOperation } from "./operations";
export { type Probe, takeFirst } from "./probe";
export { type CronField, cronFields, isSameCron, isSameZone, parseCronNumber } from "./recurrence";
export { type RegionKey, regions } from "./regions";
export type { Report } from "./reports";
export { type ExportSchedule, isSameExport, type NewExportSchedule } from "./schedules";
export type { SourceSwapPolicy } from "./source-swap-policies";
export { swapsByType } from "./source-swaps";
export type { SsoCertificate } from "./sso-certificates";
export type { Tagging } from "./tagged-documents";
export type { VersionTag } from "./tags";
export { subtractIds, type TeamMember } from "./teams";
export type { Template } from "./templates";
export type { ListedTranslation, TranslationKey } from "./translations";
export { collect } from "./transport/pages";
export { type ProbeResult, probe } from "./transport/probe";
export { decideRoute, showAddress } from "./transport/proxy";
export type { ClientSettings } from "./transport/transport";
export { UnusableListError } from "./transport/witness";
export { type WriteWatcher, writeWatchers } from "./transport/writes";
export { type AssignedValue, type AttributeTarget, toAttributeValue } from "./user-attributes";
export { type WorkbookApi, type WorkbookRepresentation, workbookApis } from "./workbook-contents";
export type { Workbook } from "./workbook-record";
export type { Bookmark } from "./workbooks";

/** A new client. Its code is loaded with the first one: a preview only checks and compares, and sends no request. */
export function createClient(settings: ClientSettings): AnalyticsClient {
  const { AnalyticsClient: Client } = require("./client") as typeof import("./client");
  return new Client(settings);
}

/** The process's client for these settings: the same one for the same base URL and credentials. */
export function getClient(settings: ClientSettings, clients?: Map<string, AnalyticsClient>): AnalyticsClient {
  return (require("./client") as typeof import("./client")).getClient(settings, clients);
}
