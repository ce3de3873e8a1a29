// Generated from kinds by `npm run generate`: change that, and run it again.

import { DataModel as DynamicDataModel } from "../data-model";
import { pluginToken } from "../resource";
import { AccountType as DynamicAccountType } from "./account-type";
import { ApiCredential as DynamicApiCredential } from "./api-credential";
import { DataModelTag as DynamicDataModelTag } from "./data-model-tag";
import { DatasetMigration as DynamicDatasetMigration } from "./dataset-migration";
import { DeploymentPolicy as DynamicDeploymentPolicy } from "./deployment-policy";
import { DeploymentPolicyDocument as DynamicDeploymentPolicyDocument } from "./deployment-policy-document";
import { DeploymentPolicyTenant as DynamicDeploymentPolicyTenant } from "./deployment-policy-tenant";
import { Folder as DynamicFolder } from "./folder";
import { Member as DynamicMember } from "./member";
import { SourceSwapPolicy as DynamicSourceSwapPolicy } from "./source-swap-policy";
import { Tag as DynamicTag } from "./tag";
import { Team as DynamicTeam } from "./team";
import { TeamMember as DynamicTeamMember } from "./team-member";
import { TeamMembers as DynamicTeamMembers } from "./team-members";
import { UserAttribute as DynamicUserAttribute } from "./user-attribute";
import { UserAttributeAssignment as DynamicUserAttributeAssignment } from "./user-attribute-assignment";
import { WebhookTrigger as DynamicWebhookTrigger } from "./webhook-trigger";
import { WorkbookTag as DynamicWorkbookTag } from "./workbook-tag";

/** A {@link DynamicAccountType} that the plugin serves. */
export class AccountType extends DynamicAccountType {
  /** @internal */
  static override readonly __pulumiType = pluginToken("AccountType");
}

/** A {@link DynamicApiCredential} that the plugin serves. */
export class ApiCredential extends DynamicApiCredential {
  /** @internal */
  static override readonly __pulumiType = pluginToken("ApiCredential");
}

/** A {@link DynamicDataModel} that the plugin serves. */
export class DataModel extends DynamicDataModel {
  /** @internal */
  static override readonly __pulumiType = pluginToken("DataModel");
}

/** A {@link DynamicDataModelTag} that the plugin serves. */
export class DataModelTag extends DynamicDataModelTag {
  /** @internal */
  static override readonly __pulumiType = pluginToken("DataModelTag");
}

/** A {@link DynamicDatasetMigration} that the plugin serves. */
export class DatasetMigration extends DynamicDatasetMigration {
  /** @internal */
  static override readonly __pulumiType = pluginToken("DatasetMigration");
}

/** A {@link DynamicDeploymentPolicy} that the plugin serves. */
export class DeploymentPolicy extends DynamicDeploymentPolicy {
  /** @internal */
  static override readonly __pulumiType = pluginToken("DeploymentPolicy");
}

/** A {@link DynamicDeploymentPolicyDocument} that the plugin serves. */
export class DeploymentPolicyDocument extends DynamicDeploymentPolicyDocument {
  /** @internal */
  static override readonly __pulumiType = pluginToken("DeploymentPolicyDocument");
}

/** A {@link DynamicDeploymentPolicyTenant} that the plugin serves. */
export class DeploymentPolicyTenant extends DynamicDeploymentPolicyTenant {
  /** @internal */
  static override readonly __pulumiType = pluginToken("DeploymentPolicyTenant");
}

/** A {@link DynamicFolder} that the plugin serves. */
export class Folder extends DynamicFolder {
  /** @internal */
  static override readonly __pulumiType = pluginToken("Folder");
}

/** A {@link DynamicMember} that the plugin serves. */
export class Member extends DynamicMember {
  /** @internal */
  static override readonly __pulumiType = pluginToken("Member");
}

/** A {@link DynamicSourceSwapPolicy} that the plugin serves. */
export class SourceSwapPolicy extends DynamicSourceSwapPolicy {
  /** @internal */
  static override readonly __pulumiType = pluginToken("SourceSwapPolicy");
}

/** A {@link DynamicTag} that the plugin serves. */
export class Tag extends DynamicTag {
  /** @internal */
  static override readonly __pulumiType = pluginToken("Tag");
}

/** A {@link DynamicTeam} that the plugin serves. */
export class Team extends DynamicTeam {
  /** @internal */
  static override readonly __pulumiType = pluginToken("Team");
}

/** A {@link DynamicTeamMember} that the plugin serves. */
export class TeamMember extends DynamicTeamMember {
  /** @internal */
  static override readonly __pulumiType = pluginToken("TeamMember");
}

/** A {@link DynamicTeamMembers} that the plugin serves. */
export class TeamMembers extends DynamicTeamMembers {
  /** @internal */
  static override readonly __pulumiType = pluginToken("TeamMembers");
}

/** A {@link DynamicUserAttribute} that the plugin serves. */
export class UserAttribute extends DynamicUserAttribute {
  /** @internal */
  static override readonly __pulumiType = pluginToken("UserAttribute");
}

/** A {@link DynamicUserAttributeAssignment} that the plugin serves. */
export class UserAttributeAssignment extends DynamicUserAttributeAssignment {
  /** @internal */
  static override readonly __pulumiType = pluginToken("UserAttributeAssignment");
}

/** A {@link DynamicWebhookTrigger} that the plugin serves. */
export class WebhookTrigger extends DynamicWebhookTrigger {
  /** @internal */
  static override readonly __pulumiType = pluginToken("WebhookTrigger");
}

/** A {@link DynamicWorkbookTag} that the plugin serves. */
export class WorkbookTag extends DynamicWorkbookTag {
  /** @internal */
  static override readonly __pulumiType = pluginToken("WorkbookTag");
}
