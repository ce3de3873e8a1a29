import { formatCount, joinSome } from "../../../../provider/src/core/text";

test("one thing has no plural", () => {
  expect([0, 1, 2].map((count) => formatCount(count, "page"))).toEqual(["0 pages", "1 page", "2 pages"]);
});

test("names beyond the first few are counted", () => {
  expect(joinSome(["a", "b"], 2)).toBe("a, b");
  expect(joinSome(["a", "b", "c", "d"], 2)).toBe("a, b and 2 more");
});
