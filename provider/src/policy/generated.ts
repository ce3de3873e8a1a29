// Generated from kinds by `npm run generate`: change that, and run it again.

import type { InputsOf } from "../kinds/declare";
import { createValidator } from "./validator";

/**
 * Validates every `AccountType` in a policy.
 *
 * @example
 * validateAccountType((inputs, _context, report) => {
 *   if (inputs.description === undefined) report("declare description");
 * });
 */
export const validateAccountType =
  createValidator<InputsOf<typeof import("../kinds/account-type").accountType>>("AccountType");

/**
 * Validates every `ApiConnector` in a policy.
 *
 * @example
 * validateApiConnector((inputs, _context, report) => {
 *   if (inputs.description === undefined) report("declare description");
 * });
 */
export const validateApiConnector =
  createValidator<InputsOf<typeof import("../kinds/api-connector").apiConnector>>("ApiConnector");

/**
 * Validates every `ConnectionSync` in a policy.
 *
 * @example
 * validateConnectionSync((inputs, _context, report) => {
 *   if (inputs.useServiceAccount === undefined) report("declare useServiceAccount");
 * });
 */
export const validateConnectionSync =
  createValidator<InputsOf<typeof import("../kinds/connection-sync").connectionSync>>("ConnectionSync");

/**
 * Validates every `DataModelTag` in a policy.
 *
 * @example
 * validateDataModelTag((inputs, _context, report) => {
 *   if (inputs.tagId === undefined) report("declare tagId");
 * });
 */
export const validateDataModelTag =
  createValidator<InputsOf<typeof import("../kinds/data-model-tag").dataModelTag>>("DataModelTag");

/**
 * Validates every `DatasetMigration` in a policy.
 *
 * @example
 * validateDatasetMigration((inputs, _context, report) => {
 *   if (inputs.destFolderId === undefined) report("declare destFolderId");
 * });
 */
export const validateDatasetMigration =
  createValidator<InputsOf<typeof import("../kinds/dataset-migration").datasetMigration>>("DatasetMigration");

/**
 * Validates every `DbtArtifacts` in a policy.
 *
 * @example
 * validateDbtArtifacts((inputs, _context, report) => {
 *   if (inputs.triggers === undefined) report("declare triggers");
 * });
 */
export const validateDbtArtifacts =
  createValidator<InputsOf<typeof import("../kinds/dbt-artifacts").dbtArtifacts>>("DbtArtifacts");

/**
 * Validates every `DeploymentPolicy` in a policy.
 *
 * @example
 * validateDeploymentPolicy((inputs, _context, report) => {
 *   if (inputs.nameInTenant === undefined) report("declare nameInTenant");
 * });
 */
export const validateDeploymentPolicy =
  createValidator<InputsOf<typeof import("../kinds/deployment-policy").deploymentPolicy>>("DeploymentPolicy");

/**
 * Validates every `DeploymentPolicyDocument` in a policy.
 *
 * @example
 * validateDeploymentPolicyDocument((inputs, _context, report) => {
 *   if (inputs.deploymentPolicyId === undefined) report("declare deploymentPolicyId");
 * });
 */
export const validateDeploymentPolicyDocument =
  createValidator<InputsOf<typeof import("../kinds/deployment-policy-document").deploymentPolicyDocument>>(
    "DeploymentPolicyDocument",
  );

/**
 * Validates every `DeploymentPolicyTenant` in a policy.
 *
 * @example
 * validateDeploymentPolicyTenant((inputs, _context, report) => {
 *   if (inputs.deploymentPolicyId === undefined) report("declare deploymentPolicyId");
 * });
 */
export const validateDeploymentPolicyTenant =
  createValidator<InputsOf<typeof import("../kinds/deployment-policy-tenant").deploymentPolicyTenant>>(
    "DeploymentPolicyTenant",
  );

/**
 * Validates every `Favorite` in a policy.
 *
 * @example
 * validateFavorite((inputs, _context, report) => {
 *   if (inputs.memberId === undefined) report("declare memberId");
 * });
 */
export const validateFavorite = createValidator<InputsOf<typeof import("../kinds/favorite").favorite>>("Favorite");

/**
 * Validates every `Folder` in a policy.
 *
 * @example
 * validateFolder((inputs, _context, report) => {
 *   if (inputs.parentId === undefined) report("declare parentId");
 * });
 */
export const validateFolder = createValidator<InputsOf<typeof import("../kinds/folder").folder>>("Folder");

/**
 * Validates every `Grant` in a policy.
 *
 * @example
 * validateGrant((inputs, _context, report) => {
 *   if (inputs.memberId === undefined) report("declare memberId");
 * });
 */
export const validateGrant = createValidator<InputsOf<typeof import("../kinds/grant").grant>>("Grant");

