import { buildOrdersSpec, buildOrdersTable } from "../orders-model";
import { setUpHost } from "./bench";
import { Host } from "./support";

type Properties = Record<string, unknown>;

const at = setUpHost("DataModel");
const columns = ["Region", "Amount", "Unread"].map((name) => ({
  id: name.toLowerCase(),
  name,
  formula: `[ORDERS/${name.toUpperCase()}]`,
}));

const declare = (own: readonly object[] = columns, more: Properties = {}): Properties => ({
  name: "Sales",
  folderId: at.emulator.seeded.folders.models,
  spec: JSON.stringify({
    schemaVersion: 1,
    ...buildOrdersSpec(
      buildOrdersTable(at.emulator.seeded.connections.warehouse, { name: "Fact Orders", columns: own }),
    ),
  }),
  ...more,
});
const dropColumns = (...names: readonly string[]) => columns.filter(({ name }) => !names.includes(name));

/** Creates the model, and a workbook that reads its columns. */
async function prepare(names: readonly string[] = ["Reads it"]) {
  const { inputs } = await at.host.check({}, declare());
  const { id, state } = await at.host.create(inputs);
  const spec = (await at.emulator.ui.request("GET", `/v2/dataModels/${id}/spec`)) as {
    pages: { elements: { id: string }[] }[];
  };
  const source = { kind: "data-model", dataModelId: id, elementId: spec.pages[0]!.elements[0]!.id };
  for (const name of names) await createWorkbook(name, source);
  at.emulator.clearRequests();
  return { id, inputs, state, source };
}

async function createWorkbook(name: string, source: object, formula = "[Fact Orders/Region]"): Promise<string> {
  const contents = {
    schemaVersion: 1,
    kind: "workbook",
    pages: [{ id: "p", name: "P" }],
    elements: [{ id: "t", kind: "table", name: "T", source, columns: [{ id: "r", name: "R", formula }] }],
    layout:
      '<Page id="p" type="grid" gridTemplateColumns="repeat(24, 1fr)">' +
      '<Element elementId="t" gridColumn="1 / 25" gridRow="1 / 8"/></Page>',
  };
  const folderId = at.emulator.seeded.folders.sales;
  const made = await at.emulator.ui.request("POST", "/v2/workbooks", { name, folderId, contents });
  return (made as { workbookId: string }).workbookId;
}

const getSummary = (inputs: Properties) => inputs.changeSummary as { gone: string[]; breaks?: object[] };
const listRead = () => at.emulator.requests().map(({ path }) => path.split("?")[0]!);

test("without the setting no request is made, and the summary says only what goes away", async () => {
  const { inputs } = await prepare();
  const checked = await at.host.check(inputs, declare(dropColumns("Region")));
  expect(checked.failures).toEqual([]);
  expect(getSummary(checked.inputs)).toEqual({ removes: [], gone: ["column Region of Fact Orders removed"] });
  expect(listRead()).toEqual([]);
});

