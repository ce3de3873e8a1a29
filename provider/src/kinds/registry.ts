// Generated from the files of this folder by `npm run generate`: change that, and run it again.

import type { AnyKind } from "./declare";

/**
 * Every kind of resource, by name. Each is loaded when it is asked for: the host of a stack without data models does
 * without all that is needed for them.
 */
export const registry: Readonly<Record<string, () => AnyKind>> = {
  AccountType: () => (require("./account-type") as typeof import("./account-type")).accountType,
  ApiConnector: () => (require("./api-connector") as typeof import("./api-connector")).apiConnector,
  ApiCredential: () => (require("./api-credential") as typeof import("./api-credential")).apiCredential,
  Connection: () => (require("./connection") as typeof import("./connection")).connection,
  ConnectionSync: () => (require("./connection-sync") as typeof import("./connection-sync")).connectionSync,
  DataModel: () => (require("./data-model") as typeof import("./data-model")).dataModel,
  DataModelTag: () => (require("./data-model-tag") as typeof import("./data-model-tag")).dataModelTag,
  DatasetMigration: () => (require("./dataset-migration") as typeof import("./dataset-migration")).datasetMigration,
  DbtArtifacts: () => (require("./dbt-artifacts") as typeof import("./dbt-artifacts")).dbtArtifacts,
  DeploymentPolicy: () => (require("./deployment-policy") as typeof import("./deployment-policy")).deploymentPolicy,
  DeploymentPolicyDocument: () =>
    (require("./deployment-policy-document") as typeof import("./deployment-policy-document")).deploymentPolicyDocument,
  DeploymentPolicyTenant: () =>
    (require("./deployment-policy-tenant") as typeof import("./deployment-policy-tenant")).deploymentPolicyTenant,
  Favorite: () => (require("./favorite") as typeof import("./favorite")).favorite,
  Folder: () => (require("./folder") as typeof import("./folder")).folder,
  Grant: () => (require("./grant") as typeof import("./grant")).grant,
  Grants: () => (require("./grants") as typeof import("./grants")).grants,
  MaterializationSchedule: () =>
    (require("./materialization-schedule") as typeof import("./materialization-schedule")).materializationSchedule,
  Member: () => (require("./member") as typeof import("./member")).member,
  ModelCheck: () => (require("./model-check") as typeof import("./model-check")).modelCheck,
  OrganizationSetting: () =>
    (require("./organization-setting") as typeof import("./organization-setting")).organizationSetting,
  Plugin: () => (require("./plugin") as typeof import("./plugin")).plugin,
  Report: () => (require("./report") as typeof import("./report")).report,
  ReportSchedule: () => (require("./report-schedule") as typeof import("./report-schedule")).reportSchedule,
  ReportTag: () => (require("./report-tag") as typeof import("./report-tag")).reportTag,
  Shortcut: () => (require("./shortcut") as typeof import("./shortcut")).shortcut,
  SourceSwapPolicy: () => (require("./source-swap-policy") as typeof import("./source-swap-policy")).sourceSwapPolicy,
  SsoCertificate: () => (require("./sso-certificate") as typeof import("./sso-certificate")).ssoCertificate,
  Tag: () => (require("./tag") as typeof import("./tag")).tag,
  Team: () => (require("./team") as typeof import("./team")).team,
  TeamMember: () => (require("./team-member") as typeof import("./team-member")).teamMember,
  TeamMembers: () => (require("./team-members") as typeof import("./team-members")).teamMembers,
  Tenant: () => (require("./tenant") as typeof import("./tenant")).tenant,
  TenantDeploymentCapability: () =>
    (require("./tenant-deployment-capability") as typeof import("./tenant-deployment-capability"))
      .tenantDeploymentCapability,
  Translation: () => (require("./translation") as typeof import("./translation")).translation,
  UserAttribute: () => (require("./user-attribute") as typeof import("./user-attribute")).userAttribute,
  UserAttributeAssignment: () =>
    (require("./user-attribute-assignment") as typeof import("./user-attribute-assignment")).userAttributeAssignment,
  WebhookTrigger: () => (require("./webhook-trigger") as typeof import("./webhook-trigger")).webhookTrigger,
  Workbook: () => (require("./workbook") as typeof import("./workbook")).workbook,
  WorkbookEmbed: () => (require("./workbook-embed") as typeof import("./workbook-embed")).workbookEmbed,
  WorkbookSchedule: () => (require("./workbook-schedule") as typeof import("./workbook-schedule")).workbookSchedule,
  WorkbookTag: () => (require("./workbook-tag") as typeof import("./workbook-tag")).workbookTag,
  Workspace: () => (require("./workspace") as typeof import("./workspace")).workspace,
};

/** All of them. */
export function loadAllKinds(): AnyKind[] {
  return Object.values(registry).map((load) => load());
}
