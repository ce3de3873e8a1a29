import type { AnyKind } from "../engine/kind";

/**
 * Every kind of resource, by name; a new one is one line here. Each is loaded when it is asked for: the host of a stack without data models
 * does without all that is needed for them.
 */
export const registry: Readonly<Record<string, () => AnyKind>> = {
  ApiCredential: () =>
    (require("./api-credential/lifecycle") as typeof import("./api-credential/lifecycle")).apiCredential,
  DataModel: () => (require("./data-model/lifecycle") as typeof import("./data-model/lifecycle")).dataModel,
  DataModelTag: () =>
    (require("./data-model-tag/lifecycle") as typeof import("./data-model-tag/lifecycle")).dataModelTag,
  DatasetMigration: () =>
    (require("./dataset-migration/lifecycle") as typeof import("./dataset-migration/lifecycle")).datasetMigration,
  DeploymentPolicy: () =>
    (require("./deployment-policy/lifecycle") as typeof import("./deployment-policy/lifecycle")).deploymentPolicy,
  DeploymentPolicyDocument: () =>
    (require("./deployment-policy-document/lifecycle") as typeof import("./deployment-policy-document/lifecycle"))
      .deploymentPolicyDocument,
  DeploymentPolicyTenant: () =>
    (require("./deployment-policy-tenant/lifecycle") as typeof import("./deployment-policy-tenant/lifecycle"))
      .deploymentPolicyTenant,
  Folder: () => (require("./folder/lifecycle") as typeof import("./folder/lifecycle")).folder,
  SourceSwapPolicy: () =>
    (require("./source-swap-policy/lifecycle") as typeof import("./source-swap-policy/lifecycle")).sourceSwapPolicy,
  Tag: () => (require("./tag/lifecycle") as typeof import("./tag/lifecycle")).tag,
  WebhookTrigger: () =>
    (require("./webhook-trigger/lifecycle") as typeof import("./webhook-trigger/lifecycle")).webhookTrigger,
  WorkbookTag: () => (require("./workbook-tag/lifecycle") as typeof import("./workbook-tag/lifecycle")).workbookTag,
};

/** All of them. */
export function allKinds(): AnyKind[] {
  return Object.values(registry).map((load) => load());
}
