import {
  compareValues,
  formatValue,
  formKey,
  formLooseKey,
  listReadings,
  parseJson,
  readValue,
  subtractDecimals,
} from "../../../../provider/src/core/data";

/** A value as an answer has it. */
const readAnswer = (json: string) => readValue(parseJson(json));

test.each([
  ["null", "null", ""],
  ["true", "logical", "true"],
  ["1767225601", "integer", "1767225601"],
  ["9007199254740993", "integer", "9007199254740993"],
  ["1.50", "float", "1.5"],
  ["0.10000000000000001", "float", "0.10000000000000001"],
  ["12345678901234567.89", "decimal", "12345678901234567.89"],
  ['"2026-10-01T02:00:00+02:00"', "date", "2026-10-01"],
  ['"2026-10-01 10:00"', "moment", "2026-10-01T10:00:00Z"],
  ['"2026-10-01T00:00:00.000100-0500"', "moment", "2026-10-01T05:00:00.0001Z"],
  ['"2026-02-30"', "text", "2026-02-30"],
  ['"01234"', "text", "01234"],
  ['""', "text", ""],
])("%s is read as %s", (json, type, text) => {
  expect(readAnswer(json)).toEqual({ type, text });
});

test.each([
  ["1767225601", "1767225600", 1],
  ["9007199254740993", "9007199254740992", 1],
  ['"9007199254740993"', "9007199254740993", 0],
  ['"12345678901234567890123456789.50"', "12345678901234567890123456789.5", 0],
  ['"12345678901234567890123456789.6"', "12345678901234567890123456789.5", 1],
  // A float with the fifteenth digit another one, and with the sixteenth.
  ["1234567890.12", "1234567890.99", -1],
  ["0.30000000000000004", "0.3", 0],
  ["-269.09999999999997", "-269.1", 0],
  ["3", "3.0000000000000004", 0],
  ["0.300000000000001", "0.3", 1],
  ["true", "1", undefined],
  ["null", "0", undefined],
  ["null", '""', undefined],
  ['"010"', "10", undefined],
  ['"2026-10-01"', '"2026-10-01T00:00:00Z"', 0],
  ['"2026-10-02"', '"2026-10-01T23:59:59Z"', 1],
  ["false", "true", -1],
])("found %s, expected %s: %s", (found, expected, order) => {
  const compared = compareValues(readAnswer(found), readAnswer(expected));
  expect(compared === undefined ? undefined : Math.sign(compared)).toBe(order);
});

test("groups have a name for each value, whatever their spelling", () => {
  expect(formKey(readAnswer("1000"))).toBe(formKey(readAnswer("1000.0")));
  expect(new Set(["null", '""', '"null"', "0", '"0"', "false"].map((json) => formKey(readAnswer(json)))).size).toBe(6);
  // At the other time, the warehouse may have the number as a text.
  expect(formLooseKey(readAnswer('"1000.0"'))).toBe(formKey(readAnswer("1000")));
  expect(formLooseKey(readAnswer('"0100"'))).not.toBe(formLooseKey(readAnswer("100")));
});

test("a field of a file means what the answer's type makes of it", () => {
  const list = (text: string, isQuoted = false) => listReadings({ text, isQuoted }).map(formKey);
  expect(list("")).toEqual(["null "]);
  expect(list("", true)).toEqual(["text ", "text "]);
  expect(list(" 1000.0 ")).toEqual(["text  1000.0 ", "text 1000.0", "number 1000"]);
  expect(list("TRUE")).toContain("logical true");
  expect(list("2026-10-01T00:00:00Z")).toContain("time 2026-10-01");
});

test.each([
  ["1234567.5", "1,234,567.5"],
  ["-1000", "-1,000"],
  ["999", "999"],
  ["0.30000000000000004", "0.3"],
  ['"a"', "a"],
  ['""', "(empty)"],
  ["null", "none"],
])("%s is shown as %s", (json, shown) => {
  expect(formatValue(readAnswer(json))).toBe(shown);
});

test.each([
  ["0.3", "0.1", "0.2"],
  ["-0.5", "0.25", "-0.75"],
  ["12345678901234567890.5", "12345678901234567890.4", "0.1"],
  ["1e3", "1", "999"],
])("%s minus %s is %s", (a, b, difference) => {
  expect(subtractDecimals(a, b)).toBe(difference);
});
