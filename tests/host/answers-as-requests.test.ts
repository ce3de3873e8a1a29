import { type Emulator, startEmulator } from "analytics-emulator";
import { allKinds } from "../../provider/src/kinds/registry";
import { examples, operations } from "../faults/operations";
import { listWrites } from "./bench";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;
type Given = Record<string, string>;

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ seed: drawSeed(), tokenRequestsPerSecond: null });
});
afterEach(() => emulator.stop());

const connectHost = (kind: string) => Host.connect(kind, emulator);

/** What the API's description says about the answers of a kind. */
interface Described {
  /** Where they are read. */
  readonly path: (id: string, given: Given) => string;
  /** Whether an entry of the list, or the answer, is the object. Default: the answer. */
  readonly isMeant?: (entry: Properties, id: string, given: Given) => boolean;
  /** The fields that an answer always has, without ids, times and members who wrote. */
  readonly always: readonly string[];
  /** The fields that it may have. */
  readonly sometimes?: readonly string[];
  /** Declared beside the example: what requests and answers say in different forms. */
  readonly more?: (given: Given) => Properties;
  /** A part of the answer. */
  readonly shows?: (given: Given) => Properties;
  /** What a create needs and no answer has. */
  readonly hidden?: readonly string[];
}

const getLast = (id: string) => id.split("/").at(-1)!;
const audit = ["createdBy", "updatedBy", "createdAt", "updatedAt"];
const scheduled = ["isSuspended", "ownerId", "lastUpdatedByUser", "disabledAt", "disabledBy", ...audit];
// Undocumented: the emulator has it by default, as `formerDocumentTags`.
const tagState = ["isArchived"];
const taggedEntry = { isMeant: ({ name, tagName }: Properties) => (name ?? tagName) === "Production" };

