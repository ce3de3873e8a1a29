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
  MaterializationSchedule,
  type ProfileSettings,
  Provider,
  type ProviderArgs,
  ReportSchedule,
  ReportTag,
  SourceSwapPolicy,
  Tag,
  Team,
  WebhookTrigger,
  WorkbookEmbed,
  WorkbookSchedule,
  WorkbookTag,
} from "./program/plugin";
