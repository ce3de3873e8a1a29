import { eachWithHost, writes } from "./bench";

type Properties = Record<string, unknown>;

describe("a public embed, in the real dynamic-provider host", () => {
  const at = eachWithHost("WorkbookEmbed");
  const workbook = () => at.emulator.seeded.workbooks.sales;
  const declared = (more: Properties = {}) => ({
    workbookId: workbook(),
    sourceType: "workbook",
    public: true,
    ...more,
  });
  const embeds = () => at.emulator.snapshot().embeds;
  const page = async () => {
    const { entries } = (await at.emulator.ui.request("GET", `/v2/workbooks/${workbook()}/pages`)) as {
      entries: { pageId: string }[];
    };
    return entries[0]?.pageId;
  };

  test("lives its whole life; without consent it is neither published nor deleted", async () => {
    expect((await at.host.check({}, declared({ public: false }))).failures.join()).toContain("public: must be true");
    await at.host.check({}, declared());
    await at.host.printed(`The public embed of the workbook ${workbook()} publishes its data to anyone`);

    const { id, state } = await at.host.create(declared());
    const [embed] = embeds();
    expect(id).toBe(`${workbook()}/${embed?.embedId}`);
    expect(state.embedUrl).toContain(embed?.embedId);
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared() });
    await expect(at.host.diff(id, state, declared({ sourceType: "page", sourceId: "p" }))).rejects.toThrow(
      "allowDelete",
    );
    await expect(at.host.delete(id, state)).rejects.toThrow("its URL for good");
    expect(embeds()).toHaveLength(1);

    const allowed = await at.host.update(id, state, declared({ allowDelete: true }));
    await at.host.delete(id, allowed);
    await at.host.delete(id, allowed);
    expect(embeds()).toEqual([]);
    expect((await at.host.read(id, state)).id).toBe("");
  });

  test("of a page, and adopted by what it shows; others, and those that aren't public, are left alone", async () => {
    await at.emulator.ui.request("POST", "/embeds", { workbookId: workbook() });
    await expect(at.host.create(declared({ adopt: true }))).resolves.toMatchObject({
      state: { embedUrl: expect.any(String) },
    });
    expect(embeds().map((embed) => embed.public)).toEqual([false, true]);
    const ofPage = declared({ sourceType: "page", sourceId: await page() });
    const { id } = await at.host.create(ofPage);
    at.emulator.clearRequests();
    expect((await at.host.create({ ...ofPage, adopt: true })).id).toBe(id);
    // What an import and `pull` read.
    expect((await at.host.read(id, {})).inputs).toEqual(ofPage);
    await expect(at.host.read("embed", {})).rejects.toThrow(
      '"embed" is not an id of the type WorkbookEmbed. Use the form <workbookId>/<embed id>.',
    );
    expect(writes(at.emulator)).toEqual([]);
  });

  test("a create whose answer is lost isn't sent twice; an older embed of the part isn't taken for it", async () => {
    const { id: older } = await at.host.create(declared());
    for (const repeatedEmbeds of ["another", "refuse"] as const) {
      const part = { ...declared({ sourceType: "page", sourceId: await page() }) };
      at.emulator.configure({ repeatedEmbeds });
      if (repeatedEmbeds === "refuse") {
        await expect(at.host.create(part)).rejects.toThrow("adopt it with adopt: true");
        continue;
      }
      at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/workbooks/*/embeds", nth: 1 });
      const { id } = await at.host.create(part);
      expect(id).not.toBe(older);
      expect(embeds()).toHaveLength(2);
    }
  });

  test("what is wrong is said in check", async () => {
    const said = async (more: Properties) => (await at.host.check({}, declared(more))).failures.join("\n");
    expect(await said({ sourceType: "page" })).toContain("sourceId: required, the id of the page");
    expect(await said({ sourceId: "x" })).toContain("sourceId: an embed of a whole workbook has none");
    expect(await said({ sourceType: "pgae" })).toContain('Did you mean "page"?');
  });
});
