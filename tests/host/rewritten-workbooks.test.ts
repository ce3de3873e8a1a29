import {
  buildRichWorkbook,
  type Emulator,
  startEmulator,
  storedAsSent,
  workbookRewritingNames,
} from "analytics-emulator";
import { chooseCases } from "../cases";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;
type Element = { id: string; kind: string; name?: string; [field: string]: unknown };
type Document = { elements: Element[]; layout: string; [field: string]: unknown };

/** All rewritings together, and each alone on a platform that otherwise stores what it is sent. */
const cases: [string, Parameters<typeof startEmulator>[0]][] = [
  ["all together", {}],
  ...workbookRewritingNames.map((name): [string, Parameters<typeof startEmulator>[0]] => [
    name,
    { ...storedAsSent, workbookAsSent: workbookRewritingNames.filter((other) => other !== name) },
  ]),
];

describe.each(chooseCases(cases, 9))("a platform that rewrites workbooks: %s", (_, settings) => {
  let emulator: Emulator;
  let host: Host;

  beforeAll(async () => {
    emulator = await startEmulator({ seed: drawSeed(), ...settings });
    host = await Host.startShared("Workbook");
    await host.configure({
      "analytics:baseUrl": emulator.url,
      "analytics:clientId": emulator.clientId,
      "analytics:clientSecret": emulator.clientSecret,
    });
  });
  afterAll(async () => {
    await host.stop();
    await emulator.stop();
  });

  function declare(edit: (document: Document) => void = () => undefined): Properties {
    const document = buildRewritten(emulator.seeded.connections.warehouse);
    edit(document);
    const { models: folderId } = emulator.seeded.folders;
    // Nothing opens the drawer, in the file neither.
    return { name: "Everything", folderId, contents: JSON.stringify(document), acceptLosses: ["overlays:drawer"] };
  }

  const countVersions = async (id: string) =>
    ((await emulator.ui.request("GET", `/v2/workbooks/${id}?includeContents=true`)) as { documentVersion: number })
      .documentVersion;

  test("no second write, no drift, and of a change only that", async () => {
    const declared = declare();
    const { id, state } = await host.create(declared);
    expect(await host.diff(id, state, declared)).toMatchObject({ changes: false });
    const { inputs, state: read } = await host.read(id, state);
    expect(inputs).toEqual(declared);
    expect(await host.diff(id, read, declared)).toMatchObject({ changes: false });

    const next = declare(({ elements }) => {
      elements.find(({ kind }) => kind === "kpi-chart")!.name = "Turnover";
    });
    expect(await host.diff(id, read, next)).toMatchObject({ changes: true });
    const updated = await host.update(id, read, next);
    expect(await countVersions(id)).toBe(2);
    expect(await host.diff(id, updated, next)).toMatchObject({ changes: false });
    expect((await host.read(id, updated)).inputs).toEqual(next);

    const { contents } = (await emulator.ui.request("GET", `/v2/workbooks/${id}?includeContents=true`)) as {
      contents: Document;
    };
    contents.elements.find(({ kind }) => kind === "text")!.body = "Edited in the product";
    // Each read names the base of what joins read from, and no write may.
    const sent = JSON.parse(JSON.stringify(contents).replaceAll(',"groupingId":"base"', "")) as Document;
    await emulator.ui.request("PUT", `/v2/workbooks/${id}/contents`, { contents: sent });
    const drifted = await host.read(id, updated);
    const text = contents.elements.find(({ kind }) => kind === "text")!.id;
    const wanted = JSON.parse(String(next.contents)) as Document;
    wanted.elements.find((element) => element.id === text)!.body = "Edited in the product";
    expect(JSON.parse(String(drifted.inputs.contents))).toEqual(wanted);
    const repaired = await host.update(id, drifted.state, next);
    expect((await host.read(id, repaired)).inputs).toEqual(next);
  });
});

/** A workbook with every kind of element, and what each rewriting finds something to rewrite in. */
function buildRewritten(connectionId: string): Document {
  const document = buildRichWorkbook({ connectionId, elements: 110 }) as Document;
  const findKind = (kind: string) => document.elements.find((element) => element.kind === kind)!;
  const donut = findKind("donut-chart");
  donut.holeValue = donut.value;
  Object.assign(findKind("pie-chart"), { trellis: { rowsBy: [] } });
  Object.assign(findKind("control"), { showClearButton: "shown" });
  Object.assign(findKind("bar-chart"), { color: { by: "single", value: "#1F6FEB" }, remark: "of the team" });
  findKind("text").body = "One\n\n\n\nTwo";
  Object.assign(findKind("table"), {
    conditionalFormats: [
      { type: "single", columnIds: ["amount"], condition: "<>", value: 5000, style: { bold: true } },
    ],
  });
  const input = findKind("input-table");
  input.columns = [...(input.columns as object[]), { id: "secret", name: "Secret", type: "text", hidden: true }];
  return document;
}
