import type { Emulator, Snapshot } from "analytics-emulator";
import type { Properties } from "./state";

/** What the program may declare: one resource of a kind, which is known by its label wherever it is. */
export interface Thing {
  readonly kind: string;
  readonly label: string;
  /** The objects of the platform that may be it. */
  list(emulator: Emulator): readonly Listed[];
  /** The field with the name of the object; undefined: it has none. */
  readonly nameField?: "name" | "title";
  /** Inputs of the n-th edit; the name stays. */
  declare(emulator: Emulator, edit: number): Properties;
  readonly secret?: readonly string[];
  readonly references?: Readonly<Record<string, string>>;
  readonly deleteBeforeReplace?: true;
  /** Whether the platform, or its product, has one object of a name only. */
  readonly isUnique?: true;
  /** Whether the platform doesn't say who made an object: a copy is then like the one of a lost create. */
  readonly isAnonymous?: true;
  /** Whether the platform always has it, whoever declares it: it belongs to nobody, and stays when its resource goes. */
  readonly isShared?: true;
  /** The requests by which a person edits, deletes and copies the object in the product; see `emulator.ui`. */
  readonly edit?: (id: string, emulator: Emulator) => Asked;
  readonly delete?: (id: string, emulator: Emulator) => Asked;
  readonly copy?: (emulator: Emulator, name: string, edit: number) => Asked;
}

/** A record of the platform, and the id by which a state holds it. */
export interface Listed {
  readonly id: string;
  readonly record: object;
}

type Asked = readonly [method: string, path: string, body?: object];

const buildBearer = (token: string) => ({ authMethod: "bearer", bearer: { token } });
const getFolder = ({ seeded }: Emulator) => seeded.folders.models;
const getMember = ({ seeded }: Emulator) => seeded.members.viewer;
const buildSpec = (edit: number) => ({
  pages: [{ id: "p", name: `Page ${edit}`, elements: [] }],
});
const formSchedulePath = (id: string) => `/v2/workbooks/${id.replace("/", "/schedules/")}`;
const schedule = (edit: number) => ({ cronSpec: "0 8 * * mon", timezone: "UTC", message: `As of edit ${edit}.` });

/** Where the objects of a label are: records of a collection that weren't deleted and have its name. */
const find = (label: string, collection: keyof Snapshot, idField: string) => ({
  label,
  list: (emulator: Emulator) =>
    (emulator.snapshot()[collection] as readonly object[])
      .filter((record) => readLiving(record) && hasName(record, label))
      .map((record) => ({ id: String((record as Properties)[idField]), record })),
});

