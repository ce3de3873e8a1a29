import { listWrites, setUpHost } from "./bench";

type Properties = Record<string, unknown>;

describe("a public embed, in the real dynamic-provider host", () => {
  const at = setUpHost("WorkbookEmbed");
  const getWorkbook = () => at.emulator.seeded.workbooks.sales;
  const buildDeclared = (more: Properties = {}) => ({
    workbookId: getWorkbook(),
    sourceType: "workbook",
    public: true,
    ...more,
  });
  const listEmbeds = () => at.emulator.snapshot().embeds;
  const readPage = async () => {
    const { entries } = (await at.emulator.ui.request("GET", `/v2/workbooks/${getWorkbook()}/pages`)) as {
      entries: { pageId: string }[];
    };
    return entries[0]?.pageId;
  };

  test("lives its whole life; without consent it is neither published nor deleted", async () => {
    expect((await at.host.check({}, buildDeclared({ public: false }))).failures.join()).toContain(
      "public: must be true",
    );
    await at.host.check({}, buildDeclared());
    await at.host.waitForPrinted(`The public embed of the workbook ${getWorkbook()} publishes its data to anyone`);

    const { id, state } = await at.host.create(buildDeclared());
    const [embed] = listEmbeds();
    expect(id).toBe(`${getWorkbook()}/${embed?.embedId}`);
    expect(state.embedUrl).toContain(embed?.embedId);
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: buildDeclared() });
    await expect(at.host.diff(id, state, buildDeclared({ sourceType: "page", sourceId: "p" }))).rejects.toThrow(
      "allowDelete",
    );
    await expect(at.host.delete(id, state)).rejects.toThrow("its URL for good");
    expect(listEmbeds()).toHaveLength(1);

    const allowed = await at.host.update(id, state, buildDeclared({ allowDelete: true }));
    await at.host.delete(id, allowed);
    await at.host.delete(id, allowed);
    expect(listEmbeds()).toEqual([]);
    expect((await at.host.read(id, state)).id).toBe("");
  });

  test("of a page, and adopted by what it shows; others, and those that aren't public, are left alone", async () => {
    await at.emulator.ui.request("POST", "/embeds", { workbookId: getWorkbook() });
    await expect(at.host.create(buildDeclared({ adopt: true }))).resolves.toMatchObject({
      state: { embedUrl: expect.any(String) },
    });
    expect(listEmbeds().map((embed) => embed.public)).toEqual([false, true]);
    const ofPage = buildDeclared({ sourceType: "page", sourceId: await readPage() });
    const { id } = await at.host.create(ofPage);
    at.emulator.clearRequests();
    expect((await at.host.create({ ...ofPage, adopt: true })).id).toBe(id);
    // What an import and `pull` read.
    expect((await at.host.read(id, {})).inputs).toEqual(ofPage);
    await expect(at.host.read("embed", {})).rejects.toThrow(
      '"embed" is not an id of the type WorkbookEmbed. Use the form <workbookId>/<embed id>.',
    );
    expect(listWrites(at.emulator)).toEqual([]);
  });

  test("a create whose answer is lost isn't sent twice; an older embed of the part isn't taken for it", async () => {
    const { id: older } = await at.host.create(buildDeclared());
    for (const repeatedEmbeds of ["another", "refuse"] as const) {
      const part = { ...buildDeclared({ sourceType: "page", sourceId: await readPage() }) };
      at.emulator.configure({ repeatedEmbeds });
      if (repeatedEmbeds === "refuse") {
        await expect(at.host.create(part)).rejects.toThrow("adopt it with adopt: true");
        continue;
      }
      at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/workbooks/*/embeds", nth: 1 });
      const { id } = await at.host.create(part);
      expect(id).not.toBe(older);
      expect(listEmbeds()).toHaveLength(2);
    }
  });

  test("what is wrong is said in check", async () => {
    const readMessage = async (more: Properties) => (await at.host.check({}, buildDeclared(more))).failures.join("\n");
    expect(await readMessage({ sourceType: "page" })).toContain("sourceId: required, the id of the page");
    expect(await readMessage({ sourceId: "x" })).toContain("sourceId: an embed of a whole workbook has none");
    expect(await readMessage({ sourceType: "pgae" })).toContain('Did you mean "page"?');
  });
});
