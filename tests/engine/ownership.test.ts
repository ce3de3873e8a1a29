import { describeOfAll, testOfAll } from "../cases";
import { type Bench, projectYaml, startBench } from "./support";

const up = ["up", "--yes", "--skip-preview"];
const spec = `{ pages: [{ id: "p", name: "Page", elements: [{ id: "facts", kind: "table", name: "Facts",
  source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
    path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }] }] }] }`;

function writeProgram(body: string): string {
  return `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
const folderId = config.require("folderId");
const spec = ${spec};
${body}
`;
}

const declareModel = (name: string, args = "", options = "") =>
  `new analytics.DataModel("${name}", { name: "One", folderId, spec, ${args} }, { ${options} });`;
const declareTag = (name: string, args = "") =>
  `new analytics.Tag("${name}", { name: "Production", color: "grass", ${args} });`;

const benches: Bench[] = [];
afterAll(() => Promise.all(benches.map((bench) => bench.dispose())));

/** A stack that has come to hold what a program declares. */
async function createStack(body: string, texts: Record<string, string> = {}): Promise<Story> {
  const bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": writeProgram(body), ...texts } });
  benches.push(bench);
  await bench.stack.configure({ tenantId: bench.emulator.seeded.tenants.north });
  const story = new Story(bench);
  await story.runUp();
  return story;
}

class Story {
  readonly #seeded: ReadonlySet<string>;

  constructor(readonly bench: Bench) {
    this.#seeded = new Set(this.#listAll());
  }

  async declare(body: string): Promise<void> {
    await this.bench.stack.write("index.js", writeProgram(body));
  }

  runUp(...args: string[]): Promise<string> {
    return this.bench.stack.expect([...up, ...args]);
  }

  async readUrn(name: string): Promise<string> {
    return (await this.findResource(name)).urn;
  }

  /** The ids of the state by logical name. */
  async readIds(): Promise<Record<string, string>> {
    const resources = await this.bench.stack.listResources();
    return Object.fromEntries(
      resources.flatMap(({ urn, id }) => (id === undefined ? [] : [[urn.split("::").at(-1), id]])),
    );
  }

  async readId(name: string): Promise<string> {
    return (await this.findResource(name)).id ?? "";
  }

