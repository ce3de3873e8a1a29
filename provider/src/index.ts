export { type RegionKey, regions } from "./api/regions";
export { DataModelDirectory, type DataModelDirectoryArgs } from "./components/data-model-directory";
export * from "./lookups";
export type { CredentialInput } from "./resources/api-credential/credential";
export { ApiCredential, type ApiCredentialArgs } from "./resources/api-credential/resource";
export { type ModelReference, type ReferableModel, referencedModel } from "./resources/data-model/model-reference";
export { DataModel, type DataModelArgs } from "./resources/data-model/resource";
export { type SpecFile, type SpecInput, specFile } from "./resources/data-model/spec-input";
export { DataModelTag, type DataModelTagArgs } from "./resources/data-model-tag/resource";
export { DatasetMigration, type DatasetMigrationArgs } from "./resources/dataset-migration/resource";
export { DeploymentPolicy, type DeploymentPolicyArgs } from "./resources/deployment-policy/resource";
export {
  DeploymentPolicyDocument,
  type DeploymentPolicyDocumentArgs,
} from "./resources/deployment-policy-document/resource";
export { DeploymentPolicyTenant, type DeploymentPolicyTenantArgs } from "./resources/deployment-policy-tenant/resource";
export { Folder, type FolderArgs } from "./resources/folder/resource";
export { SourceSwapPolicy, type SourceSwapPolicyArgs } from "./resources/source-swap-policy/resource";
export { Tag, type TagArgs } from "./resources/tag/resource";
export type { TagInput } from "./resources/tag-input";
export { WebhookTrigger, type WebhookTriggerArgs } from "./resources/webhook-trigger/resource";
export { WorkbookTag, type WorkbookTagArgs } from "./resources/workbook-tag/resource";
export type {
  Column,
  ControlElement,
  DataModelSource,
  DataModelSpec,
  Element,
  Filter,
  Format,
  Grouping,
  Join,
  JoinSource,
  Metric,
  Page,
  Relationship,
  Source,
  SqlSource,
  TableElement,
  TableSource,
  TransposeSource,
  UnionSource,
  WarehouseTableSource,
} from "./spec";
