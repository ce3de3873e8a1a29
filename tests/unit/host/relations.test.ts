import { unknownValue } from "../../../provider/src/core/data";
import { Run } from "../../../provider/src/core/runtime";
import { findSameObject } from "../../../provider/src/host/relations";
import { registry } from "../../../provider/src/kinds/registry";

type Inputs = Record<string, unknown>;

/** What the second of two new resources of a program is told. */
function declareTwo(kind: keyof typeof registry, one: Inputs, other: Inputs): string | undefined {
  const run = new Run(() => undefined);
  const check = (name: string, inputs: Inputs) =>
    findSameObject(run, registry[kind]!(), {
      urn: `urn:pulumi:s::p::t:${kind}::${name}`,
      inputs,
      isNew: true,
      hide: (text) => text,
    });
  expect(check("one", one)).toBeUndefined();
  return check("other", other);
}

const uuid = "3c9f1b0c-0000-4000-8000-00000000abcd";
const grant = { inodeId: "i", teamId: "t", permission: "view" };

test.each<[keyof typeof registry, Inputs, Inputs]>([
  ["Grant", grant, grant],
  ["Grant", { ...grant, tagId: "v" }, { ...grant, tagId: "v" }],
  ["TeamMember", { teamId: "t", memberId: "m" }, { teamId: "t", memberId: "m" }],
  ["Tag", { name: "Production" }, { name: "Production" }],
  ["Member", { email: "bea@example.com" }, { email: "Bea@Example.com" }],
  ["MaterializationSchedule", { dataModelId: "d", elementName: "e" }, { dataModelId: "d", elementName: "e" }],
  ["MaterializationSchedule", { workbookId: "w", elementId: "e" }, { workbookId: "w", elementId: "e" }],
  ["WorkbookTag", { workbookId: "w", tag: "a" }, { workbookId: "w", tag: "a" }],
  ["TeamMember", { teamId: uuid, memberId: "m" }, { teamId: uuid.toUpperCase(), memberId: "m" }],
])("two of %s: %j and %j are one object", (kind, one, other) => {
  expect(declareTwo(kind, one, other)).toContain('"one" and the');
});

test("two declarations of one object that differ are both named", () => {
  expect(declareTwo("Grant", grant, { ...grant, permission: "explore" })).toBe(
    'the Grant "one" and the Grant "other" both declare the same object, as the grant of view on i to the team t and ' +
      "as the grant of explore on i to the team t, and the platform has only one such object. Remove one of the two.",
  );
});

test.each<[keyof typeof registry, Inputs, Inputs]>([
  ["Grant", grant, { ...grant, tagId: "v" }],
  ["Grant", { ...grant, tagId: "u" }, { ...grant, tagId: "v" }],
  ["Grant", grant, { ...grant, tagId: unknownValue }],
  ["TeamMember", { teamId: "t", memberId: "m" }, { teamId: "t", memberId: unknownValue }],
  ["Tag", { name: "Production" }, { name: "Staging" }],
  ["WorkbookSchedule", { workbookId: "w", title: "Weekly" }, { workbookId: "w", title: "Weekly" }],
  ["WorkbookTag", { workbookId: "w", tag: "a" }, { workbookId: "w", tag: "b" }],
  ["SsoCertificate", { entityId: "e", serviceProviderId: "e" }, { entityId: "e", serviceProviderId: "e" }],
  ["Member", { email: "bea@example.com" }, { email: unknownValue }],
  ["MaterializationSchedule", { dataModelId: "d", elementName: "e" }, { dataModelId: "d", elementId: "e" }],
  ["MaterializationSchedule", { dataModelId: "d", elementName: "e" }, { workbookId: "d", elementName: "e" }],
  ["MaterializationSchedule", { dataModelId: "d", sheetId: "a" }, { dataModelId: "d", sheetId: "b" }],
])("two of %s: %j and %j may be two", (kind, one, other) => {
  expect(declareTwo(kind, one, other)).toBeUndefined();
});