/**
 * Validates every `Grants` in a policy.
 *
 * @example
 * validateGrants((inputs, _context, report) => {
 *   if (inputs.allowLockout === undefined) report("declare allowLockout");
 * });
 */
export const validateGrants = createValidator<InputsOf<typeof import("../kinds/grants").grants>>("Grants");

/**
 * Validates every `MaterializationSchedule` in a policy.
 *
 * @example
 * validateMaterializationSchedule((inputs, _context, report) => {
 *   if (inputs.dataModelId === undefined) report("declare dataModelId");
 * });
 */
export const validateMaterializationSchedule =
  createValidator<InputsOf<typeof import("../kinds/materialization-schedule").materializationSchedule>>(
    "MaterializationSchedule",
  );

/**
 * Validates every `Member` in a policy.
 *
 * @example
 * validateMember((inputs, _context, report) => {
 *   if (inputs.memberType === undefined) report("declare memberType");
 * });
 */
export const validateMember = createValidator<InputsOf<typeof import("../kinds/member").member>>("Member");

/**
 * Validates every `ModelCheck` in a policy.
 *
 * @example
 * validateModelCheck((inputs, _context, report) => {
 *   if (inputs.documentVersion === undefined) report("declare documentVersion");
 * });
 */
export const validateModelCheck =
  createValidator<InputsOf<typeof import("../kinds/model-check").modelCheck>>("ModelCheck");

/**
 * Validates every `OrganizationSetting` in a policy.
 *
 * @example
 * validateOrganizationSetting((inputs, _context, report) => {
 *   if (inputs.onDelete === undefined) report("declare onDelete");
 * });
 */
export const validateOrganizationSetting =
  createValidator<InputsOf<typeof import("../kinds/organization-setting").organizationSetting>>("OrganizationSetting");

/**
 * Validates every `Plugin` in a policy.
 *
 * @example
 * validatePlugin((inputs, _context, report) => {
 *   if (inputs.description === undefined) report("declare description");
 * });
 */
export const validatePlugin = createValidator<InputsOf<typeof import("../kinds/plugin").plugin>>("Plugin");

/**
 * Validates every `Report` in a policy.
 *
 * @example
 * validateReport((inputs, _context, report) => {
 *   if (inputs.description === undefined) report("declare description");
 * });
 */
export const validateReport = createValidator<InputsOf<typeof import("../kinds/report").report>>("Report");

/**
 * Validates every `ReportSchedule` in a policy.
 *
 * @example
 * validateReportSchedule((inputs, _context, report) => {
 *   if (inputs.attachments === undefined) report("declare attachments");
 * });
 */
export const validateReportSchedule =
  createValidator<InputsOf<typeof import("../kinds/report-schedule").reportSchedule>>("ReportSchedule");

/**
 * Validates every `ReportTag` in a policy.
 *
 * @example
 * validateReportTag((inputs, _context, report) => {
 *   if (inputs.tagId === undefined) report("declare tagId");
 * });
 */
export const validateReportTag = createValidator<InputsOf<typeof import("../kinds/report-tag").reportTag>>("ReportTag");

/**
 * Validates every `Shortcut` in a policy.
 *
 * @example
 * validateShortcut((inputs, _context, report) => {
 *   if (inputs.targetId === undefined) report("declare targetId");
 * });
 */
export const validateShortcut = createValidator<InputsOf<typeof import("../kinds/shortcut").shortcut>>("Shortcut");

/**
 * Validates every `SourceSwapPolicy` in a policy.
 *
 * @example
 * validateSourceSwapPolicy((inputs, _context, report) => {
 *   if (inputs.type === undefined) report("declare type");
 * });
 */
export const validateSourceSwapPolicy =
  createValidator<InputsOf<typeof import("../kinds/source-swap-policy").sourceSwapPolicy>>("SourceSwapPolicy");

/**
 * Validates every `SsoCertificate` in a policy.
 *
 * @example
 * validateSsoCertificate((inputs, _context, report) => {
 *   if (inputs.active === undefined) report("declare active");
 * });
 */
export const validateSsoCertificate =
  createValidator<InputsOf<typeof import("../kinds/sso-certificate").ssoCertificate>>("SsoCertificate");

/**
 * Validates every `Tag` in a policy.
 *
 * @example
 * validateTag((inputs, _context, report) => {
 *   if (inputs.description === undefined) report("declare description");
 * });
 */
export const validateTag = createValidator<InputsOf<typeof import("../kinds/tag").tag>>("Tag");

/**
 * Validates every `Team` in a policy.
 *
 * @example
 * validateTeam((inputs, _context, report) => {
 *   if (inputs.description === undefined) report("declare description");
 * });
 */
export const validateTeam = createValidator<InputsOf<typeof import("../kinds/team").team>>("Team");

