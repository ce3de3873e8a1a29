import { setUpEmulator } from "../support";

const running = setUpEmulator();
const root = "/v2/saml/service-providers";

const createOne = async (purpose = "signing") => {
  const { serviceProvider } = running.emulator.seeded;
  const { status, body } = await running.api.post(`${root}/${serviceProvider}/certificates`, {
    purpose,
    validForDays: 30,
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    samlServiceProviderId: serviceProvider,
    samlServiceProviderCertificateId: expect.any(String),
  });
  return `${root}/${serviceProvider}/certificates/${body.samlServiceProviderCertificateId}`;
};
const isActive = async (path: string) => (await running.api.get(path)).body.isActive;

test("a certificate is made, read and deleted", async () => {
  const { api, emulator } = running;
  expect((await api.get(root)).body.entries).toEqual([{ samlServiceProviderId: emulator.seeded.serviceProvider }]);
  const path = await createOne();
  const { body } = await api.get(path);
  expect(body).toMatchObject({ purpose: "signing", isActive: false });
  expect(body.publicKeyCertificate).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  expect(Date.parse(body.notAfter) - Date.parse(body.notBefore)).toBe(30 * 24 * 3600 * 1000);
  expect((await api.get(`${root}/${emulator.seeded.serviceProvider}/certificates`)).body.entries).toEqual([body]);
  expect((await api.delete(path)).status).toBe(204);
  expect((await api.get(path)).status).toBe(404);
  expect((await api.get(`${root}/nothing/certificates`)).status).toBe(404);
});

test("one certificate of a purpose is active", async () => {
  const { api } = running;
  const [first, second, other] = [await createOne(), await createOne(), await createOne("encryption")];
  for (const path of [first, other, second]) {
    const { status, body } = await api.post(`${path}/activate`, {});
    expect([status, body]).toEqual([200, {}]);
  }
  expect(await Promise.all([first, second, other].map(isActive))).toEqual([false, true, true]);
  expect((await api.post(`${second}/deactivate`, {})).status).toBe(200);
  expect(await isActive(second)).toBe(false);
  running.emulator.configure({ certificateActions: "nothing" });
  expect((await api.post(`${second}/activate`, {})).status).toBe(204);
});

test("a new one may be active at once, and an active one may be refused to be deleted", async () => {
  const { api, emulator } = running;
  emulator.configure({ newCertificates: "active", deleteActiveCertificate: "refuse" });
  const path = await createOne();
  expect(await isActive(path)).toBe(true);
  expect((await api.delete(path)).status).toBe(409);
  emulator.configure({ deleteActiveCertificate: "allow" });
  expect((await api.delete(path)).status).toBe(204);
});
