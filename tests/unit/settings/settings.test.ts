import { readFileSync } from "node:fs";
import { join } from "node:path";
import { environmentNames, readProfile, SettingsError, settingNames } from "../../../provider/src/settings";

const pair = { "analytics:clientId": "id", "analytics:clientSecret": "secret" };

function readSettings(config: Record<string, unknown>, environment: Record<string, string> = {}, name?: string) {
  return readProfile((key) => config[key], environment, name);
}

function listProblems(
  config: Record<string, unknown>,
  environment: Record<string, string> = {},
  name?: string,
): string[] {
  try {
    readSettings(config, environment, name);
  } catch (error) {
    if (error instanceof SettingsError) return [...error.problems];
    throw error;
  }
  return [];
}

test("quotation marks that a file of variables kept are a problem, which says so", () => {
  const environment = {
    ANALYTICS_CLIENT_ID: '"id"',
    ANALYTICS_CLIENT_SECRET: "'secret'",
    ANALYTICS_REGION: '"aws-uk"',
  };
  expect(listProblems({}, environment)).toEqual(
    ["ANALYTICS_REGION", "ANALYTICS_CLIENT_ID", "ANALYTICS_CLIENT_SECRET"].map(
      (name) => `${name} has quotation marks around its value, which are part of it. Remove them.`,
    ),
  );
});

describe("where requests go", () => {
  test.each(["https://api.example.com/v2", "https://api.example.com/v2/"])("is not %s", (baseUrl) => {
    expect(listProblems({ ...pair, "analytics:baseUrl": baseUrl })).toEqual([
      "analytics:baseUrl ends with the version of the API, which each request adds. Remove the `/v2`.",
    ]);
  });

  test("is the default region when nothing is said", () => {
    expect(readSettings(pair)).toMatchObject({ baseUrl: "https://api.sigmacomputing.com", clientId: "id" });
  });

  test("is the named region's server", () => {
    expect(readSettings({ ...pair, "analytics:region": "aws-uk" })).toMatchObject({
      baseUrl: "https://api.uk.aws.sigmacomputing.com",
      region: "aws-uk",
    });
  });

  test("an unknown region names the nearest and all known ones", () => {
    const [problem, ...others] = listProblems({ ...pair, "analytics:region": "aws-us-wset" });
    expect(others).toEqual([]);
    expect(problem).toContain('analytics:region is "aws-us-wset"');
    expect(problem).toContain('Did you mean "aws-us-west"?');
    expect(problem).toContain("azure-australia");
  });

  test.each(["http://localhost:1", "http://127.0.0.1:8080", "http://[::1]:8080/", "https://proxy.example/api/"])(
    "%s is accepted",
    (baseUrl) => {
      expect(readSettings({ ...pair, "analytics:baseUrl": baseUrl }).baseUrl).toBe(baseUrl.replace(/\/$/, ""));
    },
  );

  test.each([
    "http://api.example.com",
    "http://localhost.example.com",
    "ftp://127.0.0.1",
    "http://127.0.0.1.example.com",
  ])("%s would send credentials in clear and is refused", (baseUrl) => {
    expect(listProblems({ ...pair, "analytics:baseUrl": baseUrl })).toEqual([expect.stringContaining("https://")]);
  });

  test.each([
    "https://a.example/?",
    "https://a.example/api?token=hunter2",
    "https://a.example#hunter2",
    "http://[::1]:1/#",
  ])("%s, which has a query or a fragment, is refused in one sentence, and not repeated", (baseUrl) => {
    const [problem, ...others] = listProblems({ ...pair, "analytics:baseUrl": baseUrl });
    expect(problem).toMatch(/^analytics:baseUrl contains a query or fragment .* Use the part before it, such as http/);
    expect(problem).not.toContain("hunter2");
    expect(others).toEqual([]);
  });

  test("credentials in the URL are refused, and not repeated", () => {
    const [problem] = listProblems({ ...pair, "analytics:baseUrl": "https://me:hunter2@example.com" });
    expect(problem).toContain("user or password");
    expect(problem).not.toContain("hunter2");
  });

  test.each(["me:hunter2@example.com", "https://me:hunter2@example.com:99999", "ftp:me:hunter2@example.com"])(
    "credentials in what isn't a URL of the platform aren't repeated: %s",
    (baseUrl) => {
      const [problem] = listProblems({ ...pair, "analytics:baseUrl": baseUrl });
      expect(problem).toMatch(/^analytics:baseUrl /);
      expect(problem).not.toContain("hunter2");
    },
  );

  test("a region and a base URL together are refused", () => {
    expect(listProblems({ ...pair, "analytics:baseUrl": "https://a.example", "analytics:region": "aws-uk" })).toEqual([
      expect.stringContaining("analytics:region and analytics:baseUrl"),
    ]);
  });

  test("the stack's region isn't mixed with the environment's base URL", () => {
    expect(
      readSettings({ ...pair, "analytics:region": "aws-uk" }, { ANALYTICS_BASE_URL: "https://elsewhere.example" })
        .baseUrl,
    ).toBe("https://api.uk.aws.sigmacomputing.com");
  });
});

