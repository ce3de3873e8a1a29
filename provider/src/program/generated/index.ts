// Generated from kinds by `npm run generate`: change that, and run it again.

export * from "./api-credential";
export * from "./data-model-tag";
export * from "./dataset-migration";
export * from "./deployment-policy";
export * from "./deployment-policy-document";
export * from "./deployment-policy-tenant";
export * from "./folder";
export * from "./materialization-schedule";
export * from "./report-schedule";
export * from "./report-tag";
export * from "./source-swap-policy";
export * from "./tag";
export * from "./team";
export * from "./webhook-trigger";
export * from "./workbook-embed";
export * from "./workbook-schedule";
export * from "./workbook-tag";
