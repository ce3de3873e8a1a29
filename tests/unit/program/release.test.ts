import * as pulumi from "@pulumi/pulumi";
import { DataModel, Release, type ReleaseArgs, Tag, Workbook } from "pulumi-analytics";

type Properties = Record<string, unknown>;

let registered: Map<string, Properties>;

beforeEach(async () => {
  registered = new Map();
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs,
    newResource: ({ name, type, inputs }) => {
      registered.set(`${type.split(":").at(-1)} ${name}`, inputs as Properties);
      const tagged = type.endsWith("Tag") && { tagId: "tag-id", taggedVersion: 3, previousVersion: 2 };
      return { id: `0123456789-${name}`, state: { ...inputs, documentVersion: 3, ...tagged } };
    },
  });
});

function declareDocuments() {
  const read = (model: DataModel) => ({ pages: [{ source: { dataModelId: model.id } }] }) as object;
  const orders = new DataModel("orders", { name: "Orders", folderId: "f", spec: { pages: [] } });
  const customers = new DataModel("customers", { name: "Customers", folderId: "f", spec: read(orders) as never });
  const sales = new Workbook("sales", { name: "Sales", folderId: "f", contents: read(customers) });
  return { orders, customers, sales };
}

async function declareRelease(args: ReleaseArgs): Promise<Release> {
  const release = new Release("live", args);
  await new Promise((resolve) => release.taggedVersions.apply(resolve));
  return release;
}

test.each([
  ["a Tag", () => new Tag("tag", { name: "Production", color: "grass" }), "0123456789-tag"],
  ["the name of a tag", () => "Production", "tag-id"],
])("with %s, each document reads the tagged versions of its models", async (_, declareTag, toVersionTagId) => {
  const { orders, customers, sales } = declareDocuments();
  const documents = [sales, customers, orders];
  const release = await declareRelease({ tag: declareTag(), documents, versions: { orders: 1 } });
  const buildSources = (name: string) => [{ dataModelId: `0123456789-${name}`, toVersionTagId }];
  expect(registered.get("DataModelTag live-orders")).toMatchObject({ tag: "Production", version: 1 });
  expect(registered.get("DataModelTag live-orders")).not.toHaveProperty("dataModelSourceTaggedVersions");
  expect(registered.get("DataModelTag live-customers")).toMatchObject({
    version: 3,
    dataModelSourceTaggedVersions: buildSources("orders"),
  });
  expect(registered.get("WorkbookTag live-sales")).toMatchObject({
    workbookId: "0123456789-sales",
    dataModelSourceTaggedVersions: buildSources("customers"),
  });
  const outputs = await new Promise((resolve) =>
    pulumi.all([release.taggedVersions, release.previousVersions]).apply(resolve),
  );
  expect(outputs).toEqual([
    { orders: 3, customers: 3, sales: 3 },
    { orders: 2, customers: 2, sales: 2 },
  ]);
});

test("what isn't a document, or isn't in the release, is refused", () => {
  const { orders } = declareDocuments();
  const declare = (args: Partial<ReleaseArgs>) => () => new Release("live", { tag: "t", documents: [orders], ...args });
  expect(declare({ documents: [new Tag("t", { name: "T", color: "plum" }) as never] })).toThrow(
    'Release "live": documents[0]: a Tag has no versions. Use any of: DataModel, Workbook, Report.',
  );
  expect(declare({ versions: { sales: 1 } })).toThrow('Release "live": versions.sales: no such document.');
});
