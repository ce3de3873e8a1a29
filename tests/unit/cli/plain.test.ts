import { cut, markdownBlock, markdownCode, plainLine } from "../../../provider/src/cli/plain";

test("one line, in which nothing moves the cursor, paints, or turns the direction of writing", () => {
  expect(plainLine("Orders\u001b[2J\u001b[31m\r\nrm -rf\t\u0007")).toBe("Orders rm -rf");
  expect(plainLine("a\u202eb\u2066c\u2028d\u0085e")).toBe("a b c d e");
  expect(plainLine("データ 😀 é")).toBe("データ 😀 é");
});

test("cut between characters", () => {
  expect(cut("abc", 3)).toBe("abc");
  expect(cut("😀😀😀", 2)).toBe("😀…");
});

test("code in Markdown that nothing ends", () => {
  expect(markdownCode("a|b")).toBe("`a\\|b`");
  expect(markdownCode("a`b``c")).toBe("```a`b``c```");
  expect(markdownCode("`a")).toBe("`` `a ``");
  expect(markdownCode("")).toBe("`  `");
  expect(markdownBlock("diff", ["+ ```", "- x\n```"])).toBe("````diff\n+ ```\n- x ```\n````");
});
