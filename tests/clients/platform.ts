import {
  buildRichWorkbook,
  type Emulator,
  type EmulatorOptions,
  type Snapshot,
  startEmulator,
} from "analytics-emulator";
import { expectOk, furnishPlatform } from "../contract/furnish";
import { signIn } from "../unit/emulator/support";

/** An emulator with the documents of an organization, and what a client needs to work with it. */
export interface Platform {
  readonly emulator: Emulator;
  /** For a process: where the platform is, and the credentials. */
  readonly access: Readonly<Record<string, string>>;
  /** Ids and bodies that steps of a client refer to by name. */
  readonly known: Readonly<Record<string, unknown>>;
  /** How many of each sort there are. */
  readonly counts: Counts;
}

/** Starts the platform: everything there is one of, and 30 models, 60 workbooks and 10 reports more. */
export async function startPlatform(settings: EmulatorOptions = {}): Promise<Platform> {
  const emulator = await startEmulator({ seed: 7, tokenRequestsPerSecond: null, ...settings });
  const api = await signIn(emulator);
  const scheduledModel = await furnishPlatform(emulator, api);
  emulator.generateOrganization({ members: 40, models: 30, workbooks: 60, reports: 10 });
  const { url, clientId, clientSecret, seeded } = emulator;
  const contents = buildRichWorkbook({ connectionId: seeded.connections.warehouse, elements: 200 });
  expectOk(await api.post("/v2/workbooks", { name: "Rich", folderId: seeded.folders.sales, contents }), "Rich");
  // Creating a schedule starts a run, which goes on as it is looked at; clients start the next one.
  const [first] = emulator.snapshot().materializations;
  const path = `/v2/dataModels/${scheduledModel}/materializations/${first!.materializationId}`;
  while ((await api.get(path)).body.status !== "ready");
  emulator.clearRequests();
  return {
    emulator,
    access: { ANALYTICS_BASE_URL: url, ANALYTICS_CLIENT_ID: clientId, ANALYTICS_CLIENT_SECRET: clientSecret },
    known: { scheduledModel, ...nameKnown(emulator) },
    counts: countObjects(emulator.snapshot(), seeded),
  };
}

function nameKnown({ seeded }: Emulator): Record<string, unknown> {
  const { accountTypes, connections, datasets, folders, members, tables, tenants, workbooks } = seeded;
  const orders = {
    id: "orders",
    kind: "table",
    name: "Orders",
    source: { kind: "warehouse-table", connectionId: connections.warehouse, path: ["SALES", "PUBLIC", "ORDERS"] },
    columns: [{ id: "amount", formula: "[ORDERS/Amount]" }],
  };
  const document = { schemaVersion: 1, pages: [{ id: "page", name: "Page" }], elements: [orders] };
  const grid = 'type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"';
  const place = '<Element elementId="orders" gridColumn="1 / 25" gridRow="1 / 10"/>';
  const buildSchedule = (more: object) => ({
    target: [{ email: "sales@example.com" }],
    schedule: { cronSpec: "0 8 * * 1", timezone: "Europe/Berlin" },
    configV2: {
      title: "Weekly",
      messageBody: "Attached.",
      exportAttachments: [{ formatOptions: { type: "PDF" }, ...more }],
    },
  });
  return {
    folder: folders.sales,
    admin: members.admin,
    viewer: members.viewer,
    viewerType: accountTypes.viewer,
    connection: connections.warehouse,
    orders: tables.orders,
    customers: tables.customers,
    dataset: datasets.orders,
    tenantNorth: tenants.north,
    tenantSouth: tenants.south,
    serviceProvider: seeded.serviceProvider,
    salesWorkbook: workbooks.sales,
    contents: { ...document, kind: "workbook", layout: `<Page id="page" ${grid}>${place}</Page>` },
    reportContents: {
      ...document,
      kind: "report",
      config: { margin: 48, pageHeight: 1056, pageWidth: 816 },
      layout: '<Page id="page"><Element elementId="orders" x="48" y="48" width="720" height="190"/></Page>',
    },
    schedule: buildSchedule({ workbookExportSource: { type: "all" } }),
    reportSchedule: buildSchedule({}),
  };
}

type Counts = Readonly<ReturnType<typeof countObjects>>;

/** Counted in the store, not through the API that clients use. */
function countObjects(store: Snapshot, { members, teams }: Emulator["seeded"]) {
  const files = store.files.filter(({ deletedWith }) => deletedWith === null);
  const listIds = (type: string) => new Set(files.filter((file) => file.type === type).map(({ id }) => id));
  const workbooks = listIds("workbook");
  const models = listIds("data-model");
  const homes = new Set(store.members.map(({ memberId, homeFolderId }) => memberId !== members.admin && homeFolderId));
  // Lists of files don't have what lies in the personal area of another member.
  const isPersonal = ({ type, parentId }: (typeof files)[number]) => type !== "folder" && homes.has(parentId ?? "");
  const personal = new Set(files.filter(isPersonal).map(({ id }) => id));
  const contents = store.documentContents.filter(({ documentId }) => workbooks.has(documentId));
  const listPages = (isMeant: (documentId: string) => boolean) =>
    contents.filter(({ documentId }) => isMeant(documentId)).flatMap(({ pages }) => pages);
  const pages = listPages(() => true);
  const elements = pages.flatMap((page) => page.elements);
  const shared = listPages((id) => !personal.has(id));
  const isData = (element: (typeof elements)[number]) => "table" in element;
  const latest = new Map(store.dataModelVersions.map((version) => [version.dataModelId, version]));
  const tables = [...latest.values()]
    .filter(({ dataModelId }) => models.has(dataModelId))
    .flatMap((version) => version.pages.flatMap((page) => page.elements));
  return {
    workbooks: workbooks.size,
    sharedWorkbooks: [...workbooks].filter((id) => !personal.has(id)).length,
    reports: listIds("report").size,
    models: models.size,
    datasets: listIds("dataset").size,
    files: ["workbook", "report", "data-model", "dataset", "folder"].reduce(
      (count, type) => count + [...listIds(type)].filter((id) => !personal.has(id)).length,
      0,
    ),
    members: store.members.length,
    inactive: store.members.filter(({ isInactive }) => isInactive).length,
    teams: store.teams.filter(({ teamId }) => teamId !== teams.archived).length,
    tags: store.tags.length,
    connections: store.connections.length,
    pages: pages.length,
    sharedPages: shared.length,
    elements: elements.filter(isData).length,
    sharedData: shared.flatMap((page) => page.elements).filter(isData).length,
    columns: elements.flatMap((element) => ("table" in element ? element.table.columns : [])).length,
    controls: elements.filter(({ type }) => type === "control").length,
    modelElements: tables.length,
    modelColumns: tables.flatMap((table) => (table.kind === "table" ? table.columns : [])).length,
  };
}
