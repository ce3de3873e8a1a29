import { findMissingNames } from "../../../../provider/src/core/model/across";
import { findNearest } from "../../../../provider/src/core/text";
import { diffSpecs, fillPlaceholders, type Json, type LocalSpec, parseSpec, unknownValue, validateSpec } from "./spec";

/** One name in its two forms: with `é` as one character, and as an `e` with an accent behind it. */
const forms = ["Pr\u00e9nom", "Pre\u0301nom"] as const;
const [composed, apart] = forms;
const pairs = [
  [composed, apart],
  [apart, composed],
];

const buildModel = (
  column: string,
  formula: string,
  source = "{ kind: warehouse-table, connectionId: c, path: [T] }",
) =>
  parseSpec(`pages:
  - id: p
    name: P
    elements:
      - id: facts
        kind: table
        name: ${column}
        source: ${source}
        columns:
          - { id: a, name: ${column}, formula: "[T/A]" }
          - { id: b, name: B, formula: "${formula}" }`);

test.each(pairs)("a formula may write a column, a table or a relationship in the other form: %j", (name, other) => {
  const rules = validateSpec(buildModel(name, `[${other}] & [${other}/${other}]`)).map(({ rule }) => rule);
  expect(rules).not.toContain("unresolved-name");
});

test.each(pairs)("a name in another model is found, under a file of the other form too: %j", (name, other) => {
  const source = `{ kind: data-model, dataModelId: !ref ${other}, elementId: !ref ${name}#facts }`;
  const top = parseSpec(JSON.stringify(buildModel("Top", `[${other}/${other}]`, "{ kind: sql }")));
  const elements = (top as { pages: { elements: { source: Json }[] }[] }).pages[0]!.elements;
  elements[0]!.source = parseSpec(source);
  const models = [
    { name, form: buildModel(name, "[A]"), source: { text: "" } },
    { name: "top", form: top, source: { text: "" } },
  ];
  const findings = findMissingNames(models, "error").flatMap((found) => found.findings);
  expect(findings.filter(({ message }) => message.includes(other))).toEqual([]);
});

test.each(pairs)("two tables of one name are reported, whatever their forms: %j", (name, other) => {
  const two = buildModel(name, "[T/B]") as { pages: { elements: { id: string; name: string }[] }[] };
  const [first] = two.pages[0]!.elements;
  two.pages[0]!.elements.push({ ...first!, id: "second", name: other });
  expect(validateSpec(two as unknown as Json)).toContainEqual(
    expect.objectContaining({ rule: "duplicate-table-name" }),
  );
});

test.each(pairs)("a value given for a name in one form fills its placeholder in the other: %j", (name, other) => {
  expect(
    fillPlaceholders({ a: { $ref: name }, b: { $ref: `${name}#facts` } }, { [other]: 1, [`${other}#facts`]: 2 }),
  ).toEqual({ spec: { a: 1, b: 2 }, findings: [] });
});

test.each(["constructor", "toString", "__proto__"])("no value is given for the name `%s`", (name) => {
  const { spec, findings } = fillPlaceholders({ a: { $ref: name } }, { orders: 1 });
  expect(spec).toEqual({ a: unknownValue });
  expect(findings.map(({ message }) => message)).toContain(`no value is given for \`${name}\``);
});

test("a name that a platform stores in the other form is no difference; other text stays different", () => {
  const [before, after] = forms.map((form) => buildModel(form, "[A]") as LocalSpec) as [LocalSpec, LocalSpec];
  expect(diffSpecs(before, after)).toEqual([]);
  const described = forms.map(
    (form) => parseSpec(JSON.stringify(buildModel("A", `If([A] = '${form}', 1)`))) as LocalSpec,
  );
  expect(diffSpecs(described[0]!, described[1]!)).toHaveLength(1);
});

test("a name isn't suggested for itself in the other form, and near ones are found in both", () => {
  expect(findNearest("Prenom", [apart])).toBe(apart);
  expect(findNearest("Pr\u00e9noms", [apart])).toBe(apart);
});
