// Generated from kinds by `npm run generate`: change that, and run it again.

import type { InputsOf } from "../kinds/declare";
import { validatorOf } from "./validator";

/**
 * Validates every `AccountType` in a policy.
 *
 * @example `validateAccountType((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateAccountType =
  validatorOf<InputsOf<typeof import("../kinds/account-type").accountType>>("AccountType");

/**
 * Validates every `DataModelTag` in a policy.
 *
 * @example `validateDataModelTag((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDataModelTag =
  validatorOf<InputsOf<typeof import("../kinds/data-model-tag").dataModelTag>>("DataModelTag");

/**
 * Validates every `DatasetMigration` in a policy.
 *
 * @example `validateDatasetMigration((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDatasetMigration =
  validatorOf<InputsOf<typeof import("../kinds/dataset-migration").datasetMigration>>("DatasetMigration");

/**
 * Validates every `DeploymentPolicy` in a policy.
 *
 * @example `validateDeploymentPolicy((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDeploymentPolicy =
  validatorOf<InputsOf<typeof import("../kinds/deployment-policy").deploymentPolicy>>("DeploymentPolicy");

/**
 * Validates every `DeploymentPolicyDocument` in a policy.
 *
 * @example `validateDeploymentPolicyDocument((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDeploymentPolicyDocument =
  validatorOf<InputsOf<typeof import("../kinds/deployment-policy-document").deploymentPolicyDocument>>(
    "DeploymentPolicyDocument",
  );

/**
 * Validates every `DeploymentPolicyTenant` in a policy.
 *
 * @example `validateDeploymentPolicyTenant((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDeploymentPolicyTenant =
  validatorOf<InputsOf<typeof import("../kinds/deployment-policy-tenant").deploymentPolicyTenant>>(
    "DeploymentPolicyTenant",
  );

/**
 * Validates every `Folder` in a policy.
 *
 * @example `validateFolder((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateFolder = validatorOf<InputsOf<typeof import("../kinds/folder").folder>>("Folder");

/**
 * Validates every `Member` in a policy.
 *
 * @example `validateMember((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateMember = validatorOf<InputsOf<typeof import("../kinds/member").member>>("Member");

/**
 * Validates every `SourceSwapPolicy` in a policy.
 *
 * @example `validateSourceSwapPolicy((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateSourceSwapPolicy =
  validatorOf<InputsOf<typeof import("../kinds/source-swap-policy").sourceSwapPolicy>>("SourceSwapPolicy");

/**
 * Validates every `Tag` in a policy.
 *
 * @example `validateTag((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTag = validatorOf<InputsOf<typeof import("../kinds/tag").tag>>("Tag");

/**
 * Validates every `Team` in a policy.
 *
 * @example `validateTeam((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTeam = validatorOf<InputsOf<typeof import("../kinds/team").team>>("Team");

/**
 * Validates every `TeamMember` in a policy.
 *
 * @example `validateTeamMember((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTeamMember = validatorOf<InputsOf<typeof import("../kinds/team-member").teamMember>>("TeamMember");

/**
 * Validates every `TeamMembers` in a policy.
 *
 * @example `validateTeamMembers((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTeamMembers =
  validatorOf<InputsOf<typeof import("../kinds/team-members").teamMembers>>("TeamMembers");

/**
 * Validates every `UserAttribute` in a policy.
 *
 * @example `validateUserAttribute((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateUserAttribute =
  validatorOf<InputsOf<typeof import("../kinds/user-attribute").userAttribute>>("UserAttribute");

/**
 * Validates every `UserAttributeAssignment` in a policy.
 *
 * @example `validateUserAttributeAssignment((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateUserAttributeAssignment =
  validatorOf<InputsOf<typeof import("../kinds/user-attribute-assignment").userAttributeAssignment>>(
    "UserAttributeAssignment",
  );

/**
 * Validates every `WebhookTrigger` in a policy.
 *
 * @example `validateWebhookTrigger((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateWebhookTrigger =
  validatorOf<InputsOf<typeof import("../kinds/webhook-trigger").webhookTrigger>>("WebhookTrigger");

/**
 * Validates every `WorkbookTag` in a policy.
 *
 * @example `validateWorkbookTag((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateWorkbookTag =
  validatorOf<InputsOf<typeof import("../kinds/workbook-tag").workbookTag>>("WorkbookTag");
