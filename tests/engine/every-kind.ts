/** A resource of every kind, which depend on each other; what a test changes comes from `settings.json`. */
export const everyKind = `
const { readFileSync } = require("fs");
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const settings = JSON.parse(readFileSync("settings.json", "utf8"));
const { seeded } = settings;
const table = (id, source, formula) => ({ schemaVersion: 1, pages: [{ id: "p", name: "P", elements: [
  { id, kind: "table", name: id, source, columns: [{ id: "amount", name: "Amount", formula }] },
] }] });

const home = new analytics.Folder("home", { name: "Home", parentId: seeded.folders.models, deleteContents: true });
const release = new analytics.Tag("release", settings.tag);
const swap = new analytics.SourceSwapPolicy("swap", {
  type: "connection", name: "Swap", fromConnectionId: seeded.connections.warehouse,
  swaps: { connectionSwaps: [] },
});
const policy = new analytics.DeploymentPolicy("policy", { name: "Policy", versionTagId: release, sourceSwapPolicies: [swap] });
new analytics.Team("buyers", { name: "Buyers", members: [seeded.members.analyst] });
const analyst = new analytics.AccountType("analyst", { name: "Analyst", permissions: ["comment"], allowDelete: true });
const ann = new analytics.Member("ann", { email: "ann@acme.example", firstName: "Ann", lastName: "Lee", memberType: analyst });
const sellers = new analytics.Team("sellers", { name: "Sellers" });
new analytics.TeamMembers("all-sellers", { teamId: sellers, members: [ann] });
new analytics.TeamMember("ann-finance", { teamId: seeded.teams.finance, memberId: ann });
const area = new analytics.UserAttribute("area", { name: "Area", allowDelete: true });
new analytics.UserAttributeAssignment("ann-area", { userAttributeId: area, memberId: ann, value: "north" });
new analytics.DeploymentPolicyTenant("tenant", { deploymentPolicyId: policy.id, tenantOrganizationId: seeded.tenants.north });
new analytics.DeploymentPolicyDocument("document", { deploymentPolicyId: policy.id, inodeId: home.id });
new analytics.ApiCredential("credential", {
  name: "Credential", allowlist: ["*.example.com"],
  credential: { authMethod: "basic", basic: { username: "ann", password: "planted" } },
});
const orders = new analytics.DataModel("orders", {
  name: settings.title, folderId: home.id, description: settings.description,
  spec: table("facts", { kind: "warehouse-table", connectionId: seeded.connections.warehouse, path: ["SALES", "PUBLIC", "ORDERS"] }, settings.formula),
}, { replaceOnChanges: ["description"] });
const revenue = new analytics.DataModel("revenue", {
  name: "Revenue", folderId: home.id,
  spec: table("revenue", { kind: "data-model", dataModelId: orders.id, elementId: orders.elementId("facts") }, "[facts/Amount]"),
});
new analytics.DataModelDirectory("models", { path: "models", folderId: home.id, refs: { revenue }, allowDelete: true });
new analytics.DataModelTag("orders-release", { dataModelId: orders.id, tag: release, version: orders.documentVersion });
new analytics.WorkbookTag("report-release", { workbookId: seeded.workbooks.sales, tag: release });
new analytics.DatasetMigration("migration", { datasetId: seeded.datasets.orders, shouldUpdateReferences: false });
new analytics.WebhookTrigger("sent", {
  workbookId: seeded.workbooks.sales, sequenceId: seeded.webhookSequence,
  body: { region: "north", threshold: 10, urgent: false }, triggers: [orders.documentVersion],
});
`;

/** The file of a model that refers to another one: `models/top.yaml`. */
export const modelFile = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: top
        kind: table
        name: top
        source: { kind: data-model, dataModelId: !ref revenue, elementId: !ref revenue#revenue }
        columns:
          - { id: amount, name: Amount, formula: "[revenue/Amount]" }
`;