/** By kind. */
const described: Readonly<Record<string, Described>> = {
  AccountType: {
    path: () => "/v2/accountTypes",
    isMeant: ({ accountTypeId }, id) => accountTypeId === id,
    always: ["accountTypeId", "accountTypeName", "description", "isCustom"],
    shows: () => ({ accountTypeName: "Analyst" }),
  },
  ApiConnector: {
    path: (id) => `/v2/api-connectors/${id}`,
    always: ["apiConnectorId", "name", "params", "config", ...audit],
    sometimes: ["description", "authId"],
    more: () => ({
      params: { method: "POST", url: "https://billing.example.com", body: '{"total": {{total}}}' },
      config: { timeout: { requestSec: 10 } },
    }),
    shows: () => ({
      params: { body: '{"total": {{total}}}', bodyParams: [{ key: "total", mode: "dynamic" }] },
      config: { timeout: { requestSec: 10 }, redirects: {}, retry: {}, rateLimit: {} },
    }),
  },
  ApiCredential: {
    path: (id) => `/v2/api-credentials/${id}`,
    always: ["apiCredentialId", "name", "authMethod", "allowlist", "credential", ...audit],
    sometimes: ["description"],
    shows: () => ({ credential: { authMethod: "basic", basic: { username: "robot" } } }),
    hidden: ["credential"],
  },
  Connection: {
    path: (id) => `/v2/connections/${id}`,
    always: [
      ...["organizationId", "connectionId", "isSample", "isAuditLog", "lastActiveAt", "name", "type", "useOauth"],
      ...audit,
    ],
    sometimes: [
      ...["isArchived", "account", "warehouse", "user", "role", "timeout", "poolSizes", "writeAccess", "friendlyName"],
      ...["writebacks", "writebackSchemas", "inputTableAuditLogSchema", "materializationWarehouse", "exportsWarehouse"],
      ...["oauthMetadataUrl", "oauthClientId", "oauthScopes", "oauthIdpType", "oauthUsePkce", "oauthUseJwt"],
      ...["oauthAudience", "isIndependentOAuth", "userAttributes", "roleSwitching"],
    ],
    more: () => ({
      type: "snowflake",
      details: {
        ...{ account: "acme", warehouse: "REPORTING", role: "READER", user: "ROBOT", host: "acme.example.com" },
        writeAccess: { writeDatabase: "WORK", writeSchema: "WRITE" },
      },
      timeoutSecs: 300,
      useFriendlyNames: false,
      poolSizes: { adhocPoolSize: 12 },
    }),
    shows: () => ({
      ...{ account: "acme", warehouse: "REPORTING", role: "READER", user: "ROBOT" },
      ...{ timeout: { default: 300 }, friendlyName: false, writeAccess: true },
      poolSizes: { isPoolConfigured: true, adhocPoolSize: 12 },
      writebacks: [{ database: "WORK", schema: "WRITE" }],
    }),
    hidden: ["details", "secrets"],
  },
  DataModel: {
    path: (id) => `/v2/dataModels/${id}/spec`,
    always: [
      "name",
      "folderId",
      "schemaVersion",
      "pages",
      "dataModelId",
      "documentVersion",
      "url",
      "ownerId",
      ...audit,
    ],
    sometimes: ["description", "latestDocumentVersion", "kind"],
  },
  DataModelTag: {
    path: (_id, { dataModel }) => `/v2/dataModels/${dataModel}/tags`,
    ...taggedEntry,
    always: ["versionTagId", "tagName", "sourceVersion", "taggedAt"],
    shows: () => ({ tagName: "Production", sourceVersion: 1 }),
  },
  DeploymentPolicy: {
    path: (id) => `/v2/deploymentPolicies/${id}`,
    always: [
      ...["deploymentPolicyId", "name", "nameInTenant", "versionTagId", "sourceSwapPolicies", "copyInputTableData"],
    ],
    shows: () => ({ nameInTenant: "emea", versionTagId: null, copyInputTableData: false }),
  },
  DeploymentPolicyDocument: {
    path: (_id, { policy }) => `/v2/deploymentPolicies/${policy}/files`,
    isMeant: ({ inodeId }, id) => inodeId === getLast(id),
    always: ["inodeId", "inode", "deploymentPolicyId"],
    shows: ({ workbook }) => ({ inode: { name: "Sales report", type: "workbook", workbookId: workbook } }),
  },
  DeploymentPolicyTenant: {
    path: (_id, { policy }) => `/v2/deploymentPolicies/${policy}/tenants`,
    // A list of ids alone.
    isMeant: (entry, id) => (entry as unknown) === getLast(id),
    always: [],
  },
  Favorite: {
    path: (_id, { analyst }) => `/v2/favorites/member/${analyst}`,
    isMeant: ({ id: inodeId }, id) => inodeId === getLast(id),
    always: [
      "id",
      "urlId",
      "name",
      "type",
      "parentId",
      "parentUrlId",
      "permission",
      "path",
      "badge",
      "isArchived",
      ...audit,
    ],
    sometimes: ["description", "ownerId", "parentSourceUrlId"],
  },
  Folder: {
    path: (id) => `/v2/files/${id}`,
    always: [
      ...["id", "urlId", "name", "type", "parentId", "parentUrlId", "permission", "path", "badge", "isArchived"],
      ...audit,
    ],
    sometimes: ["description", "ownerId", "parentSourceUrlId"],
  },
  Grant: {
    path: (_id, { models }) => `/v2/grants?inodeId=${models}`,
    isMeant: ({ teamId }, _id, { team }) => teamId === team,
    always: ["grantId", "inodeId", "organizationId", "memberId", "teamId", "permission", "inodeType", ...audit],
    shows: () => ({ memberId: null, permission: "explore" }),
  },
  Grants: {
    path: (_id, { models }) => `/v2/grants?inodeId=${models}`,
    isMeant: ({ memberId }, _id, { viewer }) => memberId === viewer,
    always: ["grantId", "inodeId", "organizationId", "memberId", "teamId", "permission", "inodeType", ...audit],
    shows: () => ({ teamId: null, permission: "view" }),
  },
  MaterializationSchedule: {
    path: (_id, { workbook }) => `/v2/workbooks/${workbook}/materialization-schedules`,
    isMeant: ({ sheetId }, id) => sheetId === getLast(id),
    always: ["sheetId", "elementName", "schedule", "configuredAt", "paused"],
    sometimes: ["elementId"],
    shows: () => ({ elementName: "Events", schedule: { cronSpec: "0 5 * * *" } }),
  },
  Member: {
    path: (id) => `/v2/members/${id}`,
    always: [
      ...["organizationId", "memberId", "memberType", "firstName", "lastName", "email", "homeFolderId", "userKind"],
      ...["profileImgUrl", ...audit],
    ],
    sometimes: ["isArchived", "isInactive"],
  },
  ReportSchedule: {
    path: (_id, { report }) => `/v2/reports/${report}/schedules`,
    isMeant: ({ scheduledNotificationId }, id) => scheduledNotificationId === getLast(id),
    always: ["scheduledNotificationId", "reportId", "schedule", "configV2", ...scheduled],
    more: () => ({ attachments: [{ format: { type: "PDF", layout: "portrait" } }] }),
    hidden: ["targets"],
  },
  ReportTag: {
    path: (_id, { report }) => `/v2/reports/${report}/tags`,
    ...taggedEntry,
    always: ["versionTagId", "tagName", "sourceVersion", "taggedAt", "taggedReportId"],
    sometimes: tagState,
    shows: () => ({ tagName: "Production", sourceVersion: 1 }),
  },
  SourceSwapPolicy: {
    path: (id) => `/v2/sourceSwapPolicies/${id}`,
    always: ["type", "name", "fromConnectionId", "swaps", "policyId"],
  },
  SsoCertificate: {
    path: (id, { serviceProvider }) => `/v2/saml/service-providers/${serviceProvider}/certificates/${getLast(id)}`,
    always: [
      ...["samlServiceProviderCertificateId", "samlServiceProviderId", "purpose", "publicKeyCertificate", "isActive"],
      ...["notBefore", "notAfter", ...audit],
    ],
    hidden: ["validForDays"],
  },
  Tag: {
    path: () => "/v2/tags",
    isMeant: ({ versionTagId }, id) => versionTagId === id,
    always: ["versionTagId", "name", "ownerId", ...audit],
    sometimes: ["isArchived", "description", "color"],
  },
  Team: {
    path: (id) => `/v2/teams/${id}`,
    always: ["teamId", "name", "description", "visibility", "members", ...audit],
    sometimes: ["isArchived", "workspaceId"],
  },
  TeamMember: {
    path: (_id, { engineering }) => `/v2/teams/${engineering}/members`,
    isMeant: ({ userId }, id) => userId === getLast(id),
    always: ["userId", "isTeamAdmin", "addedBy"],
  },
  TeamMembers: {
    path: (_id, { engineering }) => `/v2/teams/${engineering}`,
    always: ["teamId", "name", "description", "visibility", "members", ...audit],
    sometimes: ["isArchived", "workspaceId"],
  },
  Tenant: {
    path: (id) => `/v2/tenants/${id}`,
    always: [
      "tenantOrganizationId",
      "parentOrganizationId",
      "tenantOrganizationName",
      "tenantOrganizationSlug",
      ...audit,
    ],
    sometimes: ["sharedAt", "tenantCloudProvider", "tenantRegion", "tenantApiUrl"],
    more: () => ({ cloudProvider: "aws-eu" }),
    shows: () => ({ tenantCloudProvider: "aws-eu" }),
  },
  TenantDeploymentCapability: {
    path: (_id, { tenant }) => `/v2/tenants/${tenant}/capabilities/deployments`,
    isMeant: ({ tenantOrganizationId }, id) => tenantOrganizationId === getLast(id),
    always: ["tenantOrganizationId"],
  },
  Translation: {
    path: () => "/v2/translations/organization/fr/acme",
    always: ["translations"],
  },
  UserAttribute: {
    path: (id) => `/v2/user-attributes/${id}`,
    always: ["userAttributeId", "name", ...audit],
    sometimes: ["description", "defaultValue"],
    shows: () => ({ defaultValue: { type: "string", val: "none" } }),
  },
  UserAttributeAssignment: {
    path: (_id, { region }) => `/v2/user-attributes/${region}/teams`,
    isMeant: ({ teamId }, _id, { finance }) => teamId === finance,
    always: ["teamId", "value", "priority", ...audit],
    shows: () => ({ value: { type: "string", val: "east" } }),
  },
  Workbook: {
    path: (id) => `/v2/workbooks/${id}?includeContents=true`,
    always: ["name", "workbookId", "workbookUrlId", "url", "path", "latestVersion", "ownerId", "contents", ...audit],
    sometimes: ["documentVersion", "description", "folderId", "isArchived", "tags", "latestDocumentVersion"],
  },
  Report: {
    path: (id) => `/v2/reports/${id}?includeContents=true`,
    always: ["name", "reportId", "reportUrlId", "url", "path", "latestVersion", "ownerId", "contents", ...audit],
    sometimes: ["documentVersion", "description", "folderId", "isArchived", "tags", "latestDocumentVersion"],
  },
  WorkbookEmbed: {
    path: (_id, { workbook }) => `/v2/workbooks/${workbook}/embeds`,
    isMeant: ({ embedId }, id) => embedId === getLast(id),
    always: ["embedId", "embedUrl", "public", "sourceType", "sourceId", "sourceName"],
    shows: () => ({ public: true, sourceId: null }),
  },
  WorkbookSchedule: {
    path: (_id, { workbook }) => `/v2/workbooks/${workbook}/schedules`,
    isMeant: ({ scheduledNotificationId }, id) => scheduledNotificationId === getLast(id),
    always: ["scheduledNotificationId", "workbookId", "schedule", "configV2", ...scheduled],
    more: () => ({ attachments: [{ format: { type: "XLSX" } }] }),
    hidden: ["targets"],
    shows: () => ({ configV2: { notificationAttachments: [{ formatOptions: { type: "EXCEL" } }] } }),
  },
  WorkbookTag: {
    path: (_id, { workbook }) => `/v2/workbooks/${workbook}/tags`,
    ...taggedEntry,
    always: ["versionTagId", "name", "sourceWorkbookVersion", "taggedWorkbookId", "workbookTaggedAt"],
    sometimes: tagState,
    shows: () => ({ name: "Production", sourceWorkbookVersion: 1 }),
  },
  Workspace: {
    path: (id) => `/v2/workspaces/${id}`,
    always: ["workspaceId", "workspaceUrlId", "name", ...audit],
  },
};