describe("credentials", () => {
  test("come from the stack, then from the environment, field by field", () => {
    expect(
      readSettings(
        { "analytics:clientId": "stack" },
        { ANALYTICS_CLIENT_ID: "env", ANALYTICS_CLIENT_SECRET: "env-secret" },
      ),
    ).toMatchObject({ clientId: "stack", clientSecret: "env-secret" });
  });

  test("missing ones are all named, with both ways to set them", () => {
    expect(listProblems({})).toEqual([
      "No clientId is configured: pulumi config set analytics:clientId <value>, or set ANALYTICS_CLIENT_ID.",
      "No clientSecret is configured: pulumi config set --secret analytics:clientSecret " +
        "<value>, or set ANALYTICS_CLIENT_SECRET.",
    ]);
  });

  test("half a pair is a problem of its own", () => {
    expect(listProblems({ "analytics:clientId": "id" })).toEqual([expect.stringContaining("No clientSecret")]);
    expect(listProblems({ "analytics:clientSecret": "s" })).toEqual([expect.stringContaining("No clientId")]);
  });

  test("blank counts as missing", () => {
    expect(listProblems({ "analytics:clientId": "  ", "analytics:clientSecret": "s" })).toHaveLength(1);
  });
});

describe("a named profile", () => {
  const profiles = { emea: { region: "aws-europe", clientId: "e", clientSecret: "es" } };

  test.each([
    ["an object", profiles],
    ["JSON text, as the host hands it", JSON.stringify(profiles)],
  ])("is read from %s", (_, value) => {
    expect(readSettings({ "analytics:profiles": value }, {}, "emea")).toEqual({
      baseUrl: "https://api.eu.aws.sigmacomputing.com",
      region: "aws-europe",
      clientId: "e",
      clientSecret: "es",
    });
  });

  test("never borrows the default's credentials", () => {
    expect(
      listProblems({ ...pair, "analytics:profiles": { emea: { region: "aws-europe", clientId: "e" } } }, {}, "emea"),
    ).toEqual([
      "analytics:profiles.emea.clientSecret is not set: pulumi config set --path --secret " +
        "analytics:profiles.emea.clientSecret <value>.",
    ]);
  });

  test("an unknown name lists the known ones", () => {
    const [problem] = listProblems({ ...pair, "analytics:profiles": profiles }, {}, "emae");
    expect(problem).toContain('Did you mean "emea"?');
  });
});

describe("how long one request may take", () => {
  const readTimeout = (value: unknown) => ({ ...pair, "analytics:requestTimeout": value });

  test("is left to the client when nothing is said", () => {
    expect(readSettings(pair)).not.toHaveProperty("attemptTimeoutMs");
  });

  test.each([
    [readTimeout("1.5"), {}, undefined, 1500],
    [pair, { ANALYTICS_REQUEST_TIMEOUT: "20" }, undefined, 20_000],
    [readTimeout("5"), { ANALYTICS_REQUEST_TIMEOUT: "20" }, undefined, 5000],
    [
      { "analytics:profiles": { eu: { clientId: "id", clientSecret: "secret", requestTimeout: 7 } } },
      { ANALYTICS_REQUEST_TIMEOUT: "20" },
      "eu",
      7000,
    ],
  ])("%j with %j", (config, environment, name, attemptTimeoutMs) => {
    expect(readSettings(config, environment as Record<string, string>, name)).toMatchObject({ attemptTimeoutMs });
  });

  test.each(["soon", "0", "-1", "301", "Infinity"])("%s is refused", (value) => {
    expect(listProblems(readTimeout(value))).toEqual([
      expect.stringContaining(`analytics:requestTimeout is "${value}"`),
    ]);
  });
});

describe("how many rows are behind a told value", () => {
  test.each([
    [{ "analytics:fewestRows": "10" }, {}, 10],
    [{}, { ANALYTICS_FEWEST_ROWS: "3" }, 3],
  ])("%j with %j", (config, environment, fewestRows) => {
    expect(readSettings({ ...pair, ...config }, environment as Record<string, string>)).toMatchObject({ fewestRows });
  });

  test.each(["2", "0", "-5", "5.5", "few"])("%s is refused", (value) => {
    expect(listProblems({ ...pair, "analytics:fewestRows": value })).toEqual([
      `analytics:fewestRows is "${value}". Set how many rows are behind a told value, at least 3.`,
    ]);
  });
});

test("the page of settings has every setting, and every variable of the environment", () => {
  const page = readFileSync(join(__dirname, "../../../docs/settings.md"), "utf8");
  for (const name of settingNames) expect(page).toMatch(new RegExp(`\\| \`analytics:${name}\\b`));
  for (const name of [...Object.values(environmentNames), "ANALYTICS_PULUMI_CLI", "ANALYTICS_TRACE"]) {
    expect(page).toMatch(new RegExp(`\\| \`${name}\``));
  }
});
