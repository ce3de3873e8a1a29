import { readFirstLine, showId } from "../../../../cli/src/drawing/pages/title";

test.each([
  ["# **Sales** of `orders` <b>now</b>", "Sales of orders now"],
  ["<div style='a'>\n<h1>Hello &amp; welcome</h1></div>", "Hello & welcome"],
  ["---\n\n- [x](https://example.com) and ![logo](l.png) y", "x and logo y"],
  ["> 1. ***All*** ~~old~~ __bold__ _slanted_ ##", "All old bold slanted"],
  ["**_both_**", "both"],
  ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
  ["a < b and c > d", "a < b and c > d"],
  ["\\*kept\\*", "*kept*"],
  ["![](l.png)", ""],
  ["", ""],
])("the title of %j", (markdown, title) => expect(readFirstLine(markdown)).toBe(title));

test("a text of nothing but marks has its title soon", () => {
  for (const mark of ["<", "*", "`", "_a", "[", "> ", "<!--"])
    expect(() => readFirstLine(mark.repeat(150_000))).not.toThrow();
});

test("ids become words, one word stays", () => {
  expect(["share-by-region", "ORDER_ID", "orders", "Région-2"].map(showId)).toEqual([
    "Share By Region",
    "Order Id",
    "orders",
    "Région 2",
  ]);
});
