import {
  createEmptyIdentity,
  hasSameMeaning,
  type LocalSpec,
  Model,
  matchIdentity,
  type PlatformSpec,
  toCanonical,
  toLocalIds,
  toPlatformSpec,
  toServerIds,
} from "../../../../provider/src/core/model";

const column = { name: "Amount", formula: "[Custom SQL/AMOUNT]" };
const source = { kind: "sql", connectionId: { $ref: "warehouse" }, statement: " select 1 " };
const authored = {
  pages: [{ id: "p", name: "P", elements: [{ id: "t", kind: "table", source, columns: [column] }] }],
};

test("each form of a model is made once, from the one before it", () => {
  const model = new Model(authored, { warehouse: "c-1" });
  expect(model.authored).toBe(authored);
  expect(model.declared).toMatchObject({
    pages: [{ elements: [{ source: { connectionId: "c-1", statement: " select 1 " }, columns: [{ id: "amount" }] }] }],
  });
  expect(model.canonical).toMatchObject({ pages: [{ elements: [{ source: { statement: "select 1" } }] }] });
  expect(model.declared).toBe(model.declared);
  expect(model.canonical).toBe(model.canonical);
  expect(model.filled.findings).toEqual([]);
});

test("ids that are mixed up don't compile", () => {
  expect(typeof matchMixed).toBe("function");
});

// Never called: that it compiles is the test, and that it wouldn't without the errors expected.
function matchMixed(local: LocalSpec, platform: PlatformSpec): void {
  const map = createEmptyIdentity();
  matchIdentity({ sent: local, received: platform });
  hasSameMeaning(local, toLocalIds(platform, map));
  toCanonical(toServerIds(local, map)) satisfies PlatformSpec;
  toPlatformSpec({ pages: [] }) satisfies PlatformSpec;
  // @ts-expect-error: the platform's ids, where the user's are asked for
  toServerIds(platform, map);
  // @ts-expect-error: the user's ids, where the platform's are asked for
  toLocalIds(local, map);
  // @ts-expect-error: the two the wrong way round
  matchIdentity({ sent: platform, received: local });
  // @ts-expect-error: a spec in two sets of ids
  hasSameMeaning(local, platform);
}
