import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "analytics-emulator";
import { describeOfAll } from "../cases";
import { type Bench, projectYaml, startBench } from "./support";

/** Every field of a credential that takes a text, by method. */
const fields = {
  basic: ["username", "password"],
  bearer: ["token"],
  apiKey: ["key", "value"],
  oAuthClientCredentials: ["clientId", "clientSecret", "accessTokenUrl", "scope"],
  awsSigV4: [
    "accessKeyId",
    "secretAccessKey",
    "region",
    "service",
    "sessionToken",
    "temporaryCredentialsUrl",
    "accessKeyField",
    "secretKeyField",
    "sessionTokenField",
    "expirationField",
    "paramKey",
    "paramValue",
  ],
};

const all = Object.entries(fields).flatMap(([method, names]) => names.map((name) => `${method}-${name}`));
/** The text planted in a field, another one in each run. */
const formPlanted = (run: number, field: string) => `planted${run}${field.toLowerCase()}`;
/** Config secrets, one for each field and run. */
const secrets = Object.fromEntries(
  all.flatMap((field) => [1, 2].map((run) => [`${field}-${run}`, formText(field, formPlanted(run, field))])),
);

function formText(field: string, text: string): string {
  return /Url$/.test(field) ? `https://${text}.example.com/token` : text;
}

// The class alone makes the whole credential secret: what isn't a config secret in it is plain.
const program = `
const { readFileSync } = require("fs");
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const config = new pulumi.Config();
const { run, misspelt } = JSON.parse(readFileSync("run.json", "utf8"));
const of = (method) => (field) => config.requireSecret(method + "-" + field + "-" + run);
const pick = (method, ...names) => Object.fromEntries(names.map((name) => [name, of(method)(name)]));
const aws = of("awsSigV4");
const credentials = {
  basic: pick("basic", "username", misspelt ? "pasword" : "password"),
  bearer: pick("bearer", "token"),
  apiKey: { ...pick("apiKey", "key", "value"), isQueryParam: true },
  oAuthClientCredentials: {
    ...pick("oAuthClientCredentials", "clientId", "clientSecret", "accessTokenUrl"),
    scopes: [of("oAuthClientCredentials")("scope")],
    accessTokenAuthMethod: "requestBody",
  },
  awsSigV4: {
    ...pick("awsSigV4", "accessKeyId", "secretAccessKey", "region", "service", "sessionToken",
      "temporaryCredentialsUrl"),
    temporaryCredentialsResponseMapping: pick("awsSigV4", "accessKeyField", "secretKeyField", "sessionTokenField",
      "expirationField"),
    temporaryCredentialsRequestParams: [{ key: aws("paramKey"), value: aws("paramValue"), sendIn: "header" }],
  },
};
for (const [authMethod, fields] of Object.entries(credentials)) {
  const made = new analytics.ApiCredential(authMethod, {
    name: authMethod,
    allowlist: ["*.example.com"],
    credential: { authMethod, [authMethod]: fields },
  });
  exports[authMethod] = made.credential;
}
`;

/** At -v=9 the engine itself writes every property it hands on, of every provider, config secrets included. */
const engineTrace = /"msg":"(Unmarshaling property|Marshaling property|Planner decided)/;

