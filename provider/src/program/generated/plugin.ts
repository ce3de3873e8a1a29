// Generated from kinds by `npm run generate`: change that, and run it again.

import { DataModel as DynamicDataModel } from "../data-model";
import { pluginToken } from "../resource";
import { ApiCredential as DynamicApiCredential } from "./api-credential";
import { DataModelTag as DynamicDataModelTag } from "./data-model-tag";
import { DatasetMigration as DynamicDatasetMigration } from "./dataset-migration";
import { DeploymentPolicy as DynamicDeploymentPolicy } from "./deployment-policy";
import { DeploymentPolicyDocument as DynamicDeploymentPolicyDocument } from "./deployment-policy-document";
import { DeploymentPolicyTenant as DynamicDeploymentPolicyTenant } from "./deployment-policy-tenant";
import { Folder as DynamicFolder } from "./folder";
import { MaterializationSchedule as DynamicMaterializationSchedule } from "./materialization-schedule";
import { ReportSchedule as DynamicReportSchedule } from "./report-schedule";
import { ReportTag as DynamicReportTag } from "./report-tag";
import { SourceSwapPolicy as DynamicSourceSwapPolicy } from "./source-swap-policy";
import { Tag as DynamicTag } from "./tag";
import { Team as DynamicTeam } from "./team";
import { WebhookTrigger as DynamicWebhookTrigger } from "./webhook-trigger";
import { WorkbookEmbed as DynamicWorkbookEmbed } from "./workbook-embed";
import { WorkbookSchedule as DynamicWorkbookSchedule } from "./workbook-schedule";
import { WorkbookTag as DynamicWorkbookTag } from "./workbook-tag";

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

/** A {@link DynamicMaterializationSchedule} that the plugin serves. */
export class MaterializationSchedule extends DynamicMaterializationSchedule {
  /** @internal */
  static override readonly __pulumiType = pluginToken("MaterializationSchedule");
}

/** A {@link DynamicReportSchedule} that the plugin serves. */
export class ReportSchedule extends DynamicReportSchedule {
  /** @internal */
  static override readonly __pulumiType = pluginToken("ReportSchedule");
}

/** A {@link DynamicReportTag} that the plugin serves. */
export class ReportTag extends DynamicReportTag {
  /** @internal */
  static override readonly __pulumiType = pluginToken("ReportTag");
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

/** A {@link DynamicWebhookTrigger} that the plugin serves. */
export class WebhookTrigger extends DynamicWebhookTrigger {
  /** @internal */
  static override readonly __pulumiType = pluginToken("WebhookTrigger");
}

/** A {@link DynamicWorkbookEmbed} that the plugin serves. */
export class WorkbookEmbed extends DynamicWorkbookEmbed {
  /** @internal */
  static override readonly __pulumiType = pluginToken("WorkbookEmbed");
}

/** A {@link DynamicWorkbookSchedule} that the plugin serves. */
export class WorkbookSchedule extends DynamicWorkbookSchedule {
  /** @internal */
  static override readonly __pulumiType = pluginToken("WorkbookSchedule");
}

/** A {@link DynamicWorkbookTag} that the plugin serves. */
export class WorkbookTag extends DynamicWorkbookTag {
  /** @internal */
  static override readonly __pulumiType = pluginToken("WorkbookTag");
}