/**
 * Validates every `TeamMember` in a policy.
 *
 * @example
 * validateTeamMember((inputs, _context, report) => {
 *   if (inputs.teamId === undefined) report("declare teamId");
 * });
 */
export const validateTeamMember =
  createValidator<InputsOf<typeof import("../kinds/team-member").teamMember>>("TeamMember");

/**
 * Validates every `TeamMembers` in a policy.
 *
 * @example
 * validateTeamMembers((inputs, _context, report) => {
 *   if (inputs.teamId === undefined) report("declare teamId");
 * });
 */
export const validateTeamMembers =
  createValidator<InputsOf<typeof import("../kinds/team-members").teamMembers>>("TeamMembers");

/**
 * Validates every `Tenant` in a policy.
 *
 * @example
 * validateTenant((inputs, _context, report) => {
 *   if (inputs.cloudProvider === undefined) report("declare cloudProvider");
 * });
 */
export const validateTenant = createValidator<InputsOf<typeof import("../kinds/tenant").tenant>>("Tenant");

/**
 * Validates every `TenantDeploymentCapability` in a policy.
 *
 * @example
 * validateTenantDeploymentCapability((inputs, _context, report) => {
 *   if (inputs.tenantOrganizationId === undefined) report("declare tenantOrganizationId");
 * });
 */
export const validateTenantDeploymentCapability =
  createValidator<InputsOf<typeof import("../kinds/tenant-deployment-capability").tenantDeploymentCapability>>(
    "TenantDeploymentCapability",
  );

/**
 * Validates every `Translation` in a policy.
 *
 * @example
 * validateTranslation((inputs, _context, report) => {
 *   if (inputs.variant === undefined) report("declare variant");
 * });
 */
export const validateTranslation =
  createValidator<InputsOf<typeof import("../kinds/translation").translation>>("Translation");

/**
 * Validates every `UserAttribute` in a policy.
 *
 * @example
 * validateUserAttribute((inputs, _context, report) => {
 *   if (inputs.description === undefined) report("declare description");
 * });
 */
export const validateUserAttribute =
  createValidator<InputsOf<typeof import("../kinds/user-attribute").userAttribute>>("UserAttribute");

/**
 * Validates every `UserAttributeAssignment` in a policy.
 *
 * @example
 * validateUserAttributeAssignment((inputs, _context, report) => {
 *   if (inputs.memberId === undefined) report("declare memberId");
 * });
 */
export const validateUserAttributeAssignment =
  createValidator<InputsOf<typeof import("../kinds/user-attribute-assignment").userAttributeAssignment>>(
    "UserAttributeAssignment",
  );

/**
 * Validates every `WebhookTrigger` in a policy.
 *
 * @example
 * validateWebhookTrigger((inputs, _context, report) => {
 *   if (inputs.triggers === undefined) report("declare triggers");
 * });
 */
export const validateWebhookTrigger =
  createValidator<InputsOf<typeof import("../kinds/webhook-trigger").webhookTrigger>>("WebhookTrigger");

/**
 * Validates every `Workbook` in a policy.
 *
 * @example
 * validateWorkbook((inputs, _context, report) => {
 *   if (inputs.description === undefined) report("declare description");
 * });
 */
export const validateWorkbook = createValidator<InputsOf<typeof import("../kinds/workbook").workbook>>("Workbook");

/**
 * Validates every `WorkbookEmbed` in a policy.
 *
 * @example
 * validateWorkbookEmbed((inputs, _context, report) => {
 *   if (inputs.sourceId === undefined) report("declare sourceId");
 * });
 */
export const validateWorkbookEmbed =
  createValidator<InputsOf<typeof import("../kinds/workbook-embed").workbookEmbed>>("WorkbookEmbed");

/**
 * Validates every `WorkbookSchedule` in a policy.
 *
 * @example
 * validateWorkbookSchedule((inputs, _context, report) => {
 *   if (inputs.variant === undefined) report("declare variant");
 * });
 */
export const validateWorkbookSchedule =
  createValidator<InputsOf<typeof import("../kinds/workbook-schedule").workbookSchedule>>("WorkbookSchedule");

/**
 * Validates every `WorkbookTag` in a policy.
 *
 * @example
 * validateWorkbookTag((inputs, _context, report) => {
 *   if (inputs.tagId === undefined) report("declare tagId");
 * });
 */
export const validateWorkbookTag =
  createValidator<InputsOf<typeof import("../kinds/workbook-tag").workbookTag>>("WorkbookTag");

/**
 * Validates every `Workspace` in a policy.
 *
 * @example
 * validateWorkspace((inputs, _context, report) => {
 *   if (inputs.deleteContents === undefined) report("declare deleteContents");
 * });
 */
export const validateWorkspace = createValidator<InputsOf<typeof import("../kinds/workspace").workspace>>("Workspace");
