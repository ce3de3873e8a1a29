import { type Bench, projectYaml, startBench } from "./support";

const up = ["up", "--yes", "--skip-preview"];
const spec = `{ pages: [{ id: "p", name: "Page", elements: [{ id: "facts", kind: "table", name: "Facts",
  source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
    path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }] }] }] }`;

function program(body: string): string {
  return `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
const folderId = config.require("folderId");
const spec = ${spec};
${body}
`;
}

const model = (name: string, args = "", options = "") =>
  `new analytics.DataModel("${name}", { name: "One", folderId, spec, ${args} }, { ${options} });`;
const tag = (name: string, args = "") =>
  `new analytics.Tag("${name}", { name: "Production", color: "grass", ${args} });`;

const benches: Bench[] = [];
afterAll(() => Promise.all(benches.map((bench) => bench.dispose())));

/** A stack that has come to hold what a program declares. */
async function stackOf(body: string, texts: Record<string, string> = {}): Promise<Story> {
  const bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program(body), ...texts } });
  benches.push(bench);
  await bench.stack.configure({ tenantId: bench.emulator.seeded.tenants.north });
  const story = new Story(bench);
  await story.up();
  return story;
}

class Story {
  readonly #seeded: ReadonlySet<string>;

  constructor(readonly bench: Bench) {
    this.#seeded = new Set(this.#all());
  }

  async declare(body: string): Promise<void> {
    await this.bench.stack.write("index.js", program(body));
  }

  up(...args: string[]): Promise<string> {
    return this.bench.stack.expect([...up, ...args]);
  }

  async urn(name: string): Promise<string> {
    return (await this.resource(name)).urn;
  }

  /** The ids of the state by logical name. */
  async ids(): Promise<Record<string, string>> {
    const resources = await this.bench.stack.listResources();
    return Object.fromEntries(
      resources.flatMap(({ urn, id }) => (id === undefined ? [] : [[urn.split("::").at(-1), id]])),
    );
  }

  async id(name: string): Promise<string> {
    return (await this.resource(name)).id ?? "";
  }