describe("with analytics:impact", () => {
  beforeEach(() => at.host.configure({ ...at.settings, "analytics:impact": "true" }));

  test("a removed column says what it breaks, and who owns that", async () => {
    const { inputs } = await prepare();
    const checked = await at.host.check(inputs, declare(dropColumns("Region")));
    expect(checked.failures).toEqual([]);
    await at.host.waitForPrinted(
      'data model "Sales": column Region of Fact Orders removed: breaks 1 workbook (Reads it, owner Alan Analyst)',
    );
    expect(getSummary(checked.inputs).breaks).toEqual([
      {
        part: "column Region of Fact Orders removed",
        named: "[Fact Orders/Region]",
        documents: [expect.objectContaining({ type: "workbook", name: "Reads it", owner: "Alan Analyst", tags: [] })],
      },
    ]);
  });

  test("an adoption that removes a column says what it breaks; one that changes nothing, nothing", async () => {
    const { id } = await prepare();
    await at.host.check({}, declare(columns, { adopt: { id } }));
    await at.host.check({}, declare(columns, { adopt: true }));
    await at.host.check({}, declare(dropColumns("Region", "Unread"), { adopt: true, name: "Another" }));
    expect(at.host.output).not.toContain("Fact Orders");
    const checked = await at.host.check({}, declare(dropColumns("Region", "Unread"), { adopt: { id } }));
    expect(checked.failures).toEqual([]);
    await at.host.waitForPrinted(
      'data model "Sales": column Region of Fact Orders removed: breaks 1 workbook (Reads it, owner Alan Analyst)',
    );
    await at.host.waitForPrinted("column Unread of Fact Orders removed: nothing on the platform reads it");
  });

  test("without the platform's answer, an adoption says so, and fails nothing", async () => {
    const { id } = await prepare();
    at.emulator.addFault({ fault: "status", status: 403, path: "/v2/workbooks" });
    const checked = await at.host.check({}, declare(dropColumns("Region"), { adopt: { id } }));
    expect(checked.failures).toEqual([]);
    await at.host.waitForPrinted('data model "Sales": who reads what goes away wasn\'t looked up: ');
  });

  test("a renamed column breaks what names it; what nothing reads is told in one line", async () => {
    const { inputs } = await prepare();
    const renamed = columns.map((column) =>
      column.name === "Amount" ? column : { ...column, name: `${column.name}s` },
    );
    await at.host.check(inputs, declare(renamed));
    await at.host.waitForPrinted("column Region of Fact Orders renamed to Regions: breaks 1 workbook (Reads it");
    await at.host.waitForPrinted("column Unread of Fact Orders renamed to Unreads: nothing on the platform reads it");
  });

  test("four of many documents are counted, and what reads the tagged version breaks later", async () => {
    const { id, inputs, source } = await prepare(["A", "B", "C", "D", "E"]);
    await at.emulator.ui.request("POST", "/v2/tags", { name: "Production", color: "plum" });
    const { versionTagId } = (await at.emulator.ui.request("POST", "/v2/dataModels/tag", {
      dataModelId: id,
      tag: "Production",
    })) as { versionTagId: string };
    const tagged = await createWorkbook("Tagged", source);
    await at.emulator.ui.request("POST", "/v2/workbooks/tag", {
      workbookId: tagged,
      tag: "Production",
      dataModelSourceTaggedVersions: [{ dataModelId: id, fromVersionTagId: null, toVersionTagId: versionTagId }],
    });
    const checked = await at.host.check(inputs, declare(dropColumns("Region")));
    await at.host.waitForPrinted(
      "breaks 6 workbooks (A, owner Alan Analyst; B, owner Alan Analyst; C, owner Alan Analyst; 3 more), " +
        "1 more when the tag Production moves",
    );
    const [{ documents } = { documents: [] }] = getSummary(checked.inputs).breaks as {
      documents: { tags: string[] }[];
    }[];
    expect(documents.map(({ tags }) => tags)).toEqual([[], [], [], [], [], [], ["Production"]]);

    const host = await Host.start("DataModelTag");
    try {
      await host.configure({ ...at.settings, "analytics:impact": "true" });
      const placement = { dataModelId: id, tag: "Production", version: 1 };
      await host.check(placement, { ...placement, version: 2 });
      await host.waitForPrinted(
        'data model "Sales", tag "Production": read by 1 workbook (Tagged, owner Alan Analyst), which the move changes',
      );
    } finally {
      await host.stop();
    }
  });

  test("what an element reads after the update passes a break on, and not what it read before", async () => {
    const declareBoth = (own: readonly object[], formula: string) => {
      const { spec, ...rest } = declare(own);
      const model = JSON.parse(spec as string);
      model.pages[0].elements.push({
        id: "sums",
        kind: "table",
        name: "Sums",
        source: { kind: "table", elementId: "facts" },
        columns: [{ id: "where", name: "Where", formula }],
      });
      return { ...rest, spec: JSON.stringify(model) };
    };
    const { inputs } = await at.host.check({}, declareBoth(columns, "[Fact Orders/Region]"));
    const { id } = await at.host.create(inputs);
    const read = (await at.emulator.ui.request("GET", `/v2/dataModels/${id}/spec`)) as {
      pages: { elements: { id: string }[] }[];
    };
    const source = { kind: "data-model", dataModelId: id, elementId: read.pages[0]!.elements[1]!.id };
    await createWorkbook("Above", source, "[Sums/Where]");
    await at.host.check(inputs, declareBoth(dropColumns("Region"), "[Fact Orders/Amount]"));
    await at.host.waitForPrinted("column Region of Fact Orders removed: nothing on the platform reads it");
    const { spec, ...rest } = declareBoth(columns, "[Fact Orders/Region]");
    await at.host.check(inputs, { ...rest, spec: spec.replace('"Where"', '"Place"') });
    await at.host.waitForPrinted("column Where of Sums renamed to Place: breaks 1 workbook (Above");
  });

  test("nothing is read for what goes on under its name", async () => {
    const { inputs } = await prepare();
    const more = { id: "more", name: "More", formula: "[ORDERS/MORE]" };
    expect((await at.host.check(inputs, declare([...columns, more]))).inputs.changeSummary).toBeUndefined();
    expect((await at.host.check(inputs, declare())).inputs.changeSummary).toBeUndefined();
    expect(listRead()).toEqual([]);
  });

  test("two models share lists and sources, at most five at once", async () => {
    const { inputs } = await prepare(Array.from({ length: 12 }, (_, index) => `W${index}`));
    const other = { ...declare(), name: "Other" };
    await at.host.create((await at.host.check({}, other)).inputs);
    at.emulator.clearRequests();
    await at.host.check(inputs, declare(dropColumns("Region")));
    await at.host.check(other, { ...declare(dropColumns("Amount")), name: "Other" });
    const read = listRead();
    const count = (pattern: RegExp) => read.filter((path) => pattern.test(path)).length;
    expect([count(/^\/v2\/workbooks$/), count(/^\/v2\/reports$/), count(/^\/v2\/dataModels$/)]).toEqual([1, 1, 1]);
    expect(count(/^\/v2\/members/)).toBe(1);
    const sources = read.filter((path) => path.endsWith("/sources"));
    expect(new Set(sources).size).toBe(sources.length);
  });

  test("a refusal of the lists is one line, no failure, and known to policies", async () => {
    const { inputs } = await prepare();
    at.emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/reports" });
    const checked = await at.host.check(inputs, declare(dropColumns("Region")));
    expect(checked.failures).toEqual([]);
    expect(getSummary(checked.inputs)).toMatchObject({ unchecked: expect.stringContaining("403") });
    await at.host.check(inputs, declare(dropColumns("Amount")));
    await at.host.waitForPrinted("who reads what goes away wasn't looked up: GET /v2/reports: 403");
    expect(at.host.output.split("wasn't looked up")).toHaveLength(2);
  });

  test("a document that can't be read is named", async () => {
    const { inputs, source } = await prepare();
    const id = await createWorkbook("Closed", source);
    at.emulator.addFault({ fault: "status", status: 403, body: "json", path: `/v2/workbooks/${id}/sources` });
    await at.host.check(inputs, declare(dropColumns("Region")));
    await at.host.waitForPrinted("Closed (workbook) couldn't be read, and may break: ");
  });

  test("a document of which only the columns could be read is named, too", async () => {
    const { inputs, source } = await prepare();
    const { kind: _, ...read } = source;
    await at.emulator.ui.request("POST", "/workbooks", { name: "Odd", unrepresentable: true, sources: [read] });
    await at.host.check(inputs, declare(dropColumns("Region")));
    await at.host.waitForPrinted("breaks 2 workbooks (Odd, owner Alan Analyst; Reads it, owner Alan Analyst)");
    await at.host.waitForPrinted(
      "only the columns could be read of Odd: filters, controls and texts in them may break",
    );
  });

  test("of a confidential model no names are told", async () => {
    const { inputs } = await prepare();
    const checked = await at.host.check(inputs, declare(dropColumns("Region"), { confidential: true }));
    await at.host.waitForPrinted('data model "Sales": a column removed: breaks ');
    expect(JSON.stringify(checked.inputs.changeSummary)).not.toContain("Region");
  });

  test("a model that moves to another organization breaks all that reads it in the former one", async () => {
    const { inputs } = await prepare();
    const { url: baseUrl, clientId, clientSecret } = at.emulator;
    const profiles = JSON.stringify({ other: { baseUrl, clientId, clientSecret } });
    // A plugin takes its settings once.
    const host = await Host.start("DataModel");
    try {
      await host.configure({ ...at.settings, "analytics:impact": "true", "analytics:profiles": profiles });
      await host.check(inputs, declare(columns, { profile: "other" }));
      await host.waitForPrinted('data model "Sales": the model is replaced: breaks 1 workbook (Reads it, owner Alan');
    } finally {
      await host.stop();
    }
  });

  test("a delete says what reads the model", async () => {
    const { id, state } = await prepare();
    await at.host.delete(id, state);
    await at.host.waitForPrinted('data model "Sales": its delete breaks 1 workbook (Reads it, owner Alan Analyst)');
  });

  test("a model that isn't where the state has it, or has a namesake, isn't guessed", async () => {
    const { id, inputs } = await prepare();
    const other = await at.host.create(declare());
    const checked = await at.host.check(inputs, declare(dropColumns("Region")));
    expect(getSummary(checked.inputs)).toMatchObject({
      unchecked: expect.stringContaining('2 data models have the name "Sales"'),
    });
    await at.host.waitForPrinted("wasn't looked up: 2 data models have the name");
    for (const gone of [id, other.id]) await at.emulator.ui.request("DELETE", `/v2/files/${gone}`);
    await at.host.check(inputs, declare(dropColumns("Region")));
    await at.host.waitForPrinted("it was deleted, renamed or moved. Run `pulumi refresh` first");
  });

  test("another value of the setting is a problem", async () => {
    await at.host.configure({ ...at.settings, "analytics:impact": "yes" });
    expect((await at.host.check(declare(), declare(dropColumns("Region")))).failures).toEqual([
      expect.stringContaining('analytics:impact is "yes". Set it to true or false.'),
    ]);
  });
});
