import { setUpEmulator } from "../support";

const running = setUpEmulator();
const root = "/v2/api-connectors";
const params = {
  method: "POST",
  url: "https://api.example.com/invoices",
  headers: [{ key: "X-Key", mode: "static", value: "planted" }],
  pathParams: [],
  queryParams: [],
  body: '{"amount": {{amount}}}',
};
const invoice = { name: "Invoice", params };

test("a connector is created with defaults, and listed by its name", async () => {
  const { api } = running;
  const { body } = await api.post(root, { ...invoice, config: { timeout: { requestSec: 3 } } });
  expect(body).toMatchObject({
    name: "Invoice",
    authId: null,
    config: { timeout: { requestSec: 3 }, redirects: { maxRedirects: 5 } },
    params: { headers: [{ key: "X-Key", value: null }], bodyParams: [{ key: "amount" }] },
  });
  running.emulator.configure({ connectorHeaderValues: "returned" });
  expect((await api.get(`${root}/${body.apiConnectorId}`)).body.params.headers).toEqual(params.headers);
  expect((await api.get(`${root}?name=invo`)).body.entries).toEqual([
    { apiConnectorId: body.apiConnectorId, name: "Invoice", description: "" },
  ]);
  const { headers: _, ...incomplete } = params;
  expect((await api.post(root, { name: "X", params: incomplete })).status).toBe(400);
});

test("a PATCH replaces what it has; parts of the configuration are reset or kept", async () => {
  const { api, emulator } = running;
  const { body } = await api.post(root, { ...invoice, description: "d", config: { timeout: { requestSec: 3 } } });
  const path = `${root}/${body.apiConnectorId}`;
  const config = { redirects: { maxRedirects: 1 } };
  emulator.configure({ connectorConfigPatch: "merged" });
  expect((await api.patch(path, { config })).body.config).toMatchObject({ ...config, timeout: { requestSec: 3 } });
  emulator.configure({ connectorConfigPatch: "reset" });
  const { body: reset } = await api.patch(path, { config, description: null });
  expect(reset.config).toMatchObject({ ...config, timeout: { requestSec: 30 } });
  expect(reset).not.toHaveProperty("description");
});

test("its credential must allow its host", async () => {
  const { api } = running;
  const credential = { authMethod: "bearer", bearer: { token: "t" } };
  const { body } = await api.post("/v2/api-credentials", { name: "C", allowlist: ["*.example.com"], credential });
  const authId = body.apiCredentialId;
  expect((await api.post(root, { ...invoice, authId })).status).toBe(200);
  const elsewhere = { ...invoice, params: { ...params, url: "https://example.org" } };
  expect((await api.post(root, { ...elsewhere, authId })).status).toBe(400);
  expect((await api.post(root, { ...invoice, authId: "nothing" })).status).toBe(400);
});

test("a deleted one is archived, and can't be changed", async () => {
  const { api, emulator } = running;
  const { body } = await api.post(root, invoice);
  const path = `${root}/${body.apiConnectorId}`;
  await api.delete(path);
  expect((await api.get(root)).body.entries).toEqual([]);
  expect((await api.get(path)).body.isArchived).toBe(true);
  expect((await api.patch(path, { name: "Y" })).body.code).toBe("inode_archived");
  emulator.configure({ deletedConnectors: "gone", connectorNames: "unique" });
  expect((await api.get(path)).status).toBe(404);
  expect((await api.post(root, invoice)).status).toBe(200);
  expect((await api.post(root, invoice)).status).toBe(409);
});
