import { type Bench, projectYaml, startBench } from "./support";

const up = ["up", "--yes", "--skip-preview"];
const spec = `{ pages: [{ id: "p", name: "Page", elements: [{ id: "facts", kind: "table", name: "Facts",
  source: { kind: "warehouse-table", connectionId: config.require("connectionId"), path: ["SALES", "PUBLIC", "ORDERS"] },
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
const tag = (name: string, args = "", options = "") =>
  `new analytics.Tag("${name}", { name: "Production", color: "grass", ${args} }, { ${options} });`;

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

  async id(name: string): Promise<string> {
    return (await this.resource(name)).id ?? "";
  }

  async resource(name: string) {
    const found = (await this.bench.stack.resources()).find(({ urn }) => urn.endsWith(`::${name}`));
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
    const held = (await this.bench.stack.resources()).flatMap(({ id }) => (id === undefined ? [] : [id]));
    expect(held.sort()).toEqual([...ids].sort());
    await this.up("--expect-no-changes", "--refresh");
  }
}

describe("a new name for what the stack has, without an alias", () => {
  test.each([[[]], [["--refresh"]]])(
    "and with adopt, keeps the object: up %j",
    async (args) => {
      const story = await stackOf(model("one"));
      const id = await story.id("one");
      await story.declare(model("renamed", "adopt: true"));
      const said = await story.up(...args);
      expect(said).toMatch(
        new RegExp(`kept data model "One" in the folder .* \\(${id}\\) on the platform: urn:.*::renamed holds`),
      );
      expect(await story.id("renamed")).toBe(id);
      await story.expectOnly(id);
    },
    120_000,
  );

  test("of a kind that takes what is there for its own, keeps it on the platform", async () => {
    const declared = (name: string) => `
      const tag = new analytics.Tag("tag", { name: "Production", color: "grass" });
      const policy = new analytics.DeploymentPolicy("policy", { name: "emea", versionTagId: tag.id });
      new analytics.DeploymentPolicyTenant("${name}", { deploymentPolicyId: policy.id, tenantOrganizationId: config.require("tenantId") });`;
    const story = await stackOf(declared("tenant"));
    await story.declare(declared("renamed"));
    await story.up();
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

describe("a replacement that the engine asks for, with adopt still in the program", () => {
  test("of a tainted model: nothing is lost", async () => {
    const story = await stackOf(model("one", "adopt: true"));
    const id = await story.id("one");
    await story.bench.stack.expect(["state", "taint", await story.urn("one"), "--yes"]);
    expect(await story.up()).toContain(`(${id}) on the platform`);
    await story.expectOnly(id);
  }, 120_000);

  test("by --target-replace: nothing is lost", async () => {
    const story = await stackOf(model("one", "adopt: true"));
    const id = await story.id("one");
    await story.up("--target-replace", await story.urn("one"));
    await story.expectOnly(id);
  }, 120_000);

  test("by replaceOnChanges: the model is replaced", async () => {
    const story = await stackOf(model("one", "adopt: true", 'replaceOnChanges: ["description"]'));
    const id = await story.id("one");
    await story.declare(model("one", 'adopt: true, description: "new"', 'replaceOnChanges: ["description"]'));
    await story.up();
    const now = await story.id("one");
    expect(now).not.toBe(id);
    await story.expectOnly(now);
  }, 120_000);

  test("of a tag adopted by its id, whose color changes: the tag is replaced", async () => {
    const story = await stackOf(tag("tag"));
    const id = await story.id("tag");
    await story.declare(tag("tag", `adopt: { id: "${id}" }, color: "plum"`));
    await story.up();
    const now = await story.id("tag");
    expect(now).not.toBe(id);
    await story.expectOnly(now);
  }, 120_000);

  test("of a tainted tag adopted by its id: the tag is replaced", async () => {
    const story = await stackOf(tag("tag"));
    const id = await story.id("tag");
    await story.declare(tag("tag", `adopt: { id: "${id}" }`));
    await story.up();
    await story.bench.stack.expect(["state", "taint", await story.urn("tag"), "--yes"]);
    await story.up();
    const now = await story.id("tag");
    expect(now).not.toBe(id);
    await story.expectOnly(now);
  }, 120_000);
});

test.each([["taint"], ["--replace"]])(
  "what has a unique name is replaced by %s, the old one first",
  async (how) => {
    const declared = `
    const production = ${tag("tag")}
    const model = ${model("one")}
    new analytics.DataModelTag("placed", { dataModelId: model.id, tag: production });
    const policy = new analytics.DeploymentPolicy("policy", { name: "emea", versionTagId: production.id });
    new analytics.DeploymentPolicyTenant("tenant", { deploymentPolicyId: policy.id, tenantOrganizationId: config.require("tenantId") });`;
    const story = await stackOf(declared);
    for (const name of ["tag", "placed", "tenant", "policy"]) {
      const urn = await story.urn(name);
      story.bench.emulator.clearRequests();
      if (how === "taint") {
        await story.bench.stack.expect(["state", "taint", urn, "--yes"]);
        await story.up();
      } else {
        await story.up(how, urn);
      }
      // No call takes a tag off a data model: it is put on again.
      const [first] = story.bench.writes();
      expect(first).toMatch(name === "placed" ? /^POST .*tag$/ : /^(DELETE|PATCH) /);
      await story.up("--expect-no-changes", "--refresh");
    }
  },
  300_000,
);

describe("an object that two resources declare", () => {
  test("is refused where the state holds it, with the alias that moves it", async () => {
    const story = await stackOf(model("one"));
    const id = await story.id("one");
    await story.declare(`${model("one")} ${model("two", "adopt: true")}`);
    const { code, stdout } = await story.bench.stack.run(up);
    expect(code).not.toBe(0);
    expect(stdout).toContain(`aliases: ["${await story.urn("one")}"]`);
    expect(stdout).toContain(id);
    await story.declare(model("one"));
    await story.up();
    await story.expectOnly(id);
  }, 120_000);

  test("is refused whichever is first, and stays when either goes", async () => {
    const story = await stackOf(model("one"));
    const id = await story.id("one");
    const [one, two] = [model("one"), `const two = ${model("two", "adopt: true")}`];
    const after = 'two.id.apply(() => new analytics.DataModel("one", { name: "One", folderId, spec }));';
    await story.declare(`${two} ${after}`);
    const { code, stdout } = await story.bench.stack.run(up);
    expect(code).not.toBe(0);
    expect(stdout).toContain(`(${id}) is the object of another resource`);
    expect(story.platform()).toEqual([id]);
    await story.declare(one);
    await story.up();
    await story.expectOnly(id);
  }, 120_000);

  test("goes with a stack that is destroyed, and an adopted one with its resource", async () => {
    const story = await stackOf(model("one"));
    await story.declare(model("renamed", "adopt: true"));
    await story.up();
    await story.declare("");
    await story.up();
    await story.expectOnly();
  }, 120_000);
});
