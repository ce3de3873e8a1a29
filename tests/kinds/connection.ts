import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: {
    name: "Orders",
    type: "postgres",
    details: { host: "orders.example.com", database: "orders", user: "robot" },
    secrets: { password: "open-sesame-1" },
    allowDelete: true,
  },
  ...listCalls("/v2/connections", "PUT"),
  updates: { secret: { to: { secrets: { password: "open-sesame-2" } } } },
  spelled: ["orders.example.com", "orders", "robot"],
  // An update sends the whole connection.
  conflict: { theirs: { name: "Theirs" }, ours: { secrets: { password: "open-sesame-2" } } },
  answer: {
    path: "/v2/connections/:id",
    fields: `organizationId connectionId isSample isAuditLog lastActiveAt name type useOauth audit isArchived? account?
      warehouse? user? role? timeout? poolSizes? writeAccess? friendlyName? writebacks? writebackSchemas?
      inputTableAuditLogSchema? materializationWarehouse? exportsWarehouse? oauthMetadataUrl? oauthClientId?
      oauthScopes? oauthIdpType? oauthUsePkce? oauthUseJwt? oauthAudience? isIndependentOAuth? userAttributes?
      roleSwitching?`,
    more: {
      type: "snowflake",
      details: {
        ...{ account: "acme", warehouse: "REPORTING", role: "READER", user: "ROBOT", host: "acme.example.com" },
        writeAccess: { writeDatabase: "WORK", writeSchema: "WRITE" },
      },
      timeoutSecs: 300,
      useFriendlyNames: false,
      poolSizes: { adhocPoolSize: 12 },
    },
    shows: {
      ...{ account: "acme", warehouse: "REPORTING", role: "READER", user: "ROBOT" },
      ...{ timeout: { default: 300 }, friendlyName: false, writeAccess: true },
      poolSizes: { isPoolConfigured: true, adhocPoolSize: 12 },
      writebacks: [{ database: "WORK", schema: "WRITE" }],
    },
    hidden: ["details", "secrets"],
  },
  program: `
const clicks = new analytics.Connection("clicks", {
  name: "Clicks", type: "postgres", details: { host: "clicks.example.com", database: "clicks", user: "robot" },
  secrets: { password: "planted" }, allowDelete: true,
});`,
};
