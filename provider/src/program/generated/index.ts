// Generated from kinds by `npm run generate`: change that, and run it again.

export * from "./api-connector";
export * from "./api-credential";
export * from "./connection";
export * from "./connection-sync";
export * from "./data-model-tag";
export * from "./dataset-migration";
export * from "./dbt-artifacts";
export * from "./deployment-policy";
export * from "./deployment-policy-document";
export * from "./deployment-policy-tenant";
export * from "./folder";
export * from "./source-swap-policy";
export * from "./sso-certificate";
export * from "./tag";
export * from "./team";
export * from "./tenant";
export * from "./tenant-deployment-capability";
export * from "./translation";
export * from "./webhook-trigger";
export * from "./workbook-tag";
