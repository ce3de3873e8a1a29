import { listWrites, setUpHost } from "./bench";

type Properties = Record<string, unknown>;

const buildElement = (...elementIds: string[]) => ({ type: "element", elementIds });
const buildPage = (...pageIds: string[]) => ({ type: "page", pageIds });
const condition = { columnId: "revenue", op: "GreaterThan", mode: "any" };

/** Values of a condition as requests and answers have them. */
const conditionValues: readonly (readonly [requested: Properties, answered: Properties])[] = [
  [
    { type: "boolean", value: true },
    { type: "bool", val: true },
  ],
  [
    { type: "integer", value: "5" },
    { type: "integer", val: "5" },
  ],
  [
    { type: "text", value: "a" },
    { type: "string", val: "a" },
  ],
  [
    { type: "fixed-date", date: "2026-01-01" },
    { type: "datetime", val: "2026-01-01" },
  ],
];

/** Declared parts of a schedule whose answers have another form than requests. */
const forms: readonly { what: string; kind: string; more: Properties; answered: Properties }[] = [
  {
    what: "a spreadsheet",
    kind: "WorkbookSchedule",
    more: { attachments: [{ format: { type: "XLSX" } }] },
    answered: {
      notificationAttachments: [{ formatOptions: { type: "EXCEL" }, workbookExportSource: { type: "all" } }],
    },
  },
  {
    what: "one element",
    kind: "WorkbookSchedule",
    more: { attachments: [{ format: { type: "CSV" }, source: buildElement("orders") }] },
    answered: { notificationAttachments: [{ workbookExportSource: { type: "element", elementId: "orders" } }] },
  },
  {
    what: "several elements",
    kind: "WorkbookSchedule",
    more: { attachments: [{ format: { type: "JSON" }, source: buildElement("orders", "returns") }] },
    answered: {
      notificationAttachments: [{ workbookExportSource: { type: "element", nodeIds: ["orders", "returns"] } }],
    },
  },
  {
    what: "one page and several",
    kind: "WorkbookSchedule",
    more: {
      attachments: [
        { format: { type: "PDF" }, source: buildPage("first") },
        { format: { type: "PDF" }, source: buildPage("first", "second") },
      ],
    },
    answered: {
      notificationAttachments: [
        { workbookExportSource: { type: "page", pageId: "first" } },
        { workbookExportSource: { type: "page", nodeIds: ["first", "second"] } },
      ],
    },
  },
  {
    what: "a report",
    kind: "ReportSchedule",
    more: { attachments: [{ format: { type: "PDF" } }] },
    answered: { notificationAttachments: [{ workbookExportSource: { type: "report" } }] },
  },
  ...["WorkbookSchedule", "ReportSchedule"].flatMap((kind) => [
    ...conditionValues.map(([requested, answered]) => ({
      what: `a condition on a column: ${JSON.stringify(requested)}`,
      kind,
      more: {
        condition: {
          type: "workbook",
          condition: { ...condition, type: "column", elementId: "orders", value: requested },
        },
      },
      answered: {
        conditionOptions: {
          type: "workbook",
          conditions: [{ ...condition, type: "sheetColumn", sheetId: "orders", value: answered }],
        },
      },
    })),
    {
      what: "a condition on an element",
      kind,
      more: { condition: { type: "workbook", condition: { type: "isEmpty", elementId: "orders" } } },
      answered: { conditionOptions: { type: "workbook", conditions: [{ type: "isEmpty", sheetId: "orders" }] } },
    },
  ]),
];

describe.each(["WorkbookSchedule", "ReportSchedule"])("answers of another form: %s", (kind) => {
  const at = setUpHost(kind);
  const buildDeclared = (more: Properties): Properties => ({
    ...(kind === "ReportSchedule"
      ? { reportId: at.emulator.seeded.reports.quarterly }
      : { workbookId: at.emulator.seeded.workbooks.sales }),
    cronSpec: "0 8 * * mon-fri",
    timezone: "Europe/Berlin",
    targets: [{ email: "sales@example.com" }],
    title: "Sales of the day",
    message: "Attached.",
    attachments: [{ format: { type: "PDF" } }],
    ...more,
  });

  test.each(forms.filter((form) => form.kind === kind))(
    "$what: no drift, no second write, no conflict; what an import finds, a create takes",
    async ({ more, answered }) => {
      const wanted = buildDeclared(more);
      const { id, state } = await at.host.create(wanted);
      expect(at.emulator.snapshot().exportSchedules.at(-1)?.configV2).toMatchObject(answered);

      const { __stored: _, ...older } = state;
      for (const known of [state, older]) {
        const read = await at.host.read(id, known);
        expect(read.inputs).toEqual(wanted);
        expect(await at.host.diff(id, read.state, wanted)).toMatchObject({ changes: false });
        at.emulator.clearRequests();
        await at.host.update(id, known, wanted);
        expect(listWrites(at.emulator)).toEqual([]);
        const renamed = await at.host.update(id, known, { ...wanted, title: "Renamed" });
        await at.host.update(id, renamed, wanted);
      }

      const imported = await at.host.read(id, {});
      const again = { ...imported.inputs, targets: wanted.targets };
      expect(await at.host.check({}, again)).toMatchObject({ failures: [] });
      const { id: second } = await at.host.create(again);
      expect((await at.host.read(second, {})).inputs).toEqual(imported.inputs);
    },
  );

  test("a condition with several parts, which only the product makes, is imported as it is", async () => {
    const { id } = await at.host.create(buildDeclared({ condition: { type: "always" } }));
    expect((await at.host.read(id, {})).inputs).toMatchObject({ condition: { type: "always" } });
  });
});

describe("EXCEL, as answers call a spreadsheet", () => {
  const at = setUpHost("WorkbookSchedule");

  test("is sent as XLSX, and is one with it", async () => {
    const buildWanted = (type: string) => ({
      workbookId: at.emulator.seeded.workbooks.sales,
      cronSpec: "0 8 * * *",
      timezone: "UTC",
      targets: [{ email: "sales@example.com" }],
      title: "Sales",
      message: "Attached.",
      attachments: [{ format: { type } }],
    });
    const { inputs, failures } = await at.host.check({}, buildWanted("EXCEL"));
    expect({ inputs, failures }).toMatchObject({ inputs: buildWanted("XLSX"), failures: [] });
    const { id, state } = await at.host.create(inputs);
    expect(listWrites(at.emulator)).toMatchObject([
      { body: { configV2: { exportAttachments: [{ formatOptions: { type: "XLSX" } }] } } },
    ]);
    expect(await at.host.diff(id, state, inputs)).toMatchObject({ changes: false });
  });
});
