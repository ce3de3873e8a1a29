/** What a workbook with one of everything reads. */
export interface RichWorkbookOptions {
  readonly connectionId: string;
  /** Of a table with the columns `ID`, `CUSTOMER_ID`, `AMOUNT`, `PAID` and `ORDERED_AT`. Default: the seeded orders. */
  readonly path?: readonly string[];
  /** How many elements it has; at least 100, so that each kind has one. Default: 600. */
  readonly elements?: number;
}

interface Element {
  readonly id: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Elements that stand together on a page, and how the layout writes them at a place. */
interface Block {
  readonly elements: readonly Element[];
  readonly write: (place: string) => string;
  /** Rows that it takes. Default: 8. */
  readonly rows?: number;
}

const grid = 'type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"';
const orders = { kind: "table", elementId: "orders" };
const byStatus = { kind: "table", elementId: "by-status", groupingId: "status-group" };
const sum = "Sum([Orders/Amount])";

/**
 * The representation of a workbook as people make them over years: sixteen pages, every kind of element, control and
 * source, overlays, a panel, an agent, a theme, actions, conditional formats. The same options make the same workbook.
 *
 * @example
 * const contents = buildRichWorkbook({ connectionId: emulator.seeded.connections.warehouse });
 */
export function buildRichWorkbook(options: RichWorkbookOptions): Record<string, unknown> {
  const { elements: wanted = 600 } = options;
  const fixed = {
    data: buildSources(options),
    header: buildHeader(),
    modal: buildNote("modal"),
    drawer: buildNote("drawer"),
  };
  const outside = Object.values(fixed).flatMap((blocks) => blocks.flatMap(({ elements }) => elements));
  const blocks: Block[] = [];
  let count = outside.length;
  for (let index = 0; count < wanted; index++) {
    const builder = builders[index % builders.length]!;
    const block = builder(`e${index + 1}`);
    const fits = count + block.elements.length <= wanted;
    blocks.push(fits ? block : buildText(`e${index + 1}`));
    count += blocks.at(-1)!.elements.length;
  }
  const perPage = Math.ceil(blocks.length / 15);
  const pages = Array.from({ length: 15 }, (_, index) => ({
    id: `page-${index + 1}`,
    name: `Page ${index + 1}`,
    blocks: blocks.slice(index * perPage, (index + 1) * perPage),
  }));
  const shown = [...pages, { id: "data", name: "Data", blocks: fixed.data }];
  return {
    schemaVersion: 1,
    kind: "workbook",
    elements: [...blocks.flatMap(({ elements }) => elements), ...outside],
    pages: shown.map(({ id, name }) => ({ id, name, ...(id === "data" ? { visibility: "hidden" } : {}) })),
    settings: {
      theme: {
        name: "Light",
        overrides: { colors: { highlight: "#1f6feb" }, borderRadius: "round", space: { unit: "small" } },
      },
      navigation: { pageHeader: "enabled" },
    },
    overlays: [
      { id: "modal", type: "modal", name: "Details", modal: { width: "large", header: { title: "Details" } } },
      { id: "drawer", type: "drawer", name: "Filters", drawer: { width: "small", position: "end" } },
    ],
    panels: [{ id: "header", type: "header", title: "Header", pages: ["page-1"], config: { scroll: "sticky" } }],
    agents: [
      {
        id: "agent",
        name: "Helper",
        instructions: "Answer questions about orders.",
        dataSources: [{ kind: "table", elementId: "orders" }],
        greeting: { mode: "static", message: "Ask me." },
      },
    ],
    layout: [
      ...shown.map(({ id, blocks: its }) => writeBlocks("Page", id, its, 24)),
      writeBlocks("Page", "modal", fixed.modal, 12),
      writeBlocks("Page", "drawer", fixed.drawer, 12),
      writeBlocks("Panel", "header", fixed.header, 24),
    ].join("\n"),
  };
}

/** Three blocks beside each other; one that takes a single row has it for itself. */
function writeBlocks(tag: string, id: string, blocks: readonly Block[], columns: number): string {
  const width = columns / 3;
  let row = 1;
  let at = 0;
  const places = blocks.map(({ rows = 8, write }) => {
    if (at > 0 && (at === 3 || rows !== 8)) [row, at] = [row + 8, 0];
    const start = at * width + 1;
    const column = rows === 8 ? `${start} / ${start + width}` : `1 / ${columns + 1}`;
    const text = write(`gridColumn="${column}" gridRow="${row} / ${row + rows}"`);
    if (rows === 8) at += 1;
    else row += rows;
    return text;
  });
  const own = grid.replace("24", String(columns));
  return `<${tag} id="${id}" ${own}>${places.join("")}</${tag}>`;
}

const writeElement = (id: string, place: string) => `<Element elementId="${id}" ${place}/>`;

function buildOne(element: Element): Block {
  return { elements: [element], write: (place) => writeElement(element.id, place) };
}

const buildText = (id: string): Block => buildOne({ id, kind: "text", body: `## Note ${id}\n\nTotal: {{${sum}}}` });
const buildNote = (name: string): Block[] => [buildText(`${name}-note`)];

/** What the others read: one element for each kind of source. */
function buildSources({ connectionId, path = ["SALES", "PUBLIC", "ORDERS"] }: RichWorkbookOptions): Block[] {
  const native = path.at(-1)!;
  const buildColumn = (id: string, name: string, formula: string) => ({ id, name, formula });
  const buildTable = (id: string, name: string, source: object, columns: object[], more: object = {}) =>
    buildOne({ id, kind: "table", name, source, columns, ...more });
  const readOrders = (id: string) => [
    buildColumn(`${id}-status`, "Status", "[Orders/Status]"),
    buildColumn(`${id}-amount`, "Amount", "[Orders/Amount]"),
  ];
  return [
    buildTable(
      "orders",
      "Orders",
      { kind: "warehouse-table", connectionId, path: [...path] },
      [
        buildColumn("id", "Id", `[${native}/Id]`),
        buildColumn("customer", "Customer", `[${native}/Customer Id]`),
        buildColumn("amount", "Amount", `[${native}/Amount]`),
        buildColumn("status", "Status", 'If([Paid], "paid", "open")'),
        buildColumn("paid", "Paid", `[${native}/Paid]`),
        buildColumn("at", "Ordered", `[${native}/Ordered at]`),
        buildColumn("large", "Is Large", "[Amount] > 1000"),
        buildColumn("latitude", "Latitude", "[Amount] / 100"),
        buildColumn("longitude", "Longitude", "[Amount] / 50"),
      ],
      {
        filters: [{ id: "only-large", columnId: "amount", kind: "number-range", min: 1, includeNulls: "never" }],
        conditionalFormats: [
          { type: "single", columnIds: ["amount"], condition: ">", value: "5000", style: { bold: true } },
          { type: "dataBars", columnIds: ["amount"] },
        ],
        tableStyle: { preset: "spreadsheet", banding: "shown" },
      },
    ),
    buildTable(
      "by-status",
      "By Status",
      orders,
      [buildColumn("s", "Status", "[Orders/Status]"), buildColumn("t", "Total", sum)],
      {
        groupings: [{ id: "status-group", groupBy: ["s"], calculations: ["t"] }],
      },
    ),
    buildTable(
      "statement",
      "Statement",
      { kind: "sql", connectionId, statement: `select 'old' as STATUS, AMOUNT from ${path.join(".")}` },
      [
        buildColumn("sql-status", "Status", "[Custom SQL/STATUS]"),
        buildColumn("sql-amount", "Amount", "[Custom SQL/AMOUNT]"),
      ],
    ),
    buildTable(
      "joined",
      "Joined",
      {
        kind: "join",
        primarySource: orders,
        joins: [
          {
            left: orders,
            right: { kind: "table", elementId: "statement" },
            columns: [{ left: "[Status]", right: "[Status]" }],
            joinType: "left-outer",
          },
        ],
      },
      readOrders("joined"),
    ),
    buildTable(
      "united",
      "United",
      {
        kind: "union",
        sources: [orders, { kind: "table", elementId: "statement" }],
        matches: [{ outputColumnName: "Status", sourceColumns: ["[Status]", "[Status]"] }],
      },
      [buildColumn("united-status", "Status", "[Union of 2 Sources/Status]")],
    ),
    buildOne({
      id: "entries",
      kind: "input-table",
      name: "Entries",
      inputMode: "edit",
      source: { kind: "empty", connectionId },
      columns: [
        { id: "ID" },
        { id: "note", name: "Note", type: "text" },
        { id: "rank", name: "Rank", type: "number", values: [1, 2, 3] },
      ],
    }),
  ];
}

const buildHeader = (): Block[] => [
  {
    ...buildOne({
      id: "navigation",
      kind: "navigation",
      mode: "manual",
      options: [{ label: "First", destination: { type: "page", pageId: "page-1" } }],
      showIcons: false,
    }),
    rows: 2,
  },
];

/** A chart that sums orders by something. */
function buildChart(id: string, kind: string, more: (columns: { by: string; of: string }) => object): Block {
  const [by, of] = [`${id}-by`, `${id}-sum`];
  return buildOne({
    id,
    kind,
    name: `Chart ${id}`,
    source: orders,
    columns: [
      { id: by, name: "Status", formula: "[Orders/Status]" },
      { id: of, name: "Total", formula: sum },
    ],
    ...more({ by, of }),
  });
}

const buildAxes = ({ by, of }: { by: string; of: string }) => ({ xAxis: { columnId: by }, yAxis: { columnIds: [of] } });

function buildMap(id: string, kind: string, places: Readonly<Record<string, string>>, more: object = {}): Block {
  const entries = Object.entries(places);
  return buildOne({
    id,
    kind,
    name: `Map ${id}`,
    source: orders,
    columns: entries.map(([name, formula]) => ({ id: `${id}-${name}`, name, formula })),
    ...Object.fromEntries(entries.map(([name]) => [name, { columnId: `${id}-${name}`, ...more }])),
  });
}

const buildControl = (id: string, controlType: string, more: object = {}): Block =>
  buildOne({ id, kind: "control", controlId: id, controlType, name: `Control ${id}`, ...more });

const buildTarget = (columnId: string) => ({ source: orders, columnId });
const always = { includeNulls: "when-no-value-is-selected" };

const controls: Readonly<Record<string, object>> = {
  list: { filters: [buildTarget("status")], source: { kind: "source", ...buildTarget("status") }, mode: "include" },
  segmented: { source: { kind: "manual", valueType: "text", values: ["open", "done"] } },
  switch: { mode: "True/All", filters: [buildTarget("large")] },
  checkbox: { mode: "True/False", filters: [buildTarget("large")] },
  text: { mode: "contains", case: "insensitive", filters: [buildTarget("status")], ...always },
  "text-area": { value: "Notes" },
  number: { mode: "<=", value: 100, filters: [buildTarget("amount")], ...always },
  "number-range": { min: 0, max: 1000, filters: [buildTarget("amount")], ...always },
  slider: { mode: "<=", low: 0, high: 100, value: 50, filters: [buildTarget("amount")], ...always },
  "range-slider": { low: 0, high: 100, min: 10, max: 90, filters: [buildTarget("amount")], ...always },
  date: { mode: "<=", value: "2026-01-01T00:00:00.000Z", filters: [buildTarget("at")], ...always },
  "date-range": { mode: "last", unit: "day", value: 30, includeToday: true, filters: [buildTarget("at")], ...always },
  "top-n": { mode: "top-n", rankingFunction: "rank", rowCount: 10, filters: [buildTarget("amount")], ...always },
};

function buildContainer(id: string): Block {
  const [one, two] = [`${id}-a`, `${id}-b`];
  return {
    elements: [
      { id, kind: "container", spacing: "small" },
      { id: one, kind: "text", body: "Left" },
      { id: two, kind: "button", text: "Open", appearance: "outline", actions: [buildAction(two)] },
    ],
    write: (place) =>
      `<Container elementId="${id}" ${grid} ${place}>` +
      writeElement(one, 'gridColumn="1 / 13" gridRow="1 / 9"') +
      `${writeElement(two, 'gridColumn="13 / 25" gridRow="1 / 9"')}</Container>`,
  };
}

const buildAction = (id: string) => ({
  id: `${id}-click`,
  trigger: "on-click",
  effects: [
    { effect: "open-overlay", overlayId: "modal" },
    { effect: "insert-rows", tableElementId: "entries", values: { note: { type: "formula", formula: '"clicked"' } } },
  ],
});

function buildRepeated(id: string): Block {
  const inner = `${id}-a`;
  return {
    elements: [
      { id, kind: "repeated-container", source: byStatus, cardSize: "small" },
      { id: inner, kind: "text", body: "A card" },
    ],
    write: (place) =>
      `<Container elementId="${id}" ${grid.replace("24", "12")} ${place}>` +
      `${writeElement(inner, 'gridColumn="1 / 13" gridRow="1 / 5"')}</Container>`,
  };
}

function buildTabs(id: string): Block {
  const [one, two] = [`${id}-a`, `${id}-b`];
  const writeTab = (inner: string) =>
    `<Tab ${grid}>${writeElement(inner, 'gridColumn="1 / 25" gridRow="1 / 9"')}</Tab>`;
  return {
    elements: [
      { id, kind: "tabbed-container", tabs: [{ name: "Table" }, { name: "Chart" }] },
      { id: one, kind: "text", body: "First" },
      { id: two, kind: "text", body: "Second" },
    ],
    write: (place) =>
      `<TabbedContainer elementId="${id}" type="tabbed-container" ${place}>` +
      `${writeTab(one)}${writeTab(two)}</TabbedContainer>`,
  };
}

function buildPivot(id: string): Block {
  const columns = ["Status", "Customer"].map((name) => ({ id: `${id}-${name}`, name, formula: `[Orders/${name}]` }));
  return buildOne({
    id,
    kind: "pivot-table",
    name: `Pivot ${id}`,
    source: orders,
    columns: [...columns, { id: `${id}-sum`, name: "Total", formula: sum }],
    rowsBy: [{ columnId: `${id}-Status` }],
    columnsBy: [{ columnId: `${id}-Customer` }],
    values: [`${id}-sum`],
  });
}

/** Each kind of element, control and holder, in turn. */
const builders: readonly ((id: string) => Block)[] = [
  (id) =>
    buildOne({
      id,
      kind: "kpi-chart",
      name: `Number ${id}`,
      source: orders,
      columns: [
        {
          id: `${id}-sum`,
          name: "Revenue",
          formula: sum,
          format: { kind: "number", formatString: ",.2f" },
        },
      ],
      value: { columnId: `${id}-sum`, fontSize: 32 },
    }),
  (id) => buildChart(id, "bar-chart", (it) => ({ ...buildAxes(it), stacking: "stacked" })),
  (id) => buildChart(id, "line-chart", (it) => ({ ...buildAxes(it), lineAreaStyle: { interpolation: "monotone" } })),
  (id) => buildChart(id, "area-chart", buildAxes),
  ...Object.entries(controls).map(
    ([type, more]) =>
      (id: string) =>
        buildControl(id, type, more),
  ),
  (id) =>
    buildChart(id, "combo-chart", ({ by, of }) => ({
      xAxis: { columnId: by },
      yAxis: { columnIds: [{ columnId: of, type: "bar" }] },
    })),
  (id) => buildChart(id, "scatter-chart", buildAxes),
  (id) => buildChart(id, "waterfall-chart", buildAxes),
  (id) => buildChart(id, "box-chart", ({ of }) => ({ yAxis: { columnIds: [of] } })),
  (id) => buildChart(id, "pie-chart", ({ by, of }) => ({ value: { columnId: of }, color: { columnId: by } })),
  (id) => buildChart(id, "donut-chart", ({ by, of }) => ({ value: { columnId: of }, color: { columnId: by } })),
  (id) => buildChart(id, "treemap-chart", ({ by, of }) => ({ category: { columnId: by }, value: { columnId: of } })),
  (id) => buildChart(id, "funnel-chart", ({ by, of }) => ({ stage: { columnId: by }, value: { columnId: of } })),
  (id) => buildChart(id, "sankey-chart", ({ by, of }) => ({ stages: [{ columnId: by }], value: { columnId: of } })),
  (id) => buildChart(id, "gauge-chart", ({ of }) => ({ value: { columnId: of } })),
  buildPivot,
  (id) => buildMap(id, "region-map", { region: "[Orders/Status]" }, { regionType: "country" }),
  (id) => buildMap(id, "point-map", { latitude: "[Orders/Latitude]", longitude: "[Orders/Longitude]" }),
  (id) => buildMap(id, "geography-map", { geography: "[Orders/Status]" }),
  buildContainer,
  buildRepeated,
  buildTabs,
  buildText,
  (id) => buildOne({ id, kind: "image", source: { kind: "url", url: "https://example.com/logo.png" }, alt: "Logo" }),
  (id) => buildOne({ id, kind: "button", text: "Open", actions: [buildAction(id)] }),
  (id) => buildOne({ id, kind: "divider", direction: "horizontal" }),
  (id) => buildOne({ id, kind: "embed", url: "https://example.com" }),
  (id) => buildOne({ id, kind: "progress", mode: "percent", shape: "bar", value: "0.5", source: orders }),
  (id) =>
    buildOne({ id, kind: "plugin", pluginId: "plugin", config: { source: { kind: "element", elementId: "orders" } } }),
  (id) => buildOne({ id, kind: "form", fields: [{ type: "text", label: "Name" }] }),
  (id) => buildOne({ id, kind: "chat", agentId: "agent" }),
  (id) => ({ ...buildOne({ id, kind: "page-break" }), rows: 1 }),
];
