import { join } from "node:path";
import { type BenchOptions, repository } from "./support";

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
const policy = new analytics.DeploymentPolicy("policy", { name: "Policy", versionTagId: release,
  sourceSwapPolicies: [swap] });
const buyers = new analytics.Team("buyers", { name: "Buyers", members: [seeded.members.analyst] });
const analyst = new analytics.AccountType("analyst", { name: "Analyst", permissions: ["comment"], allowDelete: true });
const ann = new analytics.Member("ann", { email: "ann@acme.example", firstName: "Ann", lastName: "Lee",
  memberType: analyst });
const sellers = new analytics.Team("sellers", { name: "Sellers" });
new analytics.TeamMembers("all-sellers", { teamId: sellers, members: [ann] });
new analytics.TeamMember("ann-finance", { teamId: seeded.teams.finance, memberId: ann });
const area = new analytics.UserAttribute("area", { name: "Area", allowDelete: true });
new analytics.Favorite("ann-sales", { memberId: ann, inodeId: seeded.workbooks.sales });
new analytics.UserAttributeAssignment("ann-area", { userAttributeId: area, memberId: ann, value: "north" });
new analytics.DeploymentPolicyTenant("tenant", { deploymentPolicyId: policy.id,
  tenantOrganizationId: seeded.tenants.north });
new analytics.DeploymentPolicyDocument("document", { deploymentPolicyId: policy.id, inodeId: home.id });
const credential = new analytics.ApiCredential("credential", {
  name: "Credential", allowlist: ["*.example.com"],
  credential: { authMethod: "basic", basic: { username: "ann", password: "planted" } },
});
const connector = new analytics.ApiConnector("connector", {
  name: "Connector", params: { method: "GET", url: "https://billing.example.com" }, authId: credential,
});
const orders = new analytics.DataModel("orders", {
  name: settings.title, folderId: home.id, description: settings.description,
  spec: table("facts", { kind: "warehouse-table", connectionId: seeded.connections.warehouse,
    path: ["SALES", "PUBLIC", "ORDERS"] }, settings.formula),
}, { replaceOnChanges: ["description"] });
const revenue = new analytics.DataModel("revenue", {
  name: "Revenue", folderId: home.id,
  spec: table("revenue", { kind: "data-model", dataModelId: orders.id, elementId: orders.elementId("facts") },
    "[facts/Amount]"),
});
new analytics.DataModelDirectory("models", { path: "models", folderId: home.id, refs: { revenue }, allowDelete: true });
new analytics.DataModelTag("orders-release", { dataModelId: orders.id, tag: release, version: orders.documentVersion });
new analytics.Workbook("sales", {
  name: settings.title, folderId: home.id, description: settings.description,
  contents: {
    schemaVersion: 1, kind: "workbook", pages: [{ id: "main", name: "Main" }],
    elements: [{ id: "orders", kind: "table", name: "Orders",
      columns: [{ id: "n", formula: "[facts/Amount]", name: "N" }],
      source: { kind: "data-model", dataModelId: orders.id, elementId: orders.elementId("facts") } }],
    layout: { main: [{ rows: 12, of: ["orders"] }] },
  },
});
const monthly = new analytics.Report("monthly", {
  name: "Monthly", folderId: home.id,
  contents: {
    schemaVersion: 1, kind: "report", config: { pageWidth: 816, pageHeight: 1056 },
    pages: [{ id: "main", name: "Main" }], panels: [{ id: "foot", type: "footer", pages: ["main"] }],
    elements: [
      { id: "orders", kind: "table", name: "Orders", columns: [{ id: "n", formula: "[facts/Amount]", name: "N" }],
        source: { kind: "data-model", dataModelId: orders.id, elementId: orders.elementId("facts") } },
      { id: "note", kind: "text", body: "Internal" },
    ],
    layout: {
      main: [{ element: "orders", x: 48, y: 48, width: 720, height: 480 }],
      foot: [{ element: "note", x: 48, y: 0, width: 720, height: 24 }],
    },
  },
});
new analytics.WorkbookTag("report-release", { workbookId: seeded.workbooks.sales, tag: release });
new analytics.DatasetMigration("migration", { datasetId: seeded.datasets.orders, shouldUpdateReferences: false });
new analytics.WebhookTrigger("sent", {
  workbookId: seeded.workbooks.sales, sequenceId: seeded.webhookSequence,
  body: { region: "north", threshold: 10, urgent: false }, triggers: [orders.documentVersion, buyers.workspaceId],
});
const finance = new analytics.Workspace("finance", { name: "Finance", allowDelete: true });
new analytics.Grants("finance-all", { inodeId: finance, grants: [
  { memberId: seeded.members.admin, permission: "edit" }, { teamId: sellers.id, permission: "view" },
] });
new analytics.Grant("ann-home", { inodeId: home, memberId: ann, permission: "explore" });
new analytics.Grant("sellers-connector", { inodeId: connector, teamId: sellers, permission: "apply" });
const clicks = new analytics.Connection("clicks", {
  name: "Clicks", type: "postgres", details: { host: "clicks.example.com", database: "clicks", user: "robot" },
  secrets: { password: "planted" }, allowDelete: true,
});
new analytics.Grant("sellers-clicks", { inodeId: clicks, teamId: sellers, permission: "usage" });
new analytics.ConnectionSync("sync", { connectionId: seeded.connections.warehouse, path: ["SALES", "PUBLIC"],
  triggers: [1] });
new analytics.DbtArtifacts("dbt", { connectionId: seeded.connections.warehouse, file: "target.tar.gz" });
const east = new analytics.Tenant("east", { name: "Acme East", slug: "acme-east", allowDelete: true });
new analytics.TenantDeploymentCapability("east-north", {
  tenantOrganizationId: east, deployToTenantOrganizationId: seeded.tenants.north, allowDelete: true,
});
new analytics.Translation("french", { lng: "fr", translations: { Revenue: "Recettes" } });
new analytics.SsoCertificate("signing", { serviceProviderId: seeded.serviceProvider, purpose: "signing",
  validForDays: 90 });
const weekly = {
  cronSpec: "0 8 * * mon", timezone: "UTC", targets: [{ teamId: sellers.id }], title: "Sales", message: "Attached.",
  attachments: [{ format: { type: "PDF" } }],
};
new analytics.WorkbookSchedule("weekly", { workbookId: seeded.workbooks.sales, ...weekly });
new analytics.ReportSchedule("quarterly", { reportId: seeded.reports.quarterly, ...weekly, isPaused: true });
new analytics.ReportTag("monthly-release", { reportId: monthly.id, tag: release });
new analytics.WorkbookEmbed("embed", { workbookId: seeded.workbooks.sales, sourceType: "workbook", public: true,
  allowDelete: true });
new analytics.MaterializationSchedule("nightly", {
  workbookId: seeded.workbooks.sales, elementName: "Events", cronSpec: "0 5 * * *", timezone: "UTC",
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

/** What the program needs beside its own text. */
export const surroundings = {
  files: { "target.tar.gz": join(repository, "tests/fixtures/dbt/target.tar.gz") },
  emulator: { materializationScheduleWrites: "present" },
} as const satisfies BenchOptions;
