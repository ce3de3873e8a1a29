import { listWrites, setUpHost } from "./bench";

const params = {
  method: "POST",
  url: "https://api.billing.example.com/invoices/{id}",
  headers: [{ key: "X-Key", mode: "static", value: "planted-value" }],
  pathParams: [{ key: "id", mode: "dynamic", type: "string" }],
  body: '{"amount": {{amount}}}',
};
const declared = { name: "Create invoice", description: "For finance", params, config: { timeout: { requestSec: 5 } } };

describe("an API connector, in the real dynamic-provider host", () => {
  const at = setUpHost("ApiConnector");
  const findStored = (id: string) => at.emulator.snapshot().apiConnectors.find((one) => one.apiConnectorId === id);
  const requestInProduct = (id: string, body: object) =>
    at.emulator.ui.request("PATCH", `/v2/api-connectors/${id}`, body);

  test("lives its whole life: create, no-op, read, update, delete twice", async () => {
    const { id, state } = await at.host.create(declared);
    expect(findStored(id)).toMatchObject({
      params: { ...params, queryParams: [] },
      config: { timeout: { requestSec: 5 }, redirects: { maxRedirects: 5 } },
    });
    expect(await at.host.diff(id, state, declared)).toMatchObject({ changes: false });
    for (const connectorHeaderValues of ["redacted", "returned"] as const) {
      at.emulator.configure({ connectorHeaderValues });
      expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });
    }
    // An import has no empty parts.
    expect((await at.host.read(id, {})).inputs).toMatchObject({
      params: expect.not.objectContaining({ queryParams: [] }),
    });

    at.emulator.clearRequests();
    const { description: _, ...bare } = { ...declared, name: "Invoice" };
    const updated = await at.host.update(id, state, bare);
    expect(listWrites(at.emulator)).toMatchObject([{ method: "PATCH", body: { name: "Invoice", description: null } }]);
    await at.host.delete(id, updated);
    expect(findStored(id)).toMatchObject({ isArchived: true });
    for (const deletedConnectors of ["archived", "gone"] as const) {
      at.emulator.configure({ deletedConnectors });
      await at.host.delete(id, updated);
      expect((await at.host.read(id, updated)).id).toBe("");
    }
  });

  test("a part of the configuration changes alone", async () => {
    const { id, state } = await at.host.create({ ...declared, config: { redirects: { maxRedirects: 1 } } });
    for (const connectorConfigPatch of ["reset", "merged"] as const) {
      at.emulator.configure({ connectorConfigPatch });
      await requestInProduct(id, {
        config: { rateLimit: { maxRequestsPerWindow: 7 }, redirects: { maxRedirects: 1 } },
      });
      await at.host.update(id, state, { ...declared, config: { redirects: { maxRedirects: 2 } } });
      expect(findStored(id)?.config).toMatchObject({
        redirects: { maxRedirects: 2 },
        rateLimit: { maxRequestsPerWindow: 7 },
      });
    }
  });

  test("values that an adopted program lacks aren't lost: only a change of the request is refused", async () => {
    const { id } = await at.host.create(declared);
    const bare = { ...declared, params: { ...params, headers: [{ key: "X-Key", mode: "static" }] }, adopt: { id } };
    at.emulator.clearRequests();
    const { state } = await at.host.create(bare);
    await expect(at.host.update(id, state, { ...bare, params: { ...bare.params, method: "PUT" } })).rejects.toThrow(
      "would lose the static values of these headers and parameters: X-Key",
    );
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.update(id, state, { ...bare, name: "Invoice" });
    expect(findStored(id)).toMatchObject({ name: "Invoice", params: { headers: [{ value: "planted-value" }] } });
  });

  test("a header may repeat: each hidden value is that of its place", async () => {
    const twice = ["planted-one", "planted-two"].map((value) => ({ key: "X-Key", mode: "static", value }));
    const { id, state } = await at.host.create({ ...declared, params: { ...params, headers: twice } });
    expect((await at.host.read(id, state)).inputs).toMatchObject({ params: { headers: twice } });
  });

  test("a change in the product shows at its field; that of a hidden value doesn't", async () => {
    const { id, state } = await at.host.create(declared);
    const sent = { ...params, queryParams: [] };
    await requestInProduct(id, { params: { ...sent, headers: [{ key: "X-Key", mode: "static", value: "theirs" }] } });
    expect((await at.host.read(id, state)).inputs).toEqual(declared);
    at.emulator.configure({ connectorHeaderValues: "returned" });
    expect((await at.host.read(id, state)).inputs).toMatchObject({ params: { headers: [{ value: "theirs" }] } });
    at.emulator.configure({ connectorHeaderValues: "redacted" });
    await requestInProduct(id, { params: { ...sent, method: "PUT" } });
    expect((await at.host.read(id, state)).inputs).toEqual({
      ...declared,
      params: { ...sent, method: "PUT" },
    });
  });

  test("a value that may be secret gets into no state unless it is declared, whatever the answer", async () => {
    at.emulator.configure({ connectorHeaderValues: "returned" });
    const buildOne = (key: string, value: string) => ({ key, mode: "static", value });
    const headers = [buildOne("Content-Type", "application/json"), buildOne("X-Key", "planted-value")];
    const queryParams = [buildOne("page", "1"), buildOne("api_key", "planted-value")];
    const whole = { ...declared, params: { ...params, headers, queryParams } };
    const { id } = await at.host.create(whole);
    const imported = await at.host.read(id, {});
    expect(JSON.stringify(imported)).not.toContain("planted");
    expect(imported.inputs).toMatchObject({
      params: { headers: [headers[0], { key: "X-Key" }], queryParams: [queryParams[0], { key: "api_key" }] },
    });
    const refreshed = await at.host.read(id, imported.state);
    expect(JSON.stringify(refreshed)).not.toContain("planted");
    const { inputs } = imported;
    const changed = { ...inputs, params: { ...(inputs.params as object), method: "PUT" } };
    await expect(at.host.update(id, imported.state, changed)).rejects.toThrow("parameters: X-Key, api_key");
    const known = await at.host.update(id, imported.state, { ...whole, params: { ...whole.params, method: "PUT" } });
    expect(findStored(id)).toMatchObject({ params: { method: "PUT", headers, queryParams } });
    expect((await at.host.read(id, known)).state).toEqual(known);
  });

  test("its credential is set and cleared; a host outside the allowlist is refused without header values", async () => {
    const credential = (await at.emulator.ui.request("POST", "/v2/api-credentials", {
      name: "Billing",
      allowlist: ["*.billing.example.com"],
      credential: { authMethod: "bearer", bearer: { token: "t" } },
    })) as { apiCredentialId: string };
    const { id, state } = await at.host.create({ ...declared, authId: credential.apiCredentialId });
    expect(findStored(id)?.authId).toBe(credential.apiCredentialId);
    const elsewhere = { ...declared, params: { ...params, url: "https://elsewhere.example.com" } };
    const refused = await at.host
      .update(id, state, { ...elsewhere, authId: credential.apiCredentialId })
      .catch((error) => error.details);
    expect(refused).toContain("isn't in the allowlist");
    expect(refused).not.toContain("planted");
    await at.host.update(id, state, declared);
    expect(findStored(id)?.authId).toBeNull();
  });

  test("is adopted by its name", async () => {
    const { id } = await at.host.create(declared);
    at.emulator.clearRequests();
    const adopted = await at.host.create({ ...declared, adopt: true });
    expect(adopted.id).toBe(id);
    expect(listWrites(at.emulator)).toEqual([]);
  });
});
