import { explainBadName, type NamedDocument, planRename } from "../../../cli/src/rename/plan";
import { getValue, isObject, type Json, type JsonObject, type Path } from "../../../provider/src/core/model/json";

const createDocument = (key: string, form: JsonObject, isWorkbook = false): NamedDocument => ({
  key,
  name: key,
  form,
  isWorkbook,
  locate: ({ dataModelId, elementId }) =>
    dataModelId === "elsewhere" ? undefined : { document: String(dataModelId), element: String(elementId) },
});

const createModel = (key: string, ...elements: Json[]) =>
  createDocument(key, { pages: [{ id: "p", name: "P", elements }] });

const createWorkbook = (key: string, elements: Json[], more: JsonObject = {}) =>
  createDocument(key, { schemaVersion: 1, kind: "workbook", pages: [], elements, ...more }, true);

/** The changes as `document path: before → after`; paths name things by id. */
function describePlan(documents: readonly NamedDocument[], target: Path, name: string, former?: string) {
  const [{ key: document }] = documents as [NamedDocument];
  const plan = planRename(documents, { target: { document, path: target }, name, ...(former ? { former } : {}) });
  const write = (of: string, path: Path) => {
    const root = documents.find(({ key }) => key === of)!.form;
    const words = path.flatMap((step, index) => {
      const value = getValue(root, path.slice(0, index + 1));
      const id = isObject(value) ? value.id : undefined;
      return typeof step === "number" && typeof id === "string"
        ? [id]
        : typeof step === "number"
          ? [String(step)]
          : [step];
    });
    return [of, ...words.filter((word) => !["pages", "p", "elements", "columns", "metrics"].includes(word))].join(" ");
  };
  return {
    changes: plan.changes.map(
      ({ document: of, path, before, after }) =>
        `${write(of, path)}: ${before === undefined ? "" : `${before} → `}${after}`,
    ),
    left: plan.left.map(({ document: of, path, text, why }) => `${write(of, path)}: ${text}: ${why}`),
    conflicts: plan.conflicts.map(({ document: of, path, message }) => `${write(of, path)}: ${message}`),
    plan,
  };
}

