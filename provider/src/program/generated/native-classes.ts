// Generated from kinds by `npm run generate`: change that, and run it again.

import { DataModel as DynamicDataModel } from "../data-model";
import { Report as DynamicReport } from "../report";
import { formPluginToken } from "../resource";
import { Workbook as DynamicWorkbook } from "../workbook";
import { AccountType as DynamicAccountType } from "./account-type";
import { ApiConnector as DynamicApiConnector } from "./api-connector";
import { ApiCredential as DynamicApiCredential } from "./api-credential";
import { Connection as DynamicConnection } from "./connection";
import { ConnectionSync as DynamicConnectionSync } from "./connection-sync";
import { DataModelTag as DynamicDataModelTag } from "./data-model-tag";
import { DatasetMigration as DynamicDatasetMigration } from "./dataset-migration";
import { DbtArtifacts as DynamicDbtArtifacts } from "./dbt-artifacts";
import { DeploymentPolicy as DynamicDeploymentPolicy } from "./deployment-policy";
import { DeploymentPolicyDocument as DynamicDeploymentPolicyDocument } from "./deployment-policy-document";
import { DeploymentPolicyTenant as DynamicDeploymentPolicyTenant } from "./deployment-policy-tenant";
import { Favorite as DynamicFavorite } from "./favorite";
import { Folder as DynamicFolder } from "./folder";
import { Grant as DynamicGrant } from "./grant";
import { Grants as DynamicGrants } from "./grants";
import { MaterializationSchedule as DynamicMaterializationSchedule } from "./materialization-schedule";
import { Member as DynamicMember } from "./member";
import { ModelCheck as DynamicModelCheck } from "./model-check";
import { OrganizationSetting as DynamicOrganizationSetting } from "./organization-setting";
import { Plugin as DynamicPlugin } from "./plugin";
import { ReportSchedule as DynamicReportSchedule } from "./report-schedule";
import { ReportTag as DynamicReportTag } from "./report-tag";
import { Shortcut as DynamicShortcut } from "./shortcut";
import { SourceSwapPolicy as DynamicSourceSwapPolicy } from "./source-swap-policy";
import { SsoCertificate as DynamicSsoCertificate } from "./sso-certificate";
import { Tag as DynamicTag } from "./tag";
import { Team as DynamicTeam } from "./team";
import { TeamMember as DynamicTeamMember } from "./team-member";
import { TeamMembers as DynamicTeamMembers } from "./team-members";
import { Tenant as DynamicTenant } from "./tenant";
import { TenantDeploymentCapability as DynamicTenantDeploymentCapability } from "./tenant-deployment-capability";
import { Translation as DynamicTranslation } from "./translation";
import { UserAttribute as DynamicUserAttribute } from "./user-attribute";
import { UserAttributeAssignment as DynamicUserAttributeAssignment } from "./user-attribute-assignment";
import { WebhookTrigger as DynamicWebhookTrigger } from "./webhook-trigger";
import { WorkbookEmbed as DynamicWorkbookEmbed } from "./workbook-embed";
import { WorkbookSchedule as DynamicWorkbookSchedule } from "./workbook-schedule";
import { WorkbookTag as DynamicWorkbookTag } from "./workbook-tag";
import { Workspace as DynamicWorkspace } from "./workspace";

/** A {@link DynamicAccountType} that the plugin serves. */
export class AccountType extends DynamicAccountType {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("AccountType");
}

/** A {@link DynamicApiConnector} that the plugin serves. */
export class ApiConnector extends DynamicApiConnector {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("ApiConnector");
}

/** A {@link DynamicApiCredential} that the plugin serves. */
export class ApiCredential extends DynamicApiCredential {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("ApiCredential");
}

/** A {@link DynamicConnection} that the plugin serves. */
export class Connection extends DynamicConnection {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Connection");
}

/** A {@link DynamicConnectionSync} that the plugin serves. */
export class ConnectionSync extends DynamicConnectionSync {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("ConnectionSync");
}

/** A {@link DynamicDataModel} that the plugin serves. */
export class DataModel extends DynamicDataModel {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("DataModel");
}

/** A {@link DynamicDataModelTag} that the plugin serves. */
export class DataModelTag extends DynamicDataModelTag {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("DataModelTag");
}

/** A {@link DynamicDatasetMigration} that the plugin serves. */
export class DatasetMigration extends DynamicDatasetMigration {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("DatasetMigration");
}

/** A {@link DynamicDbtArtifacts} that the plugin serves. */
export class DbtArtifacts extends DynamicDbtArtifacts {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("DbtArtifacts");
}

/** A {@link DynamicDeploymentPolicy} that the plugin serves. */
export class DeploymentPolicy extends DynamicDeploymentPolicy {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("DeploymentPolicy");
}

