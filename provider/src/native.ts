// Generated from kinds by `npm run generate`: change that, and run it again.

export * from "./index";
export {
  AccountType,
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
  Member,
  type ProfileSettings,
  Provider,
  type ProviderArgs,
  SourceSwapPolicy,
  Tag,
  Team,
  UserAttribute,
  UserAttributeAssignment,
  WebhookTrigger,
  WorkbookTag,
  Workspace,
} from "./program/plugin";
