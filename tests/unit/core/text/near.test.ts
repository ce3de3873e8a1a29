import { findNearest } from "../../../../provider/src/core/text";
import { suggest, suggestWord } from "../../../../provider/src/core/text/did-you-mean";

test.each([
  // In a word of five letters or more, two letters may differ.
  ["fromula", "formula"],
  ["formla", "formula"],
  ["frmla", "formula"],
  ["formulaes", "formula"],
  ["vormulo", "formula"],
  ["vormulos", undefined],
  ["fla", undefined],
  // In a shorter one a single one, or two neighbors that changed places.
  ["from", "form"],
  ["fort", "form"],
  ["frms", undefined],
  // Three letters of which the last two are swapped.
  ["dya", "day"],
  ["dax", "day"],
  ["xax", undefined],
  // One or two letters mean no other word.
  ["xx", undefined],
  ["xy", "xy"],
  // Case and separators count as nothing.
  ["XY", "xy"],
  ["Order-Id", "orderID"],
  ["F O R M", "form"],
  ["caf\u0065\u0301", "caf\u00e9"],
])("%j probably means %j", (word, meant) => {
  expect(findNearest(word, ["formula", "form", "day", "xy", "orderID", "caf\u00e9"])).toBe(meant);
});

test("the nearest of several is meant, of equally near ones the first", () => {
  expect(findNearest("colums", ["colors", "column", "columns", "volumes"])).toBe("column");
  expect(findNearest("colum", ["colors", "columns", "column"])).toBe("column");
});

test("a word that isn't known is answered with what is meant, or what there is", () => {
  expect(suggest("formula", ["a"])).toBe("Did you mean `formula`?");
  expect(suggest(undefined, ["", "a", "b"])).toBe("There is `a`, `b`.");
  expect(suggest(undefined, [..."abcdefgh"])).toBe("There is `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`.");
  expect(suggest(undefined, [..."abcdefghij"])).toBe("There is `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, and 2 more.");
  expect(suggest(undefined, [""])).toBeUndefined();
  expect(suggest(undefined)).toBeUndefined();
  expect(suggestWord("fromula", ["formula"])).toBe(' Did you mean "formula"?');
  expect(suggestWord("other", ["formula"])).toBe("");
});
