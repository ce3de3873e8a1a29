import { wrapSecret } from "../../../provider/src/core/engine";
import { checkConfig, diffConfig, ProviderConfiguration } from "../../../provider/src/plugin/config";
import { configure, environmentNames, readSettings, SettingsError } from "../../../provider/src/settings";

afterEach(() => configure(() => undefined));

const configureProvider = (args: Record<string, unknown>) => new ProviderConfiguration().configure(args);

const emea = { baseUrl: "https://emea.example", clientId: "id", clientSecret: "s" };

test("a provider's profile is the one of resources that name none", () => {
  configureProvider({ profile: "emea", profiles: wrapSecret(JSON.stringify({ emea })) });
  expect(readSettings(undefined)).toMatchObject(emea);
  expect(() => readSettings("apac")).toThrow(SettingsError);
});

test("profiles may be a structure, and a dictionary of Python", () => {
  configureProvider({
    profiles: { emea: { base_url: emea.baseUrl, client_id: "id", client_secret: wrapSecret("s") } },
  });
  expect(readSettings("emea")).toMatchObject(emea);
});

test("a changed setting is a change, another version of the SDK isn't", () => {
  expect(diffConfig({ region: "aws-us", version: "0.1.0" }, { region: "aws-eu", version: "0.2.0" })).toEqual([
    "region",
  ]);
  expect(diffConfig({ clientSecret: wrapSecret("s") }, { clientSecret: "s" })).toEqual([]);
});

test("what the engine gives every provider is no unknown setting", () => {
  const { inputs, failures } = checkConfig({ version: "0.1.0", pluginDownloadURL: "x", __internal: {}, profiles: {} });
  expect(failures).toEqual([]);
  expect(inputs.profiles).toEqual(wrapSecret({}));
});

test("each setting of a profile is one of a provider", () => {
  const news = Object.fromEntries(Object.keys(environmentNames).map((name) => [name, "1"]));
  expect(checkConfig(news).failures).toEqual([]);
});

describe("a second Configure", () => {
  const first = { baseUrl: "https://emea.example", profiles: { apac: { region: "aws-us" } } };

  test.each([
    ["the same settings", first],
    ["another secret", { ...first, clientSecret: "rotated" }],
    ["a profile less", { baseUrl: first.baseUrl }],
    ["profiles as text", { ...first, profiles: wrapSecret(JSON.stringify(first.profiles)) }],
    ["the address of a profile", { region: "aws-us" }],
  ])("with %s is taken", (_, second) => {
    const configuration = new ProviderConfiguration();
    configuration.configure(first);
    expect(() => configuration.configure(second)).not.toThrow();
  });

  test.each([
    ["another address", { baseUrl: "https://evil.example" }],
    ["another address and credentials", { ...emea, baseUrl: "https://evil.example" }],
    ["a secret address", { baseUrl: wrapSecret("https://evil.example") }],
    ["the environment's address", {}],
    ["another region", { region: "aws-europe" }],
    ["a profile of another address", { ...first, profiles: { apac: { baseUrl: "https://evil.example" } } }],
    ["a profile of Python", { ...first, profiles: { apac: { base_url: "https://evil.example" } } }],
    ["one that is text", { ...first, profiles: '{"apac":{"baseUrl":"https://evil.example"}}' }],
    ["one more profile", { ...first, profiles: { ...first.profiles, more: { region: "aws-europe" } } }],
  ])("with %s is refused, and changes nothing", (_, second) => {
    const configuration = new ProviderConfiguration();
    configuration.configure({ ...first, clientId: "id", clientSecret: "s" });
    expect(() => configuration.configure(second)).toThrow(/configured already, with another address/);
    expect(readSettings(undefined)).toMatchObject({ baseUrl: first.baseUrl, clientId: "id" });
  });
});
