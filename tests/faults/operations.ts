import type { Emulator, Snapshot } from "analytics-emulator";

type Properties = Record<string, unknown>;

/** What has to be there before a resource of a kind can be declared: names and ids by what they stand for. */
type Given = Record<string, string>;

/** What a kind of resource is put through. */
interface Example {
  /** Makes what the resource refers to. */
  readonly given?: (emulator: Emulator) => Promise<Given>;
  readonly declared: (given: Given) => Properties;
  /** The mutating calls a create sends. */
  readonly create: readonly string[];
  /** By what changes: the fields that do, and the mutating calls the update sends. */
  readonly updates?: Readonly<Record<string, { to: (given: Given) => Properties; calls: readonly string[] }>>;
  /**
   * The mutating calls a delete sends; left out: the platform can't take it back, so the resource is only forgotten.
   */
  readonly delete?: readonly string[];
  /**
   * For an event, where the platform keeps those that happened. Nothing tells a client whether one whose answer was
   * lost did, so it isn't sent again, and the user hears of it.
   */
  readonly events?: keyof Snapshot;
}

const formModelText = (formula: string) =>
  JSON.stringify({
    pages: [
      {
        id: "main",
        name: "Main",
        elements: [
          {
            id: "facts",
            kind: "table",
            name: "Facts",
            source: {
              kind: "warehouse-table",
              connectionId: { $ref: "warehouse" },
              path: ["SALES", "PUBLIC", "ORDERS"],
            },
            columns: [
              { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" },
              { id: "net", name: "Net", formula },
            ],
          },
        ],
      },
    ],
  });

export const getSeeded = async ({ seeded: its }: Emulator) => ({
  models: its.folders.models,
  sales: its.folders.sales,
  warehouse: its.connections.warehouse,
  lakehouse: its.connections.lakehouse,
  swaps: its.sourceSwapPolicies.toLakehouse,
  tenant: its.tenants.north,
  otherTenant: its.tenants.south,
  serviceProvider: its.serviceProvider,
  workbook: its.workbooks.sales,
  report: its.reports.quarterly,
  dataset: its.datasets.orders,
  webhook: its.webhookSequence,
  region: its.userAttributes.region,
  finance: its.teams.finance,
  engineering: its.teams.engineering,
  analyst: its.members.analyst,
  viewer: its.members.viewer,
  team: its.teams.finance,
});

/** An export of a document, once a week. */
const weekly = {
  cronSpec: "0 8 * * mon",
  timezone: "UTC",
  targets: [{ email: "sales@example.com" }],
  title: "Sales of the week",
  message: "Attached.",
  attachments: [{ format: { type: "PDF" } }],
};

/** A deployment policy without tenants and documents. */
async function createDeployable(emulator: Emulator): Promise<Given> {
  const made = await emulator.ui.request("POST", "/v2/deploymentPolicies", { name: "emea" });
  const { deploymentPolicyId: policy } = made as { deploymentPolicyId: string };
  return { ...(await getSeeded(emulator)), policy };
}

/** A tag, and a data model with two versions. */
async function createTaggable(emulator: Emulator): Promise<Given> {
  const given = await getSeeded(emulator);
  await emulator.ui.request("POST", "/v2/tags", { name: "Production", color: "grass" });
  const model = { name: "Customers", folderId: given.models, schemaVersion: 1, pages: [] };
  const { dataModelId } = (await emulator.ui.request("POST", "/v2/dataModels/spec", model)) as { dataModelId: string };
  const pages = [{ id: "p", name: "Second", elements: [] }];
  await emulator.ui.request("PUT", `/v2/dataModels/${dataModelId}/spec`, { schemaVersion: 1, pages });
  return { ...given, dataModel: dataModelId };
}

/** A document with one table. */
const writeCoded = (kind: "workbook" | "report", name: string, place: object): string =>
  JSON.stringify({
    schemaVersion: 1,
    kind,
    pages: [{ id: "main", name: "Main" }],
    elements: [
      {
        id: "orders",
        kind: "table",
        name,
        source: { kind: "warehouse-table", connectionId: { $ref: "warehouse" }, path: ["SALES", "PUBLIC", "ORDERS"] },
        columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
      },
    ],
    layout: { main: [place] },
  });
const writeWorkbook = (name: string) => writeCoded("workbook", name, { rows: 12, of: ["orders"] });
const writeReport = (name: string) =>
  writeCoded("report", name, { element: "orders", x: 48, y: 48, width: 720, height: 480 });

/** An example of every kind in the registry; the matrix fails as long as one is missing. */
export const examples: Readonly<Record<string, Example>> = {
  DataModel: {
    declared: ({ models, warehouse }) => ({
      name: "Orders",
      folderId: models,
      spec: formModelText("[Amount] * 0.8"),
      refs: { warehouse },
    }),
    create: ["POST /v2/dataModels/spec"],
    updates: {
      contents: { to: () => ({ spec: formModelText("[Amount] * 0.7") }), calls: ["PUT /v2/dataModels/*/spec"] },
      place: { to: ({ sales }) => ({ name: "Sales orders", folderId: sales }), calls: ["PATCH /v2/files/*"] },
      both: {
        to: () => ({ name: "Net orders", description: "After discounts", spec: formModelText("[Amount] * 0.7") }),
        calls: ["PUT /v2/dataModels/*/spec", "PATCH /v2/files/*"],
      },
    },
    delete: ["DELETE /v2/files/*"],
  },
  Workbook: {
    declared: ({ sales, warehouse }) => ({
      name: "Turnover",
      folderId: sales,
      contents: writeWorkbook("Turnover"),
      refs: { warehouse },
    }),
    create: ["POST /v2/workbooks"],
    updates: {
      contents: { to: () => ({ contents: writeWorkbook("Net turnover") }), calls: ["PUT /v2/workbooks/*/contents"] },
      place: { to: ({ models }) => ({ name: "Sales", folderId: models }), calls: ["PATCH /v2/files/*"] },
      both: {
        to: () => ({ name: "Net", description: "After discounts", contents: writeWorkbook("Net turnover") }),
        calls: ["PUT /v2/workbooks/*/contents", "PATCH /v2/files/*"],
      },
    },
    delete: ["DELETE /v2/files/*"],
  },
  Report: {
    declared: ({ sales, warehouse }) => ({
      name: "Monthly",
      folderId: sales,
      contents: writeReport("Turnover"),
      refs: { warehouse },
    }),
    create: ["POST /v2/reports"],
    updates: {
      contents: { to: () => ({ contents: writeReport("Net turnover") }), calls: ["PUT /v2/reports/*/contents"] },
      place: { to: ({ models }) => ({ name: "Every month", folderId: models }), calls: ["PATCH /v2/files/*"] },
      both: {
        to: () => ({ name: "Net", description: "After discounts", contents: writeReport("Net turnover") }),
        calls: ["PUT /v2/reports/*/contents", "PATCH /v2/files/*"],
      },
    },
    delete: ["DELETE /v2/files/*"],
  },
  Tag: {
    declared: () => ({ name: "Production", color: "grass", description: "What everyone sees" }),
    create: ["POST /v2/tags"],
    updates: {
      description: { to: () => ({ description: "What tenants see" }), calls: ["PATCH /v2/tags/*"] },
      color: { to: () => ({ color: "plum" }), calls: ["PATCH /v2/tags/*"] },
    },
    delete: ["DELETE /v2/tags/*"],
  },
  ApiCredential: {
    declared: () => ({
      name: "billing",
      allowlist: ["billing.example.com"],
      credential: { authMethod: "basic", basic: { username: "robot", password: "open-sesame-1" } },
    }),
    create: ["POST /v2/api-credentials"],
    updates: {
      secret: {
        to: () => ({ credential: { authMethod: "basic", basic: { username: "robot", password: "open-sesame-2" } } }),
        calls: ["PATCH /v2/api-credentials/*"],
      },
    },
    delete: ["DELETE /v2/api-credentials/*"],
  },
  Connection: {
    declared: () => ({
      name: "Orders",
      type: "postgres",
      details: { host: "orders.example.com", database: "orders", user: "robot" },
      secrets: { password: "open-sesame-1" },
      allowDelete: true,
    }),
    create: ["POST /v2/connections"],
    updates: {
      secret: { to: () => ({ secrets: { password: "open-sesame-2" } }), calls: ["PUT /v2/connections/*"] },
    },
    delete: ["DELETE /v2/connections/*"],
  },
  Tenant: {
    declared: () => ({ name: "Acme East", slug: "acme-east", allowDelete: true }),
    create: ["POST /v2/tenants"],
    updates: { slug: { to: () => ({ slug: "acme-orient" }), calls: ["PATCH /v2/tenants/*"] } },
    delete: ["DELETE /v2/tenants/*"],
  },
  TenantDeploymentCapability: {
    declared: ({ tenant, otherTenant }) => ({
      tenantOrganizationId: tenant,
      deployToTenantOrganizationId: otherTenant,
      allowDelete: true,
    }),
    create: ["POST /v2/tenants/*/capabilities/deployments:batchAdd"],
    delete: ["POST /v2/tenants/*/capabilities/deployments:batchRemove"],
  },
  ApiConnector: {
    declared: () => ({ name: "Invoice", params: { method: "GET", url: "https://billing.example.com" } }),
    create: ["POST /v2/api-connectors"],
    updates: {
      request: {
        to: () => ({ params: { method: "POST", url: "https://billing.example.com" } }),
        calls: ["PATCH /v2/api-connectors/*"],
      },
    },
    delete: ["DELETE /v2/api-connectors/*"],
  },
  Translation: {
    declared: () => ({ lng: "fr", variant: "acme", translations: { Revenue: "Chiffre d'affaires" } }),
    create: ["POST /v2/translations/organization"],
    updates: {
      texts: {
        to: () => ({ translations: { Revenue: "Recettes" } }),
        calls: ["PUT /v2/translations/organization/*/*"],
      },
    },
    delete: ["DELETE /v2/translations/organization/*/*"],
  },
  SsoCertificate: {
    declared: ({ serviceProvider }) => ({ serviceProviderId: serviceProvider, purpose: "signing", validForDays: 90 }),
    create: ["POST /v2/saml/service-providers/*/certificates"],
    updates: {
      active: {
        to: () => ({ active: true }),
        calls: ["POST /v2/saml/service-providers/*/certificates/*/activate"],
      },
    },
    delete: ["DELETE /v2/saml/service-providers/*/certificates/*"],
  },
  ConnectionSync: {
    declared: ({ warehouse }) => ({ connectionId: warehouse, path: ["SALES", "PUBLIC", "RETURNS"], triggers: [1] }),
    create: ["POST /v2/connections/*/sync"],
  },
  DbtArtifacts: {
    declared: ({ warehouse }) => ({ connectionId: warehouse, file: "tests/fixtures/dbt/target.tar.gz" }),
    create: ["POST /v2/connections/*/dbtArtifacts"],
  },
  Favorite: {
    declared: ({ analyst, workbook }) => ({ memberId: analyst, inodeId: workbook }),
    create: ["POST /v2/favorites"],
    delete: ["DELETE /v2/favorites/member/*/file/*"],
  },
  Folder: {
    declared: ({ models }) => ({ name: "Finance", parentId: models, description: "Books" }),
    create: ["POST /v2/files"],
    updates: { place: { to: ({ sales }) => ({ name: "Money", parentId: sales }), calls: ["PATCH /v2/files/*"] } },
    delete: ["DELETE /v2/files/*"],
  },
  SourceSwapPolicy: {
    declared: ({ warehouse }) => ({
      type: "connection",
      name: "To the test data",
      fromConnectionId: warehouse,
      swaps: {
        connectionSwaps: [{ to: { path0: { swapType: "exact", catalogObject: "TEST" }, path1: { swapType: "all" } } }],
      },
    }),
    create: ["POST /v2/sourceSwapPolicies"],
    updates: { name: { to: () => ({ name: "To tests" }), calls: ["PATCH /v2/sourceSwapPolicies/*"] } },
    delete: ["DELETE /v2/sourceSwapPolicies/*"],
  },
  DeploymentPolicy: {
    declared: ({ swaps }) => ({ name: "emea", sourceSwapPolicies: [swaps] }),
    create: ["POST /v2/deploymentPolicies"],
    updates: { swaps: { to: () => ({ sourceSwapPolicies: [] }), calls: ["PATCH /v2/deploymentPolicies/*"] } },
    delete: ["DELETE /v2/deploymentPolicies/*"],
  },
  DeploymentPolicyTenant: {
    given: createDeployable,
    declared: ({ policy, tenant }) => ({ deploymentPolicyId: policy, tenantOrganizationId: tenant }),
    create: ["POST /v2/deploymentPolicies/*/tenants"],
    delete: ["DELETE /v2/deploymentPolicies/*/tenants/*"],
  },
  DeploymentPolicyDocument: {
    given: createDeployable,
    declared: ({ policy, workbook }) => ({ deploymentPolicyId: policy, inodeId: workbook }),
    create: ["POST /v2/deploymentPolicies/*/files"],
    delete: ["DELETE /v2/deploymentPolicies/*/files/*"],
  },
  DataModelTag: {
    given: createTaggable,
    declared: ({ dataModel }) => ({ dataModelId: dataModel, tag: "Production", version: 1 }),
    create: ["POST /v2/dataModels/tag"],
    updates: { version: { to: () => ({ version: 2 }), calls: ["POST /v2/dataModels/tag"] } },
  },
  WorkbookTag: {
    given: createTaggable,
    declared: ({ workbook }) => ({ workbookId: workbook, tag: "Production", version: 1 }),
    create: ["POST /v2/workbooks/tag"],
    updates: { version: { to: () => ({ version: 2 }), calls: ["POST /v2/workbooks/tag"] } },
    delete: ["DELETE /v2/workbooks/*/tags/*"],
  },
  ReportTag: {
    given: createTaggable,
    declared: ({ report }) => ({ reportId: report, tag: "Production", version: 1 }),
    create: ["POST /v2/reports/tag"],
    updates: { version: { to: () => ({ version: 2 }), calls: ["POST /v2/reports/tag"] } },
    delete: ["DELETE /v2/reports/*/tags/*"],
  },
  WorkbookSchedule: {
    declared: ({ workbook }) => ({ workbookId: workbook, ...weekly, isPaused: true }),
    create: ["POST /v2/workbooks/*/schedules", "PATCH /v2/workbooks/*/schedules/*"],
    updates: {
      title: { to: () => ({ title: "Weekly sales" }), calls: ["PATCH /v2/workbooks/*/schedules/*"] },
      pause: { to: () => ({ isPaused: false }), calls: ["PATCH /v2/workbooks/*/schedules/*"] },
    },
    delete: ["DELETE /v2/workbooks/*/schedules/*"],
  },
  ReportSchedule: {
    declared: ({ report }) => ({ reportId: report, ...weekly }),
    create: ["POST /v2/reports/*/schedules"],
    updates: { time: { to: () => ({ cronSpec: "0 9 * * mon" }), calls: ["PATCH /v2/reports/*/schedules/*"] } },
    delete: ["DELETE /v2/reports/*/schedules/*"],
  },
  WorkbookEmbed: {
    declared: ({ workbook }) => ({ workbookId: workbook, sourceType: "workbook", public: true, allowDelete: true }),
    create: ["POST /v2/workbooks/*/embeds"],
    delete: ["DELETE /v2/workbooks/*/embeds/*"],
  },
  MaterializationSchedule: {
    given: async (emulator) => {
      emulator.configure({ materializationScheduleWrites: "present" });
      return getSeeded(emulator);
    },
    declared: ({ workbook }) => ({
      workbookId: workbook,
      elementName: "Events",
      cronSpec: "0 5 * * *",
      timezone: "UTC",
    }),
    create: ["POST /v2/workbooks/*/materialization-schedules"],
    updates: {
      time: {
        to: () => ({ cronSpec: "0 6 * * *" }),
        calls: ["PATCH /v2/workbooks/*/materialization-schedules/*"],
      },
    },
    delete: ["DELETE /v2/workbooks/*/materialization-schedules/*"],
  },
  DatasetMigration: {
    declared: ({ dataset }) => ({ datasetId: dataset, shouldUpdateReferences: false }),
    create: ["POST /v2/datasets/*/migrate"],
  },
  Team: {
    declared: ({ analyst }) => ({ name: "Buyers", description: "Who buys", members: [analyst] }),
    create: ["POST /v2/teams", "PATCH /v2/teams/*/members"],
    updates: {
      name: { to: () => ({ name: "Purchasing" }), calls: ["PATCH /v2/teams/*"] },
      members: { to: ({ viewer }) => ({ members: [viewer] }), calls: ["PATCH /v2/teams/*/members"] },
    },
    delete: ["DELETE /v2/teams/*"],
  },
  Member: {
    declared: () => ({ email: "sam@acme.example", firstName: "Sam", lastName: "Smith", memberType: "creator" }),
    create: ["POST /v2/members"],
    updates: { name: { to: () => ({ lastName: "Stone" }), calls: ["PATCH /v2/members/*"] } },
    delete: ["DELETE /v2/members/*"],
  },
  AccountType: {
    declared: () => ({ name: "Analyst", description: "Explores", permissions: ["comment"], allowDelete: true }),
    create: ["POST /v2/accountTypes"],
    delete: ["DELETE /v2/accountTypes/*"],
  },
  TeamMember: {
    declared: ({ engineering, viewer }) => ({ teamId: engineering, memberId: viewer }),
    create: ["PATCH /v2/teams/*/members"],
    delete: ["PATCH /v2/teams/*/members"],
  },
  TeamMembers: {
    declared: ({ engineering, viewer }) => ({ teamId: engineering, members: [viewer] }),
    create: ["PATCH /v2/teams/*/members"],
    updates: { members: { to: ({ analyst }) => ({ members: [analyst] }), calls: ["PATCH /v2/teams/*/members"] } },
    delete: ["PATCH /v2/teams/*/members"],
  },
  UserAttribute: {
    declared: () => ({ name: "Area", description: "Sales area", defaultValue: "none", allowDelete: true }),
    create: ["POST /v2/user-attributes"],
    delete: ["DELETE /v2/user-attributes/*"],
  },
  UserAttributeAssignment: {
    declared: ({ region, finance }) => ({ userAttributeId: region, teamId: finance, value: "east" }),
    create: ["POST /v2/user-attributes/*/teams"],
    updates: { value: { to: () => ({ value: "west" }), calls: ["POST /v2/user-attributes/*/teams"] } },
    delete: ["DELETE /v2/user-attributes/*/teams/*"],
  },
  Workspace: {
    declared: () => ({ name: "Finance", allowDelete: true }),
    create: ["POST /v2/workspaces"],
    updates: { name: { to: () => ({ name: "Money" }), calls: ["PATCH /v2/workspaces/*"] } },
    delete: ["DELETE /v2/workspaces/*"],
  },
  Grant: {
    declared: ({ models, team }) => ({ inodeId: models, teamId: team, permission: "explore" }),
    create: ["POST /v2/grants"],
    updates: {
      raise: { to: () => ({ permission: "edit" }), calls: ["POST /v2/grants", "DELETE /v2/grants/*"] },
      lower: { to: () => ({ permission: "view" }), calls: ["DELETE /v2/grants/*", "POST /v2/grants"] },
    },
    delete: ["DELETE /v2/grants/*"],
  },
  Grants: {
    declared: ({ models, team, viewer }) => ({
      inodeId: models,
      grants: [
        { teamId: team, permission: "explore" },
        { memberId: viewer, permission: "view" },
      ],
    }),
    create: ["POST /v2/grants", "POST /v2/grants"],
    updates: {
      set: {
        to: ({ team, analyst }) => ({
          grants: [
            { memberId: analyst, permission: "view" },
            { teamId: team, permission: "view" },
          ],
        }),
        calls: ["POST /v2/grants", "DELETE /v2/grants/*", "POST /v2/grants", "DELETE /v2/grants/*"],
      },
    },
    delete: ["DELETE /v2/grants/*", "DELETE /v2/grants/*"],
  },
  WebhookTrigger: {
    declared: ({ workbook, webhook }) => ({
      workbookId: workbook,
      sequenceId: webhook,
      body: { region: "north", threshold: 3, urgent: false },
      triggers: [1],
    }),
    create: ["POST /v2/webhooks/*/*"],
    events: "webhookDeliveries",
  },
};

/** One thing the engine asks of a resource. */
export interface Operation {
  readonly kind: string;
  readonly verb: "create" | "update" | "delete";
  /** Such as `Tag update description`. */
  readonly name: string;
  /** The mutating calls it sends, in order. */
  readonly calls: readonly string[];
  readonly events?: keyof Snapshot;
  given(emulator: Emulator): Promise<Given>;
  declared(given: Given): Properties;
  /** What is declared afterwards; undefined for a delete. */
  wanted(given: Given): Properties | undefined;
}

/** Every operation that changes something, of every kind. */
export const operations: readonly Operation[] = Object.entries(examples).flatMap(([kind, example]) => {
  const { declared, given = getSeeded, events } = example;
  const base = { kind, events, given, declared };
  return [
    { ...base, verb: "create" as const, name: `${kind} create`, calls: example.create, wanted: declared },
    ...Object.entries(example.updates ?? {}).map(([what, { to, calls }]) => ({
      ...base,
      verb: "update" as const,
      name: `${kind} update ${what}`,
      calls,
      wanted: (known: Given) => ({ ...declared(known), ...to(known) }),
    })),
    ...(example.delete
      ? [{ ...base, verb: "delete" as const, name: `${kind} delete`, calls: example.delete, wanted: () => undefined }]
      : []),
  ];
});
