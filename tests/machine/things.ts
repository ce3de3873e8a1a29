import type { Emulator, Snapshot } from "analytics-emulator";
import type { Properties } from "./state";

/** What the program may declare: one resource of a kind, which is known by its label wherever it is. */
export interface Thing {
  readonly kind: string;
  readonly label: string;
  /** The collection of the platform that its objects are in, and the field with their id. */
  readonly collection: keyof Snapshot;
  readonly idField: string;
  /** Inputs of the n-th edit; the name stays. */
  declare(emulator: Emulator, edit: number): Properties;
  readonly secret?: readonly string[];
  readonly references?: Readonly<Record<string, string>>;
  readonly deleteBeforeReplace?: true;
  /** Whether the platform, or its product, has one object of a name only. */
  readonly isUnique?: true;
  /** Whether the platform doesn't say who made an object: a copy is then like the one of a lost create. */
  readonly isAnonymous?: true;
  /** The requests by which a person edits, deletes and copies the object in the product; see `emulator.ui`. */
  edit(id: string, emulator: Emulator): Asked;
  delete(id: string, emulator: Emulator): Asked;
  readonly copy?: (emulator: Emulator, name: string, edit: number) => Asked;
}

type Asked = readonly [method: string, path: string, body?: object];

const buildBearer = (token: string) => ({ authMethod: "bearer", bearer: { token } });
const getFolder = ({ seeded }: Emulator) => seeded.folders.models;
const buildSpec = (edit: number) => ({
  pages: [{ id: "p", name: `Page ${edit}`, elements: [] }],
});
const schedule = (edit: number) => ({ cronSpec: "0 8 * * mon", timezone: "UTC", message: `As of edit ${edit}.` });

/** One of each way in which a lost create is found again, and in which an object leaves. */
export const things: readonly Thing[] = [
  {
    ...{ kind: "Folder", label: "folder", collection: "files", idField: "id" },
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
    ...{ kind: "DataModel", label: "model", collection: "files", idField: "id" },
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
    ...{ kind: "DataModel", label: "inner", collection: "files", idField: "id", references: { folderId: "folder" } },
    declare: (_, edit) => ({ name: "inner", spec: JSON.stringify(buildSpec(edit)) }),
    edit: (id) => ["PATCH", `/v2/files/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/files/${id}`],
  },
  {
    ...{ kind: "Tag", label: "tag", collection: "tags", idField: "versionTagId" },
    ...{ deleteBeforeReplace: true, isUnique: true },
    declare: (_, edit) => ({ name: "tag", color: "grass", description: `edit ${edit}` }),
    edit: (id) => ["PATCH", `/v2/tags/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/tags/${id}`],
  },
  {
    ...{ kind: "Team", label: "team", collection: "teams", idField: "teamId" },
    ...{ deleteBeforeReplace: true, isUnique: true },
    declare: ({ seeded }, edit) => ({ name: "team", description: `edit ${edit}`, members: [seeded.members.analyst] }),
    edit: (id) => ["PATCH", `/v2/teams/${id}`, { description: "theirs" }],
    delete: (id) => ["DELETE", `/v2/teams/${id}`],
    copy: (_, name, edit) => ["POST", "/v2/teams", { name, description: `edit ${edit}`, members: [] }],
  },
  {
    ...{ kind: "DeploymentPolicy", label: "policy", collection: "deploymentPolicies", idField: "deploymentPolicyId" },
    ...{ deleteBeforeReplace: true, isAnonymous: true },
    declare: (_, edit) => ({ name: "policy", copyInputTableData: edit % 2 === 1 }),
    edit: (id) => ["PATCH", `/v2/deploymentPolicies/${id}`, { nameInTenant: "theirs" }],
    delete: (id) => ["DELETE", `/v2/deploymentPolicies/${id}`],
    copy: (_, name, edit) => ["POST", "/v2/deploymentPolicies", { name, copyInputTableData: edit % 2 === 1 }],
  },
  {
    ...{ kind: "ApiCredential", label: "credential", collection: "apiCredentials", idField: "apiCredentialId" },
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
    ...{ kind: "ApiConnector", label: "connector", collection: "apiConnectors", idField: "apiConnectorId" },
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
    ...{ kind: "Plugin", label: "plugin", collection: "plugins", idField: "pluginId", isAnonymous: true },
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
    ...{ kind: "WorkbookSchedule", label: "schedule", collection: "exportSchedules" },
    idField: "scheduledNotificationId",
    declare: ({ seeded }, edit) => ({
      ...{ workbookId: seeded.workbooks.sales, title: "schedule", ...schedule(edit) },
      targets: [{ email: "sales@example.com" }],
      attachments: [{ format: { type: "PDF" } }],
    }),
    edit: (id, { seeded }) => [
      "PATCH",
      `/v2/workbooks/${seeded.workbooks.sales}/schedules/${id}`,
      { configV2: { title: "schedule", messageBody: "theirs" } },
    ],
    delete: (id, { seeded }) => ["DELETE", `/v2/workbooks/${seeded.workbooks.sales}/schedules/${id}`],
  },
];

/** Whether a record of the platform is an object that wasn't deleted. */
export function readLiving(record: object): boolean {
  const { deletedWith, isArchived, archivedAt } = record as Record<string, unknown>;
  return (deletedWith ?? null) === null && isArchived !== true && (archivedAt ?? null) === null;
}

/** The label of a thing that a record shows, by its name. */
export function readLabel(record: object): string | undefined {
  const { name, configV2 } = record as { name?: string; configV2?: { title?: string } };
  const shown = name ?? configV2?.title;
  return things.find(({ label }) => shown === label || shown?.startsWith(`${label} `))?.label;
}
