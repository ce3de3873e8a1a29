import { createKey } from "../../../provider/src/host/create/seal";
import { dataModel } from "../../../provider/src/kinds/data-model";
import type { DataModelInputs } from "../../../provider/src/kinds/data-model/fields";

const formKey = (inputs: DataModelInputs) => createKey("secret", [dataModel.writing?.sent?.(inputs)]);

const inline: DataModelInputs = {
  name: "Orders",
  folderId: "f",
  spec: '{"pages":[{"id":"p","name":"Page","elements":[]}]}',
};

test("a lost create of a model is known by what was sent, not by how it was declared", () => {
  const fromFile: DataModelInputs = {
    ...inline,
    spec: '{"schemaVersion":1,"pages":[{"name":{"$ref":"title"},"id":"p","elements":[]}]}',
    refs: { title: "Page" },
    file: "models/orders.yaml",
    deletion: "retain",
  };
  expect(formKey(fromFile)).toBe(formKey(inline));
});

test.each<[string, Partial<DataModelInputs>]>([
  ["name", { name: "Sales" }],
  ["folder", { folderId: "g" }],
  ["description", { description: "Who buys" }],
  ["contents", { spec: '{"pages":[{"id":"p","name":"First","elements":[]}]}' }],
])("another %s is another create", (_, other) => {
  expect(formKey({ ...inline, ...other })).not.toBe(formKey(inline));
});
