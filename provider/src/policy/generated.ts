// Generated from kinds by `npm run generate`: change that, and run it again.

import type { InputsOf } from "../kinds/declare";
import { validatorOf } from "./validator";

/**
 * Validates every `ApiConnector` in a policy.
 *
 * @example `validateApiConnector((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateApiConnector =
  validatorOf<InputsOf<typeof import("../kinds/api-connector").apiConnector>>("ApiConnector");

/**
 * Validates every `ConnectionSync` in a policy.
 *
 * @example `validateConnectionSync((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateConnectionSync =
  validatorOf<InputsOf<typeof import("../kinds/connection-sync").connectionSync>>("ConnectionSync");

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
 * Validates every `DbtArtifacts` in a policy.
 *
 * @example `validateDbtArtifacts((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateDbtArtifacts =
  validatorOf<InputsOf<typeof import("../kinds/dbt-artifacts").dbtArtifacts>>("DbtArtifacts");

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
 * Validates every `SourceSwapPolicy` in a policy.
 *
 * @example `validateSourceSwapPolicy((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateSourceSwapPolicy =
  validatorOf<InputsOf<typeof import("../kinds/source-swap-policy").sourceSwapPolicy>>("SourceSwapPolicy");

/**
 * Validates every `SsoCertificate` in a policy.
 *
 * @example `validateSsoCertificate((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateSsoCertificate =
  validatorOf<InputsOf<typeof import("../kinds/sso-certificate").ssoCertificate>>("SsoCertificate");

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
 * Validates every `Tenant` in a policy.
 *
 * @example `validateTenant((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTenant = validatorOf<InputsOf<typeof import("../kinds/tenant").tenant>>("Tenant");

/**
 * Validates every `TenantDeploymentCapability` in a policy.
 *
 * @example `validateTenantDeploymentCapability((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTenantDeploymentCapability =
  validatorOf<InputsOf<typeof import("../kinds/tenant-deployment-capability").tenantDeploymentCapability>>(
    "TenantDeploymentCapability",
  );

/**
 * Validates every `Translation` in a policy.
 *
 * @example `validateTranslation((inputs, context, report) => { if (…) report("…"); })`
 */
export const validateTranslation =
  validatorOf<InputsOf<typeof import("../kinds/translation").translation>>("Translation");

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
