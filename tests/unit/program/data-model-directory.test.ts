import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { DataModel, DataModelDirectory, type DataModelDirectoryArgs } from "pulumi-analytics";

interface Registered {
  name: string;
  type: string;
  inputs: Record<string, unknown>;
}

let root: string;
let registered: Registered[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "pulumi-analytics-"));
  registered = [];
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs,
    newResource: ({ name, type, inputs }) => {
      registered.push({ name, type, inputs });
      const elements = { facts: { id: `${name}-facts`, columns: {} } };
      return { id: `${name}-id`, state: { ...inputs, ids: { pages: {}, elements } } };
    },
  });
});
afterEach(() => rm(root, { recursive: true }));

const writeSource = (ref: string) =>
  "pages: [{ id: p, name: P, elements: [{ id: facts, kind: table, name: Facts, columns: [], source: { kind: " +
  `data-model, dataModelId: !ref ${ref}, elementId: "!ref" } }] }]`;

async function writeFiles(texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

async function declareDirectory(more: Partial<DataModelDirectoryArgs> = {}): Promise<DataModelDirectory> {
  const made = new DataModelDirectory("dir", { path: root, folderId: "folder", ...more });
  await Promise.all(Object.values(made.models).map((model) => new Promise((resolve) => model.urn.apply(resolve))));
  return made;
}

const listModels = () => registered.filter(({ type }) => type.endsWith(":DataModel"));

test("every file is a model, after those it refers to; names come from the file or its text", async () => {
  await writeFiles({
    "a.yaml": writeSource("b"),
    "sub/b.yml": `name: Big B\ndescription: The base\n${writeSource("warehouse")}`,
    "c.json": '{ "pages": [] }',
    "_parts/d.yaml": "- fragment",
    ".hidden.yaml": "pages: []",
    "notes.md": "no model",
  });
  const made = await declareDirectory({ refs: { warehouse: "w-1" }, ownerId: "ann" });
  expect(Object.keys(made.models)).toEqual(["b", "a", "c"]);
  const inputs = Object.fromEntries(listModels().map(({ name, inputs }) => [name, inputs]));
  expect(inputs).toMatchObject({
    "dir-a": { name: "a", folderId: "folder", refs: { b: "dir-b-id" } },
    "dir-b": { name: "Big B", description: "The base", refs: { warehouse: "w-1" } },
    "dir-c": { name: "c", ownerId: "ann" },
  });
  expect(() => made.model("d")).toThrow('There is no model file "d". Model files: b, a, c.');
});

test("files that refer to each other in a cycle are named", async () => {
  await writeFiles({
    "a.yaml": writeSource("b"),
    "b.yaml": writeSource("c#facts"),
    "c.yaml": writeSource("a"),
    "d.yaml": writeSource("a"),
  });
  const matchPath = (name: string) => expect.stringContaining(name);
  const error = await declareDirectory().catch((thrown: Error) => thrown);
  expect((error as Error).message).toMatch(
    /a\.yaml → .*b\.yaml → .*c\.yaml → .*a\.yaml\. Remove one of the references\.$/,
  );
  expect(error).toMatchObject({
    message: matchPath('DataModelDirectory "dir": the files refer to each other in a cycle'),
  });
});

test("names that could mean two things, and values nothing refers to, are errors", async () => {
  await writeFiles({ "a.yaml": writeSource("warehouse"), "sub/a.json": '{ "pages": [] }' });
  await expect(declareDirectory({ refs: { warehouse: "w", a: "x", warehose: "y" } })).rejects.toThrow(
    /a\.yaml and .*a\.json and refs\.a have the same name, so `!ref a` is ambiguous\. Rename one\.\nrefs\.warehose: no file under/,
  );
});

test.each([
  ["an output", () => pulumi.output({ warehouse: "w" })],
  ["a promise", () => Promise.resolve({ warehouse: "w" })],
])("refs that are %s as a whole are an error", async (_, refs) => {
  await writeFiles({ "a.yaml": writeSource("warehouse") });
  await expect(declareDirectory({ refs: refs() as never })).rejects.toThrow(
    /^DataModelDirectory "dir": refs: must be a dictionary whose names are known in a preview; its values may be unknown\.$/,
  );
  await expect(declareDirectory({ refs: { warehouse: pulumi.output("w") } })).resolves.toBeDefined();
});

test("a folder that isn't there, and a file that can't be parsed", async () => {
  await expect(declareDirectory({ path: join(root, "missing") })).rejects.toThrow("missing: doesn't exist");
  await writeFiles({ "a.yaml": "pages: [" });
  await expect(declareDirectory()).rejects.toThrow(/DataModelDirectory "dir": .*a\.yaml/);
});

test("a file in upper case, and one in a linked folder of the project, are models", async () => {
  await writeFiles({ "models/orders.YAML": "pages: []", "shared/dates.yaml": "pages: []", "Pulumi.yaml": "name: x" });
  await symlink("../shared", join(root, "models/linked"));
  const { models: made } = await declareDirectory({ path: join(root, "models") });
  expect(Object.keys(made).sort()).toEqual(["dates", "orders"]);
});

test("a rename that changes case or the composition of letters alone keeps the resource's name", async () => {
  const readName = async (file: string) => {
    registered = [];
    await writeFiles({ [file]: "pages: []" });
    await declareDirectory();
    await rm(join(root, file));
    return listModels().map(({ name }) => name);
  };
  const composed = "Pr\u00e9noms.yaml";
  expect(await readName("Orders.yaml")).toEqual(await readName("orders.yaml"));
  expect(await readName(composed.normalize("NFD"))).toEqual(await readName(composed));
  await writeFiles({ "a/orders.yaml": "pages: []", "b/Orders.yaml": "pages: []" });
  await expect(declareDirectory()).rejects.toThrow(/a\/orders\.yaml and .*b\/Orders\.yaml have the same name/);
});

test("names in either Unicode form are one name: files, references and refs", async () => {
  const [composed, apart] = ["Pr\u00e9nom", "Pre\u0301nom"];
  await writeFiles({ "a.yaml": writeSource(composed), [`${apart}.yaml`]: writeSource("entrep\u00f4t") });
  const made = await declareDirectory({ refs: { ["entrep\u00f4t".normalize("NFD")]: "w-1" } });
  expect(Object.keys(made.models)).toEqual([apart, "a"]);
  expect(made.model(composed)).toBe(made.model(apart));
  const inputs = Object.fromEntries(listModels().map(({ name, inputs }) => [name, inputs]));
  expect(inputs["dir-a"]?.refs).toEqual({ [composed]: `dir-${composed.toLowerCase()}-id` });
  await writeFiles({ [`sub/${composed}.yaml`]: "pages: []" });
  await expect(declareDirectory({ refs: {} })).rejects.toThrow(/have the same name/);
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("`%s` is a name like another", async (name) => {
  await writeFiles({ "a.yaml": writeSource(name) });
  const made = await declareDirectory();
  expect(listModels()[0]?.inputs).not.toHaveProperty("refs");
  expect(() => made.model(name)).toThrow(`There is no model file "${name}".`);
});

describe("names across files", () => {
  const writeFacts = (name: string, reads: string, formula: string) =>
    `pages: [{ id: p, name: P, elements: [{ id: facts, kind: table, name: ${name}, source: ${reads},\n  columns: ` +
    `[{ id: a, name: A, formula: "${formula}" }] }] }]`;
  const warehouse = "{ kind: warehouse-table, connectionId: c, path: [T] }";
  const base = "{ kind: data-model, dataModelId: !ref base, elementId: !ref base#facts }";

  test("a column that the other file doesn't have is an error with file, line and what was meant", async () => {
    await writeFiles({
      "base.yaml": writeFacts("Base", warehouse, "[T/A]"),
      "top.yaml": writeFacts("Top", base, "[Base/Amount] + [Base/A]"),
    });
    await expect(declareDirectory()).rejects.toThrow(
      /DataModelDirectory "dir": \S*top\.yaml:2:41: error: pages\[p\].*`\[Base\/Amount\]`: model base, element facts has no column `Amount`/,
    );
    await writeFiles({ "top.yaml": writeFacts("Top", base, "[Base/A]") });
    await expect(declareDirectory()).resolves.toBeDefined();
  });

  test("the stack's rules may turn it off", async () => {
    await writeFiles({
      "base.yaml": writeFacts("Base", warehouse, "[T/A]"),
      "top.yaml": writeFacts("Top", base, "[Base/Amount]"),
    });
    pulumi.runtime.setAllConfig({ "analytics:rules": '{"missing-column": "off"}' });
    await expect(declareDirectory()).resolves.toBeDefined();
    pulumi.runtime.setAllConfig({});
  });

  test("a model of the program is known under the name that a file has for it", async () => {
    await writeFiles({ "top.yaml": writeFacts("Top", base, "[Base/Amount]") });
    const other = new DataModel("other", {
      name: "Other",
      folderId: "f",
      spec: {
        pages: [
          {
            id: "p",
            name: "P",
            elements: [
              {
                id: "facts",
                kind: "table",
                name: "Base",
                source: { kind: "sql", connectionId: "c", statement: "" },
                columns: [],
              },
            ],
          },
        ],
      },
    });
    await expect(declareDirectory({ refs: { base: other } })).rejects.toThrow(
      "model other, element facts has no column `Amount`",
    );
  });
});
