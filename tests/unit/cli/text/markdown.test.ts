import { renderMarkdown } from "../../../../cli/src/report/markdown";
import { formatMarkdownCode } from "../../../../cli/src/text/writers/markdown";
import { escapeDot, escapeMermaid } from "../../../../diagram/src/graph";
import { cut, escapeControls, escapeLine } from "../../../../provider/src/core/text/plain";

test("one line, in which nothing moves the cursor, paints, or turns the direction of writing", () => {
  expect(escapeLine("Orders\u001b[2J\u001b[31m\r\nrm -rf\t\u0007")).toBe("Orders rm -rf");
  expect(escapeLine("a\u202eb\u2066c\u2028d\u0085e")).toBe("abc d e");
  expect(escapeLine("データ 😀 é")).toBe("データ 😀 é");
});

test("half a character is none that the engine can be sent", () => {
  expect(escapeLine("a\ud800b\udc00 \ud83d\ude00")).toBe("a\ufffdb\ufffd \ud83d\ude00");
});

test("cut between characters", () => {
  expect(cut("abc", 3)).toBe("abc");
  expect(cut("😀😀😀", 2)).toBe("😀…");
});

test("code in Markdown that nothing ends", () => {
  expect(formatMarkdownCode("a|b")).toBe("`a|b`");
  expect(formatMarkdownCode("a`b``c")).toBe("```a`b``c```");
  expect(formatMarkdownCode("`a")).toBe("`` `a ``");
  expect(formatMarkdownCode("")).toBe("`  `");
  const added = { change: "added", text: "```" } as const;
  expect(renderMarkdown([{ lines: [added, { change: "removed", text: "x\n```" }] }])).toBe(
    "````diff\n+ ```\n- x ```\n````",
  );
  expect(renderMarkdown([{ title: "T", lines: ["a|b", { text: "`c`", lines: ["d"] }] }])).toBe(
    "**T**\n\n- `a|b`\n- `` `c` ``\n  - `d`",
  );
});

test("a vertical bar ends no cell", () => {
  const table = { heads: ["metric", "after"], rows: [["Cost | Sum", "a|b"]] };
  expect(
    renderMarkdown([{ lines: [], table }])
      .split("\n")
      .at(-1),
  ).toBe("| `Cost \\| Sum` | `a\\|b` |");
});

test("a cell is a number, words, a picture, or code: a name with a number at an end is no number", () => {
  const cells = ["1,200.5", "-17.46 %", "+5", "", "Net cost", "5 <b>", "<b> 5", "1 % x", "%", "--5"];
  const picture = { text: "Sales", picture: "https://acme.example/a.png" };
  const text = renderMarkdown([{ lines: ["<i>"], table: { heads: ["a", "b"], rows: [cells, [picture, "a|b"]] } }]);
  expect(text.split("\n")).toEqual([
    "| a | b |",
    "| --- | ---: |",
    "| 1,200.5 | -17.46 % | +5 |  | Net cost | `5 <b>` | `<b> 5` | `1 % x` | `%` | `--5` |",
    "| ![Sales](https://acme.example/a.png) | `a\\|b` |",
    "",
    "- `<i>`",
  ]);
});

test("sections that are folded come last; alone, they are open", () => {
  const [first, folded] = [
    { title: "One", lines: ["a"] },
    { title: "Two", lines: ["b"], isFolded: true },
  ] as const;
  const [summary = ""] = /<summary>.*<\/summary>/.exec(renderMarkdown([folded, first])) ?? [];
  expect(renderMarkdown([folded, { title: "None", lines: [] }, first])).toBe(
    `**One**\n\n- \`a\`\n\n<details>\n${summary}\n\n**Two**\n\n- \`b\`\n\n</details>`,
  );
  expect(renderMarkdown([folded])).toBe("**Two**\n\n- `b`");
});

