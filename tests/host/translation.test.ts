import { listWrites, setUpHost } from "./bench";

describe("a translation, in the real dynamic-provider host", () => {
  const at = setUpHost("Translation");
  const french = { lng: "fr", translations: { Revenue: "Chiffre d'affaires" } };
  const listStored = () => at.emulator.snapshot().translations;

  test("lives its whole life: create, no-op, read, update, delete twice", async () => {
    const { id, state } = await at.host.create(french);
    expect(id).toBe(`${at.emulator.seeded.organization}/fr`);
    expect(await at.host.diff(id, state, french)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: french });
    at.emulator.clearRequests();
    const emptied = await at.host.update(id, state, { lng: "fr", translations: {} });
    expect(listWrites(at.emulator)).toEqual([
      { method: "PUT", path: "/v2/translations/organization/fr", body: { translations: {} } },
    ]);
    for (const emptyTranslations of ["omitted", "written"] as const) {
      at.emulator.configure({ emptyTranslations });
      expect((await at.host.read(id, emptied)).inputs).toEqual({ lng: "fr", translations: {} });
    }
    await at.host.delete(id, emptied);
    await at.host.delete(id, emptied);
    expect(listStored()).toEqual([]);
    expect((await at.host.read(id, emptied)).id).toBe("");
  });

  test("a variant has an id and a life of its own", async () => {
    const base = await at.host.create(french);
    const { id, state } = await at.host.create({ ...french, variant: "Acme/EU" });
    expect(id).toBe(`${at.emulator.seeded.organization}/fr/Acme/EU`);
    expect((await at.host.read(id, state)).inputs).toEqual({ ...french, variant: "Acme/EU" });
    await at.host.delete(base.id, base.state);
    expect(listStored()).toMatchObject([{ lng: "fr", lng_variant: "Acme/EU" }]);
  });

  test("what exists isn't overwritten: it is adopted, in whatever case the language is written", async () => {
    await at.emulator.ui.request("POST", "/v2/translations/organization", { lng: "FR", translations: { A: "B" } });
    for (const repeatedTranslation of ["refuse", "replace"] as const) {
      at.emulator.configure({ repeatedTranslation });
      await expect(at.host.create(french)).rejects.toThrow("adopt: true");
    }
    expect(listStored()).toMatchObject([{ translations: { A: "B" } }]);
    const { id, state } = await at.host.create({ ...french, adopt: true });
    expect(listStored()).toMatchObject([{ translations: french.translations }]);
    expect(await at.host.read(id, state)).toMatchObject({ inputs: { lng: "fr" } });
  });
});
