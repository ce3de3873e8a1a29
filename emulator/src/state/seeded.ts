import type { Ids } from "./ids";

/** Ids of what every emulator starts with. The same seed gives the same ids, whatever happened since. */
export type Seeded = ReturnType<typeof seededIds>;

export function seededIds(ids: Ids) {
  const named = <Name extends string>(kind: string, ...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, ids.named(`${kind} ${name}`)])) as Record<Name, string>;
  return {
    organization: ids.named("organization"),
    members: {
      /** Owns the client id and secret: what the API does, she does. */
      admin: ids.namedMember("member admin"),
      /** Does what the emulator is asked to do as another user. */
      analyst: ids.namedMember("member analyst"),
      viewer: ids.namedMember("member viewer"),
      /** Deactivated. */
      former: ids.namedMember("member former"),
      /** Runs the schedules; lists show it like anybody. */
      robot: ids.namedMember("member robot"),
    },
    /** The default ones, called like their keys. */
    accountTypes: named("account type", "admin", "creator", "viewer"),
    teams: {
      ...named("team", "finance", "engineering", "archived"),
      /** The built-in team of everyone. It holds a grant, is in no list, and can't be read. */
      allMembers: ids.named("team all members"),
    },
    grants: named("grant", "everyone"),
    userAttributes: named("user attribute", "region"),
    tenants: named("tenant", "north", "south", "west"),
    /** The organization's one service provider of single sign-on, without certificates. */
    serviceProvider: ids.named("saml service provider"),
    folders: named(
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
    connections: named("connection", "warehouse", "lakehouse", "sample"),
    /** Of the warehouse: SALES.PUBLIC.<name in capitals>, of which the catalog lacks `returns`; `events` is in the lakehouse. */
    tables: named("table", "orders", "customers", "products", "returns", "events"),
    /** `orders` depends on tables, `revenue` on `orders`; `legacy` is migrated, `external` needs no migration. */
    datasets: named("dataset", "orders", "revenue", "legacy", "external"),
    legacyModel: ids.named("data model legacy"),
    workbooks: named("workbook", "sales", "finance"),
    /** Lies in the personal area of `analyst`. */
    reports: named("report", "quarterly"),
    /** Of the workbook `sales`. */
    bookmarks: named("bookmark", "north", "south", "mine"),
    sourceSwapPolicies: named("source swap policy", "toLakehouse"),
    /** Sequence of the workbook `sales`, with the variables `region` (text), `threshold` (number) and `urgent` (boolean). */
    webhookSequence: ids.named("webhook refresh"),
  };
}
