import { chooseCases } from "../cases";
import { type Door, readIds, runPreview, runUp, write } from "./both-doors";
import { type Bench, projectYaml, startBench } from "./support";

/** The options of a resource's former declaration, and of the one now, which has another name unless it `keepsName`. */
interface Move {
  readonly before?: string;
  readonly now: string;
  readonly keepsName?: true;
}

/** `old` is the former name; `here` and `there` are the types of the doors of this program and of the former one. */
const moves: Readonly<Record<string, Move>> = {
  "a name": { now: "{ aliases: [{ name: old }] }" },
  "a name that is an output": { now: "{ aliases: [{ name: pulumi.output(old) }] }" },
  "an output": { now: "{ aliases: [pulumi.output({ name: old })] }" },
  "into a component": { now: "{ parent: moved, aliases: [{ parent: pulumi.rootStackResource }] }", keepsName: true },
  "into a component, by another name": {
    now: "{ parent: moved, aliases: [{ name: old, parent: pulumi.rootStackResource }] }",
  },
  "out of a component": { before: "{ parent: former }", now: "{ aliases: [{ parent: former }] }", keepsName: true },
  "out of a component, by its URN": {
    before: "{ parent: former }",
    now: "{ aliases: [{ name: old, parent: former.urn }] }",
  },
  "with a component": { before: "{ parent: group }", now: "{ parent: renamed }", keepsName: true },
  "with a component, by another name": {
    before: "{ parent: group }",
    now: "{ parent: renamed, aliases: [{ name: old }] }",
  },
  "a project": { now: '{ aliases: [{ project: "elsewhere" }] }', keepsName: true },
  "a project and a name": { now: '{ aliases: [{ project: "elsewhere", name: old }] }' },
  "a stack": { now: '{ aliases: [{ stack: "elsewhere" }] }', keepsName: true },
  "a type of this door": { now: "{ aliases: [{ name: old, type: here }] }" },
  "a type of the other door": { now: "{ aliases: [{ name: old, type: there }] }" },
  "a URN of this door": { now: "{ aliases: [urn(here, old)] }" },
  "a URN of the other door": { now: "{ aliases: [urn(there, old)] }" },
  "a URN that is an output": { now: "{ aliases: [pulumi.output(urn(here, old))] }" },
  "a URN that is a promise": { now: "{ aliases: [Promise.resolve(urn(here, old))] }" },
  "a URN below a component": { before: "{ parent: former }", now: '{ aliases: [urn("bench:C$" + here, old)] }' },
  "the second of two": { now: '{ aliases: [{ name: "never" }, { name: old }] }' },
};

const formTagType = (door: Door) =>
  ({ plugin: "analytics:index:Tag", dynamic: "pulumi-nodejs:dynamic/analytics:Tag" })[door];

const start = `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const config = new pulumi.Config();
class C extends pulumi.ComponentResource { constructor(name, options) { super("bench:C", name, {}, options); } }
`;

/** Each move's tag, and a model that moves into a directory. */
const before = `${start}
const former = new C("former");
const group = new C("group");
${Object.values(moves)
  .map(({ before = "{}" }, n) => `new analytics.Tag("old${n}", { name: "Tag ${n}", color: "grass" }, ${before});`)
  .join("\n")}
new analytics.DataModel("top", {
  name: "top", folderId: config.require("folderId"),
  spec: analytics.specFile("models/top.yaml", { refs: { warehouse: config.require("connectionId") } }),
});
`;

const writeNow = (from: Door, to: Door) => `${start}
const [there, here] = ["${formTagType(from)}", "${formTagType(to)}"];
const urn = (type, name) => \`urn:pulumi:temporary::bench::\${type}::\${name}\`;
const former = new C("former");
const moved = new C("moved");
const renamed = new C("renamed", { aliases: [{ name: "group" }] });
const declare = (n, name, options) =>
  new analytics.Tag(name, { name: "Tag " + n, color: "grass" }, options);
${Object.values(moves)
  .map(({ now, keepsName }, n) => `((old) => declare(${n}, ${keepsName ? "old" : `"new${n}"`}, ${now}))("old${n}");`)
  .join("\n")}
new analytics.DataModelDirectory("models", {
  path: "models", folderId: config.require("folderId"), refs: { warehouse: config.require("connectionId") },
  allowDelete: true,
});
`;

const model = `pages:
  - id: p
    name: P
    elements:
      - id: top
        kind: table
        name: top
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns: [{ id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }]
`;

/** Puts the entries of two rows into another project or stack, as a state has them that was moved here. */
async function putElsewhere(bench: Bench): Promise<void> {
  const exported = JSON.parse(await bench.stack.expect(["stack", "export", "--show-secrets"]));
  for (const resource of exported.deployment.resources) {
    const n = Object.values(moves).findIndex((_, index) => resource.urn.endsWith(`::old${index}`));
    const { now = "" } = Object.values(moves)[n] ?? {};
    if (now.includes("project:")) resource.urn = resource.urn.replace("::bench::", "::elsewhere::");
    if (now.includes("stack:")) resource.urn = resource.urn.replace(":temporary::", ":elsewhere::");
  }
  await bench.stack.write("exported.json", JSON.stringify(exported));
  await bench.stack.expect(["stack", "import", "--force", "--file", "exported.json"]);
}

describe("a resource that gets another name or place while the program changes the door stays the object it is", () => {
  const ways: [Door, Door][] = [
    ["dynamic", "plugin"],
    ["plugin", "dynamic"],
  ];
  test.each(chooseCases(ways))("from %s to %s", async (from, to) => {
    const bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": "", "models/top.yaml": model },
    });
    try {
      await write(bench, from, before);
      await runUp(bench);
      const objects = Object.values(await readIds(bench, from)).sort();
      await putElsewhere(bench);

      await write(bench, to, writeNow(from, to));
      bench.emulator.clearRequests();
      const steps = await runPreview(bench);
      expect(steps.filter((step) => !/ (former|moved|renamed|models)$/.test(step))).toEqual([]);
      await runUp(bench);
      expect(bench.writes()).toEqual([]);
      expect(Object.values(await readIds(bench, to)).sort()).toEqual(objects);
    } finally {
      await bench.dispose();
    }
  });
});
