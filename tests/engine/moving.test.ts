import { registry } from "../../provider/src/kinds/registry";
import { everyKind, modelFile } from "./every-kind";
import { type Bench, projectYaml, startBench } from "./support";

const packages = "packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n";

/** The types of a kind in the state, by door. */
const types = { dynamic: /^pulumi-nodejs:dynamic\/analytics:(\w+)$/, plugin: /^analytics:index:(\w+)$/ };

type Door = keyof typeof types;

/** A program's text, whose `analytics` comes from the package of a door. */
function through(door: Door, text: string): string {
  // Not in the form that the tests' own change of doors looks for.
  const module = door === "plugin" ? "`pulumi-analytics/native`" : "`pulumi-analytics`";
  return text.replace('require("pulumi-analytics")', `require(${module})`);
}

/** Writes a program and its project for a door. */
async function write(bench: Bench, door: Door, text: string): Promise<void> {
  await bench.stack.write("index.js", through(door, text));
  // A blank word: the tests' own change of doors adds the line otherwise.
  await bench.stack.write("Pulumi.yaml", door === "plugin" ? projectYaml + packages : `${projectYaml}# packages:\n`);
}

/** The ids of all resources, by name. They are all of one door. */
async function idsOf(bench: Bench, door: Door): Promise<Record<string, string | undefined>> {
  const resources = (await bench.stack.resources()).filter(({ id }) => id !== undefined);
  for (const { type } of resources) expect(type).toMatch(types[door]);
  return Object.fromEntries(resources.map(({ urn, id }) => [urn.split("::").at(-1), id]));
}

/** What a preview shows, without what stays. */
async function previewed(bench: Bench): Promise<string[]> {
  const shown = JSON.parse(await bench.stack.expect(["preview", "--json", "--show-sames"])) as {
    steps: { op: string; urn: string }[];
  };
  return shown.steps.filter(({ op }) => op !== "same").map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`);
}

const up = (bench: Bench, ...args: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);

// One story, told in order: each test goes on where the one before it ended.
describe("a stack with every kind moves", () => {
  let bench: Bench;
  let settings: Record<string, unknown>;
  let ids: Record<string, string | undefined>;

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": "", "models/top.yaml": modelFile } });
    settings = {
      seeded: bench.emulator.seeded,
      tag: { name: "Release", color: "grass" },
      title: "Orders",
      formula: "[ORDERS/AMOUNT]",
    };
    await bench.stack.write("settings.json", JSON.stringify(settings));
    await write(bench, "dynamic", everyKind);
    await up(bench);
    ids = await idsOf(bench, "dynamic");
  }, 180_000);
  afterAll(() => bench.dispose());

  async function moved(door: Door): Promise<void> {
    await write(bench, door, everyKind);
    bench.emulator.clearRequests();
    expect(await previewed(bench)).toEqual([]);
    await up(bench, "--expect-no-changes");
    expect(bench.writes()).toEqual([]);
    expect(await idsOf(bench, door)).toEqual(ids);
  }

  /** Changes a model: it is updated in place, which moves its tag and sends its webhook. */
  async function changed(door: Door, formula: string): Promise<void> {
    settings.formula = formula;
    await bench.stack.write("settings.json", JSON.stringify(settings));
    bench.emulator.clearRequests();
    await up(bench);
    expect(bench.writes().filter((write) => !/tag/.test(write))).toEqual([
      `PUT /v2/dataModels/${ids.orders}/spec`,
      expect.stringMatching(/^POST .*webhook/i),
    ]);
    const after = await idsOf(bench, door);
    expect(after).toEqual({ ...ids, sent: expect.not.stringMatching(ids.sent as string) });
    ids = after;
  }

  test("the program has every kind", async () => {
    const kinds = (await bench.stack.resources()).flatMap(({ type }) => types.dynamic.exec(type)?.[1] ?? []);
    expect(new Set(kinds)).toEqual(new Set(Object.keys(registry)));
  });

  test("to the plugin: nothing is written, and ids stay", () => moved("plugin"), 180_000);

  test("there, a changed formula is an update in place", () => changed("plugin", "[ORDERS/AMOUNT] * 2"), 180_000);

  test("there, a refresh finds no drift", async () => {
    await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    expect(await previewed(bench)).toEqual([]);
  }, 180_000);

  test("back to the dynamic provider: nothing is written, and ids stay", () => moved("dynamic"), 180_000);

  test("there, a changed formula is an update in place again", () => changed("dynamic", "[ORDERS/AMOUNT] * 3"), 180_000);

  test("there, a refresh finds no drift, either", async () => {
    await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    expect(await previewed(bench)).toEqual([]);
  }, 180_000);

  test("to the plugin once more, and back without a change: a destroy deletes all of it", async () => {
    await moved("plugin");
    await moved("dynamic");
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    expect(await bench.stack.resources()).toEqual([]);
    expect(bench.writes().filter((write) => write.startsWith("DELETE")).length).toBeGreaterThan(10);
  }, 180_000);
});
