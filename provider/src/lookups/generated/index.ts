// Generated from lookups by `npm run generate`: change that, and run it again.

export * from "./api-credential";
export * from "./bookmark";
export * from "./connection";
export * from "./data-model";
export * from "./data-model-column";
export * from "./data-model-spec";
export * from "./dataset";
export * from "./dataset-migration-plan";
export * from "./deployment-policy";
export * from "./file";
export * from "./folder";
export * from "./grant";
export * from "./member";
export * from "./tag";
export * from "./team";
export * from "./template";
export * from "./webhook-schema";
export * from "./whoami";
export * from "./workbook";
export * from "./workspace";
