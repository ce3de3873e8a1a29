import { keepElementIds } from "../../../provider/src/kinds/document/declaration";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe.each([
  ["of a file", "orders", "orders#facts"],
  ["of an object", "pages/p/elements/e/source/dataModelId", "pages/p/elements/e/source/elementId"],
])("placeholders %s", (_, model, element) => {
  const before = { [model]: "m1", [element]: "e1" };

  test("an unknown element id of a model that stays is the id it has", () => {
    expect(keepElementIds(before, { [model]: "m1", [element]: unknown })).toEqual(before);
  });

  test("an unknown element id of another or an unknown model stays unknown", () => {
    for (const other of ["m2", unknown]) {
      const after = { [model]: other, [element]: unknown };
      expect(keepElementIds(before, after)).toEqual(after);
    }
  });

  test("an unknown element id without its model, or without a value in the state, stays unknown", () => {
    expect(keepElementIds(before, { [element]: unknown })).toEqual({ [element]: unknown });
    const after = { [model]: "m1", [element]: unknown };
    expect(keepElementIds({ [model]: "m1" }, after)).toEqual(after);
  });
});

test("any other unknown value stays unknown", () => {
  expect(keepElementIds({ warehouse: "c1" }, { warehouse: unknown })).toEqual({ warehouse: unknown });
});
