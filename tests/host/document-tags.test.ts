import { type Emulator, startEmulator } from "analytics-emulator";
import { drawSeed, Host, unknown } from "./support";

type Properties = Record<string, unknown>;

/** The kinds that put a tag on a document are one idea; what differs stands in the table. */
describe.each([
  { kind: "DataModelTag", key: "dataModelId", noun: "data model" },
  { kind: "WorkbookTag", key: "workbookId", noun: "workbook" },
  { kind: "ReportTag", key: "reportId", noun: "report" },
])("a $kind, in the real dynamic-provider host", ({ kind, key, noun }) => {
  let emulator: Emulator;
  let host: Host;
  let document: string;

  beforeEach(async () => {
    emulator = await startEmulator({ seed: drawSeed() });
    for (const name of ["Production", "Staging"])
      await emulator.ui.request("POST", "/v2/tags", { name, color: "grass" });
    const { workbooks, reports } = emulator.seeded;
    document =
      kind === "DataModelTag" ? await createDataModel() : noun === "report" ? reports.quarterly : workbooks.sales;
    host = await Host.connect(kind, emulator);
    emulator.clearRequests();
  });

  afterEach(async () => {
    await host.stop();
    await emulator.stop();
  });

  /** A model with three versions. */
  async function createDataModel(): Promise<string> {
    const { models } = emulator.seeded.folders;
    const made = await emulator.ui.request("POST", "/v2/dataModels/spec", {
      name: "Orders",
      folderId: models,
      schemaVersion: 1,
      pages: [],
    });
    const { dataModelId } = made as { dataModelId: string };
    for (const name of ["second", "third"]) {
      const pages = [{ id: "p", name, elements: [] }];
      await emulator.ui.request("PUT", `/v2/dataModels/${dataModelId}/spec`, { schemaVersion: 1, pages });
    }
    return dataModelId;
  }

  const buildPlacement = (more: Properties = {}): Properties => ({ [key]: document, tag: "Production", ...more });
  const tagId = (name: string) => emulator.snapshot().tags.find((tag) => tag.name === name)?.versionTagId as string;
  const listWrites = () =>
    emulator.requests().filter(({ method, path }) => method !== "GET" && !path.includes("/auth/"));

  /** What the document carries, as the platform tells: tag → version. */
  function listCarried(): Record<string, number> {
    const { dataModels, workbooks, reports } = emulator.snapshot();
    const tagged = [...dataModels, ...workbooks, ...reports].find(({ documentId }) => documentId === document);
    const findName = (id: string) =>
      emulator.snapshot().tags.find(({ versionTagId }) => versionTagId === id)?.name ?? id;
    return Object.fromEntries((tagged?.tags ?? []).map((tag) => [findName(tag.versionTagId), tag.version]));
  }

  test("a tag is named by its id, too: nothing differs from its name", async () => {
    const byId = buildPlacement({ tag: tagId("Production"), version: 2 });
    const { id, state } = await host.create(byId);
    expect(listCarried()).toEqual({ Production: 2 });
    expect(await host.read(id, state)).toMatchObject({ inputs: byId });
    expect(await host.diff(id, state, byId)).toMatchObject({ changes: false });
    const moved = await host.update(id, state, { ...byId, version: 1 });
    expect(listCarried()).toEqual({ Production: 1 });
    const byName = await host.create({ ...byId, tag: "Production", adopt: true });
    expect(await host.diff(id, byName.state, { ...byId, version: 1 })).toMatchObject({ replaces: [] });
    expect(await host.diff(id, moved, { ...byId, tag: tagId("Staging") })).toMatchObject({ replaces: ["tag"] });
    expect((await host.create({ ...byId, version: 1, adopt: true })).id).toBe(id);
  });

  test("the sources of the tagged version are swapped, and stay so when the tag moves", async () => {
    const { warehouse, lakehouse } = emulator.seeded.connections;
    const mapping = { fromConnectionId: warehouse, toConnectionId: lakehouse };
    const paths = [{ fromPath: ["DEV", "SALES"], toPath: ["PROD", "SALES"] }];
    const swapped = buildPlacement({ version: 1, sourceMappingConfig: [{ ...mapping, paths }] });
    const { id, state } = await host.create(swapped);
    expect(listWrites()).toMatchObject([{ body: { sourceMappingConfig: [{ ...mapping, paths }] } }]);
    expect((await host.read(id, state)).inputs).toMatchObject(swapped);
    expect(await host.diff(id, state, swapped)).toMatchObject({ changes: false });

    emulator.clearRequests();
    const moved = await host.update(id, state, { ...swapped, version: 2 });
    expect(listWrites()).toMatchObject([{ method: "POST", body: { sourceMappingConfig: [{ ...mapping, paths }] } }]);

    emulator.clearRequests();
    const versions = [{ dataModelId: document, toVersionTagId: tagId("Staging") }];
    const more = { sourceMappingConfig: [mapping], dataModelSourceTaggedVersions: versions };
    const remapped = await host.update(id, moved, buildPlacement({ version: 2, ...more }));
    const sent = {
      sourceMappingConfig: [{ ...mapping, paths: [] }],
      dataModelSourceTaggedVersions: [{ ...versions[0], fromVersionTagId: null }],
    };
    expect(listWrites()).toMatchObject([{ method: "POST", body: sent }]);

    emulator.clearRequests();
    await host.update(id, remapped, buildPlacement({ version: 2 }));
    const none = { sourceMappingConfig: [], dataModelSourceTaggedVersions: [] };
    expect(listWrites()).toMatchObject([{ method: "POST", body: none }]);
    expect(listCarried()).toEqual({ Production: 2 });
  });

  test("versions of sources are named for a workbook, and no other document", async () => {
    const sourceId = kind === "DataModelTag" ? document : await createDataModel();
    const sourceVersions = [{ sourceId, version: 2 }];
    const named = buildPlacement({ version: 1, sourceVersions });
    if (kind !== "WorkbookTag") {
      const { failures } = await host.check({}, named);
      expect(failures).toEqual([expect.stringContaining("|sourceVersions: no such field.")]);
      return;
    }
    emulator.clearRequests();
    const { id, state } = await host.create(named);
    expect(listWrites()).toMatchObject([{ body: { workbookVersion: 1, sourceVersions: { [sourceId]: 2 } } }]);
    expect(await host.read(id, state)).toMatchObject({ state, inputs: named });
    expect(await host.diff(id, state, named)).toMatchObject({ changes: false });
    const later = buildPlacement({ version: 1, sourceVersions: [{ sourceId, version: unknown }] });
    expect(await host.diff(id, state, later)).toMatchObject({ changes: true, replaces: [] });

    emulator.clearRequests();
    const moved = await host.update(id, state, { ...named, version: 2 });
    expect(listWrites()).toMatchObject([{ body: { workbookVersion: 2, sourceVersions: { [sourceId]: 2 } } }]);
    emulator.clearRequests();
    await host.update(id, moved, buildPlacement({ version: 2 }));
    expect(listWrites().map(({ body }) => (body as Properties).sourceVersions)).toEqual([{}]);

    const missing = buildPlacement({ version: 2, sourceVersions: [{ sourceId, version: 9 }] });
    await expect(host.update(id, moved, missing)).rejects.toThrow("404, Version of the data model not found: '9'");
    const adopted = await host.create({ ...named, version: 2, adopt: true });
    expect(adopted).toMatchObject({ id, state: { sourceVersions } });
    await host.waitForPrinted("sourceVersions can't be compared and counts as declared");

    const twice = [...sourceVersions, { sourceId: unknown, version: 1 }, { sourceId, version: 3 }];
    const { failures } = await host.check({}, buildPlacement({ sourceVersions: twice }));
    expect(failures).toEqual([expect.stringContaining(`sourceVersions[2]: ${sourceId} is declared twice.`)]);
  });

  /** Puts a tag on in the product. */
  function putTagOn(tag: string, version: number): Promise<unknown> {
    const name = noun === "report" ? { tagName: tag } : { tag };
    const versionKey = key.replace("Id", "Version");
    return emulator.ui.request("POST", `/v2/${key.replace("Id", "s")}/tag`, {
      [key]: document,
      ...name,
      [versionKey]: version,
    });
  }

  test("an id of another form is refused, with the right form", async () => {
    for (const id of [document, `${document}/`, `${document}/${tagId("Production")}/1`]) {
      await expect(host.read(id, {})).rejects.toThrow(
        `"${id}" is not an id of the type ${kind}. Use the form <${key}>/<tagId>.`,
      );
    }
  });

  test("the id of the tagged version is an output, which an import has where the list of tags has it", async () => {
    const { id, state } = await host.create(buildPlacement());
    const { taggedDocumentId } = state as { taggedDocumentId?: string };
    expect(taggedDocumentId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await host.read(id, state)).state).toMatchObject({ taggedDocumentId });
    const moved = await host.update(id, state, buildPlacement({ version: 1 }));
    expect(moved).toMatchObject({ taggedDocumentId });
    const imported = (await host.read(id, {})).state as { taggedDocumentId: string | null };
    expect(imported.taggedDocumentId).toBe(noun === "data model" ? null : taggedDocumentId);
  });

  test("sits on the latest version, moves when the version changes, and stays when none is asked for", async () => {
    const { id, state } = await host.create(buildPlacement());
    expect(id).toBe(`${document}/${tagId("Production")}`);
    expect(state).toMatchObject({ ...buildPlacement(), tagId: tagId("Production"), taggedVersion: 3 });
    expect(await host.diff(id, state, buildPlacement())).toMatchObject({ changes: false });
    expect(await host.read(id, state)).toMatchObject({ id, state, inputs: buildPlacement() });

    expect(await host.diff(id, state, buildPlacement({ version: 1 }))).toMatchObject({ changes: true, replaces: [] });
    const moved = await host.update(id, state, buildPlacement({ version: 1 }));
    expect(moved).toMatchObject({ version: 1, taggedVersion: 1, previousVersion: 3 });
    expect(listCarried()).toEqual({ Production: 1 });
    expect(await host.diff(id, moved, buildPlacement())).toMatchObject({ changes: false });

    const asDefault = await host.update(id, moved, buildPlacement({ isDefault: true }));
    expect(asDefault).toMatchObject({ isDefault: true, taggedVersion: 1, previousVersion: 3 });
    expect(listWrites().at(-1)?.body).toMatchObject({ isDefault: true });
    expect(listCarried()).toEqual({ Production: 1 });
  });

  test("drifts when it was moved and a version is asked for, and not otherwise", async () => {
    const pinned = buildPlacement({ version: 2 });
    const { id, state } = await host.create(pinned);
    await putTagOn("Production", 3);
    const read = await host.read(id, state);
    expect(read).toMatchObject({ inputs: { version: 3 }, state: { previousVersion: 2 } });
    expect(await host.diff(id, read.state, pinned)).toMatchObject({ changes: true, replaces: [] });
    expect(await host.update(id, read.state, pinned)).toMatchObject({ previousVersion: 3 });
    expect(listCarried()).toEqual({ Production: 2 });

    const { state: free } = await host.create(buildPlacement({ tag: "Staging" }));
    await putTagOn("Staging", 1);
    const now = await host.read(`${document}/${tagId("Staging")}`, free);
    expect(now.state).toMatchObject({ taggedVersion: 1 });
    expect(await host.diff(now.id, now.state, buildPlacement({ tag: "Staging" }))).toMatchObject({ changes: false });
    // Nor does an update of something else move it back.
    await host.update(now.id, free, buildPlacement({ tag: "Staging", isDefault: true }));
    expect(listCarried()).toMatchObject({ Staging: 1 });
  });

  test("another document, another tag or a recreated tag is another placement, and so is an unknown one", async () => {
    const { id, state } = await host.create(buildPlacement());
    const listReplaced = async (news: Properties) => (await host.diff(id, state, news)).replaces;
    expect(await listReplaced(buildPlacement({ [key]: "other" }))).toEqual([key]);
    expect(await listReplaced(buildPlacement({ tag: "Staging" }))).toEqual(["tag"]);
    expect(await listReplaced(buildPlacement({ tagId: "made-anew" }))).toEqual(["tagId"]);
    expect(await listReplaced(buildPlacement({ tagId: tagId("Production") }))).toEqual([]);
    expect(await listReplaced(buildPlacement({ tag: unknown, tagId: unknown }))).toEqual(["tag", "tagId"]);
    expect(await listReplaced(buildPlacement({ version: unknown }))).toEqual([]);

    for (const version of [1, unknown]) await host.check({ ...state, version: 3 }, buildPlacement({ version }));
    await host.waitForPrinted("the tag moves from version 3 to version 1");
    await host.waitForPrinted("the tag moves from version 3 to the one that the update of the document writes");
  });

  test("never moves a tag that sits elsewhere without being told to", async () => {
    await putTagOn("Production", 1);
    await expect(host.create(buildPlacement())).rejects.toThrow(
      `There is a tag "Production" on the ${noun} ${document} already, on version 1 ` +
        `(${document}/${tagId("Production")}), and nothing was written. Adopt it with adopt: true`,
    );
    await expect(host.create(buildPlacement({ version: 2 }))).rejects.toThrow("adopt: true");
    expect(listCarried()).toEqual({ Production: 1 });

    const adopted = await host.create(buildPlacement({ adopt: true }));
    expect(adopted.state).toMatchObject({ taggedVersion: 1 });
    expect(listWrites()).toEqual([]);
    await host.create(buildPlacement({ adopt: true, version: 2 }));
    expect(listCarried()).toEqual({ Production: 2 });
  });

  test("a lost answer or one on the right version already is no matter", async () => {
    emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/*/tag", nth: 1 });
    const { id, state } = await host.create(buildPlacement({ version: 2 }));
    expect(state).toMatchObject({ taggedVersion: 2 });
    expect(await host.create(buildPlacement({ version: 2 }))).toMatchObject({ id });
    expect(listCarried()).toEqual({ Production: 2 });
  });

  test("deleting it takes it off where the platform can, and says so where it can't", async () => {
    const { id, state } = await host.create(buildPlacement());
    await host.delete(id, state);
    if (kind !== "DataModelTag") {
      expect(listCarried()).toEqual({});
      // The platform lists it as archived.
      expect(await host.read(id, state)).toMatchObject({ id: "" });
      expect(await host.create(buildPlacement())).toMatchObject({ id });
      await host.delete(id, state);
    } else {
      expect(listCarried()).toEqual({ Production: 3 });
      expect(host.output).toContain(`keeps the tag "Production" on version 3`);
    }
    await emulator.ui.request("DELETE", `/v2/tags/${tagId("Production")}`);
    await host.delete(id, state);
    expect(await host.read(id, state)).toMatchObject({ id: "" });
    await emulator.ui.request("DELETE", `/v2/files/${document}`);
    await host.delete(id, state);
  });

  test("what is wrong is said in check", async () => {
    expect((await host.check({}, { [key]: "", tag: 7, version: 0, versoin: 1 })).failures).toEqual([
      expect.stringContaining(`|${key}: `),
      expect.stringContaining("|tag: "),
      expect.stringContaining("|version: "),
      expect.stringContaining('|versoin: no such field. Did you mean "version"?'),
    ]);
    expect((await host.check({}, { tag: "Production", version: 1.5 })).failures).toEqual([
      expect.stringContaining(`|${key}: required`),
      expect.stringContaining("|version: "),
    ]);
  });
});
