import { secretValue } from "../../../provider/src/core/values";
import { changedConfig, checkConfig, configureProvider } from "../../../provider/src/plugin/config";
import { configure, SettingsError, settingsOf } from "../../../provider/src/settings";

afterEach(() => configure(() => undefined));

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
