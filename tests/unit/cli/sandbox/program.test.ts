// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Pulumi in YAML
import { load } from "js-yaml";
import { listAffected } from "../../../../cli/src/documents/affected";
import { type SandboxedDocument, writeProgram } from "../../../../cli/src/sandbox/program";
import { writeYaml } from "../../../../cli/src/text/writers/yaml";

const orders: SandboxedDocument = {
  resource: "models-orders",
  type: "data model",
  title: "Orders for $",
  form: { pages: [{ id: "p", elements: [{ id: "facts", source: { connectionId: { $ref: "warehouse" } } }] }] },
  id: "m-1",
  elements: { facts: "e-1" },
  refs: { warehouse: "c-1" },
  file: "models/orders.yaml",
  name: "orders",
};
const folder = { name: "PR 7", description: "Mark", parent: "f-1" };

/** A workbook with sources, and a control whose parameter is of a data model. */
const describeWorkbook = (
  fields: Partial<SandboxedDocument>,
  source: object,
  parameter: object,
): SandboxedDocument => ({
  resource: "sales",
  type: "workbook",
  title: "Sales",
  form: {
    elements: [
      { id: "t", source: { kind: "data-model", ...source } },
      { id: "c", parameters: [parameter] },
    ],
  } as never,
  id: "w-1",
  elements: {},
  refs: {},
  ...fields,
});

/** The program as Pulumi reads it, and the documents. */
function write(documents: readonly SandboxedDocument[], findValue = (_: string): string | undefined => undefined) {
  const { program, files } = writeProgram(documents, { folder, findValue });
  const read = load(writeYaml(program)) as {
    resources: Record<string, { type: string; properties: Record<string, unknown> }>;
  };
  return { ...read, getForm: (resource: string) => JSON.parse(files.get(`documents/${resource}.json`) ?? "null") };
}

describe("what a pull request affects", () => {
  const chain = [
    { id: "orders", isModel: true, reads: [] },
    { id: "areas", isModel: true, reads: ["orders"] },
    { id: "sales", isModel: false, reads: ["areas", "other"] },
    { id: "other", isModel: true, reads: [] },
    { id: "unread", isModel: false, reads: ["other"] },
  ];

  test("is what changed, and what reads it through data models", () => {
    expect([...listAffected(["orders"], chain)].sort()).toEqual(["areas", "orders", "sales"]);
    expect([...listAffected(["areas"], chain)].sort()).toEqual(["areas", "sales"]);
    expect([...listAffected([], chain)]).toEqual([]);
  });

  test("ends at workbooks, and in a circle of data models", () => {
    expect([...listAffected(["sales"], [...chain, { id: "odd", isModel: false, reads: ["sales"] }])]).toEqual([
      "sales",
    ]);
    const circle = [
      { id: "a", isModel: true, reads: ["b"] },
      { id: "b", isModel: true, reads: ["a"] },
    ];
    expect([...listAffected(["a"], circle)].sort()).toEqual(["a", "b"]);
  });
});

describe("the program of a sandbox", () => {
  test("creates a marked folder and the documents in it; values of production stay", () => {
    const { resources, getForm } = write([orders]);
    expect(resources.folder).toEqual({
      type: "analytics:Folder",
      properties: {
        name: "PR 7",
        description: "Mark",
        parentId: "f-1",
      },
    });
    expect(resources["models-orders"]).toEqual({
      type: "analytics:DataModel",
      properties: {
        name: "Orders for $$",
        folderId: "${folder.id}",
        spec: { "fn::fileAsset": "documents/models-orders.json" },
        refs: { warehouse: "c-1" },
      },
    });
    expect(getForm("models-orders")).toEqual(orders.form);
  });

  test("a copy reads the sandbox's model: its element, and the parameters of controls", () => {
    const copy = describeWorkbook({}, { dataModelId: "m-1", elementId: "e-1" }, { dataModelId: "m-1", controlId: "c" });
    const { resources, getForm } = write([orders, copy]);
    expect(getForm("sales").elements).toEqual([
      {
        id: "t",
        source: {
          kind: "data-model",
          dataModelId: { $ref: "moved/m-1" },
          elementId: { $ref: "moved/m-1#facts" },
        },
      },
      { id: "c", parameters: [{ dataModelId: { $ref: "moved/m-1" }, controlId: "c" }] },
    ]);
    expect(resources.sales?.properties.refs).toEqual({
      "moved/m-1": "${models-orders.id}",
      "moved/m-1#facts": '${models-orders.elementIds["facts"]}',
    });
  });

  test("what reads another model stays as it is", () => {
    const copy = describeWorkbook({}, { dataModelId: "m-2", elementId: "e-1" }, { dataModelId: "m-2", controlId: "c" });
    const { resources, getForm } = write([orders, copy]);
    expect(getForm("sales")).toEqual(copy.form);
    expect(resources.sales?.properties).not.toHaveProperty("refs");
  });

  test("a file's `!ref`s mean the sandbox's model by their values, or else by the file's name", () => {
    const source = { dataModelId: { $ref: "base" }, elementId: { $ref: "base#facts" } };
    const byValue = { refs: { base: "m-1", "base#facts": "e-1" } };
    const known = write([orders, describeWorkbook(byValue, source, { dataModelId: { $ref: "other" } })], () => "m-9");
    expect(known.resources.sales?.properties.refs).toEqual({
      base: "${models-orders.id}",
      "base#facts": '${models-orders.elementIds["facts"]}',
      other: "m-9",
    });
    const named = { dataModelId: { $ref: "orders" }, elementId: { $ref: "orders#added" } };
    expect(write([orders, describeWorkbook({}, named, {})]).resources.sales?.properties.refs).toEqual({
      orders: "${models-orders.id}",
      "orders#added": '${models-orders.elementIds["added"]}',
    });
  });

  test("of two models whose elements have one id, the one that is meant counts", () => {
    const other = { ...orders, resource: "copy", id: "m-2", name: "copied", file: "models/copied.yaml" };
    const source = { dataModelId: { $ref: "x" }, elementId: { $ref: "x#facts" } };
    const reader = describeWorkbook({ refs: { x: "m-2", "x#facts": "e-1" } }, source, {});
    expect(write([orders, other, reader]).resources.sales?.properties.refs).toEqual({
      x: "${copy.id}",
      "x#facts": '${copy.elementIds["facts"]}',
    });
  });

  test("a `!ref` that stands for nothing known, or for a secret, is refused", () => {
    const describeReader = (refs: object) =>
      describeWorkbook({ file: "workbooks/sales", refs: refs as never }, { x: { $ref: "team" } }, {});
    expect(() => write([describeReader({})])).toThrow("workbooks/sales: !ref team stands for nothing");
    expect(() => write([describeReader({ team: { secret: "sealed" } })])).toThrow("a secret of the stack");
  });
});
