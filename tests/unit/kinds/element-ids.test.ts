import { withKeptElementIds } from "../../../provider/src/kinds/data-model/element-ids";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe.each([
  ["of a file", "orders", "orders#facts"],
  ["of an object", "pages/p/elements/e/source/dataModelId", "pages/p/elements/e/source/elementId"],
])("placeholders %s", (_, model, element) => {
  const before = { [model]: "m1", [element]: "e1" };

  test("an unknown element id of a model that stays is the id it has", () => {
    expect(withKeptElementIds(before, { [model]: "m1", [element]: unknown })).toEqual(before);
  });

  test("an unknown element id of another or an unknown model stays unknown", () => {
    for (const other of ["m2", unknown]) {
      const after = { [model]: other, [element]: unknown };
      expect(withKeptElementIds(before, after)).toEqual(after);
    }
  });

  test("an unknown element id without its model, or without a value in the state, stays unknown", () => {
    expect(withKeptElementIds(before, { [element]: unknown })).toEqual({ [element]: unknown });
    const after = { [model]: "m1", [element]: unknown };
    expect(withKeptElementIds({ [model]: "m1" }, after)).toEqual(after);
  });
});

test("any other unknown value stays unknown", () => {
  expect(withKeptElementIds({ warehouse: "c1" }, { warehouse: unknown })).toEqual({ warehouse: unknown });
});
