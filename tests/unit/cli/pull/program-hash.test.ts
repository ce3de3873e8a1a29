import { hashProgram } from "../../../../cli/src/pull/program";

test("a formatter's work makes no other program, anything else does", () => {
  const text = 'new A("a", { b: "one  \\"two\\"" }, kept);\n// It is theirs.\n';
  const hash = hashProgram(text);
  expect(
    hashProgram("new A(\r\n  'a',\r\n  {\r\n    b: 'one  \\\"two\\\"',\r\n  },\r\n  kept\r\n)\r\n// It is theirs.\r\n"),
  ).toBe(hash);
  expect(hashProgram(text.replace("one  ", "one "))).not.toBe(hash);
  expect(hashProgram(text.replace("b:", "c:"))).not.toBe(hash);
  expect(hashProgram(text.replace("// It", "// it"))).not.toBe(hash);
});
