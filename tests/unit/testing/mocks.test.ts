import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";
import { loadAllKinds } from "../../../provider/src/kinds/registry";
import { mocks } from "../../../provider/src/testing";
import { buildSample } from "../kinds/samples";

const resolveOutput = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => void output.apply(resolve));

const buildTable = (id: string, source: object) => ({
  schemaVersion: 1 as const,
  pages: [
    {
      id: "p",
      name: "P",
      elements: [
        { id, kind: "table", name: id, source, columns: [{ id: "amount", name: "Amount", formula: "[A/A]" }] },
      ],
    },
  ],
});

beforeEach(() => pulumi.runtime.setMocks(mocks()));

test("one model refers to another's element, by ids made from name and representation", async () => {
  const orders = new analytics.DataModel("orders", {
    name: "Orders",
    folderId: "f",
    spec: buildTable("facts", { kind: "warehouse-table", connectionId: "c", path: ["A"] }) as never,
  });
  const revenue = new analytics.DataModel("revenue", {
    name: "Revenue",
    folderId: "f",
    spec: buildTable("top", {
      kind: "data-model",
      dataModelId: orders.id,
      elementId: orders.elementId("facts"),
    }) as never,
  });
  expect(await resolveOutput(orders.columnId("facts", "amount"))).toBe("orders-id#facts/amount");
  expect(await resolveOutput(revenue.elementId("top"))).toBe("revenue-id#top");
  expect(await resolveOutput(revenue.refs)).toEqual({
    "pages/p/elements/top/source/dataModelId": "orders-id",
    "pages/p/elements/top/source/elementId": "orders-id#facts",
  });
  expect(await resolveOutput(revenue.reference)).toEqual({ id: "revenue-id", elements: { top: "revenue-id#top" } });
});

test("parts without an id have the one that an update would give them", async () => {
  const model = new analytics.DataModel("m", {
    name: "M",
    folderId: "f",
    spec:
      "pages: [{ id: p, name: P, elements: [{ id: e, kind: table, source: { kind: warehouse-table, connectionId: " +
      'c, path: [A] }, columns: [{ name: Order date, formula: "[A/D]" }] }] }]',
  });
  expect(await resolveOutput(model.columnId("e", "order_date"))).toBe("m-id#e/order_date");
});

type ResourceClass = new (name: string, args: object, options?: pulumi.CustomResourceOptions) => pulumi.CustomResource;

test.each(loadAllKinds().map((kind) => [kind.name, kind] as const))(
  "%s has an id and every output",
  async (name, kind) => {
    const Class = (analytics as unknown as Record<string, ResourceClass>)[name] as ResourceClass;
    const declared = buildSample(kind);
    const resource = new Class("made", declared) as pulumi.CustomResource & Record<string, unknown>;
    expect(await resolveOutput(resource.id)).toMatch(/./);
    // The class of a model makes these, where there is something to say. A tag that never moved has no former version.
    const outputs = Object.entries(resource).filter(
      ([key, value]) => !/^_|^(refs|file|confidential)$/.test(key) && pulumi.Output.isInstance(value),
    );
    expect(outputs.length).toBeGreaterThan(0);
    for (const [key, output] of outputs) {
      const isLeftOut =
        (key in kind.fields && !(key in declared)) || (name.endsWith("Tag") && key === "previousVersion");
      const value = isLeftOut ? undefined : expect.anything();
      expect([key, await resolveOutput(output as pulumi.Output<unknown>)]).toEqual([key, value]);
    }
  },
);

test("ids that are made of others keep their form", async () => {
  const production = new analytics.Tag("production", { name: "Production", color: "grass" });
  const placed = new analytics.WorkbookTag("placed", { workbookId: "w", tag: production });
  const policy = new analytics.DeploymentPolicy("policy", { name: "Policy", versionTagId: production.id });
  const tenant = new analytics.DeploymentPolicyTenant("tenant", {
    deploymentPolicyId: policy.id,
    tenantOrganizationId: "t",
  });
  expect(await resolveOutput(placed.id)).toBe("w/production-id");
  expect(await resolveOutput(tenant.id)).toBe("policy-id/t");
});

test("what a preview would refuse fails the test, by kind, name and field", async () => {
  const { newResource } = mocks();
  const inputs = { name: "Production", colour: "gras", color: "gras" };
  const type = "pulumi-nodejs:dynamic/analytics:Tag";
  expect(() => newResource({ type, name: "production", inputs })).toThrow(
    /^Tag "production": color: "gras" is not one of.*colour: no such field/s,
  );
});

test("a lookup by id, resources of other packages and calls have defaults; a test may bring its own", async () => {
  const model = analytics.DataModel.get("known", "m-7");
  expect(await resolveOutput(model.id)).toBe("m-7");
  const other = { type: "aws:s3/bucket:Bucket", name: "files", inputs: { bucket: "b" } };
  expect(mocks().newResource(other)).toEqual({ id: "files-id", state: { bucket: "b" } });
  expect(mocks().call({ token: "aws:f", inputs: { a: 1 } })).toEqual({ a: 1 });

  const own = mocks({
    newResource: ({ name, inputs }) => (name === "special" ? { id: "own", state: inputs } : undefined),
    call: () => ({ region: "eu" }),
  });
  expect(own.newResource({ ...other, name: "special" })).toMatchObject({ id: "own" });
  expect(own.newResource(other)).toMatchObject({ id: "files-id" });
  expect(own.call({ token: "aws:f", inputs: {} })).toEqual({ region: "eu" });
});

test("a secret stays one", async () => {
  const credential = new analytics.ApiCredential("c", {
    name: "C",
    allowlist: ["*"],
    credential: pulumi.secret({ authMethod: "bearer" as const, bearer: { token: "planted" } }),
  });
  expect(await pulumi.isSecret(credential.credential)).toBe(true);
  expect(await resolveOutput(credential.authMethod)).toBe("bearer");
});
