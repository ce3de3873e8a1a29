import { writeStableText } from "../../../../provider/src/core/model/json";

test("equal values have one text, whatever the order of their keys", () => {
  const text = '{"a":[{"x":1,"y":null},"b"],"c":{"d":true}}';
  expect(writeStableText({ c: { d: true }, a: [{ y: null, x: 1 }, "b"] })).toBe(text);
  expect(writeStableText({ a: [{ x: 1, y: null, z: undefined }, "b"], c: { d: true } } as never)).toBe(text);
  expect(writeStableText(undefined)).toBe("null");
});

test("a key named __proto__ counts like any other", () => {
  const text = '{"__proto__":{"b":1},"a":2}';
  expect(writeStableText(JSON.parse('{"a":2,"__proto__":{"b":1}}'))).toBe(text);
  expect(writeStableText({ a: 2 })).not.toBe(text);
});
