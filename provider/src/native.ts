// Generated from kinds by `npm run generate`: change that, and run it again.

export * from "./index";
export {
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
  Tag,
  Team,
  WebhookTrigger,
  WorkbookTag,
} from "./program/plugin";
