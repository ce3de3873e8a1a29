export { type RegionKey, regions } from "./core/api/regions";
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
} from "./core/spec";
export type { CredentialInput } from "./kinds/api-credential/credential";
export * from "./lookups";
export { ApiCredential, type ApiCredentialArgs } from "./program/api-credential";
export { DataModel, type DataModelArgs } from "./program/data-model";
export { DataModelDirectory, type DataModelDirectoryArgs } from "./program/data-model-directory";
export { DataModelTag, type DataModelTagArgs } from "./program/data-model-tag";
export { DatasetMigration, type DatasetMigrationArgs } from "./program/dataset-migration";
export { DeploymentPolicy, type DeploymentPolicyArgs } from "./program/deployment-policy";
export {
  DeploymentPolicyDocument,
  type DeploymentPolicyDocumentArgs,
} from "./program/deployment-policy-document";
export { DeploymentPolicyTenant, type DeploymentPolicyTenantArgs } from "./program/deployment-policy-tenant";
export { Folder, type FolderArgs } from "./program/folder";
export { type ModelReference, type ReferableModel, referencedModel } from "./program/model-reference";
export { SourceSwapPolicy, type SourceSwapPolicyArgs } from "./program/source-swap-policy";
export { type SpecFile, type SpecInput, specFile } from "./program/spec-input";
export { Tag, type TagArgs } from "./program/tag";
export type { TagInput } from "./program/tag-input";
export { WebhookTrigger, type WebhookTriggerArgs } from "./program/webhook-trigger";
export { WorkbookTag, type WorkbookTagArgs } from "./program/workbook-tag";
