import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registry } from "../../../provider/src/kinds/registry";
import { createCodec } from "../../../provider/src/plugin/codecs";
import { ProgramFiles } from "../../../provider/src/plugin/program-files";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plugin-respelled-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a check says of a spec that Pulumi made of a program. */
function check(program: string, values: readonly unknown[], { runtime = "yaml", main = "", more = {} } = {}): unknown {
  mkdirSync(join(folder, "program"), { recursive: true });
  writeFileSync(
    join(folder, "Pulumi.yaml"),
    `name: p\nruntime: ${runtime}\n${main === "" ? program : "main: program\n"}`,
  );
  if (main !== "") writeFileSync(join(folder, "program", main), program);
  const files = new ProgramFiles({ root: folder, program: main === "" ? folder : join(folder, "program") });
  const codec = createCodec(registry.DataModel!(), files);
  const spec = { pages: [{ id: "main", elements: [{ id: "c", kind: "control", values, ...more }] }] };
  try {
    return codec.openDeclared({ urn: "urn", news: { name: "A", spec } }).values.name;
  } catch (error) {
    return (error as Error).message;
  }
}

const list = (values: string) => `resources:\n  a:\n    properties:\n      values: [${values}]\n`;

test.each([
  ["02134", 1116],
  ["00501", 321],
  ["08", 8],
  ["-017", -15],
  ["0o17", 15],
  ["0x1F", 31],
  ["0b11", 3],
  ["+5", 5],
  ["1e3", 1000],
  ["1_000", 1000],
  ["1.50", 1.5],
])("%s, which Pulumi reads as %s, is an error with its place in the program", (source, number) => {
  expect(check(list(`7, ${source}`), [7, number])).toBe(
    `spec: pages[main].elements[c].values[1]: Pulumi reads \`${source}\` without quotes as the number ${number} ` +
      `(Pulumi.yaml:6:19). Write "${source}" for the text, or ${number} for the number.`,
  );
});

test("the program may be a file of its own", () => {
  expect(check(list("02134"), [1116], { main: "Main.yaml" })).toContain("(Main.yaml:4:16)");
});

test.each([
  ["quoted", '"02134"', ["02134"], {}],
  ["a plain number", "1116", [1116], {}],
  ["another number", "02134", [1117], {}],
  ["a program in another language", "02134", [1116], { runtime: "nodejs" }],
  ["a number of another field", "02134", [], { more: { max: 1116 } }],
] as const)("%s is none", (_, source, values, options) => {
  expect(check(list(source), values, options)).toBe("A");
});

test("a program that can't be read again is none", () => {
  expect(check("a: [\n", [1116])).toBe("A");
});
