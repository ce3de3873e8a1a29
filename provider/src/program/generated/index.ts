// Generated from kinds by `npm run generate`: change that, and run it again.

export * from "./account-type";
export * from "./api-credential";
export * from "./data-model-tag";
export * from "./dataset-migration";
export * from "./deployment-policy";
export * from "./deployment-policy-document";
export * from "./deployment-policy-tenant";
export * from "./folder";
export * from "./member";
export * from "./source-swap-policy";
export * from "./tag";
export * from "./team";
export * from "./team-member";
export * from "./team-members";
export * from "./user-attribute";
export * from "./user-attribute-assignment";
export * from "./webhook-trigger";
export * from "./workbook-tag";
