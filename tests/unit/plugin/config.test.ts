import { secretValue } from "../../../provider/src/core/values";
import { changedConfig, checkConfig, ProviderConfiguration } from "../../../provider/src/plugin/config";
import { configure, SettingsError, settingsOf } from "../../../provider/src/settings";

afterEach(() => configure(() => undefined));

const configureProvider = (args: Record<string, unknown>) => new ProviderConfiguration().configure(args);

const emea = { baseUrl: "https://emea.example", clientId: "id", clientSecret: "s" };

test("a provider's profile is the one of resources that name none", () => {
  configureProvider({ profile: "emea", profiles: secretValue(JSON.stringify({ emea })) });
  expect(settingsOf(undefined)).toMatchObject(emea);
  expect(() => settingsOf("apac")).toThrow(SettingsError);
});

test("profiles may be a structure, and a dictionary of Python", () => {
  configureProvider({
    profiles: { emea: { base_url: emea.baseUrl, client_id: "id", client_secret: secretValue("s") } },
  });
  expect(settingsOf("emea")).toMatchObject(emea);
});

test("a changed setting is a change, another version of the SDK isn't", () => {
  expect(changedConfig({ region: "aws-us", version: "0.1.0" }, { region: "aws-eu", version: "0.2.0" })).toEqual([
    "region",
  ]);
  expect(changedConfig({ clientSecret: secretValue("s") }, { clientSecret: "s" })).toEqual([]);
});

test("what the engine gives every provider is no unknown setting", () => {
  const { inputs, failures } = checkConfig({ version: "0.1.0", pluginDownloadURL: "x", __internal: {}, profiles: {} });
  expect(failures).toEqual([]);
  expect(inputs.profiles).toEqual(secretValue({}));
});

describe("a second Configure", () => {
  const first = { baseUrl: "https://emea.example", profiles: { apac: { region: "aws-us" } } };

  test.each([
    ["the same settings", first],
    ["another secret", { ...first, clientSecret: "rotated" }],
    ["a profile less", { baseUrl: first.baseUrl }],
    ["profiles as text", { ...first, profiles: secretValue(JSON.stringify(first.profiles)) }],
    ["the address of a profile", { region: "aws-us" }],
  ])("with %s is taken", (_, second) => {
    const configuration = new ProviderConfiguration();
    configuration.configure(first);
    expect(() => configuration.configure(second)).not.toThrow();
  });

  test.each([
    ["another address", { baseUrl: "https://evil.example" }],
    ["another address and credentials", { ...emea, baseUrl: "https://evil.example" }],
    ["a secret address", { baseUrl: secretValue("https://evil.example") }],
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
    expect(settingsOf(undefined)).toMatchObject({ baseUrl: first.baseUrl, clientId: "id" });
  });
});
