// Generated from kinds by `npm run generate`: change that, and run it again.

import type { InputsOf } from "../kinds/declare";
import { createValidator } from "./validator";

/**
 * Validates every `AccountType` in a policy.
 *
 * @example `validateAccountType((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateAccountType =
  createValidator<InputsOf<typeof import("../kinds/account-type").accountType>>("AccountType");

/**
 * Validates every `ApiConnector` in a policy.
 *
 * @example `validateApiConnector((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateApiConnector =
  createValidator<InputsOf<typeof import("../kinds/api-connector").apiConnector>>("ApiConnector");

/**
 * Validates every `ConnectionSync` in a policy.
 *
 * @example `validateConnectionSync((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateConnectionSync =
  createValidator<InputsOf<typeof import("../kinds/connection-sync").connectionSync>>("ConnectionSync");

/**
 * Validates every `DataModelTag` in a policy.
 *
 * @example `validateDataModelTag((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDataModelTag =
  createValidator<InputsOf<typeof import("../kinds/data-model-tag").dataModelTag>>("DataModelTag");

/**
 * Validates every `DatasetMigration` in a policy.
 *
 * @example `validateDatasetMigration((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDatasetMigration =
  createValidator<InputsOf<typeof import("../kinds/dataset-migration").datasetMigration>>("DatasetMigration");

/**
 * Validates every `DbtArtifacts` in a policy.
 *
 * @example `validateDbtArtifacts((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDbtArtifacts =
  createValidator<InputsOf<typeof import("../kinds/dbt-artifacts").dbtArtifacts>>("DbtArtifacts");

/**
 * Validates every `DeploymentPolicy` in a policy.
 *
 * @example `validateDeploymentPolicy((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDeploymentPolicy =
  createValidator<InputsOf<typeof import("../kinds/deployment-policy").deploymentPolicy>>("DeploymentPolicy");

/**
 * Validates every `DeploymentPolicyDocument` in a policy.
 *
 * @example `validateDeploymentPolicyDocument((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDeploymentPolicyDocument =
  createValidator<InputsOf<typeof import("../kinds/deployment-policy-document").deploymentPolicyDocument>>(
    "DeploymentPolicyDocument",
  );

/**
 * Validates every `DeploymentPolicyTenant` in a policy.
 *
 * @example `validateDeploymentPolicyTenant((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDeploymentPolicyTenant =
  createValidator<InputsOf<typeof import("../kinds/deployment-policy-tenant").deploymentPolicyTenant>>(
    "DeploymentPolicyTenant",
  );

/**
 * Validates every `Favorite` in a policy.
 *
 * @example `validateFavorite((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateFavorite = createValidator<InputsOf<typeof import("../kinds/favorite").favorite>>("Favorite");

/**
 * Validates every `Folder` in a policy.
 *
 * @example `validateFolder((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateFolder = createValidator<InputsOf<typeof import("../kinds/folder").folder>>("Folder");

/**
 * Validates every `Grant` in a policy.
 *
 * @example `validateGrant((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateGrant = createValidator<InputsOf<typeof import("../kinds/grant").grant>>("Grant");

/**
 * Validates every `Grants` in a policy.
 *
 * @example `validateGrants((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateGrants = createValidator<InputsOf<typeof import("../kinds/grants").grants>>("Grants");

/**
 * Validates every `MaterializationSchedule` in a policy.
 *
 * @example `validateMaterializationSchedule((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateMaterializationSchedule =
  createValidator<InputsOf<typeof import("../kinds/materialization-schedule").materializationSchedule>>(
    "MaterializationSchedule",
  );

/**
 * Validates every `Member` in a policy.
 *
 * @example `validateMember((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateMember = createValidator<InputsOf<typeof import("../kinds/member").member>>("Member");

/**
 * Validates every `OrganizationSetting` in a policy.
 *
 * @example `validateOrganizationSetting((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateOrganizationSetting =
  createValidator<InputsOf<typeof import("../kinds/organization-setting").organizationSetting>>("OrganizationSetting");

/**
 * Validates every `Plugin` in a policy.
 *
 * @example `validatePlugin((inputs, context, report) => { if (…) report("…"); })`
 */
export const validatePlugin = createValidator<InputsOf<typeof import("../kinds/plugin").plugin>>("Plugin");

