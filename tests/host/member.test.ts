import { listWrites, setUpHost } from "./bench";
import { Host, unknown } from "./support";

const sam = { email: "Sam.Smith@acme.example", firstName: "Sam", lastName: "Smith" };

describe("a member, in the real dynamic-provider host", () => {
  const at = setUpHost("Member");
  const findMember = (id: string) => at.emulator.snapshot().members.find(({ memberId }) => memberId === id);
  const ask = (method: string, path: string, body?: object) => at.emulator.ui.request(method, path, body);

  test("takes the id of its account type, which nothing then differs from", async () => {
    const { accountTypes } = at.emulator.seeded;
    const { id, state } = await at.host.create({ ...sam, memberType: accountTypes.viewer });
    expect(findMember(id)).toMatchObject({ memberType: "viewer" });
    const { inputs } = await at.host.read(id, state);
    expect(inputs).toMatchObject({ memberType: accountTypes.viewer });
    await at.host.update(id, state, { ...sam, memberType: accountTypes.creator });
    expect(findMember(id)).toMatchObject({ memberType: "creator" });
    expect((await at.host.read(id, state)).inputs).toMatchObject({ memberType: "creator" });
  });

  test("of an account type that nobody has is refused in the preview, which asks once", async () => {
    at.emulator.clearRequests();
    const { failures } = await at.host.check({}, { ...sam, memberType: "creatr" });
    expect(failures).toEqual([
      expect.stringMatching(/\|memberType: there is no account type "creatr"\. Did you mean "creator"\? There are /),
    ]);
    const { accountTypes } = at.emulator.seeded;
    for (const memberType of ["Creator", accountTypes.viewer, unknown])
      expect((await at.host.check({}, { ...sam, memberType })).failures).toEqual([]);
    expect(at.emulator.requests().filter(({ path }) => path.startsWith("/v2/accountTypes"))).toHaveLength(1);
  });

  test("lives its whole life: create, no-op, read, update, deactivation twice", async () => {
    const declared = { ...sam, memberType: "creator", sendInvite: false };
    const { id, state } = await at.host.create(declared);
    expect(listWrites(at.emulator)).toEqual([
      { method: "POST", path: "/v2/members?sendInvite=false", body: { ...sam, memberType: "creator" } },
    ]);
    // The platform has the address in lower case, which is the same.
    expect(findMember(id)).toMatchObject({ email: "sam.smith@acme.example", memberType: "creator" });
    expect(state).toMatchObject({ email: sam.email, isInactive: false, homeFolderId: findMember(id)?.homeFolderId });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });
    const respelled = { ...declared, email: "sam.smith@ACME.example", sendInvite: true };
    expect((await at.host.diff(id, state, { ...sam, email: respelled.email })).changes).toBe(false);

    at.emulator.clearRequests();
    const changed = { ...sam, lastName: "Stone", memberType: "viewer" };
    const updated = await at.host.update(id, state, changed);
    expect(listWrites(at.emulator)).toEqual([
      { method: "PATCH", path: `/v2/members/${id}`, body: { lastName: "Stone", memberType: "viewer" } },
    ]);

    await at.host.delete(id, updated);
    expect(findMember(id)).toMatchObject({ isArchived: true, lastName: "Stone" });
    await at.host.delete(id, updated);
    expect((await at.host.read(id, updated)).id).toBe("");
    expect(listWrites(at.emulator).filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  test("is never created a second time: adopted, reactivated, or refused with what to do", async () => {
    const { analyst, viewer } = at.emulator.seeded.members;
    const alan = { email: "ALAN.analyst@acme.example", firstName: "Alan", lastName: "Analyst" };
    await expect(at.host.create(alan)).rejects.toThrow(
      `There is a member ${alan.email} already (${analyst}): adopt it`,
    );
    expect(listWrites(at.emulator)).toEqual([]);
    expect((await at.host.create({ ...alan, adopt: true })).id).toBe(analyst);

    await ask("DELETE", `/v2/members/${viewer}`);
    const vera = { email: "vera.viewer@acme.example", firstName: "Vera", lastName: "Vogt", memberType: "creator" };
    await expect(at.host.create({ ...vera, adopt: true })).rejects.toThrow(`a deactivated member (${viewer})`);
    const { id } = await at.host.create({ ...vera, reactivate: true });
    expect(id).toBe(viewer);
    expect(findMember(viewer)).toMatchObject({ isArchived: false, lastName: "Vogt", memberType: "creator" });
    expect(at.emulator.snapshot().members).toHaveLength(5);
  });

  test("documents go to whom the program names, or are archived", async () => {
    const { analyst, viewer } = at.emulator.seeded.members;
    const alan = { email: "alan.analyst@acme.example", firstName: "Alan", lastName: "Analyst", adopt: true };
    const contradiction = await at.host.check({}, { ...alan, newOwnerId: viewer, archiveDocuments: true });
    expect(contradiction.failures).toEqual([expect.stringContaining("newOwnerId: contradicts archiveDocuments")]);

    const { id, state } = await at.host.create({
      ...alan,
      newOwnerId: viewer,
      archiveScheduledExports: true,
      allowDelete: true,
    });
    await at.host.delete(id, state);
    expect(listWrites(at.emulator)).toEqual([
      {
        method: "PATCH",
        path: `/v2/members/${analyst}`,
        body: { isArchived: true, newOwnerId: viewer, archiveScheduledExports: true },
      },
    ]);
    const { workbooks } = at.emulator.seeded;
    expect(at.emulator.snapshot().files.find((file) => file.id === workbooks.sales)?.ownerId).toBe(viewer);
  });

  test("the owner of the credentials and the last administrator stay", async () => {
    const { admin, analyst } = at.emulator.seeded.members;
    const asOwn = { adopt: true, allowDelete: true };
    const ada = { email: "ada.admin@acme.example", firstName: "Ada", lastName: "Admin", ...asOwn };
    const own = await at.host.create(ada);
    await expect(at.host.delete(admin, own.state)).rejects.toThrow("owns these API credentials");
    const lower = { ...ada, memberType: "creator" };
    await expect(at.host.update(admin, own.state, lower)).rejects.toThrow(
      `The member ${admin} owns these API credentials, which would lose the rights of an administrator.`,
    );

    await ask("PATCH", `/v2/members/${analyst}`, { memberType: "admin" });
    await ask("PATCH", `/v2/members/${admin}`, { memberType: "creator" });
    const alan = { email: "alan.analyst@acme.example", firstName: "Alan", lastName: "Analyst", ...asOwn };
    const last = await at.host.create({ ...alan, memberType: "admin" });
    at.emulator.clearRequests();
    const lastOne = `The member ${analyst} is the organization's last administrator. Nothing was changed.`;
    await expect(at.host.delete(analyst, last.state)).rejects.toThrow(lastOne);
    await expect(at.host.update(analyst, last.state, { ...alan, memberType: "viewer" })).rejects.toThrow(lastOne);
    expect(listWrites(at.emulator)).toEqual([]);

    const other = await at.host.create({ ...sam, memberType: "admin" });
    // Both at once would leave none.
    const results = await Promise.allSettled([
      at.host.delete(analyst, last.state),
      at.host.delete(other.id, other.state),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("what an identity provider manages is the platform's decision, with a hint", async () => {
    at.emulator.configure({ provisionedMembers: "refuse" });
    await expect(at.host.create(sam)).rejects.toThrow(
      /managed by your identity provider.*identity provider manages the members \(SCIM\), change the member there/s,
    );
    at.emulator.configure({ provisionedMembers: "accept" });
    const { id, state } = await at.host.create(sam);
    await ask("PATCH", `/v2/members/${id}`, { isInactive: true });
    expect((await at.host.read(id, state)).state).toMatchObject({ isInactive: true });
    await at.host.waitForPrinted(`an identity provider has deactivated the member sam.smith@acme.example (${id})`);

    at.emulator.clearRequests();
    await at.host.delete(id, state);
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.waitForPrinted(`sam.smith@acme.example (${id}): nothing was sent`);
  });

  test("an address without @ is refused before anything is sent", async () => {
    const { failures } = await at.host.check({}, { ...sam, email: "sam.smith" });
    expect(failures).toEqual(['|email: "sam.smith" is no email address. Write it as bea@example.com.']);
  });

  test("a guest is no administrator", async () => {
    const { failures } = await at.host.check({}, { ...sam, userKind: "guest", memberType: "Admin" });
    expect(failures.join()).toContain("memberType: a guest can't have the account type Admin");
    const { id } = await at.host.create({ ...sam, userKind: "guest" });
    await expect(ask("PATCH", `/v2/members/${id}`, { memberType: "admin" })).rejects.toThrow(/Guests can't be/);
  });

  test("a refresh of many shares one list; a member whom it lacks is read by id", async () => {
    const { id, state } = await at.host.create(sam);
    const refresh = await Host.start("Member");
    try {
      await refresh.configure(at.settings);
      at.emulator.clearRequests();
      const all = await Promise.all([1, 2, 3].map(() => refresh.read(id, state)));
      expect(all.map((one) => one.id)).toEqual([id, id, id]);
      const reads = at.emulator.requests().filter(({ path }) => path.startsWith("/v2/members"));
      expect(reads).toHaveLength(1);
      expect((await refresh.read("nobody", state)).id).toBe("");
    } finally {
      await refresh.stop();
    }
  });
});
