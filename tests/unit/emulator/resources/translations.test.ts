import { setUpEmulator } from "../support";

const running = setUpEmulator();
const path = "/v2/translations/organization";
const french = { lng: "fr-ca", translations: { Revenue: "Revenu" } };

test("a translation is created, listed without its texts, read and replaced", async () => {
  const { api } = running;
  expect((await api.post(path, french)).body).toEqual({});
  const { entries } = (await api.get(path)).body;
  expect(entries).toEqual([expect.objectContaining({ lng: "fr-ca", locale: "fr-CA", lng_variant: null })]);
  expect(entries[0]).not.toHaveProperty("translations");
  expect((await api.get(`${path}/FR-CA`)).body).toEqual({ translations: french.translations });
  await api.put(`${path}/fr-ca`, { translations: { Region: "Région" } });
  expect((await api.get(`${path}/fr-ca`)).body).toEqual({ translations: { Region: "Région" } });
  expect((await api.put(`${path}/fr-ca`, {})).status).toBe(400);
  expect((await api.post(path, { lng: "nonsense" })).status).toBe(400);
  expect((await api.get(`${path}/de`)).status).toBe(404);
});

test("a variant is apart from its language, and deleted by itself", async () => {
  const { api } = running;
  await api.post(path, french);
  await api.post(path, { ...french, lng_variant: "acme", translations: {} });
  expect((await api.get(`${path}/fr-ca/acme`)).body).toEqual({});
  running.emulator.configure({ emptyTranslations: "written" });
  expect((await api.get(`${path}/fr-ca/acme`)).body).toEqual({ translations: {} });
  await api.delete(`${path}/fr-ca`);
  expect((await api.get(`${path}/fr-ca`)).status).toBe(404);
  expect((await api.get(`${path}/fr-ca/acme`)).status).toBe(200);
});

test("a second POST replaces the texts, or is refused", async () => {
  const { api, emulator } = running;
  await api.post(path, french);
  expect((await api.post(path, { lng: "fr-CA", translations: {} })).status).toBe(200);
  expect(emulator.snapshot().translations).toHaveLength(1);
  emulator.configure({ repeatedTranslation: "refuse" });
  expect((await api.post(path, french)).status).toBe(409);
});
