// Generated from kinds by `npm run generate`: change that, and run it again.

export * from "./index";
export {
  ApiConnector,
  ApiCredential,
  Connection,
  DataModel,
  DataModelDirectory,
  DataModelTag,
  DatasetMigration,
  DeploymentPolicy,
  DeploymentPolicyDocument,
  DeploymentPolicyTenant,
  Folder,
  type ProfileSettings,
  Provider,
  type ProviderArgs,
  SourceSwapPolicy,
  SsoCertificate,
  Tag,
  Team,
  Tenant,
  TenantDeploymentCapability,
  Translation,
  WebhookTrigger,
  WorkbookTag,
} from "./program/plugin";
