/** Objects by the name that people know them by, where an id is expected. */

import { isSameName } from "../text";
import type { AreaName } from "./areas";
import type { AnalyticsClient } from "./client";

/** An object with what people call it. */
interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

interface Listing {
  list(client: AnalyticsClient): AsyncIterable<Named>;
  /** The lookup that finds the id, as a program calls it. */
  lookup(name: string): string | undefined;
}

async function* mapEntries<Entry>(
  entries: AsyncIterable<Entry>,
  toNamed: (entry: Entry) => Named,
): AsyncGenerator<Named> {
  for await (const entry of entries) yield toNamed(entry);
}

const writeLookupByName = (kind: string) => (name: string) => `get${kind}({ name: ${JSON.stringify(name)} })`;
const writeLookupByPath = (name: string) => `getFolder({ path: ${JSON.stringify(name)} })`;

/** The areas of the kinds whose objects people know by their name alone. */
const areasOfKinds = {
  ApiConnector: "apiConnectors",
  ApiCredential: "apiCredentials",
  Connection: "connections",
  DeploymentPolicy: "deploymentPolicies",
  Tag: "tags",
  Team: "teams",
  UserAttribute: "userAttributes",
} as const;

function listArea(client: AnalyticsClient, area: AreaName) {
  const { list, getId } = client[area];
  const entries: AsyncIterable<{ readonly name: string }> = list();
  return mapEntries(entries, (one) => ({ id: getId(one), names: [one.name] }));
}

const inAreas = Object.entries(areasOfKinds).map(([kind, area]): [string, Listing] => [
  kind,
  { list: (client) => listArea(client, area), lookup: writeLookupByName(kind) },
]);

const listings: Readonly<Record<string, Listing>> = {
  ...Object.fromEntries(inAreas),
  AccountType: {
    list: ({ accountTypes }) =>
      mapEntries(accountTypes.list(), (one) => ({ id: one.accountTypeId, names: [one.accountTypeName] })),
    lookup: writeLookupByName("AccountType"),
  },
  DataModel: {
    list: ({ dataModels }) => mapEntries(dataModels.list(), (one) => ({ id: one.dataModelId, names: [one.name] })),
    lookup: writeLookupByName("DataModel"),
  },
  Folder: {
    list: ({ files }) =>
      mapEntries(files.list({ type: "folder" }), ({ id, name, path }) => ({ id, names: [name, `${path}/${name}`] })),
    lookup: writeLookupByPath,
  },
  Member: {
    list: ({ members }) =>
      mapEntries(members.list(), ({ memberId, email, firstName, lastName }) => ({
        id: memberId,
        names: [email, `${firstName} ${lastName}`],
      })),
    lookup: (name) => (name.includes("@") ? `getMember({ email: ${JSON.stringify(name)} })` : undefined),
  },
  Report: {
    list: ({ reports }) =>
      mapEntries(reports.list(), (one) => ({ id: one.reportId, names: [one.name, `${one.path}/${one.name}`] })),
    lookup: writeLookupByName("Report"),
  },
  Workbook: {
    list: ({ workbooks }) =>
      mapEntries(workbooks.list(), (one) => ({ id: one.workbookId, names: [one.name, `${one.path}/${one.name}`] })),
    lookup: writeLookupByName("Workbook"),
  },
  Workspace: {
    list: (client) => listArea(client, "workspaces"),
    lookup: writeLookupByPath,
  },
};

/**
 * The ids of the objects of a kind that people call so.
 *
 * @returns nothing for an id, and for a kind whose objects have no names.
 * @example await findByName(client, "Connection", "Snowflake prod") // ["f725…"]
 */
export async function findByName(client: AnalyticsClient, kind: string, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { id, names } of listings[kind]?.list(client) ?? []) {
    if (id === name) return [];
    if (names.some((one) => isSameName(one.toLowerCase(), name.toLowerCase()))) found.push(id);
  }
  return found;
}

/** Whether people know the objects of a kind by names. */
export function hasNames(kind: string): boolean {
  return Object.hasOwn(listings, kind);
}

/** The lookup that finds the id of an object by its name; undefined: there is none. */
export function describeLookup(kind: string, name: string): string | undefined {
  return listings[kind]?.lookup(name);
}

/**
 * Whether a text is no id: the platform's are UUIDs, or 22 and more letters and digits, and have no spaces, and neither
 * `@` nor a slash.
 */
export function isLikelyName(text: string): boolean {
  return /[\s@/]/.test(text) || /^[\p{L}_-]{1,20}$/u.test(text);
}
