import type { DataModelRepresentation } from "../../../provider/src/core/api";
import { equalSpecs, type Json, type JsonObject } from "../../../provider/src/core/model";
import { recordStored } from "../../../provider/src/kinds/data-model/stored";
import { countCases } from "../../cases";
import fc from "../../fast-check";
import { specs } from "../core/model/arbitrary";

type Path = readonly (string | number)[];

/** The places of all fields of a model but those that say which part it is. */
function listFields(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const isOwn =
      Array.isArray(value) || /^(schemaVersion|id|kind|controlType|controlId|pages|elements|columns|source)$/.test(key);
    return [...(isOwn ? [] : [at]), ...listFields(item!, at)];
  });
}

/** A copy without a field, or with another value in its place. */
function changeField(spec: JsonObject, path: Path, value?: Json): JsonObject {
  const copy = structuredClone(spec);
  // biome-ignore lint/suspicious/noExplicitAny: a random place has no type.
  const holder = path.slice(0, -1).reduce((part: any, key) => part[key], copy);
  if (value === undefined) delete holder[path.at(-1)!];
  else holder[path.at(-1)!] = value;
  return copy;
}

/** What is told of a model of which the platform stored something else. */
function listTold(spec: JsonObject, stored: JsonObject) {
  const server = { url: "", documentVersion: 1, ...stored } as unknown as DataModelRepresentation;
  const inputs = { name: "A", folderId: "f", spec: JSON.stringify(spec) };
  return recordStored(inputs, { server }).outputs.notKept ?? [];
}

/** Whether a difference is told, unless both mean the same. */
function expectTold(change: (value: Json) => Json | undefined): void {
  const property = fc.property(specs, fc.gen(), (spec, draw) => {
    const fields = listFields(spec);
    if (fields.length === 0) return;
    const path: Path = draw(fc.constantFrom, ...fields);
    // biome-ignore lint/suspicious/noExplicitAny: a random place has no type.
    const value = change(path.reduce((part: any, key) => part[key], spec));
    const stored = changeField(spec, path, value);
    if (!equalSpecs(spec, stored)) expect({ path, told: listTold(spec, stored) }).not.toMatchObject({ told: [] });
  });
  fc.assert(property, { numRuns: countCases(600), endOnFailure: true });
}

test("a field that the platform drops is told", () => expectTold(() => undefined));

test("a value that the platform replaces is told", () =>
  expectTold((value) => {
    if (typeof value === "string") return `${value} of theirs`;
    return typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : undefined;
  }));

test("a lookup that the platform stores as a join is told, one that is stored as declared isn't", () => {
  const buildTable = (id: string) => ({
    id,
    kind: "table",
    name: id,
    source: { kind: "warehouse-table", connectionId: "c", path: [id] },
    columns: [{ id: `${id}k`, name: "Key", formula: `[${id}/KEY]` }],
  });
  const buildModel = (joinType: string) => ({
    pages: [
      {
        id: "p",
        name: "Page",
        elements: [
          buildTable("A"),
          buildTable("B"),
          {
            id: "both",
            kind: "table",
            name: "Both",
            source: {
              kind: "join",
              joins: [
                {
                  name: "B",
                  left: { kind: "table", elementId: "A" },
                  right: { kind: "table", elementId: "B" },
                  joinType,
                  columns: [{ left: "[A/Key]", right: "[B/Key]" }],
                },
              ],
            },
            columns: [],
          },
        ],
      },
    ],
  });
  expect(listTold(buildModel("lookup"), buildModel("left-outer"))).toEqual([
    { at: "pages[p].elements[both].source.joins[0].joinType", what: "changed" },
  ]);
  expect(listTold(buildModel("lookup"), buildModel("lookup"))).toEqual([]);
  expect(listTold(buildModel("left-outer"), buildModel("left-outer"))).toEqual([]);
});
