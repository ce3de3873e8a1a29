// Generated from the files of this folder by `npm run generate`: change that, and run it again.

import type { AnyKind } from "./declare";

/**
 * Every kind of resource, by name. Each is loaded when it is asked for: the host of a stack without data models does without all that is needed
 * for them.
 */
export const registry: Readonly<Record<string, () => AnyKind>> = {
  ApiCredential: () => (require("./api-credential") as typeof import("./api-credential")).apiCredential,
  DataModel: () => (require("./data-model") as typeof import("./data-model")).dataModel,
  DataModelTag: () => (require("./data-model-tag") as typeof import("./data-model-tag")).dataModelTag,
  DatasetMigration: () => (require("./dataset-migration") as typeof import("./dataset-migration")).datasetMigration,
  DeploymentPolicy: () => (require("./deployment-policy") as typeof import("./deployment-policy")).deploymentPolicy,
  DeploymentPolicyDocument: () =>
    (require("./deployment-policy-document") as typeof import("./deployment-policy-document")).deploymentPolicyDocument,
  DeploymentPolicyTenant: () =>
    (require("./deployment-policy-tenant") as typeof import("./deployment-policy-tenant")).deploymentPolicyTenant,
  Folder: () => (require("./folder") as typeof import("./folder")).folder,
  MaterializationSchedule: () =>
    (require("./materialization-schedule") as typeof import("./materialization-schedule")).materializationSchedule,
  ReportSchedule: () => (require("./report-schedule") as typeof import("./report-schedule")).reportSchedule,
  ReportTag: () => (require("./report-tag") as typeof import("./report-tag")).reportTag,
  SourceSwapPolicy: () => (require("./source-swap-policy") as typeof import("./source-swap-policy")).sourceSwapPolicy,
  Tag: () => (require("./tag") as typeof import("./tag")).tag,
  Team: () => (require("./team") as typeof import("./team")).team,
  WebhookTrigger: () => (require("./webhook-trigger") as typeof import("./webhook-trigger")).webhookTrigger,
  WorkbookEmbed: () => (require("./workbook-embed") as typeof import("./workbook-embed")).workbookEmbed,
  WorkbookSchedule: () => (require("./workbook-schedule") as typeof import("./workbook-schedule")).workbookSchedule,
  WorkbookTag: () => (require("./workbook-tag") as typeof import("./workbook-tag")).workbookTag,
};

/** All of them. */
export function allKinds(): AnyKind[] {
  return Object.values(registry).map((load) => load());
}
