import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack, wrapSecret } from "../../../provider/src/core/engine";
import { parseSpecFile, parseWorkbookFile } from "../../../provider/src/core/files";
import { unknownValue } from "../../../provider/src/core/model/json";
import { openDocument } from "../../../provider/src/plugin/document-input";
import { ProgramFiles } from "../../../provider/src/plugin/program-files";

const mark = "4dabf18193072939515e22adb298388d";
const buildAsset = (fields: object) => ({ [mark]: "c44067f5952c0a294b673a41bacd8c17", ...fields });
const model = {
  pages: [{ id: "main", elements: [{ id: "facts", kind: "table", columns: [{ id: "a", formula: "[T/A]" }] }] }],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plugin-spec-"));
  mkdirSync(join(folder, "program/models"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const openInputs = (properties: Record<string, unknown>) =>
  openDocument(
    properties,
    { field: "spec", parseFile: parseSpecFile },
    new ProgramFiles({ root: folder, program: join(folder, "program") }),
  );
const readSpec = (spec: unknown) => JSON.parse(String(openInputs({ spec }).values.spec));

test("an object, JSON, YAML, a text asset and a packed text are the same representation", () => {
  const yaml =
    "pages:\n  - id: main\n    elements:\n      - { id: facts, kind: table, columns: [{ id: a, formula: '[T/A]' }] }\n";
  for (const spec of [model, JSON.stringify(model), yaml, buildAsset({ text: yaml }), pack(JSON.stringify(model))]) {
    expect(readSpec(spec)).toEqual(model);
  }
});

test("a file is read where the program is, with what it includes; messages name it as the project does", () => {
  writeFileSync(join(folder, "program/models/columns.yaml"), "- { id: a, formula: '[T/A]' }\n");
  writeFileSync(
    join(folder, "program/models/facts.yaml"),
    "pages:\n  - id: main\n    elements:\n      - { id: facts, kind: table, columns: !include columns.yaml }\n",
  );
  const { values } = openInputs({ spec: buildAsset({ path: "models/facts.yaml" }) });
  expect(JSON.parse(String(values.spec))).toEqual(model);
  expect(values.file).toBe("program/models/facts.yaml");
  expect(() => openInputs({ spec: buildAsset({ path: "models/gone.yaml" }) })).toThrow(/models\/gone\.yaml/);
});

test("a text has the file that a program in YAML reads it from", () => {
  const text = `${JSON.stringify(model)}\n`;
  writeFileSync(join(folder, "program/models/facts.yaml"), text);
  const declare = (path: string) =>
    writeFileSync(
      join(folder, "Pulumi.yaml"),
      `name: p\nruntime: yaml\nmain: program\nvariables: { text: { fn::readFile: "models/gone.yaml" } }
resources: { m: { type: "analytics:DataModel", properties: { spec: { fn::readFile: "${path}" } } } }\n`,
    );
  const readFile = () => openInputs({ spec: text }).values.file;
  expect(readFile()).toBeUndefined();
  for (const path of [
    "models/facts.yaml",
    `$${"{"}pulumi.cwd}/models/facts.yaml`,
    join(folder, "program/models/facts.yaml"),
  ]) {
    declare(path);
    expect(readFile()).toBe("program/models/facts.yaml");
  }
  expect(openInputs({ spec: JSON.stringify(model) }).values.file).toBeUndefined();
  expect(openInputs({ spec: model }).values.file).toBeUndefined();
});

test("a path given as text is told what to write instead", () => {
  expect(() => openInputs({ spec: "models/orders.yaml" })).toThrow(
    'fn::fileAsset: models/orders.yaml in YAML, pulumi.FileAsset("models/orders.yaml") in other languages',
  );
  expect(() => openInputs({ spec: buildAsset({ uri: "https://example.com/orders.yaml" }) })).toThrow(
    "Use a file or text",
  );
  expect(() => openInputs({ spec: buildAsset({ text: "" }) })).toThrow("empty");
  expect(() => openInputs({ spec: buildAsset({}) })).toThrow("empty");
});

test("what is wrong with a secret text doesn't quote it", () => {
  for (const text of ["hunter2", "pages: [hunter2", "{ hunter2"]) {
    expect(() => openInputs({ spec: text })).toThrow(/hunter2|line|1:/);
    expect(() => openInputs({ spec: wrapSecret(text) })).toThrow(/^(?!.*hunter2).*secret text/s);
  }
});

test("in an object, unknown and secret values become placeholders named by their path; known ones stay", () => {
  const element = { id: "facts", name: "Facts", source: { connectionId: unknownValue }, note: wrapSecret("planted") };
  const { values, secrets, isOpen } = openInputs({
    name: "Orders",
    spec: { pages: [{ id: "main", elements: [element] }] },
  });
  expect(JSON.parse(String(values.spec)).pages[0].elements[0]).toEqual({
    id: "facts",
    name: "Facts",
    source: { connectionId: { $ref: "pages/main/elements/facts/source/connectionId" } },
    note: { $ref: "pages/main/elements/facts/note" },
  });
  expect(values.refs).toEqual({
    "pages/main/elements/facts/source/connectionId": unknownValue,
    "pages/main/elements/facts/note": "planted",
  });
  expect(values.confidential).toBe(true);
  expect([...secrets].sort()).toEqual(["refs", "spec"]);
  expect(isOpen).toBe(true);
});

test("a secret value in refs, and a secret text, make the model confidential; unknown stays unknown", () => {
  expect(openInputs({ spec: model, refs: { a: wrapSecret("s") } }).values.confidential).toBe(true);
  expect(openInputs({ spec: wrapSecret(JSON.stringify(model)), refs: { a: "s" } }).values.confidential).toBe("whole");
  // A class marks the text, too: what is secret are the values.
  expect(openInputs({ spec: wrapSecret(pack(JSON.stringify(model))), refs: { a: "s" } }).values.confidential).toBe(
    true,
  );
  expect(openInputs({ spec: model, refs: { a: "s" } }).values.confidential).toBeUndefined();
  expect(openInputs({ spec: unknownValue })).toMatchObject({ values: { spec: unknownValue }, isOpen: false });
});

describe("a model file pasted into a program, without the tags that Pulumi drops", () => {
  const buildPasted = (source: object) => ({
    pages: [{ id: "main", elements: [{ id: "facts", kind: "table", source, columns: [] }] }],
  });
  const at = "spec: pages\\[main\\]\\.elements\\[facts\\]\\.source";

  test.each([
    ["a connection", { kind: "warehouse-table", connectionId: "warehouse" }, ["connectionId", "warehouse"]],
    ["a model", { kind: "data-model", dataModelId: "orders" }, ["dataModelId", "orders"]],
    ["an element", { kind: "data-model", elementId: "orders#facts" }, ["elementId", "orders#facts"]],
  ])("%s that was a !ref is told what to write instead", (_, source, [field, name]) => {
    expect(() => openInputs({ spec: buildPasted(source) })).toThrow(
      new RegExp(
        `^${at}\\.${field}: "${name}" isn't an id\\. .*\`${field}: \\{ \\$ref: "${name}" ` +
          `\\}\`.*\`refs: \\{ "${name}": … \\}\``,
      ),
    );
    // What it advises is read.
    const { values } = openInputs({
      spec: buildPasted({ ...source, [field as string]: { $ref: name } }),
      refs: { [name as string]: "id" },
    });
    expect(JSON.parse(String(values.spec))).toEqual(buildPasted({ ...source, [field as string]: { $ref: name } }));
  });

  test("each of them is a problem of its own", () => {
    const source = { kind: "data-model", dataModelId: "orders", elementId: "orders#facts" };
    expect(() => openInputs({ spec: buildPasted(source) })).toThrow(
      expect.objectContaining({
        problems: [expect.stringContaining("dataModelId"), expect.stringContaining("elementId")],
      }),
    );
  });

  test.each([
    [
      "the platform's ids",
      { connectionId: "f7252cec-2ef5-42fd-8d05-299732aeba05", dataModelId: "4ckSVoYPD3wDxLhB3jZyhW" },
    ],
    ["an element of the same model", { kind: "table", elementId: "facts" }],
    ["an unknown value", { connectionId: unknownValue }],
    ["a secret", { connectionId: wrapSecret("warehouse") }],
    ["a placeholder", { connectionId: { $ref: "warehouse" } }],
  ])("%s is no such text", (_, source) => {
    expect(() => openInputs({ spec: buildPasted(source) })).not.toThrow();
  });
});

test("a workbook may be a folder, as an archive; a model may not", () => {
  const sales = join(folder, "program/workbooks/sales");
  mkdirSync(join(sales, "elements"), { recursive: true });
  writeFileSync(join(sales, "workbook.yaml"), "schemaVersion: 1\nkind: workbook\npages: [{ id: main, name: Main }]\n");
  writeFileSync(join(sales, "elements/note.yaml"), "kind: text\nbody: Hello\n");
  const archive = { [mark]: "0def7320c3a5731c473e5ecbe6d01bc7", path: "workbooks/sales" };
  const input = { field: "contents", parseFile: parseWorkbookFile, canBeFolder: true } as const;
  const { values } = openDocument(
    { contents: archive },
    input,
    new ProgramFiles({ root: folder, program: join(folder, "program") }),
  );
  expect(JSON.parse(String(values.contents))).toMatchObject({
    elements: [{ id: "note", kind: "text", body: "Hello" }],
  });
  expect(values.file).toBe("program/workbooks/sales");
  expect(() => openInputs({ spec: archive })).toThrow("is an archive");
});
