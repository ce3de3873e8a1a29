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
  Member,
  type ProfileSettings,
  Provider,
  type ProviderArgs,
  SourceSwapPolicy,
  Tag,
  Team,
  TeamMember,
  TeamMembers,
  UserAttribute,
  UserAttributeAssignment,
  WebhookTrigger,
  WorkbookTag,
} from "./program/plugin";
