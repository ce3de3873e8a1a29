import { chooseCases } from "../cases";
import { type Door, write } from "./both-doors";
import { type Bench, projectYaml, startBench } from "./support";

const head = `
const analytics = require("pulumi-analytics");
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const facts = { id: "facts", kind: "table", name: "Facts",
  source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
    path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }] };
const pages = (...elements) => ({ pages: [{ id: "main", name: "Main", elements }] });
const model = (spec) => new analytics.DataModel("orders", { name: "Orders", folderId: config.require("folderId"),
  spec });
const later = (value) => pulumi.output(1).apply(() => value);
const circular = pages({ ...facts, columns: [...facts.columns] });
circular.pages[0].elements[0].columns.push(circular.pages[0]);
const big = pages({ ...facts, columns: [{ id: "amount", name: "Amount", formula: 5n }] });
`;

const inside = "spec.pages[main].elements[facts].columns";
const model = 'Give the model as an object or as analytics.specFile("models/orders.yaml").';
/** By what is wrong: the end of the program, and the one sentence of the preview; one of each kind comes first. */
const cases: Readonly<Record<string, readonly [string, string]>> = {
  "an element that a new model doesn't have": [
    'model(pages(facts)).elementId("nope");',
    'The model has no element "nope". It has: facts.',
  ],
  "an archive": [
    'model(new pulumi.asset.FileArchive("."));',
    `spec is an archive, which can't hold a representation. ${model}`,
  ],
  "an output as a key": [
    'model(pages({ ...facts, [pulumi.output("x")]: 1 }));',
    "spec.pages[main].elements[facts] has a key that is an output or an object. Write the key as a text.",
  ],
  "a circular object in an output": [
    "model(later(circular));",
    `${inside}[main] is a part that it is in itself. Write what belongs there.`,
  ],
  "a BigInt": [
    "model(big);",
    `${inside}[amount].formula is a BigInt, which JSON doesn't have. Write a number, or a text if it is an id.`,
  ],
  "not a number": [
    "model(pages({ ...facts, x: Number.NaN }));",
    "spec.pages[main].elements[facts].x is NaN, which JSON doesn't have. Write a number, or leave it out.",
  ],
  "a secret with a BigInt": [
    "model(pulumi.secret(later(big)));",
    "spec: the secret text is neither JSON nor YAML of a representation. It isn't shown.",
  ],
  "a column that a new model doesn't have": [
    'model(pages(facts)).columnId("facts", "nope");',
    'The model has no column "nope" in element "facts". It has: amount.',
  ],
  "an asset": [
    'model(new pulumi.asset.StringAsset("pages: []"));',
    `spec is an asset, which the representation can't have here. ${model}`,
  ],
  "an asset inside": [
    'model(pages(new pulumi.asset.RemoteAsset("https://example.com/x")));',
    `spec.pages[main].elements[0] is an asset, which the representation can't have here. ${model}`,
  ],
  "a circular object": [
    "model(circular);",
    `${inside}[main] is a part that it is in itself. Write what belongs there.`,
  ],
  "a BigInt in a promise": [
    "model(Promise.resolve(big));",
    `${inside}[amount].formula is a BigInt, which JSON doesn't have. Write a number, or a text if it is an id.`,
  ],
  "a map": [
    'model(pages({ ...facts, x: new Map([["a", 1]]) }));',
    "spec.pages[main].elements[facts].x is a Map, which JSON doesn't have. Write an object or a list.",
  ],
  "a function": [
    "model(pages({ ...facts, x: () => 1 }));",
    "spec.pages[main].elements[facts].x is a function, which JSON doesn't have. Write its value.",
  ],
};

let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": "" } });
});
afterAll(() => bench.dispose());

/** The lines with an error of a preview that fails. */
async function preview(environment: Record<string, string> = {}): Promise<string[]> {
  const { code, stdout, stderr } = await bench.stack.run(["preview"], environment);
  expect(code).not.toBe(0);
  const [, diagnostics = ""] = `${stdout}${stderr}`.split("Diagnostics:");
  return diagnostics.split("\n").flatMap((line) => /^ +(?:error: )(.*)/.exec(line)?.[1] ?? []);
}

describe.each(chooseCases(["dynamic", "plugin"] as const))("a preview refuses what has no JSON: %s", (door: Door) => {
  test.each(chooseCases(Object.keys(cases)))("%s", async (name) => {
    const [end, sentence] = cases[name]!;
    await write(bench, door, head + end);
    const lines = await preview();
    expect(lines).toEqual([expect.stringContaining(sentence)]);
    expect(lines[0]).not.toMatch(/Maximum call stack|unhandled|at \S+ \(/);
  });
});

test("an id that is declared, in an output, or left to the platform is none of these", async () => {
  await write(
    bench,
    "dynamic",
    `${head}
    model(pages(facts)).elementId("facts");
    new analytics.DataModel("other", { name: "O", folderId: config.require("folderId"),
      spec: pages(later(facts)) }).elementId("later");
    new analytics.DataModel("third", { name: "T", folderId: config.require("folderId"), spec: pages(facts),
      ignorePaths: ["pages[main].elements[x]"] }).elementId("x");
  `,
  );
  await bench.stack.expect(["preview"]);
});

describe("in a program in YAML", () => {
  const writeYaml = (spec: string, more = "") =>
    "name: bench\nruntime: yaml\npackages:\n  analytics: ./node_modules/pulumi-analytics/plugin\nconfig:\n  " +
    "folderId: { type: string }\nresources:\n  orders:\n    type: analytics:DataModel\n    properties:\n      " +
    `name: Orders\n      folderId: \${folderId}\n      spec: ${spec}\n${more}`;

  const assets: [string, string][] = [
    ["{ fn::fileArchive: . }", "an archive"],
    ["{ fn::remoteAsset: EMULATOR/v2 }", "web address"],
    ["{ pages: [{ id: main, name: Main, elements: [{ fn::stringAsset: x }] }] }", "is an asset"],
  ];
  test.each(chooseCases(assets))("%s", async (spec, words) => {
    await bench.stack.write("Pulumi.yaml", writeYaml(spec.replace("EMULATOR", bench.emulator.url)));
    const lines = await preview();
    expect(lines).toEqual([expect.stringContaining(words)]);
  });

  const facts =
    "{ pages: [{ id: main, name: Main, elements: [{ id: facts, kind: table, name: Facts, source: { kind: " +
    `warehouse-table, connectionId: "\${connectionId}", path: [SALES, PUBLIC, ORDERS] }, columns: [] }] }] }`;

  test("an element that a new model, or one that stays, doesn't have", async () => {
    const ask = (element: string) =>
      bench.stack.write(
        "Pulumi.yaml",
        writeYaml(facts, `outputs:\n  asked: \${orders.elementIds["${element}"]}\n`).replace(
          "config:\n",
          "config:\n  connectionId: { type: string }\n",
        ),
      );
    const refusal = `Pulumi.yaml:16:10: \${orders.elementIds["nope"]}: the model has no element "nope". It has: facts.`;
    await ask("nope");
    expect(await preview()).toEqual([expect.stringContaining(refusal)]);
    await ask("facts");
    expect((await bench.stack.run(["up", "--yes", "--skip-preview"])).code).toBe(0);
    await ask("nope");
    expect(await preview()).toEqual([expect.stringContaining(refusal)]);
  });
});
