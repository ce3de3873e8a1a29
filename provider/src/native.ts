// Generated from kinds by `npm run generate`: change that, and run it again.

export * from "./index";
export {
  ApiCredential,
  DataModel,
  DataModelDirectory,
  DataModelTag,
  DatasetMigration,
  DeploymentPolicy,
  DeploymentPolicyDocument,
  DeploymentPolicyTenant,
  Folder,
  Grant,
  Grants,
  type ProfileSettings,
  Provider,
  type ProviderArgs,
  SourceSwapPolicy,
  Tag,
  Team,
  WebhookTrigger,
  WorkbookTag,
  Workspace,
} from "./program/plugin";
