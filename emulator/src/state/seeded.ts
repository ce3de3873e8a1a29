import type { Ids } from "./ids";

/** Ids of what every emulator starts with. The same seed gives the same ids, whatever happened since. */
export type Seeded = ReturnType<typeof listSeededIds>;

export function listSeededIds(ids: Ids) {
  const nameIds = <Name extends string>(kind: string, ...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, ids.nameUuid(`${kind} ${name}`)])) as Record<Name, string>;
  return {
    organization: ids.nameUuid("organization"),
    members: {
      /** Owns the client id and secret: what the API does, she does. */
      admin: ids.nameMember("member admin"),
      /** Does what the emulator is asked to do as another user. */
      analyst: ids.nameMember("member analyst"),
      viewer: ids.nameMember("member viewer"),
      /** Deactivated. */
      former: ids.nameMember("member former"),
      /** Runs the schedules; lists show it like anybody. */
      robot: ids.nameMember("member robot"),
    },
    /** The default ones, called like their keys. */
    accountTypes: nameIds("account type", "admin", "creator", "viewer"),
    teams: {
      ...nameIds("team", "finance", "engineering", "archived"),
      /** The built-in team of everyone. It holds a grant, is in no list, and can't be read. */
      allMembers: ids.nameUuid("team all members"),
    },
    grants: nameIds("grant", "everyone"),
    userAttributes: nameIds("user attribute", "region"),
    tenants: nameIds("tenant", "north", "south", "west"),
    /** The organization's one service provider of single sign-on, without certificates. */
    serviceProvider: ids.nameUuid("saml service provider"),
    folders: nameIds(
      "folder",
      "workspace",
      "models",
      "sales",
      "adminHome",
      "analystHome",
      "viewerHome",
      "formerHome",
      "robotHome",
    ),
    connections: nameIds("connection", "warehouse", "lakehouse", "sample"),
    /**
     * Of the warehouse: SALES.PUBLIC.<name in capitals>, of which the catalog lacks `returns`; `events` is in the
     * lakehouse.
     */
    tables: nameIds("table", "orders", "customers", "products", "returns", "events"),
    /** `orders` depends on tables, `revenue` on `orders`; `legacy` is migrated, `external` needs no migration. */
    datasets: nameIds("dataset", "orders", "revenue", "legacy", "external"),
    legacyModel: ids.nameUuid("data model legacy"),
    workbooks: nameIds("workbook", "sales", "finance"),
    /** Lies in the personal area of `analyst`. */
    reports: nameIds("report", "quarterly"),
    /** Of the workbook `sales`. */
    bookmarks: nameIds("bookmark", "north", "south", "mine"),
    sourceSwapPolicies: nameIds("source swap policy", "toLakehouse"),
    /**
     * Sequence of the workbook `sales`, with the variables `region` (text), `threshold` (number) and `urgent`
     * (boolean).
     */
    webhookSequence: ids.nameUuid("webhook refresh"),
  };
}
