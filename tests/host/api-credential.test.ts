import { fingerprint } from "analytics-emulator";
import { listWrites, setUpHost } from "./bench";
import { Host, unknown } from "./support";

const basic = { authMethod: "basic", basic: { username: "ann", password: "planted-password" } };
const billing = {
  name: "Billing",
  allowlist: ["*.example.com", "api.example.org"],
  description: "d",
  credential: basic,
};

describe("an API credential, in the real dynamic-provider host", () => {
  const at = setUpHost("ApiCredential");
  const findStored = () => at.emulator.snapshot().apiCredentials[0];
  const changeInProduct = (id: string, body: object) =>
    at.emulator.ui.request("PATCH", `/v2/api-credentials/${id}`, body);

  test("lives its whole life: create, no-op, update, read, delete twice", async () => {
    const { id, state } = await at.host.create(billing);
    expect(state).toMatchObject({ ...billing, authMethod: "basic" });
    expect(findStored()).toMatchObject({ apiCredentialId: id, secrets: { password: fingerprint("planted-password") } });
    expect(await at.host.diff(id, state, billing)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: billing });

    await at.host.delete(id, state);
    expect(at.emulator.snapshot().apiCredentials).toEqual([]);
    await at.host.delete(id, state);
    expect((await at.host.read(id, state)).id).toBe("");
  });

  test("only what changed is sent; stored secrets only when the credential or rotation changed", async () => {
    const { id, state } = await at.host.create(billing);
    async function updateAndList(news: Record<string, unknown>): Promise<unknown> {
      at.emulator.clearRequests();
      expect(await at.host.diff(id, state, news)).toMatchObject({ changes: true, replaces: [] });
      await at.host.update(id, state, news);
      return listWrites(at.emulator).map(({ body }) => body);
    }
    expect(await updateAndList({ ...billing, name: "B" })).toEqual([{ name: "B" }]);
    expect(await updateAndList({ ...billing, allowlist: ["*"] })).toEqual([{ allowlist: ["*"] }]);
    const { description: _, ...bare } = billing;
    expect(await updateAndList(bare)).toEqual([{ description: null }]);
    expect(await updateAndList({ ...billing, rotation: "2" })).toEqual([{ credential: expect.anything() }]);
    const rotated = { authMethod: "basic", basic: { username: "ann", password: "planted-second" } };
    expect(await updateAndList({ ...billing, credential: rotated })).toEqual([{ credential: expect.anything() }]);
    expect(findStored()?.secrets).toEqual({ password: fingerprint("planted-second") });
    // No longer declared, it stays as it is.
    const { credential: __, ...undeclared } = billing;
    expect(await updateAndList(undeclared)).toEqual([]);
  });

  test("the order of host patterns tells nothing, and the program's order stays", async () => {
    const { id, state } = await at.host.create(billing);
    const turned = { ...billing, allowlist: [...billing.allowlist].reverse() };
    expect(await at.host.diff(id, state, turned)).toMatchObject({ changes: false });
    await changeInProduct(id, { allowlist: turned.allowlist });
    expect((await at.host.read(id, state)).inputs).toEqual(billing);
  });

  test.each([
    ["basic", { username: "ann", password: "planted" }, { username: "bob", password: "theirs" }],
    [
      "apiKey",
      { key: "X-Key", value: "planted", isQueryParam: false },
      { key: "X-Key", value: "theirs", isQueryParam: true },
    ],
    [
      "oAuthClientCredentials",
      {
        clientId: "c",
        clientSecret: "planted",
        accessTokenUrl: "https://example.com/token",
        scopes: ["read", "write"],
        accessTokenAuthMethod: "httpBasic",
      },
      {
        clientId: "c",
        clientSecret: "theirs",
        accessTokenUrl: "https://example.com/token",
        scopes: ["read"],
        accessTokenAuthMethod: "httpBasic",
      },
    ],
    [
      "awsSigV4",
      { accessKeyId: "A", secretAccessKey: "planted", region: "us-east-1", temporaryCredentialsRequestParams: [] },
      { accessKeyId: "A", secretAccessKey: "theirs", service: "s3" },
    ],
  ])(
    "%s: what is visible shows as drift, and an update puts the declared one back",
    async (authMethod, mine, theirs) => {
      const declared = { ...billing, credential: { authMethod, [authMethod]: mine } };
      const { id, state } = await at.host.create(declared);
      expect((await at.host.read(id, state)).inputs).toEqual(declared);

      await changeInProduct(id, { credential: { authMethod, [authMethod]: theirs } });
      const { state: drifted, inputs } = await at.host.read(id, state);
      const secret = Object.entries(mine).filter(([, value]) => value === "planted");
      const visible = Object.entries(theirs).filter(([, value]) => value !== "theirs");
      expect(inputs.credential).toEqual({ authMethod, [authMethod]: Object.fromEntries([...visible, ...secret]) });
      expect(await at.host.diff(id, drifted, declared)).toMatchObject({ changes: true, replaces: [] });

      await at.host.update(id, drifted, declared);
      expect(Object.values(findStored()?.secrets ?? {})).toEqual([fingerprint("planted")]);
      expect((await at.host.read(id, state)).inputs).toEqual(declared);
    },
  );

  test("a refresh compares all that can be compared of every credential; a setting skips the reads", async () => {
    const made: Awaited<ReturnType<Host["create"]>>[] = [];
    for (let index = 0; index < 6; index += 1) {
      const credential = { authMethod: "basic", basic: { username: `user ${index}`, password: "planted" } };
      made.push(await at.host.create({ ...billing, name: `Credential ${index}`, credential }));
    }
    const bearer = { authMethod: "bearer", bearer: { token: "planted" } };
    for (const name of ["Bearer 1", "Bearer 2"]) {
      made.push(await at.host.create({ ...billing, name, credential: bearer }));
    }
    const theirs = { authMethod: "basic", basic: { username: "theirs", password: "theirs" } };
    // Of the second bearer token nothing is changed.
    for (const { id } of made.slice(0, -1)) await changeInProduct(id, { credential: theirs });

    const refresh = async (host: Host) => {
      at.emulator.clearRequests();
      const read = [];
      for (const { id, state } of made) read.push((await host.read(id, state)).inputs.credential);
      const requests = at.emulator.requests().filter(({ path }) => path.startsWith("/v2/api-credentials"));
      return {
        seen: read.map((credential) => JSON.stringify(credential).includes("theirs")),
        requests: requests.length,
      };
    };
    // The list shows that the method of the first bearer token is another now.
    expect(await refresh(at.host)).toEqual({
      seen: [true, true, true, true, true, true, true, false],
      requests: 6 + 1 + 1,
    });

    const listed = await Host.start("ApiCredential");
    const misled = await Host.start("ApiCredential");
    try {
      await listed.configure({ ...at.settings, "analytics:apiCredentials": '{"refresh":"listed"}' });
      expect(await refresh(listed)).toEqual({
        seen: [false, false, false, false, false, false, true, false],
        requests: 1 + 1,
      });
      await misled.configure({ ...at.settings, "analytics:apiCredentials": '{"refresh":"some","wholeReads":4}' });
      expect((await misled.check({}, billing)).failures).toEqual([
        '|analytics:apiCredentials.refresh is "some". Use one of: listed, whole.',
        "|analytics:apiCredentials.wholeReads: no such setting. Settings: refresh.",
      ]);
    } finally {
      await listed.stop();
      await misled.stop();
    }
  });

  test("a secret changed in the product can't be seen; another method can", async () => {
    const { id, state } = await at.host.create(billing);
    await changeInProduct(id, { credential: { authMethod: "basic", basic: { username: "ann", password: "theirs" } } });
    expect((await at.host.read(id, state)).inputs).toEqual(billing);
    await changeInProduct(id, { credential: { authMethod: "bearer", bearer: { token: "theirs" } } });
    const { state: drifted, inputs } = await at.host.read(id, state);
    expect(inputs.credential).toEqual({ authMethod: "bearer" });
    expect(drifted.authMethod).toBe("bearer");
    expect(await at.host.diff(id, drifted, billing)).toMatchObject({ changes: true });
    expect(await at.host.update(id, drifted, billing)).toMatchObject({ authMethod: "basic" });
  });

  test("is adopted as it is, or updated; its secrets are taken to be as declared", async () => {
    const { id } = await at.host.create(billing);
    at.emulator.clearRequests();
    expect((await at.host.create({ ...billing, adopt: true })).id).toBe(id);
    expect(listWrites(at.emulator)).toEqual([]);
    expect(at.host.output).toMatch(
      /adopted API credential "Billing".*nothing was written; its secrets can't be compared/,
    );

    const other = { ...billing, name: "Other", adopt: { id } };
    expect((await at.host.create(other)).id).toBe(id);
    expect(listWrites(at.emulator).map(({ body }) => body)).toEqual([{ name: "Other" }]);
  });

  test("one that can only be made in the product is managed without its credential", async () => {
    const { id } = await at.host.create(billing);
    const { credential: _, ...bare } = billing;
    const adopted = { ...bare, adopt: true };
    expect((await at.host.check({}, adopted)).failures).toEqual([]);
    const { state } = await at.host.create(adopted);
    expect(state).not.toHaveProperty("credential");
    expect((await at.host.read(id, state)).inputs).toEqual(adopted);
    // Once it is in the state, the program may forget how it came there.
    expect((await at.host.check(adopted, bare)).failures).toEqual([]);
    expect((await at.host.check({}, bare)).failures).toEqual([expect.stringContaining("credential: required; only")]);
    expect((await at.host.check(adopted, { ...bare, rotation: "2" })).failures).toEqual([
      expect.stringContaining("rotation: sends the credential again, and none is declared"),
    ]);
    await expect(at.host.create({ ...bare, name: "None", adopt: true })).rejects.toThrow(
      'there is no API credential "None" to adopt',
    );
    await at.host.update(id, state, { ...bare, description: "new" });
    expect(findStored()).toMatchObject({ description: "new", secrets: { password: fingerprint("planted-password") } });
  });

  test("a read by id alone answers the platform's fields, and nothing of the credential", async () => {
    const { id } = await at.host.create(billing);
    const { credential: _, ...visible } = billing;
    expect(await at.host.read(id, {})).toMatchObject({ id, inputs: visible });
    expect(JSON.stringify(await at.host.read(id, {}))).not.toContain("ann");
  });

  test("values known only after apply stop nothing", async () => {
    const half = { ...billing, credential: { authMethod: "basic", basic: { username: "ann", password: unknown } } };
    for (const credential of [unknown, { authMethod: unknown }, { authMethod: "basic", basic: unknown }]) {
      expect((await at.host.check({}, { ...billing, credential })).failures).toEqual([]);
    }
    expect((await at.host.check({}, half)).failures).toEqual([]);
    const { id, state } = await at.host.create(billing);
    expect(await at.host.diff(id, state, half)).toMatchObject({ changes: true, replaces: [] });
  });

  test("check names every wrong field, and repeats no secret", async () => {
    const findWrong = async (news: object) => (await at.host.check({}, { ...billing, ...news })).failures;
    expect(await findWrong({ allowlist: [] })).toEqual([expect.stringMatching(/^\|allowlist: /)]);
    expect(await findWrong({ allowlist: ["https://api.example.com/v1"] })).toEqual([
      "|allowlist[0]: expected a host name such as api.example.com, * for any part: no scheme, port or path.",
    ]);
    expect(await findWrong({ credential: { authMethod: "planted-basic" } })).toEqual([
      '|credential.authMethod: "[secret]" is not one of basic, bearer, apiKey, oAuthClientCredentials, awsSigV4.',
    ]);
    expect(
      await findWrong({ credential: { authMethod: "basic", basic: { username: "ann", pasword: "planted" } } }),
    ).toEqual([
      "|credential.basic.password: required, a string.",
      '|credential.basic.pasword: no such field. Did you mean "password"? Fields: username, password.',
    ]);
    // The plugin's schema marks it as secret, beside the kind.
    expect(await findWrong({ credential: { authMethod: "basic" }, __secretInputs: ["credential"] })).toEqual([
      "|credential.basic: required, an object.",
    ]);
    expect(
      await findWrong({ credential: { authMethod: "basic", basic: { username: 70_707, password: "p" } } }),
    ).toEqual(["|credential.basic.username: must be a string, is a number."]);
    expect(await findWrong({ credential: "planted" })).toEqual(["|credential: must be an object, is a string."]);
  });

  test("an error of the platform repeats no part of a credential", async () => {
    at.emulator.addFault({ fault: "status", status: 400, method: "POST", path: "/v2/api-credentials" });
    const said = await at.host.create(billing).catch((error: Error) => error.message);
    expect(said).toContain("400");
    expect(said).not.toContain("planted-password");
  });

  test("an answer that is lost makes no second one", async () => {
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/api-credentials", nth: 1 });
    const { id } = await at.host.create(billing);
    expect(at.emulator.snapshot().apiCredentials.map(({ apiCredentialId }) => apiCredentialId)).toEqual([id]);
  });
});
