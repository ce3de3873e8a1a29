import { formatObjectPath, parseObjectPath } from "../../../../provider/src/core/api/object-path";
import fc from "../../../fast-check";

test.each([
  [["SALES", "PUBLIC", "ORDERS"], "SALES.PUBLIC.ORDERS"],
  [["A", "B.C"], 'A."B.C"'],
  [['a"b', " c "], '"a""b". c '],
])("%j is written %s", (path, text) => {
  expect(formatObjectPath(path)).toBe(text);
  expect(parseObjectPath(text)).toEqual(path);
});

test.each(["", ".", "A.", ".A", "A..B", '"A', 'A"B', '"A"B', '""'])("%j is no path", (text) => {
  expect(parseObjectPath(text)).toBeUndefined();
});

test("every path is read back", () => {
  const part = fc.string({ minLength: 1, unit: fc.constantFrom("A", "b", ".", '"', " ", "_", "é") });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (path) => {
      expect(parseObjectPath(formatObjectPath(path))).toEqual(path);
    }),
  );
});