  async resource(name: string) {
    const found = (await this.bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`));
    if (found === undefined) throw new Error(`no resource ${name} in the state`);
    return found;
  }

  /** The ids of the models and tags that a program brought to the platform. */
  platform(): string[] {
    return this.#all().filter((id) => !this.#seeded.has(id));
  }

  #all(): string[] {
    const { files, tags } = this.bench.emulator.snapshot();
    const models = files.filter(({ type, deletedWith }) => type === "data-model" && deletedWith === null);
    return [...models.map(({ id }) => id), ...tags.map(({ versionTagId }) => versionTagId)];
  }

  /** The platform has exactly these, the state too, and neither a refresh nor an `up` finds anything to do. */
  async expectOnly(...ids: string[]): Promise<void> {
    expect(this.platform().sort()).toEqual([...ids].sort());
    const held = (await this.bench.stack.listResources()).flatMap(({ id }) => (id === undefined ? [] : [id]));
    expect(held.sort()).toEqual([...ids].sort());
    await this.up("--expect-no-changes", "--refresh");
  }
}

describe("adopt, left in the program", () => {
  const named = (logical: string, name: string, args = "", options = "") =>
    model(logical, `name: "${name}", ${args}`, options);
  const tagged = (logical: string, args: string) => tag(logical, `name: "${logical}", ${args}`);
  const changed = (args: string) =>
    named("changed", "Changed", `adopt: true, ${args}`, 'replaceOnChanges: ["description"]');
  const tenant = (logical: string) => `
    const production = ${tag("production")}
    const policy = new analytics.DeploymentPolicy("policy", { name: "emea", versionTagId: production.id });
    new analytics.DeploymentPolicyTenant("${logical}", { deploymentPolicyId: policy.id,
      tenantOrganizationId: config.require("tenantId") });`;
  const steady = `${named("tainted", "Tainted", "adopt: true")} ${named("target", "Target", "adopt: true")}`;

  /** Ids by logical name, before and after everything. */
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  let story: Story;
  let said: string;
  let saidByRefresh: string;

  beforeAll(async () => {
    const first = [named("old", "Renamed"), named("older", "Refreshed"), changed("")];
    story = await stackOf([steady, ...first, tagged("named", ""), tagged("reread", ""), tenant("tenant")].join(" "));
    Object.assign(before, await story.ids());

    const tags = [
      tagged("named", `adopt: { id: "${before.named}" }, name: "Other"`),
      tagged("reread", `adopt: { id: "${before.reread}" }`),
    ];
    const second = [named("old", "Renamed"), named("newer", "Refreshed", "adopt: true"), changed("")];
    await story.declare([steady, ...second, ...tags, tenant("tenant")].join(" "));
    saidByRefresh = await story.up("--refresh");

    await story.bench.stack.expect(["state", "taint", "--yes", await story.urn("tainted"), await story.urn("reread")]);
    const renamed = [named("new", "Renamed", "adopt: true"), named("newer", "Refreshed", "adopt: true")];
    await story.declare([steady, ...renamed, changed('description: "new"'), ...tags, tenant("renter")].join(" "));
    said = await story.up();
    await story.up("--target-replace", await story.urn("target"));
    Object.assign(after, await story.ids());
  }, 300_000);

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

  test("a tainted model stays the object it is", () => {
    expect(after.tainted).toBe(before.tainted);
    expect(said).toContain(`(${before.tainted}) on the platform`);
  });

  test("a model replaced by --target-replace stays the object it is", () => {
    expect(after.target).toBe(before.target);
  });

  test.each(["changed", "named", "reread"])(
    "what is replaced by replaceOnChanges, another name or a taint with its id is another object: %s",
    (name) => {
      expect(after[name]).toMatch(/./);
      expect(after[name]).not.toBe(before[name]);
    },
  );

  test("the platform has what the state has, and nothing is left to do", async () => {
    const platform = story.platform();
    const held = Object.entries(after).filter(([name]) => !["policy", "renter"].includes(name));
    expect(held.map(([, id]) => id).sort()).toEqual(platform.sort());
    await story.up("--expect-no-changes", "--refresh");
  }, 120_000);
});

test("a model that moves into a directory stays the object it is", async () => {
  const file = `name: One\npages: [{ id: p, name: Page, elements: [] }]\n`;
  const yaml = `{ pages: [{ id: "p", name: "Page", elements: [] }] }`;
  const story = await stackOf(`new analytics.DataModel("one", { name: "One", folderId, spec: ${yaml} });`, {
    "models/one.yaml": file,
  });
  const id = await story.id("one");
  await story.declare(`new analytics.DataModelDirectory("models", { path: "models", folderId, adopt: true });`);
  story.bench.emulator.clearRequests();
  expect(await story.bench.stack.expect(["preview"])).not.toMatch(/to (create|delete).*\n.*DataModel /);
  await story.up();
  expect(story.bench.writes()).toEqual([]);
  expect(await story.id("models-one")).toBe(id);
  expect(story.platform()).toEqual([id]);
}, 120_000);

test.each(["before", "after"])(
  "a model that the program declares %s a directory stays beside the one of its file",
  async (order) => {
    const root = model("one");
    const directory = 'new analytics.DataModelDirectory("models", { path: "models", folderId });';
    const file = "name: Other\npages: [{ id: p, name: Page, elements: [] }]\n";
    const story = await stackOf(root, { "models/one.yaml": file });
    const id = await story.id("one");
    await story.declare(order === "before" ? root + directory : directory + root);
    await story.up();
    expect(await story.id("one")).toBe(id);
    expect(story.platform()).toHaveLength(2);
  },
  120_000,
);

test("what has a unique name is replaced by a taint and by --replace, the old one first", async () => {
  const declared = `
    const production = ${tag("tag")}
    const model = ${model("one")}
    new analytics.DataModelTag("placed", { dataModelId: model.id, tag: production });
    const policy = new analytics.DeploymentPolicy("policy", { name: "emea", versionTagId: production.id });
    new analytics.DeploymentPolicyTenant("tenant", { deploymentPolicyId: policy.id,
      tenantOrganizationId: config.require("tenantId") });`;
  const story = await stackOf(declared);
  for (const how of ["taint", "--replace"]) {
    for (const name of ["tag", "placed", "tenant", "policy"]) {
      const urn = await story.urn(name);
      story.bench.emulator.clearRequests();
      if (how === "taint") await story.bench.stack.expect(["state", "taint", urn, "--yes"]);
      await story.up(...(how === "taint" ? [] : [how, urn]));
      // No call takes a tag off a data model: it is put on again.
      const [first] = story.bench.writes();
      expect({ how, name, first }).toMatchObject({
        first: expect.stringMatching(name === "placed" ? /^POST .*tag$/ : /^(DELETE|PATCH) /),
      });
    }
    await story.up("--expect-no-changes", "--refresh");
  }
}, 300_000);

test("an object that two resources declare is refused, and stays whichever goes", async () => {
  const story = await stackOf(model("one"));
  const id = await story.id("one");
  const [one, two] = [model("one"), `const two = ${model("two", "adopt: true")}`];

  await story.declare(`${one} ${two}`);
  const second = await story.bench.stack.run(up);
  expect(second.code).not.toBe(0);
  expect(second.stdout).toContain(`aliases: ["${await story.urn("one")}"]`);
  expect(second.stdout).toContain(id);

  await story.declare(`${two} two.id.apply(() => ${one.replace(/;$/, "")});`);
  const first = await story.bench.stack.run(up);
  expect(first.code).not.toBe(0);
  expect(first.stdout).toContain(`(${id}) is the object of another resource`);
  expect(story.platform()).toEqual([id]);

  await story.declare(one);
  await story.up();
  await story.expectOnly(id);
}, 120_000);

test("an adopted object goes with its resource", async () => {
  const story = await stackOf(model("one"));
  await story.declare(model("renamed", "adopt: true"));
  await story.up();
  await story.declare("");
  await story.up();
  await story.expectOnly();
}, 120_000);