describe("a secret scan", () => {
  let bench: Bench;
  const seen: { where: string; text: string }[] = [];

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program } });
    await bench.stack.configure({}, { ...secrets, "basic-pasword-2": formText("", formPlanted(2, "basic-pasword")) });
  });
  afterAll(() => bench.dispose());

  const getPath = (name: string) => join(bench.stack.directory, name);

  /** Runs a command and keeps all it says anywhere. */
  async function run(name: string, args: string[], outcome: "passes" | "fails" = "passes"): Promise<string> {
    const isUpdate = ["up", "refresh", "destroy"].includes(args[0] as string);
    const events = isUpdate ? ["--yes", "--skip-preview", "--event-log", getPath(`${name}.events`)] : [];
    const { code, stdout, stderr } = await bench.stack.run([...args, ...events], {
      ANALYTICS_TRACE: getPath("trace.jsonl"),
      // Without it there is no --event-log.
      PULUMI_DEBUG_COMMANDS: "1",
    });
    const said = stdout + stderr;
    if ((code === 0) !== (outcome === "passes")) throw new Error(`${name} ended with ${code}:\n${said}`);
    seen.push({ where: `${name}: output`, text: stdout }, { where: `${name}: errors and log`, text: stderr });
    if (isUpdate) seen.push({ where: `${name}: events`, text: readFileSync(getPath(`${name}.events`), "utf8") });
    return said;
  }

  async function declare(declaration: { run: number; misspelt?: boolean }): Promise<void> {
    await bench.stack.write("run.json", JSON.stringify(declaration));
  }

  test("plants 42 texts", () => expect(Object.keys(secrets)).toHaveLength(42));

  test("they reach the platform, and every command runs with them", async () => {
    await declare({ run: 1 });
    await run("create", ["up"]);
    const findStored = () =>
      bench.emulator.snapshot().apiCredentials.find(({ name }) => name === "basic")?.secrets.password;
    expect(findStored()).toBe(fingerprint(formPlanted(1, "basic-password")));

    const { apiCredentialId } = bench.emulator.snapshot().apiCredentials.find(({ name }) => name === "basic") ?? {};
    await bench.emulator.ui.request("PATCH", `/v2/api-credentials/${apiCredentialId}`, {
      credential: { authMethod: "basic", basic: { username: "planted3theirs", password: "planted3theirs" } },
    });
    await run("refresh", ["refresh", "--diff"]);

    await declare({ run: 2 });
    await run("rotation as JSON", ["preview", "--json", "--diff"]);
    bench.emulator.addFault({ fault: "status", status: 400, method: "PATCH", times: 2 });
    expect(await run("refused", ["up", "--diff"], "fails")).toContain("400");
    bench.emulator.removeFault();
    await run("at its most talkative", ["up", "--diff", "-v=9", "--logtostderr", "--logflow"]);
    expect(findStored()).toBe(fingerprint(formPlanted(2, "basic-password")));
    await run("state", ["stack", "export"]);
    await run("outputs", ["stack", "output", "--json"]);

    await declare({ run: 2, misspelt: true });
    expect(await run("misspelt", ["preview", "--diff"], "fails")).toContain('Did you mean "password"?');
    await declare({ run: 2 });
    await run("destroy", ["destroy"]);
    seen.push({ where: "trace", text: readFileSync(getPath("trace.jsonl"), "utf8") });
  });

  test("none of them is in clear: state, events, console, log, trace, errors", () => {
    const lines = seen.flatMap(({ where, text }) => text.split("\n").map((line) => ({ where, line })));
    expect(lines.length).toBeGreaterThan(1000);
    const found = lines.filter(({ line }) => /planted\d/.test(line) && !engineTrace.test(line));
    expect(found).toEqual([]);
  });
});

describeOfAll("what the platform made of a model with a secret in it", () => {
  let bench: Bench;
  afterAll(() => bench.dispose());

  const writeProgram = (column: string) => `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
new analytics.DataModel("model", {
  name: "Confidential",
  folderId: config.require("folderId"),
  spec: { pages: [{ id: "main", name: "Main", elements: [{
    id: "facts", kind: "table", name: config.requireSecret("title"),
    source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
      path: ["SALES", "PUBLIC", "ORDERS"] },
    columns: [{ id: "amount", name: ${JSON.stringify(column)}, formula: "[ORDERS/AMOUNT]" }],
  }] }] },
});
`;

  test("is a secret in the state, and in the messages it isn't quoted", async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": writeProgram("Amount") },
      emulator: { namesOnPut: "changed" },
    });
    await bench.stack.configure({}, { title: "hunter2" });
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    await bench.stack.write("index.js", writeProgram("Total"));
    // The platform changes the table's name, so that what it made of it holds the secret too.
    const told = await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(told).toContain("the platform stored `name` as something else");
    const exported = await bench.stack.expect(["stack", "export"]);
    expect(told + exported).not.toContain("hunter2");
    const { resources } = JSON.parse(exported).deployment;
    const { outputs } = resources.find(({ urn }: { urn: string }) => urn.endsWith("::model"));
    expect(outputs.baseline).toMatchObject({ ciphertext: expect.any(String) });
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
    expect(await bench.stack.expect(["stack", "export"])).not.toContain("hunter2");
  });
});

describeOfAll("pulumi up --debug", () => {
  let bench: Bench;
  afterAll(() => bench.dispose());

  const program = `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const configured = new pulumi.Config().requireSecret("password");
const derived = configured.apply((text) => text.toUpperCase());
const passwords = { configured, derived, literal: pulumi.secret("planted-literal") };
for (const [name, password] of Object.entries(passwords)) {
  const credential = { authMethod: "basic", basic: { username: "robot", password } };
  new analytics.ApiCredential(name, { name, allowlist: ["*.example.com"], credential });
}
`;

  test("prints secrets of the program in lines that SECURITY.md names, those of the stack nowhere", async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program } });
    await bench.stack.configure({}, { password: "planted-configured" });
    const { stdout, stderr } = await bench.stack.run(["up", "--yes", "--skip-preview", "--debug"]);
    const lines = (stdout + stderr).split("\n").filter((line) => /planted/i.test(line));
    expect(lines.filter((line) => !line.includes("debug: RegisterResource RPC finished: "))).toEqual([]);
    expect(lines.join()).toMatch(/planted-literal.*PLANTED-CONFIGURED|PLANTED-CONFIGURED.*planted-literal/s);
    expect(lines.join()).not.toContain("planted-configured");
  });
});
