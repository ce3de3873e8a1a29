import { Call, Code, type Fields, toPlain, type Value, writeLiteral } from "../../../../cli/src/text/typescript";
import { quote } from "../../../../cli/src/text/writers/typescript";
import fc, { character } from "../../../fast-check";

const read = (text: string) => new Function(`return (${text});`)() as unknown;

test("what fits a line stands on one, the rest is spread", () => {
  expect(writeLiteral({ name: "Orders", list: [1, true, null], "a-b": {}, gone: undefined })).toBe(
    '{ name: "Orders", list: [1, true, null], "a-b": {} }',
  );
  const long = { name: "x".repeat(60), description: "y".repeat(60), tags: ["z".repeat(60), "z".repeat(60)] };
  expect(writeLiteral(long)).toBe(
    `{\n  name: "${long.name}",\n  description: "${long.description}",\n  tags: [\n    ` +
      `"${long.tags[0]}",\n    "${long.tags[0]}",\n  ],\n}`,
  );
});

test("expressions stand as they are, and come to what they stand for", () => {
  const value = {
    warehouse: new Code("warehouse", "c-1"),
    id: new Code("orders.id", "m-1"),
    spec: new Call("specFile", "a.yaml", { root: "." }, "{}"),
  };
  expect(writeLiteral(value)).toBe('{ warehouse, id: orders.id, spec: specFile("a.yaml", { root: "." }) }');
  expect(toPlain(value)).toEqual({ warehouse: "c-1", id: "m-1", spec: "{}" });
});

test("a text shows all that is in it", () => {
  expect(quote('a"b\\c\n')).toBe('"a\\"b\\\\c\\n"');
  expect(quote("\u202Eevil\u2028\u0000\uFEFF\uD800")).toBe('"\\u{202e}evil\\u{2028}\\u0000\\u{feff}\\ud800"');
  expect(quote("`y` */ </script>")).toBe('"`y` */ </script>"');
});

test("whatever the data, the language reads it back as it was", () => {
  const text = fc.oneof(fc.string({ unit: character }), fc.constantFrom("__proto__", "*/", "`", "\u2028", "'", "\\"));
  const data = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 5 }),
      fc.dictionary(text, tie("value"), { maxKeys: 5 }) as fc.Arbitrary<Fields>,
    ),
  })).value;
  fc.assert(
    fc.property(data, (value) =>
      expect(read(writeLiteral(value))).toEqual(
        read(JSON.stringify(value).replaceAll('"__proto__":', '["__proto__"]:')),
      ),
    ),
  );
});