const facts: JsonObject = {
  id: "facts",
  kind: "table",
  name: "Orders",
  source: { kind: "warehouse-table", connectionId: "c", path: ["DB", "S", "ORDERS"] },
  columns: [
    { id: "region", formula: "[ORDERS/REGION]" },
    { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" },
    { id: "code", name: "Code", formula: 'Upper([Region]) & "[Region]" & Lower([region])' },
    { id: "customer", name: "Customer Id", formula: "[ORDERS/CUSTOMER_ID]" },
  ],
  metrics: [
    { id: "revenue", name: "Revenue", formula: "Sum([Amount])" },
    { id: "share", name: "Share", formula: "[Revenue] / Count([Region])" },
  ],
  relationships: [{ id: "rel", name: "Buyer", targetElementId: "customers", keys: [] }],
  filters: [{ id: "f", columnId: "region", kind: "list" }],
};
const region: Path = ["pages", 0, "elements", 0, "columns", 0];
const amount: Path = ["pages", 0, "elements", 0, "columns", 1];
const revenue: Path = ["pages", 0, "elements", 0, "metrics", 0];
const orders: Path = ["pages", 0, "elements", 0];
const customers: JsonObject = {
  id: "customers",
  kind: "table",
  name: "Customers",
  source: { kind: "warehouse-table", connectionId: "c", path: ["DB", "S", "CUSTOMERS"] },
  columns: [
    { id: "id", name: "Id", formula: "[CUSTOMERS/ID]" },
    { id: "cregion", name: "Region", formula: "[CUSTOMERS/REGION]" },
  ],
};
const child: JsonObject = {
  id: "child",
  kind: "table",
  name: "Child",
  source: { kind: "table", elementId: "facts" },
  columns: [
    { id: "r", formula: "[Orders/Region]" },
    { id: "s", name: "Mine", formula: "[orders/REGION]" },
    { id: "b", name: "Buyer's", formula: "[Orders/Buyer/Region]" },
  ],
  metrics: [{ id: "m", name: "M", formula: "[Metrics/Revenue] * 2" }],
};
const grandchild: JsonObject = {
  id: "grandchild",
  kind: "table",
  name: "Grandchild",
  source: { kind: "table", elementId: "child" },
  columns: [{ id: "r", formula: "[Child/Region]" }],
};
const sales = createModel("sales", facts, customers, child, grandchild);

test("a column gets a name, formulas of its element and of those that read it follow, and derived names stay", () => {
  const { changes, left, conflicts } = describePlan([sales], region, "Sales Region");
  expect({ left, conflicts }).toEqual({ left: [], conflicts: [] });
  expect(changes).toEqual([
    "sales facts region name: Sales Region",
    'sales facts code formula: Upper([Region]) & "[Region]" & Lower([region]) → ' +
      'Upper([Sales Region]) & "[Region]" & Lower([Sales Region])',
    "sales facts share formula: [Revenue] / Count([Region]) → [Revenue] / Count([Sales Region])",
    "sales child r formula: [Orders/Region] → [Orders/Sales Region]",
    "sales child r name: REGION",
    "sales child s formula: [orders/REGION] → [orders/Sales Region]",
  ]);
});

test("a metric is renamed by its own name, under its heading, and through others", () => {
  const { changes } = describePlan([sales], revenue, "Net Revenue");
  expect(changes).toEqual([
    "sales facts revenue name: Revenue → Net Revenue",
    "sales facts share formula: [Revenue] / Count([Region]) → [Net Revenue] / Count([Region])",
    "sales child m formula: [Metrics/Revenue] * 2 → [Metrics/Net Revenue] * 2",
  ]);
});

test("an element is renamed in prefixes, before relationships and as the side of a join; its columns stay", () => {
  const joined: JsonObject = {
    id: "wide",
    kind: "table",
    name: "Wide",
    source: {
      kind: "join",
      joins: [
        {
          left: { kind: "table", elementId: "facts" },
          right: { kind: "table", elementId: "customers" },
          columns: [{ left: "[Customer Id]", right: "[Id]" }],
        },
      ],
    },
    columns: [
      { id: "or", formula: "[Orders/Region]" },
      { id: "cr", formula: "[Customers/Region]" },
    ],
  };
  const reader: JsonObject = {
    id: "reader",
    kind: "table",
    name: "Reader",
    source: { kind: "table", elementId: "wide" },
    columns: [{ id: "x", name: "X", formula: "[Wide/Region (Customers)] & [Wide/Region (Orders)]" }],
  };
  const nameless: JsonObject = {
    id: "nameless",
    kind: "table",
    source: { kind: "table", elementId: "facts" },
    columns: [{ id: "x", name: "X", formula: "[Orders/Amount]" }],
  };
  const further: JsonObject = {
    id: "further",
    kind: "table",
    name: "Further",
    source: { kind: "table", elementId: "nameless" },
    columns: [{ id: "x", formula: "[Orders/X]" }],
  };
  const model = createModel("sales", facts, customers, child, joined, reader, nameless, further);
  const { changes, left, conflicts } = describePlan([model], orders, "Sales Orders");
  expect({ left, conflicts }).toEqual({ left: [], conflicts: [] });
  expect(changes).toEqual([
    "sales facts name: Orders → Sales Orders",
    "sales child r formula: [Orders/Region] → [Sales Orders/Region]",
    "sales child s formula: [orders/REGION] → [Sales Orders/REGION]",
    "sales child b formula: [Orders/Buyer/Region] → [Sales Orders/Buyer/Region]",
    "sales wide or formula: [Orders/Region] → [Sales Orders/Region]",
    "sales wide or name: Region (Orders)",
    "sales nameless x formula: [Orders/Amount] → [Sales Orders/Amount]",
    "sales nameless name: Orders",
  ]);
});

test("the sides of joins and unions follow; ids, and the names that a union gives, stay", () => {
  const joined: JsonObject = {
    id: "wide",
    kind: "table",
    name: "Wide",
    source: {
      kind: "join",
      joins: [
        {
          name: "Bought",
          left: { kind: "table", elementId: "facts" },
          right: { kind: "table", elementId: "customers" },
          columns: [{ left: "[Region]", right: "Upper([Customers/Region])" }],
        },
      ],
    },
    columns: [{ id: "cr", name: "R", formula: "[Bought/Region]" }],
  };
  const union: JsonObject = {
    id: "both",
    kind: "table",
    name: "Both",
    source: {
      kind: "union",
      sources: [
        { kind: "table", elementId: "facts" },
        { kind: "table", elementId: "customers" },
      ],
      matches: [{ outputColumnName: "Region", sourceColumns: ["Region", "[Region]"] }],
    },
    columns: [{ id: "r", formula: "[Union of 2 Sources/Region]" }],
  };
  const model = createModel("sales", facts, customers, joined, union);
  expect(describePlan([model], region, "Area").changes.slice(3)).toEqual(
    [
      "sales wide source joins 0 left: [Region] → [Area]",
      "sales both source matches 0 sourceColumns 0: Region → Area",
    ].map((line) => line.replace("joins 0 left", "joins 0 0 left")),
  );
  const inCustomers: Path = ["pages", 0, "elements", 1, "columns", 1];
  expect(describePlan([model], inCustomers, "Area").changes).toEqual([
    "sales customers cregion name: Region → Area",
    "sales wide source joins 0 0 right: Upper([Customers/Region]) → Upper([Customers/Area])",
    "sales wide cr formula: [Bought/Region] → [Bought/Area]",
    "sales both source matches 0 sourceColumns 1: [Region] → [Area]",
  ]);
  // A side that has a name of its own keeps it.
  const { changes } = describePlan([model], ["pages", 0, "elements", 1], "People");
  expect(changes.filter((line) => line.includes("wide"))).toEqual([
    "sales wide source joins 0 0 right: Upper([Customers/Region]) → Upper([People/Region])",
  ]);
});

test("a column of a leg is named behind the element that joins it", () => {
  const [left, right] = ["facts", "customers"].map((elementId) => ({ kind: "table", elementId }));
  const wide = {
    id: "wide",
    kind: "table",
    name: "Wide",
    source: { kind: "join", joins: [{ left, right }] },
    columns: [],
  };
  const reader = {
    id: "reader",
    kind: "table",
    name: "Reader",
    source: { kind: "table", elementId: "wide" },
    columns: [{ id: "x", name: "X", formula: "[Wide/Customers/Region]" }],
  };
  const model = createModel("sales", facts, customers, wide as Json, reader);
  const listOfReader = (path: Path, name: string) =>
    describePlan([model], path, name).changes.filter((line) => line.startsWith("sales reader"));
  const inCustomers: Path = ["pages", 0, "elements", 1, "columns", 1];
  expect(listOfReader(inCustomers, "Area")).toEqual([
    "sales reader x formula: [Wide/Customers/Region] → [Wide/Customers/Area]",
  ]);
  expect(listOfReader(["pages", 0, "elements", 1], "People")).toEqual([
    "sales reader x formula: [Wide/Customers/Region] → [Wide/People/Region]",
  ]);
});

const dashboard = createWorkbook(
  "dashboard",
  [
    {
      id: "master",
      kind: "table",
      name: "Orders",
      source: { kind: "data-model", dataModelId: "sales", elementId: "facts" },
      columns: [
        { id: "r", formula: "[Orders/Region]" },
        { id: "u", name: "U", formula: "Upper([Region])" },
      ],
      conditionalFormats: [{ type: "single", columnIds: ["r"], condition: "formula", formula: "[Orders/Region] = 1" }],
      actions: [
        {
          id: "a",
          trigger: { on: "on-select", condition: "[Selection/Region] = 1" },
          effects: [{ type: "open-url", url: "https://x/?r={{[Orders/Region]}}" }],
        },
      ],
    },
    {
      id: "chart",
      kind: "bar-chart",
      name: { text: "By {{[Orders/Region]}}" },
      source: { kind: "data-model", dataModelId: "sales", elementId: "facts" },
      columns: [
        { id: "x", name: "Where", formula: "[Orders/Region]" },
        { id: "y", formula: "[Metrics/Revenue]" },
      ],
      refMarks: [{ value: { type: "formula", formula: "Max([Orders/Region])" } }],
    },
    { id: "note", kind: "text", body: "Text [Orders/Region] {{Max([Orders/Region])}} {{[region]}}" },
    { id: "bar", kind: "progress", value: "Max([Orders/Region])", min: "0" },
    { id: "cards", kind: "repeated-container", source: { kind: "table", elementId: "master" } },
    { id: "card", kind: "text", body: "{{[Orders repeated container/Region]}}" },
    { id: "pick", kind: "control", controlId: "region", controlType: "list", name: "Region", filters: [] },
  ],
  { overlays: [{ id: "o", actions: [{ id: "b", effects: [{ value: { formula: "Max([Orders/Region])" } }] }] }] },
);

test("workbooks that read the model follow: columns, formats, actions, texts, marks; their own names stay", () => {
  const { changes, conflicts } = describePlan([sales, dashboard], region, "Area");
  expect(conflicts).toEqual([]);
  // `Orders` in texts is the workbook's own table, whose column keeps its name.
  expect(changes.filter((line) => line.startsWith("dashboard"))).toEqual([
    "dashboard master r formula: [Orders/Region] → [Orders/Area]",
    "dashboard master r name: REGION",
    "dashboard master conditionalFormats 0 formula: [Orders/Region] = 1 → [Orders/Area] = 1",
    "dashboard master actions a effects 0 url: https://x/?r={{[Orders/Region]}} → https://x/?r={{[Orders/Area]}}",
    "dashboard chart name text: By {{[Orders/Region]}} → By {{[Orders/Area]}}",
    "dashboard chart x formula: [Orders/Region] → [Orders/Area]",
    "dashboard chart refMarks 0 value formula: Max([Orders/Region]) → Max([Orders/Area])",
  ]);
});

test("a column of a workbook's own element, too", () => {
  const path: Path = ["elements", 0, "columns", 0];
  const { changes } = describePlan([dashboard, sales], path, "Area");
  expect(changes).toEqual([
    "dashboard master r name: Area",
    "dashboard master u formula: Upper([Region]) → Upper([Area])",
    "dashboard master actions a trigger condition: [Selection/Region] = 1 → [Selection/Area] = 1",
    "dashboard note body: Text [Orders/Region] {{Max([Orders/Region])}} {{[region]}} → " +
      "Text [Orders/Region] {{Max([Orders/Area])}} {{[region]}}",
    "dashboard bar value: Max([Orders/Region]) → Max([Orders/Area])",
    "dashboard card body: {{[Orders repeated container/Region]}} → {{[Orders repeated container/Area]}}",
    "dashboard overlays o actions b effects 0 value formula: Max([Orders/Region]) → Max([Orders/Area])",
  ]);
});

test("an element of a kind that is newer than this follows, too", () => {
  const newer = createWorkbook("newer", [
    {
      id: "n",
      kind: "hologram",
      source: { kind: "data-model", dataModelId: "sales", elementId: "facts" },
      columns: [{ id: "x", name: "X", formula: "[Orders/Region]" }],
    },
  ]);
  expect(describePlan([sales, newer], region, "Area").changes).toContain(
    "newer n x formula: [Orders/Region] → [Orders/Area]",
  );
});

test("models that read models, and chains of them", () => {
  const other = createModel("other", {
    id: "o",
    kind: "table",
    name: "Other",
    source: { kind: "data-model", dataModelId: "sales", elementId: "facts" },
    columns: [{ id: "r", name: "R", formula: "[Orders/Region]" }],
    metrics: [{ id: "m", name: "Twice", formula: "[Metrics/Revenue] * 2" }],
  });
  const last = createModel("last", {
    id: "l",
    kind: "table",
    name: "Last",
    source: { kind: "data-model", dataModelId: "other", elementId: "o" },
    columns: [{ id: "r", name: "R", formula: "[Metrics/Revenue]" }],
  });
  const models = [sales, other, last];
  const dropOwn = (changes: string[]) => changes.filter((line) => !line.startsWith("sales"));
  expect(dropOwn(describePlan(models, region, "Area").changes)).toEqual([
    "other o r formula: [Orders/Region] → [Orders/Area]",
  ]);
  expect(dropOwn(describePlan(models, revenue, "Net").changes)).toEqual([
    "other o m formula: [Metrics/Revenue] * 2 → [Metrics/Net] * 2",
    "last l r formula: [Metrics/Revenue] → [Metrics/Net]",
  ]);
  expect(dropOwn(describePlan(models, orders, "Facts").changes)).toEqual([
    "other o r formula: [Orders/Region] → [Facts/Region]",
  ]);
});

test("ids that come from names are written down, so that they stay", () => {
  const model = createModel("sales", {
    id: "t",
    kind: "table",
    name: "T",
    source: { kind: "warehouse-table", connectionId: "c", path: ["DB", "S", "T"] },
    columns: [
      { name: "Region", formula: "[T/REGION]" },
      { formula: "Upper([Region])" },
      { name: "Own", formula: "Lower([Region])" },
    ],
    filters: [{ columnId: "region", kind: "list" }],
  });
  const { plan } = describePlan([model], region, "Area");
  expect(getValue(plan.forms.get("sales")!, ["pages", 0, "elements", 0, "columns"])).toEqual([
    { id: "region", name: "Area", formula: "[T/REGION]" },
    { id: expect.any(String), formula: "Upper([Area])" },
    { name: "Own", formula: "Lower([Area])" },
  ]);
});

test("what can't be told is left as it is, with the reason", () => {
  const elsewhere = createWorkbook("elsewhere", [
    {
      id: "t",
      kind: "table",
      name: "T",
      source: { kind: "data-model", dataModelId: "elsewhere", elementId: "facts" },
      columns: [{ id: "r", name: "R", formula: "[Orders/Region]" }],
    },
    {
      id: "s",
      kind: "table",
      name: "S",
      source: { kind: "data-model", dataModelId: "sales", elementId: "facts" },
      columns: [],
    },
    { id: "n", kind: "text", body: "{{[Region]}} and {{[Other]}}" },
  ]);
  const { changes, left } = describePlan([sales, elsewhere], region, "Area");
  expect(changes.filter((line) => line.startsWith("elsewhere"))).toEqual([]);
  expect(left).toEqual([
    expect.stringMatching(/^elsewhere t r formula: Orders\/Region: it reads from a data model that is not among/),
    "elsewhere n body: Region: what it reads from can't be told from here",
  ]);
  const twice = createModel("sales", {
    ...facts,
    columns: [...(facts.columns as Json[]), { id: "again", name: "REGION", formula: "1" }],
  });
  expect(describePlan([twice], region, "Area").left[0]).toMatch(
    /facts code formula: Region: it can mean more than one/,
  );
});

test.each([
  [region, "amount", "sales facts amount: a column is called `Amount` already"],
  [region, "REVENUE", "sales facts revenue: a metric is called `Revenue` already"],
  [region, "Buyer", "sales facts relationships rel: a relationship is called `Buyer` already"],
  [orders, "customers", "sales customers: an element is called `Customers` already"],
  [orders, "metrics", "sales facts: `metrics` before a slash means something else in formulas"],
])("%j can't be called %s", (path, name, message) => {
  expect(describePlan([sales], path, name).conflicts).toContain(message);
});

test("a name that would hide another one is refused where that is used", () => {
  const control = { id: "pick", kind: "control", controlId: "Threshold", controlType: "number" };
  const user = {
    ...facts,
    columns: [...(facts.columns as Json[]), { id: "t", name: "T", formula: "[Amount] > [Threshold]" }],
  };
  const { conflicts } = describePlan([createModel("sales", user, customers, control)], region, "threshold");
  expect(conflicts).toEqual([
    "sales facts t formula: `[Threshold]` would mean something else here with the name `threshold`",
  ]);
});

test("another spelling of the same name", () => {
  const { changes } = describePlan([sales], amount, "AMOUNT");
  expect(changes).toEqual([
    "sales facts amount name: Amount → AMOUNT",
    "sales facts revenue formula: Sum([Amount]) → Sum([AMOUNT])",
  ]);
});

test("where the thing has the new name already, what still uses the old one follows, and then nothing", () => {
  const done = planRename([sales], { target: { document: "sales", path: region }, name: "Area" }).forms.get("sales")!;
  const now = { ...sales, form: done };
  const { changes } = describePlan([now, dashboard], region, "Area", "REGION");
  expect(changes.length).toBe(7);
  expect(changes.every((line) => line.startsWith("dashboard"))).toBe(true);
  expect(describePlan([now], region, "Area", "REGION").changes).toEqual([]);
});

test.each([["a/b"], ["a[b"], ["a]"], [""], [" a"], ["_"], ["a\\b"], ["a\nb"], ["$a"], ["{{a}}"]])(
  "%j is no name",
  (name) => {
    expect(explainBadName(name)).toEqual(expect.any(String));
  },
);