/** A {@link DynamicDeploymentPolicyDocument} that the plugin serves. */
export class DeploymentPolicyDocument extends DynamicDeploymentPolicyDocument {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("DeploymentPolicyDocument");
}

/** A {@link DynamicDeploymentPolicyTenant} that the plugin serves. */
export class DeploymentPolicyTenant extends DynamicDeploymentPolicyTenant {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("DeploymentPolicyTenant");
}

/** A {@link DynamicFavorite} that the plugin serves. */
export class Favorite extends DynamicFavorite {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Favorite");
}

/** A {@link DynamicFolder} that the plugin serves. */
export class Folder extends DynamicFolder {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Folder");
}

/** A {@link DynamicGrant} that the plugin serves. */
export class Grant extends DynamicGrant {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Grant");
}

/** A {@link DynamicGrants} that the plugin serves. */
export class Grants extends DynamicGrants {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Grants");
}

/** A {@link DynamicMaterializationSchedule} that the plugin serves. */
export class MaterializationSchedule extends DynamicMaterializationSchedule {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("MaterializationSchedule");
}

/** A {@link DynamicMember} that the plugin serves. */
export class Member extends DynamicMember {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Member");
}

/** A {@link DynamicModelCheck} that the plugin serves. */
export class ModelCheck extends DynamicModelCheck {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("ModelCheck");
}

/** A {@link DynamicOrganizationSetting} that the plugin serves. */
export class OrganizationSetting extends DynamicOrganizationSetting {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("OrganizationSetting");
}

/** A {@link DynamicPlugin} that the plugin serves. */
export class Plugin extends DynamicPlugin {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Plugin");
}

/** A {@link DynamicReport} that the plugin serves. */
export class Report extends DynamicReport {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Report");
}

/** A {@link DynamicReportSchedule} that the plugin serves. */
export class ReportSchedule extends DynamicReportSchedule {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("ReportSchedule");
}

/** A {@link DynamicReportTag} that the plugin serves. */
export class ReportTag extends DynamicReportTag {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("ReportTag");
}

/** A {@link DynamicShortcut} that the plugin serves. */
export class Shortcut extends DynamicShortcut {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Shortcut");
}

/** A {@link DynamicSourceSwapPolicy} that the plugin serves. */
export class SourceSwapPolicy extends DynamicSourceSwapPolicy {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("SourceSwapPolicy");
}

/** A {@link DynamicSsoCertificate} that the plugin serves. */
export class SsoCertificate extends DynamicSsoCertificate {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("SsoCertificate");
}

/** A {@link DynamicTag} that the plugin serves. */
export class Tag extends DynamicTag {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Tag");
}

/** A {@link DynamicTeam} that the plugin serves. */
export class Team extends DynamicTeam {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Team");
}

/** A {@link DynamicTeamMember} that the plugin serves. */
export class TeamMember extends DynamicTeamMember {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("TeamMember");
}

/** A {@link DynamicTeamMembers} that the plugin serves. */
export class TeamMembers extends DynamicTeamMembers {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("TeamMembers");
}

/** A {@link DynamicTenant} that the plugin serves. */
export class Tenant extends DynamicTenant {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Tenant");
}

/** A {@link DynamicTenantDeploymentCapability} that the plugin serves. */
export class TenantDeploymentCapability extends DynamicTenantDeploymentCapability {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("TenantDeploymentCapability");
}

/** A {@link DynamicTranslation} that the plugin serves. */
export class Translation extends DynamicTranslation {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Translation");
}

/** A {@link DynamicUserAttribute} that the plugin serves. */
export class UserAttribute extends DynamicUserAttribute {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("UserAttribute");
}

/** A {@link DynamicUserAttributeAssignment} that the plugin serves. */
export class UserAttributeAssignment extends DynamicUserAttributeAssignment {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("UserAttributeAssignment");
}

/** A {@link DynamicWebhookTrigger} that the plugin serves. */
export class WebhookTrigger extends DynamicWebhookTrigger {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("WebhookTrigger");
}

/** A {@link DynamicWorkbook} that the plugin serves. */
export class Workbook extends DynamicWorkbook {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Workbook");
}

/** A {@link DynamicWorkbookEmbed} that the plugin serves. */
export class WorkbookEmbed extends DynamicWorkbookEmbed {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("WorkbookEmbed");
}

/** A {@link DynamicWorkbookSchedule} that the plugin serves. */
export class WorkbookSchedule extends DynamicWorkbookSchedule {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("WorkbookSchedule");
}

/** A {@link DynamicWorkbookTag} that the plugin serves. */
export class WorkbookTag extends DynamicWorkbookTag {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("WorkbookTag");
}

/** A {@link DynamicWorkspace} that the plugin serves. */
export class Workspace extends DynamicWorkspace {
  /** @internal */
  static override readonly __pulumiType = formPluginToken("Workspace");
}