test("a comment has no more than it may have, and counts the lines that it leaves out", () => {
  const lines = Array.from({ length: 20 }, (_, at) => `${"x".repeat(20)} ${at}`);
  const report = [
    { title: "One", lines },
    { title: "Two", lines, isFolded: true },
  ];
  const whole = renderMarkdown(report);
  for (let limit = 500; limit < whole.length + 400; limit += 7) {
    const told: string[] = [];
    const text = renderMarkdown(report, limit, (what) => told.push(...what));
    expect(text.length).toBeLessThanOrEqual(limit);
    const leftOut = told.reduce((sum, one) => sum + Number.parseInt(one, 10), 0);
    expect(text.split("\n").filter((line) => line.startsWith("- ")).length + leftOut).toBe(40);
    expect(text.endsWith(`_Lines left out: ${told.join(", ")}._`)).toBe(leftOut > 0);
  }
});

// Each was drawn as itself by Mermaid 9.4, 10.9, 11.0, 11.4, 11.9 and 11.17, in nodes of one and of two lines, on edges
// and on groups.
test.each([
  ["1. Orders", "1#46; Orders"],
  ["1.", "1#46;"],
  ["4.5 four", "4.5 four"],
  ["2) two", "2#41; two"],
  ["- one", "#45; one"],
  ["---", "#45;--"],
  ["+ two", "#43; two"],
  ["=== three", "#61;== three"],
  ["_all_ of __it__", "#95;all#95; of #95;#95;it#95;#95;"],
  ["fact_orders_by", "fact_orders_by"],
  ["größe_ä", "größe_ä"],
  ["**bold** ~~gone~~", "#42;#42;bold#42;#42; #126;#126;gone#126;#126;"],
  ["`code`", "#96;code#96;"],
  ["[a](b)", "#91;a#93;#40;b#41;"],
  ["http://x.y/z", "http#58;//x.y/z"],
  ["WWW.example.com", "WWW#46;example.com"],
  ["a@b.com", "a#64;b.com"],
  ["net: a:b", "net: a:b"],
  ["a style: #1", "a style#58; #35;1"],
  ["classDef x:y", "classDef x#58;y"],
  ['<b>"&lt;"|</b>', "#60;b#62;#34;#38;lt#59;#34;#124;#60;/b#62;"],
  ["%% {no} \\comment;", "#37;#37; #123;no#125; #92;comment#59;"],
])("a label of Mermaid: %s", (line, text) => {
  expect(escapeMermaid(line)).toBe(text);
});

test("a label of DOT", () => {
  expect(escapeDot('a "b" \\n &lt;')).toBe('a \\"b\\" \\\\n &amp;lt;');
});

test("an output keeps line breaks, tabs and colors, and shows other control characters; JSON keeps all", () => {
  expect(escapeControls("\u001b[1;31mred\u001b[0m\ta\r\nb")).toBe("\u001b[1;31mred\u001b[0m\ta\r\nb");
  expect(escapeControls("\u001b[2J\u001b]0;x\u0007\u009b31m\u202ea\rb")).toBe(
    "\\u001b[2J\\u001b]0;x\\u0007\\u009b31m\\u202ea\\u000db",
  );
  const value = { "\u009b": "a\\\u202e\u2028\u061c\u007f\u001b[31m\r" };
  expect(escapeControls(JSON.stringify(value))).not.toMatch(/[^ -~]/);
  expect(JSON.parse(escapeControls(JSON.stringify(value)))).toEqual(value);
});

test("lines of a diff are wrapped, each with its sign", () => {
  const words = "page Orders › table fact_orders › column net added: `[Amount] * 0.8`";
  const changes = [
    { change: "added", text: words },
    { change: "changed", text: "x".repeat(90) },
  ] as const;
  const lines = renderMarkdown([{ lines: changes }])
    .split("\n")
    .slice(1, -1);
  expect(lines).toEqual([
    "+ page Orders › table fact_orders › column",
    "+   net added: `[Amount] * 0.8`",
    `! ${"x".repeat(40)}`,
    `!   ${"x".repeat(40)}`,
    `!   ${"x".repeat(10)}`,
  ]);
});
