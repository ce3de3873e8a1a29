import { listWrites, setUpHost } from "./bench";

describe("a certificate of single sign-on, in the real dynamic-provider host", () => {
  const at = setUpHost("SsoCertificate");
  const buildSigning = () => ({
    serviceProviderId: at.emulator.seeded.serviceProvider,
    purpose: "signing",
    validForDays: 90,
  });
  const listActive = () => at.emulator.snapshot().ssoCertificates.map(({ isActive }) => isActive);

  test("is created inactive, and shows what to install", async () => {
    const { id, state } = await at.host.create(buildSigning());
    const [stored] = at.emulator.snapshot().ssoCertificates;
    expect(id).toBe(`${buildSigning().serviceProviderId}/${stored?.samlServiceProviderCertificateId}`);
    expect(state).toMatchObject({
      certificate: expect.stringMatching(/^-----BEGIN CERTIFICATE-----/),
      isActive: false,
    });
    expect(await at.host.diff(id, state, buildSigning())).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: buildSigning() });
    expect((await at.host.read(id, {})).inputs).toEqual({ ...buildSigning(), active: false });
    await at.host.delete(id, state);
    await at.host.delete(id, state);
    expect(at.emulator.snapshot().ssoCertificates).toEqual([]);
    expect((await at.host.read(id, state)).id).toBe("");
  });

  test("isn't activated in the apply that creates it, a replacement included", async () => {
    const now = { ...buildSigning(), active: true };
    expect((await at.host.check({}, now)).failures).toEqual([expect.stringContaining("locked out")]);
    await expect(at.host.create(now)).rejects.toThrow("locked out");
    const { id, state } = await at.host.create(buildSigning());
    const activated = await at.host.update(id, state, now);
    const longer = { ...now, validForDays: 365 };
    expect((await at.host.check(activated, longer)).failures).toEqual([]);
    expect(await at.host.diff(id, activated, longer)).toMatchObject({ replaces: ["validForDays"] });
    await expect(at.host.create(longer)).rejects.toThrow("locked out");
    expect(listActive()).toEqual([true]);
  });

  test("is rotated: add, activate, remove; the active one isn't deleted", async () => {
    const old = await at.host.create(buildSigning());
    const inUse = await at.host.update(old.id, old.state, { ...buildSigning(), active: true });
    await expect(at.host.delete(old.id, inUse)).rejects.toThrow("Activate another first");
    const next = await at.host.create(buildSigning());
    expect(next.id).not.toBe(old.id);
    at.emulator.clearRequests();
    await at.host.update(next.id, next.state, { ...buildSigning(), active: true });
    expect(listWrites(at.emulator).map(({ path }) => path.split("/").at(-1))).toEqual(["activate"]);
    expect(listActive()).toEqual([false, true]);
    await at.host.delete(old.id, inUse);
    expect(listActive()).toEqual([true]);
  });

  test("two that adopt what is there create one each, where none is", async () => {
    const adopting = { ...buildSigning(), adopt: true };
    const urns = ["one", "two"].map((name) => `urn:pulumi:dev::shop::analytics:index:SsoCertificate::${name}`);
    const made = await Promise.all(
      urns.map(async (__urn) => {
        const { inputs, failures } = await at.host.check({}, { ...adopting, __urn });
        expect(failures).toEqual([]);
        return at.host.create({ ...inputs, __urn });
      }),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    expect(listActive()).toEqual([false, false]);
  });

  test("deactivated, it can be deleted", async () => {
    at.emulator.configure({ deleteActiveCertificate: "refuse" });
    const { id, state } = await at.host.create(buildSigning());
    const activated = await at.host.update(id, state, { ...buildSigning(), active: true });
    const deactivated = await at.host.update(id, activated, { ...buildSigning(), active: false });
    expect(deactivated).toMatchObject({ isActive: false });
    await at.host.delete(id, deactivated);
    expect(listActive()).toEqual([]);
  });

  test("a create whose answer is lost makes one certificate", async () => {
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/saml/**", nth: 1 });
    await at.host.create(buildSigning());
    expect(listActive()).toEqual([false]);
  });
});
