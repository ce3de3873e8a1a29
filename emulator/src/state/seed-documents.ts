import type { TableElement } from "../spec/schema";
import type { Ids } from "./ids";
import type { DataElement, DocumentPage } from "./records";
import type { Seeded } from "./seeded";
import type { Store } from "./store";

/**
 * What the seeded workbooks and the report hold: between them every kind of source, of which the data model is read by
 * a workbook and the report, and an element whose lineage can't be read.
 */
export function seedDocuments(store: Store, ids: Ids, seeded: Seeded): void {
  const { connections, datasets, workbooks, reports } = seeded;
  const getShortId = (name: string) => ids.nameShort(`document ${name}`);
  const buildTable = (name: string, source: TableElement["source"], columns: Record<string, string>): TableElement => ({
    id: getShortId(name),
    kind: "table",
    name,
    source,
    columns: Object.entries(columns).map(([column, formula]) => ({
      id: getShortId(`${name} ${column}`),
      name: column,
      formula,
    })),
  });
  const buildVisualization = (kind: string, table: TableElement): DataElement => ({
    type: "visualization",
    vizualizationType: kind,
    table,
  });
  const put = (documentId: string, pages: DocumentPage[]) =>
    store.documentContents.put(documentId, { documentId, pages });

  const model = {
    kind: "data-model" as const,
    dataModelId: seeded.legacyModel,
    elementId: ids.nameShort("legacy element"),
  };
  const buildWarehouseSource = (name: string) => ({
    kind: "warehouse-table" as const,
    connectionId: connections.warehouse,
    path: ["SALES", "PUBLIC", name],
  });

  const events = buildTable("Events", model, { kind: "[Legacy dataset/kind]", at: "[Legacy dataset/at]" });
  const orders = buildTable("Orders", buildWarehouseSource("ORDERS"), {
    Amount: "[ORDERS/Amount]",
    "Is Large": "[Amount] > 1000",
  });
  const inEvents = { kind: "table" as const, elementId: events.id };
  put(workbooks.sales, [
    {
      id: getShortId("Overview"),
      name: "Overview",
      elements: [
        { type: "text", id: getShortId("Title") },
        { type: "control", id: getShortId("Kind"), name: "Kind", valueType: "text-list" },
        { type: "table", table: events },
        buildVisualization("bar", buildTable("Events by Kind", inEvents, { kind: "[Events/kind]", Number: "Count()" })),
      ],
    },
    {
      id: getShortId("Data"),
      name: "Data",
      hidden: true,
      elements: [
        { type: "table", table: orders },
        {
          ...buildVisualization(
            "line",
            buildTable("Trend", { kind: "table", elementId: orders.id }, { Amount: "[Orders/Amount]" }),
          ),
          hasLineage: false,
        },
      ],
    },
  ]);

  const returned = {
    kind: "sql" as const,
    connectionId: connections.warehouse,
    statement: "select REASON, count(*) as NUMBER from SALES.PUBLIC.RETURNS group by 1",
  };
  put(workbooks.finance, [
    {
      id: getShortId("Revenue page"),
      name: "Revenue",
      elements: [
        {
          type: "table",
          datasetId: datasets.orders,
          table: buildTable("Revenue", buildWarehouseSource("ORDERS"), { Amount: "[ORDERS/Amount]" }),
        },
        {
          type: "table",
          table: buildTable("Customers", buildWarehouseSource("CUSTOMERS"), { Region: "[CUSTOMERS/Region]" }),
        },
        buildVisualization("pie", buildTable("Returns", returned, { Reason: "[Custom SQL/REASON]" })),
      ],
    },
  ]);

  put(reports.quarterly, [
    {
      id: getShortId("Cover"),
      name: "Cover",
      elements: [
        { type: "text", id: getShortId("Cover Title") },
        { type: "table", table: buildTable("Events of the Quarter", model, { at: "[Legacy dataset/at]" }) },
      ],
    },
  ]);
}