/**
 * Validates every `Report` in a policy.
 *
 * @example `validateReport((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateReport = createValidator<InputsOf<typeof import("../kinds/report").report>>("Report");

/**
 * Validates every `ReportSchedule` in a policy.
 *
 * @example `validateReportSchedule((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateReportSchedule =
  createValidator<InputsOf<typeof import("../kinds/report-schedule").reportSchedule>>("ReportSchedule");

/**
 * Validates every `ReportTag` in a policy.
 *
 * @example `validateReportTag((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateReportTag = createValidator<InputsOf<typeof import("../kinds/report-tag").reportTag>>("ReportTag");

/**
 * Validates every `Shortcut` in a policy.
 *
 * @example `validateShortcut((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateShortcut = createValidator<InputsOf<typeof import("../kinds/shortcut").shortcut>>("Shortcut");

/**
 * Validates every `SourceSwapPolicy` in a policy.
 *
 * @example `validateSourceSwapPolicy((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateSourceSwapPolicy =
  createValidator<InputsOf<typeof import("../kinds/source-swap-policy").sourceSwapPolicy>>("SourceSwapPolicy");

/**
 * Validates every `SsoCertificate` in a policy.
 *
 * @example `validateSsoCertificate((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateSsoCertificate =
  createValidator<InputsOf<typeof import("../kinds/sso-certificate").ssoCertificate>>("SsoCertificate");

/**
 * Validates every `Tag` in a policy.
 *
 * @example `validateTag((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTag = createValidator<InputsOf<typeof import("../kinds/tag").tag>>("Tag");

/**
 * Validates every `Team` in a policy.
 *
 * @example `validateTeam((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTeam = createValidator<InputsOf<typeof import("../kinds/team").team>>("Team");

/**
 * Validates every `TeamMember` in a policy.
 *
 * @example `validateTeamMember((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTeamMember =
  createValidator<InputsOf<typeof import("../kinds/team-member").teamMember>>("TeamMember");

/**
 * Validates every `TeamMembers` in a policy.
 *
 * @example `validateTeamMembers((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTeamMembers =
  createValidator<InputsOf<typeof import("../kinds/team-members").teamMembers>>("TeamMembers");

/**
 * Validates every `Tenant` in a policy.
 *
 * @example `validateTenant((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTenant = createValidator<InputsOf<typeof import("../kinds/tenant").tenant>>("Tenant");

/**
 * Validates every `TenantDeploymentCapability` in a policy.
 *
 * @example `validateTenantDeploymentCapability((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTenantDeploymentCapability =
  createValidator<InputsOf<typeof import("../kinds/tenant-deployment-capability").tenantDeploymentCapability>>(
    "TenantDeploymentCapability",
  );

/**
 * Validates every `Translation` in a policy.
 *
 * @example `validateTranslation((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTranslation =
  createValidator<InputsOf<typeof import("../kinds/translation").translation>>("Translation");

/**
 * Validates every `UserAttribute` in a policy.
 *
 * @example `validateUserAttribute((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateUserAttribute =
  createValidator<InputsOf<typeof import("../kinds/user-attribute").userAttribute>>("UserAttribute");

/**
 * Validates every `UserAttributeAssignment` in a policy.
 *
 * @example `validateUserAttributeAssignment((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateUserAttributeAssignment =
  createValidator<InputsOf<typeof import("../kinds/user-attribute-assignment").userAttributeAssignment>>(
    "UserAttributeAssignment",
  );

/**
 * Validates every `WebhookTrigger` in a policy.
 *
 * @example `validateWebhookTrigger((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateWebhookTrigger =
  createValidator<InputsOf<typeof import("../kinds/webhook-trigger").webhookTrigger>>("WebhookTrigger");

/**
 * Validates every `Workbook` in a policy.
 *
 * @example `validateWorkbook((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateWorkbook = createValidator<InputsOf<typeof import("../kinds/workbook").workbook>>("Workbook");

/**
 * Validates every `WorkbookEmbed` in a policy.
 *
 * @example `validateWorkbookEmbed((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateWorkbookEmbed =
  createValidator<InputsOf<typeof import("../kinds/workbook-embed").workbookEmbed>>("WorkbookEmbed");

/**
 * Validates every `WorkbookSchedule` in a policy.
 *
 * @example `validateWorkbookSchedule((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateWorkbookSchedule =
  createValidator<InputsOf<typeof import("../kinds/workbook-schedule").workbookSchedule>>("WorkbookSchedule");

/**
 * Validates every `WorkbookTag` in a policy.
 *
 * @example `validateWorkbookTag((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateWorkbookTag =
  createValidator<InputsOf<typeof import("../kinds/workbook-tag").workbookTag>>("WorkbookTag");

/**
 * Validates every `Workspace` in a policy.
 *
 * @example `validateWorkspace((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateWorkspace = createValidator<InputsOf<typeof import("../kinds/workspace").workspace>>("Workspace");
