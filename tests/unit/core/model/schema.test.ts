import Ajv from "ajv";
import { dataModelSchema } from "../../../../provider/src/core/model/schema/schema";
import { type Loose, listFixtures, readFixture } from "./fixtures";
import {
  buildDataModelJsonSchema,
  type Column,
  type ControlElement,
  type DataModelSpec,
  type JoinSource,
  type Source,
  type TableElement,
  validateSpec,
} from "./spec";

// The keyword of editors for what a pattern means.
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strict: true, keywords: ["patternErrorMessage"] });
const isValid = ajv.compile(buildDataModelJsonSchema());
const listErrors = (spec: unknown) => {
  isValid(spec);
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const good = [
  ...listFixtures("constructs"),
  "orders.yaml",
  ...listFixtures("rules").filter((name) => name.endsWith("passes.yaml")),
];

test.each(good)("%s fits the JSON Schema and zod's own", (name) => {
  expect(listErrors(readFixture(name))).toEqual([]);
  if (name !== "orders.yaml") expect(dataModelSchema.safeParse(readFixture(name)).error).toBeUndefined();
});

test("the JSON Schema finds what is wrong about a shape, in the branch that is meant", () => {
  const spec: Loose = readFixture("constructs/controls.yaml");
  spec.pages[0].elements[0].source.path = "ORDERS";
  delete spec.pages[1].elements[2].mode;
  spec.pages[1].elements[4].value = "many";
  expect(listErrors(spec)).toEqual(
    expect.arrayContaining([
      '/pages/0/elements/0/source/path must match pattern "\\.(ya?ml|json)$"',
      "/pages/1/elements/2 must have required property 'mode'",
      "/pages/1/elements/4/value must be number",
    ]),
  );
});

test("the JSON Schema lets placeholders stand for values, and marks unknown fields", () => {
  const spec: Loose = readFixture("constructs/table.yaml");
  const [customers] = spec.pages[0].elements;
  customers.source.connectionId = { $ref: "warehouse" };
  customers.columns[0].hidden = { $ref: "isHidden" };
  expect(listErrors(spec)).toEqual([]);
  customers.future = { x: 1 };
  expect(listErrors(spec)).toContain("/pages/0/elements/0 must NOT have additional properties");
});

test("every field has a description for editors", () => {
  const undescribed: string[] = [];
  const visit = (schema: Loose, path: string) => {
    for (const [name, property] of Object.entries<Loose>(schema.properties ?? {})) {
      const isTold =
        property.description || property.const !== undefined || property.$ref || property.allOf || property.enum;
      if (!isTold) undescribed.push(`${path}.${name}`);
      visit(property, `${path}.${name}`);
    }
    for (const branch of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), schema.then, schema.items]) {
      if (typeof branch === "object") visit(branch, path);
    }
  };
  const { definitions, ...root } = buildDataModelJsonSchema() as Loose;
  visit(root, "");
  for (const [name, definition] of Object.entries<Loose>(definitions))
    if (name !== "Placeholder") visit(definition, name);
  expect(undescribed).toEqual([]);
});

test("zod and the shape check agree on what the failing fixtures say", () => {
  const shape = new Set(["missing-field", "wrong-type", "misspelt-field", "misspelt-value", "unknown-value"]);
  for (const name of listFixtures("rules")) {
    const spec = readFixture(name);
    const findings = validateSpec(spec).filter(({ rule }) => shape.has(rule));
    // An optional field that is misspelt is an unknown field to zod.
    if (name.includes("misspelt-field") || name.includes("unknown-kind")) continue;
    expect([name, dataModelSchema.safeParse(spec).success]).toEqual([name, findings.length === 0]);
  }
});

test("types are those of the schema", () => {
  const column: Column = { formula: "[ORDERS/AMOUNT]", format: { kind: "number", prefix: "$" } };
  const source: JoinSource = {
    kind: "join",
    joins: [
      {
        left: { kind: "warehouse-table", connectionId: "c", path: ["A"] },
        right: { kind: "table", elementId: "t" },
        columns: [{ left: "[x]", right: "[y]", op: "<=" }],
      },
    ],
  };
  const table: TableElement = { id: "t", kind: "table", source, columns: [column] };
  const list: ControlElement = { id: "c", kind: "control", controlId: "C", controlType: "list", values: ["a"] };
  const spec: DataModelSpec = { pages: [{ id: "p", name: "P", elements: [table, list] }] };
  expect(listErrors(spec)).toEqual([]);

  // @ts-expect-error An inner source has no joins.
  const nested: JoinSource = { kind: "join", joins: [{ left: source, right: source, columns: [] }] };
  // @ts-expect-error A formula is required.
  const bare: Column = { name: "x" };
  const pick = (from: Source) =>
    from.kind === "sql" ? from.statement : from.kind === "transpose" ? from.direction : "";
  expect([nested, bare, pick({ kind: "sql", connectionId: "c", statement: "s" })]).toHaveLength(3);
});
