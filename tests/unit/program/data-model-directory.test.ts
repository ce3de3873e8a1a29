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

const source = (ref: string) =>
  "pages: [{ id: p, name: P, elements: [{ id: facts, kind: table, name: Facts, columns: [], source: { kind: " +
  `data-model, dataModelId: !ref ${ref}, elementId: "!ref" } }] }]`;

async function files(texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

async function directory(more: Partial<DataModelDirectoryArgs> = {}): Promise<DataModelDirectory> {
  const made = new DataModelDirectory("dir", { path: root, folderId: "folder", ...more });
  await Promise.all(Object.values(made.models).map((model) => new Promise((resolve) => model.urn.apply(resolve))));
  return made;
}

const models = () => registered.filter(({ type }) => type.endsWith(":DataModel"));

test("every file is a model, after those it refers to; names come from the file or its text", async () => {
  await files({
    "a.yaml": source("b"),
    "sub/b.yml": `name: Big B\ndescription: The base\n${source("warehouse")}`,
    "c.json": '{ "pages": [] }',
    "_parts/d.yaml": "- fragment",
    ".hidden.yaml": "pages: []",
    "notes.md": "no model",
  });
  const made = await directory({ refs: { warehouse: "w-1" }, ownerId: "ann" });
  expect(Object.keys(made.models)).toEqual(["b", "a", "c"]);
  const inputs = Object.fromEntries(models().map(({ name, inputs }) => [name, inputs]));
  expect(inputs).toMatchObject({
    "dir-a": { name: "a", folderId: "folder", refs: { b: "dir-b-id" } },
    "dir-b": { name: "Big B", description: "The base", refs: { warehouse: "w-1" } },
    "dir-c": { name: "c", ownerId: "ann" },
  });
  expect(() => made.model("d")).toThrow('There is no model file "d". Model files: b, a, c.');
});

test("files that refer to each other in a cycle are named", async () => {
  await files({ "a.yaml": source("b"), "b.yaml": source("c#facts"), "c.yaml": source("a"), "d.yaml": source("a") });
  const at = (name: string) => expect.stringContaining(name);
  const error = await directory().catch((thrown: Error) => thrown);
  expect((error as Error).message).toMatch(
    /a\.yaml → .*b\.yaml → .*c\.yaml → .*a\.yaml\. Remove one of the references\.$/,
  );
  expect(error).toMatchObject({ message: at('DataModelDirectory "dir": the files refer to each other in a cycle') });
});

test("names that could mean two things, and values nothing refers to, are errors", async () => {
  await files({ "a.yaml": source("warehouse"), "sub/a.json": '{ "pages": [] }' });
  await expect(directory({ refs: { warehouse: "w", a: "x", warehose: "y" } })).rejects.toThrow(
    /a\.yaml and .*a\.json and refs\.a have the same name, so `!ref a` is ambiguous\. Rename one\.\nrefs\.warehose: no file under/,
  );
});

test.each([
  ["an output", () => pulumi.output({ warehouse: "w" })],
  ["a promise", () => Promise.resolve({ warehouse: "w" })],
])("refs that are %s as a whole are an error", async (_, refs) => {
  await files({ "a.yaml": source("warehouse") });
  await expect(directory({ refs: refs() as never })).rejects.toThrow(
    /^DataModelDirectory "dir": refs: must be a dictionary whose names are known in a preview; its values may be unknown\.$/,
  );
  await expect(directory({ refs: { warehouse: pulumi.output("w") } })).resolves.toBeDefined();
});

test("a folder that isn't there, and a file that can't be parsed", async () => {
  await expect(directory({ path: join(root, "missing") })).rejects.toThrow("missing: can't be read (ENOENT)");
  await files({ "a.yaml": "pages: [" });
  await expect(directory()).rejects.toThrow(/DataModelDirectory "dir": .*a\.yaml/);
});

test("a file in upper case, and one in a linked folder of the project, are models", async () => {
  await files({ "models/orders.YAML": "pages: []", "shared/dates.yaml": "pages: []", "Pulumi.yaml": "name: x" });
  await symlink("../shared", join(root, "models/linked"));
  const { models: made } = await directory({ path: join(root, "models") });
  expect(Object.keys(made).sort()).toEqual(["dates", "orders"]);
});

test("a rename that changes case or the composition of letters alone keeps the resource's name", async () => {
  const nameOf = async (file: string) => {
    registered = [];
    await files({ [file]: "pages: []" });
    await directory();
    await rm(join(root, file));
    return models().map(({ name }) => name);
  };
  const composed = "Pr\u00e9noms.yaml";
  expect(await nameOf("Orders.yaml")).toEqual(await nameOf("orders.yaml"));
  expect(await nameOf(composed.normalize("NFD"))).toEqual(await nameOf(composed));
  await files({ "a/orders.yaml": "pages: []", "b/Orders.yaml": "pages: []" });
  await expect(directory()).rejects.toThrow(/a\/orders\.yaml and .*b\/Orders\.yaml have the same name/);
});

test("names in either Unicode form are one name: files, references and refs", async () => {
  const [composed, apart] = ["Pr\u00e9nom", "Pre\u0301nom"];
  await files({ "a.yaml": source(composed), [`${apart}.yaml`]: source("entrep\u00f4t") });
  const made = await directory({ refs: { ["entrep\u00f4t".normalize("NFD")]: "w-1" } });
  expect(Object.keys(made.models)).toEqual([apart, "a"]);
  expect(made.model(composed)).toBe(made.model(apart));
  const inputs = Object.fromEntries(models().map(({ name, inputs }) => [name, inputs]));
  expect(inputs["dir-a"]?.refs).toEqual({ [composed]: `dir-${composed.toLowerCase()}-id` });
  await files({ [`sub/${composed}.yaml`]: "pages: []" });
  await expect(directory({ refs: {} })).rejects.toThrow(/have the same name/);
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("`%s` is a name like another", async (name) => {
  await files({ "a.yaml": source(name) });
  const made = await directory();
  expect(models()[0]?.inputs).not.toHaveProperty("refs");
  expect(() => made.model(name)).toThrow(`There is no model file "${name}".`);
});

describe("names across files", () => {
  const facts = (name: string, reads: string, formula: string) =>
    `pages: [{ id: p, name: P, elements: [{ id: facts, kind: table, name: ${name}, source: ${reads},\n  columns: ` +
    `[{ id: a, name: A, formula: "${formula}" }] }] }]`;
  const warehouse = "{ kind: warehouse-table, connectionId: c, path: [T] }";
  const base = "{ kind: data-model, dataModelId: !ref base, elementId: !ref base#facts }";

  test("a column that the other file doesn't have is an error with file, line and what was meant", async () => {
    await files({
      "base.yaml": facts("Base", warehouse, "[T/A]"),
      "top.yaml": facts("Top", base, "[Base/Amount] + [Base/A]"),
    });
    await expect(directory()).rejects.toThrow(
      /DataModelDirectory "dir": \S*top\.yaml:2:41: error: pages\[p\].*`\[Base\/Amount\]`: model base, element facts has no column `Amount`/,
    );
    await files({ "top.yaml": facts("Top", base, "[Base/A]") });
    await expect(directory()).resolves.toBeDefined();
  });

  test("the stack's rules may turn it off", async () => {
    await files({ "base.yaml": facts("Base", warehouse, "[T/A]"), "top.yaml": facts("Top", base, "[Base/Amount]") });
    pulumi.runtime.setAllConfig({ "analytics:rules": '{"missing-column": "off"}' });
    await expect(directory()).resolves.toBeDefined();
    pulumi.runtime.setAllConfig({});
  });

  test("a model of the program is known under the name that a file has for it", async () => {
    await files({ "top.yaml": facts("Top", base, "[Base/Amount]") });
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
    await expect(directory({ refs: { base: other } })).rejects.toThrow(
      "model other, element facts has no column `Amount`",
    );
  });
});
