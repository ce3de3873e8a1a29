import { learnValues, openOutsideIds, veilOutsideIds } from "../../../../cli/src/documents/outside-ids";
import type { Json } from "../../../../provider/src/core/model";

/** Every place in which an id of something outside the model can stand, beside ids of the model's own. */
const buildSpec = (own: string, other: string): Json => ({
  pages: [
    {
      id: own,
      elements: [
        {
          id: own,
          kind: "table",
          source: { kind: "data-model", dataModelId: `m${other}`, elementId: `e${other}`, groupingId: `g${other}` },
          columns: [{ id: own, formula: "[a]" }],
          filters: [{ id: own, columnId: own }],
          columnSecurities: [
            { id: own, criteria: { assignments: [{ userId: `u${other}` }, { teamId: `t${other}` }] } },
          ],
        },
        { id: "x", kind: "table", source: { kind: "table", elementId: own, groupingId: own } },
        {
          id: "y",
          kind: "control",
          filters: [
            { source: { kind: "table", elementId: own }, columnId: own },
            { source: { kind: "data-model", dataModelId: `m${other}`, elementId: `e${other}` }, columnId: `c${other}` },
          ],
        },
      ],
    },
  ],
});

test("ids of the model stay, ids of others become placeholders", () => {
  const { form, ids } = openOutsideIds(buildSpec("own", "1"));
  expect(ids).toEqual({
    "dataModelId m1": "m1",
    "elementId e1": "e1",
    "groupingId g1": "g1",
    "userId u1": "u1",
    "teamId t1": "t1",
    "columnId c1": "c1",
  });
  expect(JSON.stringify(form).match(/"own"/g)).toHaveLength(
    JSON.stringify(buildSpec("own", "1")).match(/"own"/g)?.length ?? 0,
  );
});

test("veiled, two models that differ in these only are the same", () => {
  expect(veilOutsideIds(buildSpec("own", "1"))).toEqual(veilOutsideIds(buildSpec("own", "2")));
  expect(veilOutsideIds({ a: { $ref: "x" }, connectionId: { $ref: "y" } })).toEqual(
    veilOutsideIds({ a: { $ref: "z" }, connectionId: "c" }),
  );
});

test("placeholders learn what stands in their places", () => {
  const { form } = openOutsideIds(buildSpec("own", "1"));
  expect(learnValues(form, buildSpec("own", "2"))).toMatchObject({
    "dataModelId m1": "m2",
    "columnId c1": "c2",
    "teamId t1": "t2",
  });
});

test("what stands there most often counts, of several the first", () => {
  const placeholder = { $ref: "x" };
  expect(learnValues([placeholder, placeholder, placeholder], ["a", "b", "b"])).toEqual({ x: "b" });
  expect(learnValues([placeholder, placeholder], ["a", "b"])).toEqual({ x: "a" });
  expect(learnValues({ a: placeholder, b: { $ref: "y" } }, { a: { n: 1 } })).toEqual({ x: { n: 1 } });
});

test("items with ids belong to those with the same id, others to those in their place", () => {
  const buildColumn = (id: string, formula: Json) => ({ id, formula });
  const form = { columns: [buildColumn("a", { $ref: "a" }), buildColumn("gone", { $ref: "gone" })] };
  const other = { columns: [buildColumn("new", "wrong"), buildColumn("a", "right")] };
  expect(learnValues(form, other)).toEqual({ a: "right" });
  const buildJoins = (connectionId: Json) => ({
    joins: [{ right: { kind: "warehouse-table", connectionId, path: ["T"] } }],
  });
  expect(learnValues(buildJoins({ $ref: "w" }), buildJoins("c-1"))).toEqual({ w: "c-1" });
});
