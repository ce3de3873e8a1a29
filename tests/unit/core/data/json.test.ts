import { isJson, isObject, parseJson, tryParseJson, writeJson } from "../../../../provider/src/core/data";

test("an object has named parts: null and lists are none", () => {
  expect([{}, { a: 1 }].every((value) => isObject(value))).toBe(true);
  expect([null, undefined, [], "{}", 1].some((value) => isObject(value))).toBe(false);
});

test("a text that isn't JSON says nothing, and `null` says null", () => {
  expect(tryParseJson('{"a": [1]}')).toEqual({ a: [1] });
  expect(tryParseJson("null")).toBeNull();
  expect(tryParseJson("[secret]")).toBeUndefined();
  expect([isJson("null"), isJson("a: 1"), isJson("")]).toEqual([true, false, false]);
});

test("a text may begin with the byte order mark of an editor of Windows", () => {
  const text = '\uFEFF{"a":12345678901234567890}';
  expect(tryParseJson(text)).toEqual({ a: expect.any(Number) });
  expect(writeJson(parseJson(text))).toBe('{"a":12345678901234567890}');
});
