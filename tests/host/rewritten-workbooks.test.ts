import { type Emulator, startEmulator, storedAsSent, workbookRewritingNames } from "analytics-emulator";
import { chooseCases } from "../cases";
import { buildRewrittenReport, buildRewrittenWorkbook, type Document } from "../rewritings/documents";
import { drawSeed, Host } from "./support";

type Properties = Record<string, unknown>;

/** All rewritings together, and each alone on a platform that otherwise stores what it is sent. */
const cases: [string, Parameters<typeof startEmulator>[0]][] = [
  ["all together", {}],
  ...workbookRewritingNames.map((name): [string, Parameters<typeof startEmulator>[0]] => [
    name,
    { ...storedAsSent, workbookAsSent: workbookRewritingNames.filter((other) => other !== name) },
  ]),
];

/** Both kinds of documents as code, each with what can be rewritten in it. */
const kinds = [
  { kind: "Workbook", path: "/v2/workbooks", build: buildRewrittenWorkbook },
  { kind: "Report", path: "/v2/reports", build: buildRewrittenReport },
];

const rows = chooseCases(cases, 5).flatMap(([name, settings]) => kinds.map((kind) => ({ name, settings, ...kind })));

describe.each(rows)("a platform that rewrites documents: $name, $kind", ({ settings, kind, path, build }) => {
  let emulator: Emulator;
  let host: Host;

  beforeAll(async () => {
    emulator = await startEmulator({ seed: drawSeed(), ...settings });
    host = await Host.startShared(kind);
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
    const document = build(emulator.seeded.connections.warehouse);
    edit(document);
    const { models: folderId } = emulator.seeded.folders;
    // Nothing opens the drawer, in the file neither.
    return { name: "Everything", folderId, contents: JSON.stringify(document), acceptLosses: ["overlays:drawer"] };
  }

  const countVersions = async (id: string) =>
    ((await emulator.ui.request("GET", `${path}/${id}?includeContents=true`)) as { documentVersion: number })
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

    const { contents } = (await emulator.ui.request("GET", `${path}/${id}?includeContents=true`)) as {
      contents: Document;
    };
    contents.elements.find(({ kind }) => kind === "text")!.body = "Edited in the product";
    // Each read names the base of what joins read from, and no write may.
    const sent = JSON.parse(JSON.stringify(contents).replaceAll(',"groupingId":"base"', "")) as Document;
    await emulator.ui.request("PUT", `${path}/${id}/contents`, { contents: sent });
    const drifted = await host.read(id, updated);
    const text = contents.elements.find(({ kind }) => kind === "text")!.id;
    const wanted = JSON.parse(String(next.contents)) as Document;
    wanted.elements.find((element) => element.id === text)!.body = "Edited in the product";
    expect(JSON.parse(String(drifted.inputs.contents))).toEqual(wanted);
    const repaired = await host.update(id, drifted.state, next);
    expect((await host.read(id, repaired)).inputs).toEqual(next);
  });
});
