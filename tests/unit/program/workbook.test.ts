import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { DataModel, specFile, Workbook, workbookFile } from "pulumi-analytics";
import { digestOwnText } from "../../../provider/src/core/engine";

let root: string;
let registered: { name: string; inputs: Record<string, unknown> }[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "pulumi-analytics-"));
  registered = [];
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs,
    newResource: ({ name, inputs }) => {
      registered.push({ name, inputs });
      const elements = { facts: { id: `${name}-facts`, columns: {} } };
      return { id: `${name}-id`, state: { ...inputs, ids: { pages: {}, elements } } };
    },
  });
  await writeFile(join(root, "orders.yaml"), model);
});
afterEach(() => rm(root, { recursive: true }));

const model = `pages:
  - id: p
    name: P
    elements:
      - id: facts
        kind: table
        name: Facts
        source: { kind: warehouse-table, connectionId: c, path: [A, B, T] }
        columns: [{ id: amount, name: Amount, formula: "[T/AMOUNT]" }]
`;

const writeWorkbook = (element: string, formula: string) => `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Main, layout: [{ rows: 12, of: [orders] }] }]
elements:
  - id: orders
    kind: table
    name: Orders
    source: { kind: data-model, dataModelId: !ref orders, elementId: !ref "orders#${element}" }
    columns: [{ id: amount, name: Amount, formula: "${formula}" }]
`;

async function declare(text: string): Promise<Workbook> {
  await writeFile(join(root, "sales.yaml"), text);
  const orders = new DataModel("orders", { name: "Orders", folderId: "f", spec: specFile(join(root, "orders.yaml")) });
  const contents = workbookFile(join(root, "sales.yaml"), { refs: { orders } });
  return new Workbook("sales", { name: "Sales", folderId: "f", contents });
}

test("a file is one text, with the ids of the models that it names beside it", async () => {
  const sales = await declare(writeWorkbook("facts", "[Facts/Amount]"));
  await new Promise((resolve) => sales.urn.apply(resolve));
  const { inputs } = registered.find(({ name }) => name === "sales")!;
  expect(inputs.refs).toEqual({ orders: "orders-id", "orders#facts": "orders-facts" });
  expect(JSON.parse(String(inputs.contents))).toMatchObject({ elements: [{ id: "orders" }] });
});

test("the host learns the digest of each text that a class makes", async () => {
  const sales = await declare(writeWorkbook("facts", "[Facts/Amount]"));
  await new Promise((resolve) => sales.urn.apply(resolve));
  for (const [name, field] of [
    ["orders", "spec"],
    ["sales", "contents"],
  ] as const) {
    const { inputs } = registered.find((resource) => resource.name === name)!;
    expect(inputs.__ownText).toEqual({ [field]: digestOwnText(String(inputs[field])) });
  }
});

test.each([
  ["fact", "[Facts/Amount]", /sales\.yaml:8:\d+: !ref orders#fact: The model has no element "fact"\. It has: facts\./],
  ["facts", "[Facts/Amont]", /sales\.yaml:9:\d+: .*Amont/],
  ["facts", "[Metrics/Revenue]", /sales\.yaml:9:\d+: .*model orders, element facts has no metric `Revenue`/],
])(
  "what its models don't have is an error before anything is registered: %s, %s",
  async (element, formula, message) => {
    await expect(declare(writeWorkbook(element, formula))).rejects.toThrow(message);
  },
);

test("so is a control that a model doesn't have", async () => {
  const control = [
    "  - id: choice",
    "    kind: control",
    "    controlId: choice",
    "    controlType: list",
    "    mode: include",
    "    parameters: [{ kind: data-model, dataModelId: !ref orders, controlId: Region }]",
    "",
  ].join("\n");
  await expect(declare(`${writeWorkbook("facts", "[Facts/Amount]")}${control}`)).rejects.toThrow(
    /sales\.yaml:15:\d+: .*model orders has no control with the controlId `Region`/,
  );
});

test("a model's file isn't a workbook's", async () => {
  const given = { name: "Sales", folderId: "f", contents: specFile("sales.yaml") };
  expect(() => new Workbook("sales", given)).toThrow('contents: write analytics.workbookFile("sales.yaml").');
  const spec = workbookFile("orders.yaml");
  expect(() => new DataModel("orders", { name: "Orders", folderId: "f", spec })).toThrow(
    'spec: write analytics.specFile("orders.yaml").',
  );
});

test("a path into the contents is refused in ignoreChanges", () => {
  const given = { name: "Sales", folderId: "f", contents: { elements: [] } };
  expect(() => new Workbook("sales", given, { ignoreChanges: ["contents.elements[0]"] })).toThrow(
    'Use the argument ignorePaths, such as ignorePaths: ["elements/*/description"]',
  );
});
