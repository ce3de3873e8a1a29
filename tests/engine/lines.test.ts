import { loadAllKinds } from "../../provider/src/kinds/registry";
import { chooseCases, testOfAll } from "../cases";
import { everyKind, modelFile, surroundings } from "./every-kind";
import { type Bench, projectYaml, startBench } from "./support";

/** Inputs of the provider's own, in whatever line. */
const inner = /__\w+/;

/** What was meant for a diff alone, and places where a value is missing. */
const noise = /\[diff: [^\]]*changes\b|\[diff: \]|- changes\b|\w: +<null>/;

/** What the CLI shows after `--outputs:--` is what the provider found, not what the program wrote. */
const removeOutputs = (text: string) => text.replace(/--outputs:--\n(?: {6}.*\n)*/g, "");

const listLines = (text: string, pattern: RegExp) => text.split("\n").filter((line) => pattern.test(line));

// One story, told in order.
describe("no line of the CLI names what no program wrote", () => {
  let bench: Bench;
  let settings: Record<string, unknown>;

  beforeAll(async () => {
    bench = await startBench({
      ...surroundings,
      texts: { "Pulumi.yaml": projectYaml, "index.js": everyKind, "models/top.yaml": modelFile },
    });
    settings = {
      seeded: bench.emulator.seeded,
      tag: { name: "Release", color: "grass" },
      title: "Orders",
      formula: "[ORDERS/AMOUNT]",
    };
    await bench.stack.write("settings.json", JSON.stringify(settings));
  });
  afterAll(() => bench.dispose());

  const change = (changes: object) => {
    settings = { ...settings, ...changes };
    return bench.stack.write("settings.json", JSON.stringify(settings));
  };
  /**
   * Runs a command without `--diff`, and in `npm run test:all` with it too; a command that writes, with it.
   *
   * @returns what the last run said.
   */
  async function expectNoNoise(...args: string[]): Promise<string> {
    let said = "";
    const forms = args.includes("--yes") ? [[...args, "--diff"]] : chooseCases([args, [...args, "--diff"]]);
    for (const form of forms) {
      const { stdout, stderr } = await bench.stack.run(form);
      const text = `${stdout}${stderr}`;
      const found = [...listLines(text, inner), ...listLines(removeOutputs(text), noise)];
      expect(found).toEqual([]);
      said = text;
    }
    return said;
  }
  const up = ["up", "--yes", "--skip-preview"];
  const readUrn = async (name: string) =>
    (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`))?.urn as string;
  const readId = async (name: string) =>
    (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`))?.id as string;

  test("when everything is created", async () => {
    await expectNoNoise("preview");
    await bench.stack.expect([...up, "--diff"]);
  });

  test("when a model and others change", async () => {
    await change({ formula: "[ORDERS/AMOUNT] * 2", tag: { name: "Release", color: "plum" }, title: "All orders" });
    await expectNoNoise("preview");
    await expectNoNoise(...up);
  });

  test("when a resource of each kind changes", async () => {
    await bench.stack.write("index.js", everyKind.replace(/\b(name|firstName): "(\w+)"/g, '$1: "$2 too"'));
    await expectNoNoise("preview");
    await bench.stack.write("index.js", everyKind);
  });

  test("when the platform has something else", async () => {
    await bench.emulator.ui.changeFormula(await readId("orders"), "facts", "Amount", "[ORDERS/ID]");
    for (const shown of chooseCases([
      ["preview", "--refresh"],
      ["refresh", "--preview-only"],
    ])) {
      await expectNoNoise(...shown);
    }
    await expectNoNoise("refresh", "--yes", "--skip-preview");
    await expectNoNoise(...up);
  });

  testOfAll("when a model gets a warning, or another place in the program", async () => {
    const program = everyKind
      .replace('kind: "table", name: id,', 'kind: "table", name: id, unheard: 1,')
      .replace('DataModel("revenue", {', 'DataModel("sales", {')
      .replace('"[facts/Amount]"),\n});', '"[facts/Amount]"),\n}, { aliases: [{ name: "revenue" }] });');
    await bench.stack.write("index.js", program);
    await expectNoNoise("preview");
    await expectNoNoise(...up);
    await expectNoNoise("preview");
    await bench.stack.write("index.js", everyKind.replace('DataModel("revenue", {', 'DataModel("sales", {'));
    await expectNoNoise("preview");
  });

  test("when a model is tainted", async () => {
    await bench.stack.write("index.js", everyKind.replace('DataModel("revenue", {', 'DataModel("sales", {'));
    await expectNoNoise(...up);
    // The engine compares a tainted resource without the provider: the changes of its last update would be among the
    // differences.
    await expectNoNoise(...up);
    await bench.stack.expect(["state", "taint", "--yes", await readUrn("sales")]);
    await expectNoNoise("preview");
    const said = await expectNoNoise("destroy", "--yes", "--skip-preview");
    expect(await bench.stack.listResources()).toEqual([]);
    // What stays on the platform is said, for each kind that leaves something.
    const left = loadAllKinds().filter(({ name }) => everyKind.includes(`analytics.${name}(`));
    const sentences = new Set(left.flatMap(({ deletion }) => deletion?.leaves?.({} as never) ?? []));
    expect(sentences.size).toBeGreaterThan(4);
    for (const sentence of sentences) expect(said).toContain(sentence);
  });
});
