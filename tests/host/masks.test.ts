import { listWrites, setUpHost } from "./bench";
import { type RespellingProxy, startRespellingProxy } from "./respelling-proxy";

/** What a platform may show instead of `ROBOT`. */
const masks = ["***", "••••", "xxxx1234", "<redacted>", "[HIDDEN]", "RO…OT", "R***T", "--------"];

/** A platform that hides what another one shows. */
function setUpMasks(kind: string) {
  const at = setUpHost(kind);
  let proxy: RespellingProxy;
  beforeEach(async () => {
    proxy = await startRespellingProxy(at.emulator);
    await at.host.configure({ ...at.settings, "analytics:baseUrl": proxy.url });
  });
  afterEach(() => proxy.stop());
  const hide = (mask: string) => proxy.respell((text) => (text === "ROBOT" ? mask : text));
  return { at, hide, proxy: () => proxy };
}

describe("of a connection", () => {
  const { at, hide } = setUpMasks("Connection");
  const details = { account: "acme", host: "acme.example.com", authType: "basic-auth", user: "ROBOT", role: "READER" };
  const declared = { name: "Sales", type: "snowflake", details, secrets: { password: "planted" } };

  test.each(masks)("the user %s is none: an import leaves it out, and what is declared counts", async (mask) => {
    const { id, state } = await at.host.create(declared);
    hide(mask);
    const { inputs } = await at.host.read(id, {});
    expect(inputs).toMatchObject({ details: { account: "acme", role: "READER" } });
    expect(JSON.stringify(inputs)).not.toContain(mask);
    expect((await at.host.read(id, state)).inputs).toEqual(declared);
  });

  test("an update that would lose what is hidden is refused, with the field", async () => {
    const { id } = await at.host.create({ ...declared, details: { ...details, user: "U", role: "ROBOT" } });
    hide("***");
    const { role: _, ...others } = { ...details, user: "U" };
    const bare = { ...declared, details: others, adopt: { id } };
    const { state } = await at.host.create(bare);
    at.emulator.clearRequests();
    await expect(at.host.update(id, state, { ...bare, timeoutSecs: 60, secretsVersion: 1 })).rejects.toThrow(
      "would lose details.role, which the program doesn't declare and the platform shows only " +
        "in part. Declare details.role.",
    );
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.update(id, state, {
      ...bare,
      details: { ...others, role: "ROBOT" },
      timeoutSecs: 60,
      secretsVersion: 1,
    });
    const stored = at.emulator.snapshot().connections.find(({ connectionId }) => connectionId === id);
    expect(stored?.details).toMatchObject({ role: "ROBOT" });
  });
});

describe("of an API connector", () => {
  const { at, hide } = setUpMasks("ApiConnector");
  const params = {
    method: "GET",
    url: "https://api.example.com/items",
    headers: [{ key: "Accept", mode: "static", value: "ROBOT" }],
    pathParams: [{ key: "id", mode: "static", value: "ROBOT" }],
    queryParams: [{ key: "account", mode: "static", value: "ROBOT" }],
    body: "",
  };
  const declared = { name: "Items", params };

  test.each([["headers"], ["pathParams"], ["queryParams"]] as const)(
    "an update that would lose %s is refused",
    async (list) => {
      const none = { headers: [], pathParams: [], queryParams: [] };
      const { id } = await at.host.create({ ...declared, params: { ...params, ...none, [list]: params[list] } });
      hide("***");
      const { inputs } = await at.host.read(id, {});
      const bare = { ...inputs, adopt: { id } };
      const { state } = await at.host.create(bare);
      at.emulator.clearRequests();
      const changed = { ...bare, params: { ...(inputs as typeof declared).params, method: "POST" } };
      await expect(at.host.update(id, state, changed)).rejects.toThrow(
        `would lose the static values of these headers and parameters: ${params[list][0]!.key}`,
      );
      expect(listWrites(at.emulator)).toEqual([]);
    },
  );

  test.each(masks)("the value %s is none: an import leaves it out, and what is declared counts", async (mask) => {
    const { id, state } = await at.host.create(declared);
    hide(mask);
    const { inputs } = await at.host.read(id, {});
    expect(JSON.stringify(inputs)).not.toContain(mask);
    expect((await at.host.read(id, state)).inputs).toEqual(declared);
  });
});

describe("in the address and the body of an API connector", () => {
  const { at, proxy } = setUpMasks("ApiConnector");
  const declared = {
    name: "Items",
    params: { method: "POST", url: "https://api.example.com/x/?key=ROBOT&page=1", body: '{"token":"ROBOT","page":1}' },
  };
  /** A platform that hides a part of longer texts. */
  const hideInside = (mask: string) => proxy().respell((text) => text.replaceAll("ROBOT", mask));

  test.each(["***", "••••", "<redacted>", "[HIDDEN]", "R***T", "%2A%2A%2A"])(
    "%s hides a part: what is declared counts, an import has no such text, a change of the rest is drift",
    async (mask) => {
      const { id, state } = await at.host.create(declared);
      hideInside(mask);
      expect((await at.host.read(id, state)).inputs).toEqual(declared);
      const { inputs } = await at.host.read(id, {});
      expect(JSON.stringify(inputs)).not.toContain(mask);
      proxy().respell((text) => text.replaceAll("ROBOT", mask).replaceAll("page", "side"));
      expect((await at.host.read(id, state)).inputs).not.toEqual(declared);
    },
  );

  test("an update that would lose the body is refused; one that declares it isn't", async () => {
    const { id } = await at.host.create(declared);
    hideInside("••••");
    const { body: _, ...others } = declared.params;
    const bare = { ...declared, params: others, adopt: { id } };
    const { state } = await at.host.create(bare);
    at.emulator.clearRequests();
    const changed = { ...bare, params: { ...others, method: "PUT" } };
    await expect(at.host.update(id, state, changed)).rejects.toThrow(
      "would lose the body, of which it hides a part. Set `params.body`;",
    );
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.update(id, state, { ...changed, params: { ...changed.params, body: "" } });
  });
});

describe("of a member", () => {
  const { at, proxy } = setUpMasks("Member");
  const declared = { email: "Sam@acme.example", firstName: "Sam", lastName: "Smith" };

  test.each([
    ["s***@acme.example", true],
    ["***", true],
    ["[hidden]", true],
    ["b***@acme.example", false],
  ])("the e-mail address %s may be the declared one: %s", async (mask, mayBe) => {
    const { id, state } = await at.host.create(declared);
    proxy().respell((text) => (/^sam@/i.test(text) ? mask : text));
    const { inputs } = await at.host.read(id, state);
    expect(inputs.email === declared.email).toBe(mayBe);
    expect(JSON.stringify((await at.host.read(id, {})).inputs)).not.toContain(mask);
  });
});

describe("of an API credential", () => {
  const { at, hide } = setUpMasks("ApiCredential");
  const credential = { authMethod: "basic", basic: { username: "ROBOT", password: "planted" } };
  const declared = { name: "Billing", allowlist: ["api.example.com"], credential };

  test.each(masks)("the user name %s is none: what is declared counts", async (mask) => {
    hide(mask);
    const { id, state } = await at.host.create(declared);
    expect((await at.host.read(id, state)).inputs).toEqual(declared);
    const other = {
      ...declared,
      credential: { authMethod: "basic", basic: { username: "OTHER", password: "planted" } },
    };
    const updated = await at.host.update(id, state, other);
    expect((await at.host.read(id, updated)).inputs).toEqual(other);
  });
});