/** Kinds of which the platform keeps nothing that a create takes: events, and a migration, which can't happen twice. */
const events = ["ConnectionSync", "DbtArtifacts", "DatasetMigration", "WebhookTrigger"];

test("every kind of the registry is in the table", () => {
  const names = allKinds().map(({ name }) => name);
  expect([...Object.keys(described), ...events].sort()).toEqual(names.sort());
});

/** A document is an object where it was imported, and a text in a state of the plugin. */
function parseDocuments(inputs: Properties): Properties {
  const parse = (value: unknown) => (typeof value === "string" && value.startsWith("{") ? JSON.parse(value) : value);
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, parse(value)]));
}

async function ask(path: string): Promise<Properties> {
  return (await emulator.ui.request("GET", path)) as Properties;
}

describe.each(Object.entries(described))("%s", (kind, description) => {
  const { path, isMeant, always, sometimes = [], more = () => ({}), shows = () => ({}), hidden = [] } = description;

  test("is answered in the described form, which is no drift, writes nothing, and is what a create takes", async () => {
    const { given: prepare, declared } = operations.find((one) => one.kind === kind && one.verb === "create")!;
    const given = (await prepare(emulator)) as Given;
    const inputs: Properties = { ...(declared(given) as Properties), ...more(given) };
    const host = await connectHost(kind);
    const { id, state } = await host.create(inputs);

    const answer = await ask(path(id, given));
    const entries = (Array.isArray(answer) ? answer : answer.entries) as Properties[];
    const object = isMeant ? entries.find((entry) => isMeant(entry, id, given))! : answer;
    const shown = typeof object === "string" ? [] : Object.keys(object);
    expect(always.filter((name) => !shown.includes(name))).toEqual([]);
    expect(shown.filter((name) => ![...always, ...sometimes].includes(name))).toEqual([]);
    expect(Object(object)).toMatchObject(shows(given));

    const read = await host.read(id, state);
    expect(await host.diff(id, read.state, inputs)).toMatchObject({ changes: false });
    emulator.clearRequests();
    const again = await host.update(id, read.state, inputs);
    expect(listWrites(emulator)).toEqual([]);

    // What `pull --all` and an import make of the answer.
    const imported = await host.read(id, {});
    const secret = Object.fromEntries(hidden.map((name) => [name, inputs[name]]));
    const wanted = { ...imported.inputs, ...secret };
    expect((await host.check({}, wanted)).failures).toEqual([]);
    if (examples[kind]?.delete === undefined) return;
    await host.delete(id, again);
    const recreated = await host.create({ ...wanted, ...(kind === "Member" ? { reactivate: true } : {}) });
    expect(await host.diff(recreated.id, recreated.state, wanted)).toMatchObject({ changes: false });
    const reread = await host.read(recreated.id, recreated.state);
    expect(await host.diff(recreated.id, reread.state, wanted)).toMatchObject({ changes: false });
    expect(parseDocuments(reread.inputs)).toMatchObject(parseDocuments(wanted));
  });
});
