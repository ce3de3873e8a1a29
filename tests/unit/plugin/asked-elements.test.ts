import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registry } from "../../../provider/src/kinds/registry";
import { findMissingInFiles } from "../../../provider/src/plugin/asked-elements";
import { createCodec } from "../../../provider/src/plugin/codecs";
import { ProgramFiles } from "../../../provider/src/plugin/program-files";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plugin-asked-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const spec = { pages: [{ id: "main", elements: [{ id: "facts", kind: "table", columns: [] }] }] };
const formUrn = (name: string) => `urn:pulumi:dev::shop::analytics:index:DataModel::${name}`;

/** Pulumi's `${…}`, written `@{…}` here. */
const toYaml = (text: string) => text.replaceAll("@{", "$" + "{");
const restoreYaml = (text: string) => text.replaceAll("$" + "{", "@{");

/** What a check says of the model `orders` in a program whose outputs ask for something. */
function check(asked: string, { name = "orders", more = "", given = {}, runtime = "yaml" } = {}): string {
  const text =
    `name: p\nruntime: ${runtime}\nresources:\n  orders:\n    type: ` +
    `analytics:DataModel\n${more}outputs:\n  x: ${asked}\n`;
  writeFileSync(join(folder, "Pulumi.yaml"), toYaml(text));
  const codec = createCodec(registry.DataModel!(), new ProgramFiles({ root: folder, program: folder }));
  try {
    codec.openDeclared({ urn: formUrn(name), news: { name: "A", spec, ...given } });
    return "";
  } catch (error) {
    return restoreYaml((error as Error).message);
  }
}

test.each(['@{orders.elementIds["nope"]}', "@{orders.elementIds.nope}", '"a @{orders.elementIds[\\"nope\\"]} b"'])(
  "%s of a model without that element is an error with its place",
  (asked) => {
    expect(check(asked)).toMatch(
      /^Pulumi\.yaml:7:\d+: @\{orders\.elementIds.+\}: the model has no element "nope"\. It has: facts\.$/,
    );
  },
);

test("a resource may have another name than its key", () => {
  const more = "    name: sales\n";
  expect(check("@{orders.elementIds.nope}", { more, name: "sales" })).toContain('no element "nope"');
  expect(check("@{orders.elementIds.nope}", { more })).toBe("");
});

test.each([
  ['@{orders.elementIds["facts"]}', {}],
  ["@{orders.elementIds.facts}", {}],
  ["@{orders.elementIds}", {}],
  ["$@{orders.elementIds.nope}", {}],
  ["@{other.elementIds.nope}", {}],
  ["@{orders.elementIds.nope}", { given: { ignorePaths: ["pages[main].elements[nope]"] } }],
  ["@{orders.elementIds.nope}", { runtime: "nodejs" }],
  ["[@{orders.elementIds.nope}", {}],
])("%s is none (%j)", (asked, options) => {
  expect(check(asked, options)).toBe("");
});

test("in a directory, files and their elements are found", () => {
  const text =
    "resources:\n  models: { type: analytics:DataModelDirectory }\noutputs:\n  a: " +
    '@{models.elementIds["orders"]["facts"]}\n  b: @{models.elementIds["orders"]["nope"]}\n  c: ' +
    '@{models.elementIds.none.facts}\n  d: @{models.elementIds["orders"]}\n';
  writeFileSync(join(folder, "Pulumi.yaml"), toYaml(text));
  expect(
    findMissingInFiles("models", { orders: spec }, new ProgramFiles({ root: folder, program: folder })).map(
      restoreYaml,
    ),
  ).toEqual([
    'Pulumi.yaml:5:6: @{models.elementIds["orders"]["nope"]}: the model has no element "nope". It has: facts.',
    'Pulumi.yaml:6:6: @{models.elementIds.none.facts}: there is no file "none" in the directory. It has: orders.',
  ]);
});