  async findResource(name: string) {
    const found = (await this.bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`));
    if (found === undefined) throw new Error(`no resource ${name} in the state`);
    return found;
  }

  /** The ids of the models and tags that a program brought to the platform. */
  listPlatform(): string[] {
    return this.#listAll().filter((id) => !this.#seeded.has(id));
  }

  #listAll(): string[] {
    const { files, tags } = this.bench.emulator.snapshot();
    const models = files.filter(({ type, deletedWith }) => type === "data-model" && deletedWith === null);
    return [...models.map(({ id }) => id), ...tags.map(({ versionTagId }) => versionTagId)];
  }

  /** The platform has exactly these, the state too, and neither a refresh nor an `up` finds anything to do. */
  async expectOnly(...ids: string[]): Promise<void> {
    expect(this.listPlatform().sort()).toEqual([...ids].sort());
    const held = (await this.bench.stack.listResources()).flatMap(({ id }) => (id === undefined ? [] : [id]));
    expect(held.sort()).toEqual([...ids].sort());
    await this.runUp("--expect-no-changes", "--refresh");
  }
}

// `machine` has names, taints and replacements; `host/natural-keys` and `unit/host` have `adopt`.
describeOfAll("adopt, left in the program", () => {
  const declareNamed = (logical: string, name: string, args = "", options = "") =>
    declareModel(logical, `name: "${name}", ${args}`, options);
  const declareTagged = (logical: string, args: string) => declareTag(logical, `name: "${logical}", ${args}`);
  const declareChanged = (args: string) =>
    declareNamed("changed", "Changed", `adopt: true, ${args}`, 'replaceOnChanges: ["description"]');
  const declareTenant = (logical: string) => `
    const production = ${declareTag("production")}
    const policy = new analytics.DeploymentPolicy("policy", { name: "emea", versionTagId: production.id });
    new analytics.DeploymentPolicyTenant("${logical}", { deploymentPolicyId: policy.id,
      tenantOrganizationId: config.require("tenantId") });`;
  const steady = [
    declareNamed("tainted", "Tainted", "adopt: true"),
    declareNamed("target", "Target", "adopt: true"),
  ].join(" ");

  /** Ids by logical name, before and after everything. */
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  let story: Story;
  let said: string;
  let saidByRefresh: string;

  beforeAll(async () => {
    const first = [declareNamed("old", "Renamed"), declareNamed("older", "Refreshed"), declareChanged("")];
    story = await createStack(
      [steady, ...first, declareTagged("named", ""), declareTagged("reread", ""), declareTenant("tenant")].join(" "),
    );
    Object.assign(before, await story.readIds());

    const tags = [
      declareTagged("named", `adopt: { id: "${before.named}" }, name: "Other"`),
      declareTagged("reread", `adopt: { id: "${before.reread}" }`),
    ];
    const second = [
      declareNamed("old", "Renamed"),
      declareNamed("newer", "Refreshed", "adopt: true"),
      declareChanged(""),
    ];
    await story.declare([steady, ...second, ...tags, declareTenant("tenant")].join(" "));
    saidByRefresh = await story.runUp("--refresh");

    await story.bench.stack.expect([
      "state",
      "taint",
      "--yes",
      await story.readUrn("tainted"),
      await story.readUrn("reread"),
    ]);
    const renamed = [declareNamed("new", "Renamed", "adopt: true"), declareNamed("newer", "Refreshed", "adopt: true")];
    await story.declare(
      [steady, ...renamed, declareChanged('description: "new"'), ...tags, declareTenant("renter")].join(" "),
    );
    said = await story.runUp();
    await story.runUp("--target-replace", await story.readUrn("target"));
    Object.assign(after, await story.readIds());
  });

  test.each([
    ["old", "new"],
    ["older", "newer"],
  ])("a new name for what the stack has, without an alias, keeps the object: %s, now %s", async (old, now) => {
    expect(after[now]).toBe(before[old]);
    const name = now === "new" ? "Renamed" : "Refreshed";
    const kept =
      `kept data model "${name}" in the folder .* \\(${before[old]}\\) on the ` + `platform: urn:.*::${now} holds`;
    expect(now === "new" ? said : saidByRefresh).toMatch(new RegExp(kept));
  });

  test("a new name for a tenant, which takes what is there for its own, keeps it on the platform", () => {
    expect(after.renter).toBe(before.tenant);
    const { deploymentPolicies } = story.bench.emulator.snapshot();
    expect(deploymentPolicies).toMatchObject([{ tenants: [story.bench.emulator.seeded.tenants.north] }]);
  });

  test.each(["changed", "named", "reread", "tainted", "target"])(
    "what is replaced by replaceOnChanges, another name, a taint or --target-replace is another object: %s",
    (name) => {
      expect(after[name]).toMatch(/./);
      expect(after[name]).not.toBe(before[name]);
    },
  );

  test("the platform has what the state has, and nothing is left to do", async () => {
    const platform = story.listPlatform();
    const held = Object.entries(after).filter(([name]) => !["policy", "renter"].includes(name));
    expect(held.map(([, id]) => id).sort()).toEqual(platform.sort());
    await story.runUp("--expect-no-changes", "--refresh");
  });
});

// `yaml-programs` has it in the plugin.
testOfAll("a model that moves into a directory stays the object it is", async () => {
  const file = `name: One\npages: [{ id: p, name: Page, elements: [] }]\n`;
  const yaml = `{ pages: [{ id: "p", name: "Page", elements: [] }] }`;
  const story = await createStack(`new analytics.DataModel("one", { name: "One", folderId, spec: ${yaml} });`, {
    "models/one.yaml": file,
  });
  const id = await story.readId("one");
  await story.declare(`new analytics.DataModelDirectory("models", { path: "models", folderId, adopt: true });`);
  story.bench.emulator.clearRequests();
  expect(await story.bench.stack.expect(["preview"])).not.toMatch(/to (create|delete).*\n.*DataModel /);
  await story.runUp();
  expect(story.bench.writes()).toEqual([]);
  expect(await story.readId("models-one")).toBe(id);
  expect(story.listPlatform()).toEqual([id]);
});

testOfAll.each(["after", "before"])(
  "a model that the program declares %s a directory stays beside the one of its file",
  async (order) => {
    const root = declareModel("one");
    const directory = 'new analytics.DataModelDirectory("models", { path: "models", folderId });';
    const file = "name: Other\npages: [{ id: p, name: Page, elements: [] }]\n";
    const story = await createStack(root, { "models/one.yaml": file });
    const id = await story.readId("one");
    await story.declare(order === "before" ? root + directory : directory + root);
    await story.runUp();
    expect(await story.readId("one")).toBe(id);
    expect(story.listPlatform()).toHaveLength(2);
  },
);

testOfAll.each(["taint", "--replace"])("%s replaces what has a unique name, the old one first", async (how) => {
  const declared = `
    const production = ${declareTag("tag")}
    const model = ${declareModel("one")}
    new analytics.DataModelTag("placed", { dataModelId: model.id, tag: production });
    const policy = new analytics.DeploymentPolicy("policy", { name: "emea", versionTagId: production.id });
    new analytics.DeploymentPolicyTenant("tenant", { deploymentPolicyId: policy.id,
      tenantOrganizationId: config.require("tenantId") });`;
  const story = await createStack(declared);
  for (const name of ["tag", "placed", "tenant", "policy"]) {
    const urn = await story.readUrn(name);
    story.bench.emulator.clearRequests();
    if (how === "taint") await story.bench.stack.expect(["state", "taint", urn, "--yes"]);
    await story.runUp(...(how === "taint" ? [] : [how, urn]));
    // No call takes a tag off a data model: it is put on again.
    const [first] = story.bench.writes();
    expect({ name, first }).toMatchObject({
      first: expect.stringMatching(name === "placed" ? /^POST .*tag$/ : /^(DELETE|PATCH) /),
    });
  }
  await story.runUp("--expect-no-changes", "--refresh");
});

test("an object that two resources declare is refused, and stays whichever goes", async () => {
  const story = await createStack(declareModel("one"));
  const id = await story.readId("one");
  const [one, two] = [declareModel("one"), `const two = ${declareModel("two", "adopt: true")}`];

  await story.declare(`${one} ${two}`);
  const second = await story.bench.stack.run(up);
  expect(second.code).not.toBe(0);
  expect(second.stdout).toContain(`aliases: ["${await story.readUrn("one")}"]`);
  expect(second.stdout).toContain(id);

  await story.declare(`${two} two.id.apply(() => ${one.replace(/;$/, "")});`);
  const first = await story.bench.stack.run(up);
  expect(first.code).not.toBe(0);
  expect(first.stdout).toContain(`(${id}) is the object of another resource`);
  expect(story.listPlatform()).toEqual([id]);

  // What is always there is refused before it is written.
  const declareSetting = (name: string, enabled: boolean) =>
    `new analytics.OrganizationSetting("${name}", { setting: "publicEmbeds", enabled: ${enabled} })`;
  await story.declare(
    `${one} const on = ${declareSetting("on", true)}; on.id.apply(() => ${declareSetting("off", false)});`,
  );
  story.bench.emulator.clearRequests();
  const setting = await story.bench.stack.run(up);
  expect(setting.code).not.toBe(0);
  expect(setting.stdout).toContain("publicEmbeds) is the object of another resource");
  expect(story.bench.writes()).toEqual(["PATCH /v2/organizations/settings/publicEmbeds"]);

  await story.declare(one);
  await story.runUp();
  await story.expectOnly(id);
});

testOfAll("an adopted object goes with its resource", async () => {
  const story = await createStack(declareModel("one"));
  await story.declare(declareModel("renamed", "adopt: true"));
  await story.runUp();
  await story.declare("");
  await story.runUp();
  await story.expectOnly();
});

testOfAll("a setting stays as it is when its resource is renamed or removed; `onDelete` says otherwise", async () => {
  const declareSetting = (name: string, args = "") =>
    `new analytics.OrganizationSetting("${name}", { setting: "publicEmbeds", enabled: true, ${args} });`;
  const story = await createStack(declareSetting("first"));
  const isOn = async () => {
    const found = await story.bench.emulator.ui.request("GET", "/v2/organizations/settings/publicEmbeds");
    return (found as { enabled: boolean }).enabled;
  };
  await story.declare(declareSetting("second"));
  await story.runUp();
  expect(await isOn()).toBe(true);
  await story.declare("");
  story.bench.emulator.clearRequests();
  expect(await story.runUp()).toContain("the setting publicEmbeds stays as it is on the platform");
  expect(story.bench.writes()).toEqual([]);

  const onDelete = "onDelete: { enabled: false }";
  await story.declare(declareSetting("third", onDelete));
  await story.runUp();
  // The new entry holds the setting when the old one goes.
  await story.declare(declareSetting("fourth", onDelete));
  await story.runUp();
  expect(await isOn()).toBe(true);
  await story.declare("");
  expect(await story.runUp()).toContain("the setting publicEmbeds is now off, as onDelete says");
  expect(await isOn()).toBe(false);
});