/** One of each way in which a lost create is found again, and in which an object leaves. */
export const things: readonly Thing[] = [
  {
    ...{ kind: "Folder", nameField: "name", ...find("folder", "files", "id") },
    declare: (emulator, edit) => ({ name: "folder", parentId: getFolder(emulator), description: `edit ${edit}` }),
    edit: (id) => ["PATCH", `/v2/files/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/files/${id}`],
    copy: (emulator, name, edit) => [
      "POST",
      "/v2/files",
      { type: "folder", name, parentId: getFolder(emulator), description: `edit ${edit}` },
    ],
  },
  {
    ...{ kind: "DataModel", nameField: "name", ...find("model", "files", "id") },
    declare: (emulator, edit) => ({
      name: "model",
      folderId: getFolder(emulator),
      spec: JSON.stringify(buildSpec(edit)),
    }),
    edit: (id) => ["PATCH", `/v2/files/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/files/${id}`],
    copy: (emulator, name, edit) => [
      "POST",
      "/v2/dataModels/spec",
      { name, folderId: getFolder(emulator), schemaVersion: 1, ...buildSpec(edit) },
    ],
  },
  {
    // In the folder of the program.
    ...{ kind: "DataModel", nameField: "name", ...find("inner", "files", "id"), references: { folderId: "folder" } },
    declare: (_, edit) => ({ name: "inner", spec: JSON.stringify(buildSpec(edit)) }),
    edit: (id) => ["PATCH", `/v2/files/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/files/${id}`],
  },
  {
    ...{ kind: "Tag", nameField: "name", ...find("tag", "tags", "versionTagId") },
    ...{ deleteBeforeReplace: true, isUnique: true },
    declare: (_, edit) => ({ name: "tag", color: "grass", description: `edit ${edit}` }),
    edit: (id) => ["PATCH", `/v2/tags/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/tags/${id}`],
  },
  {
    ...{ kind: "Team", nameField: "name", ...find("team", "teams", "teamId") },
    ...{ deleteBeforeReplace: true, isUnique: true },
    declare: ({ seeded }, edit) => ({ name: "team", description: `edit ${edit}`, members: [seeded.members.analyst] }),
    edit: (id) => ["PATCH", `/v2/teams/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/teams/${id}`],
    copy: (_, name, edit) => ["POST", "/v2/teams", { name, description: `edit ${edit}`, members: [] }],
  },
  {
    ...{ kind: "DeploymentPolicy", nameField: "name", ...find("policy", "deploymentPolicies", "deploymentPolicyId") },
    ...{ deleteBeforeReplace: true, isAnonymous: true },
    declare: (_, edit) => ({ name: "policy", copyInputTableData: edit % 2 === 1 }),
    edit: (id) => ["PATCH", `/v2/deploymentPolicies/${id}`, { nameInTenant: "theirs" }],
    delete: (id) => ["DELETE", `/v2/deploymentPolicies/${id}`],
    copy: (_, name, edit) => ["POST", "/v2/deploymentPolicies", { name, copyInputTableData: edit % 2 === 1 }],
  },
  {
    ...{ kind: "ApiCredential", nameField: "name", ...find("credential", "apiCredentials", "apiCredentialId") },
    secret: ["credential"],
    declare: (_, edit) => ({
      name: "credential",
      allowlist: [`v${edit}.example.com`],
      credential: buildBearer(`open-sesame-${Math.floor(edit / 2)}`),
    }),
    edit: (id) => ["PATCH", `/v2/api-credentials/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/api-credentials/${id}`],
    copy: (_, name, edit) => [
      "POST",
      "/v2/api-credentials",
      { name, allowlist: [`v${edit}.example.com`], credential: buildBearer("open-sesame-0") },
    ],
  },
  {
    ...{ kind: "ApiConnector", nameField: "name", ...find("connector", "apiConnectors", "apiConnectorId") },
    declare: (_, edit) => ({
      name: "connector",
      params: { method: "GET", url: "https://billing.example.com" },
      description: `edit ${edit}`,
    }),
    edit: (id) => ["PATCH", `/v2/api-connectors/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/api-connectors/${id}`],
    copy: (_, name, edit) => [
      "POST",
      "/v2/api-connectors",
      { name, params: { method: "GET", url: "https://billing.example.com" }, description: `edit ${edit}` },
    ],
  },
  {
    ...{ kind: "Plugin", nameField: "name", ...find("plugin", "plugins", "pluginId"), isAnonymous: true },
    declare: (_, edit) => ({
      ...{ name: "plugin", url: "https://plugins.example.com", description: `edit ${edit}`, allowDelete: true },
    }),
    edit: (id) => ["PATCH", `/v2/plugins/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/plugins/${id}`],
    copy: (_, name, edit) => [
      "POST",
      "/v2/plugins",
      { name, url: "https://plugins.example.com", description: `edit ${edit}` },
    ],
  },
  {
    ...{ kind: "WorkbookSchedule", nameField: "title" },
    label: "schedule",
    list: (emulator) => {
      const found = find("schedule", "exportSchedules", "scheduledNotificationId").list(emulator);
      return found.map(({ id, record }) => ({ id: `${emulator.seeded.workbooks.sales}/${id}`, record }));
    },
    declare: ({ seeded }, edit) => ({
      ...{ workbookId: seeded.workbooks.sales, title: "schedule", ...schedule(edit) },
      targets: [{ email: "sales@example.com" }],
      attachments: [{ format: { type: "PDF" } }],
    }),
    edit: (id) => ["PATCH", formSchedulePath(id), { configV2: { title: "schedule", messageBody: "theirs" } }],
    delete: (id) => ["DELETE", formSchedulePath(id)],
  },
  {
    // One of several grants on a folder; what the platform has of it is known by whose it is and on what.
    ...{ kind: "Grant", label: "grant", isUnique: true },
    list: (emulator) =>
      emulator
        .snapshot()
        .grants.filter(({ inodeId, memberId }) => inodeId === getFolder(emulator) && memberId === getMember(emulator))
        .map((record) => ({ id: `${record.inodeId}/${record.memberId}`, record })),
    declare: (emulator, edit) => ({
      ...{ inodeId: getFolder(emulator), memberId: getMember(emulator) },
      permission: ["view", "edit", "explore"][edit % 3],
    }),
    delete: (_, emulator) => {
      const [found] = things.find(({ label }) => label === "grant")!.list(emulator);
      return ["DELETE", `/v2/grants/${(found?.record as Properties | undefined)?.grantId}`];
    },
  },
  {
    // A pair that exists or doesn't: a create adopts one that does.
    ...{ kind: "TeamMember", label: "membership", isUnique: true, isAnonymous: true },
    list: (emulator) =>
      emulator
        .snapshot()
        .teams.filter(({ teamId }) => teamId === emulator.seeded.teams.engineering)
        .filter(({ members }) => members.includes(getMember(emulator)))
        .map(({ teamId }) => ({ id: `${teamId}/${getMember(emulator)}`, record: { teamId } })),
    declare: ({ seeded }) => ({ teamId: seeded.teams.engineering, memberId: seeded.members.viewer }),
    delete: (_, { seeded }) => [
      ...(["PATCH", `/v2/teams/${seeded.teams.engineering}/members`] as const),
      { remove: [seeded.members.viewer] },
    ],
    copy: ({ seeded }) => ["PATCH", `/v2/teams/${seeded.teams.engineering}/members`, { add: [seeded.members.viewer] }],
  },
  {
    ...{ kind: "OrganizationSetting", label: "setting", isUnique: true, isShared: true },
    // It has no record until it is set.
    list: (emulator) => {
      const [record = {}] = emulator.snapshot().organizationSettings;
      return [{ id: `${emulator.seeded.organization}/bulkCopy`, record }];
    },
    declare: (_, edit) => ({ setting: "bulkCopy", enabled: edit % 2 === 1 }),
  },
];

/** Whether a record of the platform is an object that wasn't deleted. */
function readLiving(record: object): boolean {
  const { deletedWith, isArchived, archivedAt } = record as Record<string, unknown>;
  return (deletedWith ?? null) === null && isArchived !== true && (archivedAt ?? null) === null;
}

/** Whether a record has the name that a thing's objects have, also after edits of it. */
function hasName(record: object, label: string): boolean {
  const { name, configV2 } = record as { name?: string; configV2?: { title?: string } };
  const shown = name ?? configV2?.title;
  return shown === label || (shown?.startsWith(`${label} `) ?? false);
}
