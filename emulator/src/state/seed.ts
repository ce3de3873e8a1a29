import { permissions } from "../resources/account-types";
import type { CatalogColumn } from "../spec/catalog";
import type { Ids } from "./ids";
import type { Connection, Inode, Stamps } from "./records";
import { seedDocuments } from "./seed-documents";
import { listSeededIds } from "./seeded";
import type { Store } from "./store";

/** What exists on a fresh platform: everything a client can't make by itself, and nothing of what it manages. */
export function seedPlatform(store: Store, ids: Ids): void {
  const seeded = listSeededIds(ids);
  const { members, teams, folders, connections, tables, datasets, workbooks } = seeded;
  const at = "2024-01-08T09:00:00.000Z";
  const stamps: Stamps = { createdBy: members.admin, updatedBy: members.admin, createdAt: at, updatedAt: at };

  const addFile = (id: string, type: Inode["type"], name: string, parentId: string | null, ownerId = members.admin) =>
    store.files.put(id, { id, urlId: ids.nameUrlId(id), name, type, parentId, ownerId, deletedWith: null, ...stamps });
  addFile(folders.workspace, "workspace", "Acme", null);
  addFile(folders.models, "folder", "Models", folders.workspace);
  addFile(folders.sales, "folder", "Sales", folders.models);

  store.grants.put(seeded.grants.everyone, {
    grantId: seeded.grants.everyone,
    inodeId: folders.workspace,
    memberId: null,
    teamId: teams.allMembers,
    permission: "view",
    tagId: null,
    ...stamps,
  });

  const people = {
    admin: ["Ada", "Admin", "admin"],
    analyst: ["Alan", "Analyst", "creator"],
    viewer: ["Vera", "Viewer", "viewer"],
    former: ["Frank", "Former", "creator"],
    robot: ["Scheduler", "Robot", "creator"],
  } as const;
  for (const key of ["admin", "analyst", "viewer", "former", "robot"] as const) {
    const [firstName, lastName, memberType] = people[key];
    const memberId = members[key];
    const homeFolderId = folders[`${key}Home`];
    const email = `${firstName}${key === "robot" ? "-" : "."}${lastName}@acme.example`.toLowerCase();
    const isInactive = key === "former";
    addFile(homeFolderId, "folder", "My Documents", null, memberId);
    store.members.put(memberId, {
      memberId,
      memberType,
      firstName,
      lastName,
      email,
      homeFolderId,
      isArchived: false,
      isInactive,
      ...stamps,
    });
  }

  const addAccountType = (key: keyof typeof seeded.accountTypes, permitted: readonly string[]) =>
    store.accountTypes.put(seeded.accountTypes[key], {
      accountTypeId: seeded.accountTypes[key],
      accountTypeName: key,
      description: `The ${key} account type`,
      isCustom: false,
      permissions: permitted,
    });
  addAccountType("admin", Object.keys(permissions));
  addAccountType("creator", ["view-worksheet", "comment", "explore-worksheet", "create-worksheet", "apply-tag"]);
  addAccountType("viewer", ["view-worksheet", "comment"]);

  const addTeam = (
    teamId: string,
    name: string,
    visibility: "public" | "private",
    people: string[],
    isArchived = false,
  ) =>
    store.teams.put(teamId, {
      teamId,
      ...stamps,
      name,
      description: isArchived ? null : `The ${name} team`,
      visibility,
      isArchived,
      members: people,
    });
  addTeam(teams.finance, "Finance", "public", [members.analyst, members.viewer]);
  addTeam(teams.engineering, "Data Engineering", "private", [members.admin, members.analyst]);
  addTeam(teams.archived, "Old Team", "private", [], true);

  store.userAttributes.put(seeded.userAttributes.region, {
    userAttributeId: seeded.userAttributes.region,
    name: "Region",
    ...stamps,
    description: "Sales region of the user",
    defaultValue: { type: "string", val: "north" },
  });

  for (const [slug, tenantOrganizationId] of Object.entries(seeded.tenants)) {
    store.tenants.put(tenantOrganizationId, {
      tenantOrganizationId,
      parentOrganizationId: seeded.organization,
      ...stamps,
      tenantOrganizationName: `Acme ${slug}`,
      tenantOrganizationSlug: `acme-${slug}`,
    });
  }

  const addConnection = (connectionId: string, name: string, type: string, options: Partial<Connection> = {}) =>
    store.connections.put(connectionId, {
      connectionId,
      isSample: false,
      name,
      type,
      isArchived: false,
      useFriendlyNames: true,
      ...options,
      ...stamps,
    });
  addConnection(connections.warehouse, "Warehouse", "snowflake");
  addConnection(connections.lakehouse, "Lakehouse", "databricks", { useFriendlyNames: false });
  addConnection(connections.sample, "Sample data", "snowflake", { isSample: true });

  const addTable = (
    tableId: string,
    connectionId: string,
    path: string[],
    columns: Record<string, CatalogColumn["type"]>,
    isIndexed = true,
  ) =>
    store.warehouseTables.put(tableId, {
      tableId,
      urlId: ids.nameUrlId(tableId),
      connectionId,
      path,
      columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
      isIndexed,
    });
  addTable(tables.orders, connections.warehouse, ["SALES", "PUBLIC", "ORDERS"], {
    ID: "number",
    CUSTOMER_ID: "number",
    PRODUCT_ID: "number",
    ORDERED_AT: "datetime",
    AMOUNT: "number",
    PAID: "boolean",
  });
  addTable(tables.customers, connections.warehouse, ["SALES", "PUBLIC", "CUSTOMERS"], {
    ID: "number",
    NAME: "text",
    REGION: "text",
    SINCE: "datetime",
  });
  addTable(tables.products, connections.warehouse, ["SALES", "PUBLIC", "PRODUCTS"], {
    ID: "number",
    NAME: "text",
    PRICE: "number",
  });
  addTable(
    tables.returns,
    connections.warehouse,
    ["SALES", "PUBLIC", "RETURNS"],
    { ORDER_ID: "number", REASON: "text" },
    false,
  );
  addTable(tables.events, connections.lakehouse, ["main", "web", "events"], {
    id: "text",
    kind: "text",
    at: "datetime",
    payload: "text",
  });

  const addDataset = (datasetId: string, name: string, ...sources: ["dataset" | "table", string][]) => {
    addFile(datasetId, "dataset", name, folders.sales);
    store.datasets.put(datasetId, {
      datasetId,
      migrationStatus: "not-migrated",
      migrationToDataModel: null,
      sources: sources.map(([type, inodeId]) => ({ type, inodeId })),
    });
  };
  addDataset(datasets.orders, "Orders dataset", ["table", tables.orders], ["table", tables.customers]);
  addDataset(datasets.revenue, "Revenue dataset", ["dataset", datasets.orders], ["table", tables.products]);
  addDataset(datasets.legacy, "Legacy dataset", ["table", tables.events]);
  addDataset(datasets.external, "External dataset", ["table", tables.events]);
  store.datasets.put(datasets.external, { ...store.datasets.get(datasets.external)!, migrationStatus: "not-required" });
  store.datasets.put(datasets.legacy, {
    ...store.datasets.get(datasets.legacy)!,
    migrationStatus: "migrated",
    migrationToDataModel: { dataModelId: seeded.legacyModel, migratedAt: at, migratedBy: members.analyst },
  });

  const events = store.warehouseTables.get(tables.events)!;
  addFile(seeded.legacyModel, "data-model", "Legacy dataset", folders.sales);
  store.dataModels.put(seeded.legacyModel, { documentId: seeded.legacyModel, latestVersion: 1, tags: [] });
  store.dataModelVersions.put(`${seeded.legacyModel}/1`, {
    dataModelId: seeded.legacyModel,
    documentVersion: 1,
    pages: [
      {
        id: ids.nameShort("legacy page"),
        name: "Legacy dataset",
        elements: [
          {
            id: ids.nameShort("legacy element"),
            kind: "table",
            name: "Legacy dataset",
            source: { kind: "warehouse-table", connectionId: connections.lakehouse, path: [...events.path] },
            columns: events.columns.map(({ name }) => ({
              id: ids.nameShort(`legacy column ${name}`),
              formula: `[events/${name}]`,
              name,
            })),
          },
        ],
      },
    ],
  });

  for (const [key, workbookId] of Object.entries(workbooks)) {
    addFile(workbookId, "workbook", `${key === "sales" ? "Sales" : "Finance"} report`, folders.sales, members.analyst);
    store.workbooks.put(workbookId, { documentId: workbookId, latestVersion: 3, tags: [] });
  }
  const { quarterly } = seeded.reports;
  addFile(quarterly, "report", "Quarterly report", folders.analystHome, members.analyst);
  store.reports.put(quarterly, { documentId: quarterly, latestVersion: 3, tags: [] });
  seedDocuments(store, ids, seeded);
  for (const [key, bookmarkId] of Object.entries(seeded.bookmarks)) {
    store.bookmarks.put(bookmarkId, {
      bookmarkId,
      workbookId: workbooks.sales,
      name: key === "mine" ? "My view" : `Region ${key}`,
      isShared: key !== "mine",
      isDefault: key === "north",
      exploreKey: ids.nameUuid(`explore ${key}`),
    });
  }
  store.webhooks.put(seeded.webhookSequence, {
    workbookId: workbooks.sales,
    sequenceId: seeded.webhookSequence,
    variables: { region: { type: "text" }, threshold: { type: "number" }, urgent: { type: "boolean" } },
  });

  store.sourceSwapPolicies.put(seeded.sourceSwapPolicies.toLakehouse, {
    type: "deployment",
    name: "Warehouse to lakehouse",
    fromConnectionId: connections.warehouse,
    swaps: {
      toConnection: { swapType: "attribute", userAttributeId: seeded.userAttributes.region },
      deploymentSwaps: [
        {
          from: { path0: { swapType: "exact", catalogObject: "SALES" }, path1: { swapType: "all" } },
          to: { path0: { swapType: "exact", catalogObject: "main" }, path1: { swapType: "all" } },
        },
      ],
    },
    policyId: seeded.sourceSwapPolicies.toLakehouse,
  });
}
