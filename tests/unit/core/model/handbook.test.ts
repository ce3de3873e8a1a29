import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatModel } from "../../../../cli/src/text";
import {
  type ControlElement,
  type DataModelSpec,
  parseSpec,
  type TableElement,
  validateSpec,
} from "../../../../provider/src/core/model";
import {
  columnSecuritySchema,
  controlElementSchema,
  elementSchema,
  filterSchema,
  formatSchema,
  relationshipSchema,
  sourceSchema,
  transposeSourceSchema,
} from "../../../../provider/src/core/model/schema/schema";

const folder = join(__dirname, "../../../../docs/handbook");
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
const read = (file: string) => readFileSync(join(folder, file), "utf8");

type Union = {
  readonly _zod: { readonly propValues: Readonly<Record<string, ReadonlySet<unknown> | undefined>> | undefined };
};

/** The values of a union's discriminator. */
const listValues = ({ _zod }: Union, discriminator: string) =>
  [...(_zod.propValues?.[discriminator] ?? [])].map(String);

/** Every kind of the representation, as the names of the files say it. */
const kinds = [
  ...listValues(elementSchema, "kind").map((kind) => `element-${kind}`),
  ...listValues(sourceSchema, "kind")
    .filter((kind) => kind !== "transpose")
    .map((kind) => `source-${kind}`),
  ...listValues(transposeSourceSchema, "direction").map((direction) => `source-transpose-${direction}`),
  ...listValues(controlElementSchema, "controlType").map((type) => `control-${type}`),
  ...listValues(filterSchema, "kind").map((kind) => `filter-${kind}`),
  ...listValues(formatSchema, "kind").map((kind) => `format-${kind}`),
  ...relationshipSchema.shape.relationshipType.unwrap().options.map(formRelationship),
  ...listValues(columnSecuritySchema.shape.criteria, "kind").map((kind) => `security-${kind}`),
];

function formRelationship(type: string): string {
  return `relationship-${type.toLowerCase().replace(":", "-to-")}`;
}

/** The kinds that a model uses, in the same words. */
function listUsed({ pages }: DataModelSpec): string[] {
  const elements = pages.flatMap((page) => page.elements);
  const controls = elements.filter((element): element is ControlElement => element.kind === "control");
  const tables = elements.filter((element): element is TableElement => element.kind === "table");
  return [
    ...elements.map(({ kind }) => `element-${kind}`),
    ...controls.map(({ controlType }) => `control-${controlType}`),
    ...tables.flatMap(({ source, columns, metrics = [], filters = [], relationships = [], columnSecurities = [] }) => [
      `source-${source.kind}${source.kind === "transpose" ? `-${source.direction}` : ""}`,
      ...filters.map(({ kind }) => `filter-${kind}`),
      ...[...columns, ...metrics].flatMap(({ format }) => (format === undefined ? [] : [`format-${format.kind}`])),
      ...relationships.map(({ relationshipType = "" }) => formRelationship(relationshipType)),
      ...columnSecurities.map(({ criteria }) => `security-${criteria.kind}`),
    ]),
  ];
}

test("the handbook has a file for each kind of the representation, and no other", () => {
  expect(kinds.length).toBeGreaterThan(30);
  expect(files.map((file) => file.replace(/\.yaml$/, "")).sort()).toEqual([...new Set(kinds)].sort());
});

test.each(files)("%s shows its kind, without an error or a warning, in canonical layout", (file) => {
  const text = read(file);
  const spec = parseSpec(text);
  expect(listUsed(spec as unknown as DataModelSpec)).toContain(file.replace(/\.yaml$/, ""));
  expect(validateSpec(spec)).toEqual([]);
  expect(formatModel(text, "yaml")).toBe(text);
});

test("the index has what the first line of each file says", () => {
  const rows = files.map((file) => {
    const [first = ""] = read(file).split("\n");
    return `| [${file.replace(/^\w+-|\.yaml$/g, "")}](${file}) | ${first.replace(/^# /, "")} |`;
  });
  expect(
    read("README.md")
      .match(/^\| \[.*$/gm)
      ?.sort(),
  ).toEqual(rows.sort());
});
