import { dropMarks, readFirstLine, showId } from "../../../../cli/src/drawing/pages/title";

test.each([
  ["# **Sales** of `orders` <b>now</b>", "Sales of orders now"],
  ["<div style='a'>\n<h1>Hello &amp; welcome</h1></div>", "Hello & welcome"],
  ["---\n\n- [x](https://example.com) and ![logo](l.png) y", "x and logo y"],
  ["> 1. ***All*** ~~old~~ __bold__ _slanted_ ##", "All old bold slanted"],
  ["**_both_**", "both"],
  ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
  ["a < b and c > d", "a < b and c > d"],
  ["\\*kept\\*", "*kept*"],
  ['# **<span style="color: #8B0000">Sales</span>**', "Sales"],
  ["<p class='p-large'>A&#39;s &mdash; &#x41;&unknown;</p><p>next</p>", "A's — A&unknown;"],
  ["<script>alert(1)</script>Shown", "Shown"],
  ["<!-- note -->\n<https://example.com> and [docs][1]", "https://example.com and docs"],
  ["- [x] done", "done"],
  ["| A | **B** |\n|---|---|", "A · B"],
  ["**Revenue:** {{Sum([A_b] * [C_d] * 2) | ,.0f}}", "Revenue: Sum([A_b] * [C_d] * 2)"],
  ["![](l.png)", ""],
  ["", ""],
])("the title of %j", (markdown, title) => expect(readFirstLine(markdown)).toBe(title));

test("a text of nothing but marks has its title soon", () => {
  for (const mark of ["<", "*", "`", "_a", "[", "> ", "<!--"])
    expect(() => readFirstLine(mark.repeat(150_000))).not.toThrow();
});

test.each([
  ["**Revenue** `net`", "Revenue net"],
  ["<b>a</b> & b_c_d", "<b>a</b> & b_c_d"],
  ["{{[Region]}} of 2 * 3 * 4", "[Region] of 2 * 3 * 4"],
])("the name %j", (name, shown) => expect(dropMarks(name)).toBe(shown));

test.each([
  ["share-by-region", "Share By Region"],
  ["ORDER_ID", "Order Id"],
  ["orders", "Orders"],
  ["kpiRevenue", "Kpi Revenue"],
  ["Région-2", "Région 2"],
  ["xK3f9Qa", "xK3f9Qa"],
])("the id %s becomes words that a person has written", (id, shown) => expect(showId(id)).toBe(shown));
