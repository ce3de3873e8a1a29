import { formatModel, writeModel } from "../../../../cli/src/text";
import { readBody } from "../../../../provider/src/core/api/transport/answer";
import { parseJson, parseNumber, writeJson } from "../../../../provider/src/core/data";
import { type Json, parseSpec, SpecSyntaxError, validateSpec } from "../../../../provider/src/core/model";
import { encodeSpec } from "../../../../provider/src/program/spec-input";

const digits = ["9007199254740993", "-12345678901234567890", "0.1234567890123456789", "100000000000000000000001.5"];

test.each(digits)("%s keeps its digits from text to text", (text) => {
  const inJson = `{"values":[${text},"${text}",1]}`;
  expect(writeJson(parseJson(inJson))).toBe(inJson);
  expect(writeJson(parseSpec(inJson))).toBe(inJson);
  const form = parseSpec(`values: [${text}]`);
  expect(form).toEqual({ values: [{ $number: text }] });
  expect(parseSpec(writeModel(form))).toEqual(form);
  expect(writeModel(form)).toContain(text);
  expect(formatModel(inJson, "json")).toContain(`${text},\n`);
  expect(formatModel(`values: [ ${text} ]\n`, "yaml")).toContain(text);
});

test.each(["application/json", "application/yaml"])("an answer in %s keeps its digits", (type) => {
  for (const text of digits) {
    const body = readBody({ kind: "answer", status: 200, headers: { "content-type": type }, text: `{"a": ${text}}` });
    expect(writeJson((body as { data: unknown }).data)).toBe(`{"a":${text}}`);
  }
});

test("numbers that fit stay numbers, and one value has one form", () => {
  expect(["5", "-0.5", "1e3", "9007199254740992", "1.50", "1e-7"].map(parseNumber)).toEqual([
    5,
    -0.5,
    1000,
    2 ** 53,
    1.5,
    1e-7,
  ]);
  expect(parseNumber("90071992547409930e-1")).toEqual(parseNumber("9007199254740993.0"));
  expect(parseSpec(writeModel({ values: [1e-7, 1e21] }))).toEqual({ values: [1e-7, 1e21] });
});

test("a number with many digits is a number to the rules", () => {
  const spec = parseSpec(`pages: [{ id: p, name: P, elements: [{ id: c, kind: control, controlId: C, controlType: list,
    mode: include, values: [9007199254740993, 1] }] }]`);
  expect(validateSpec(spec).map(({ rule }) => rule)).not.toContain("mixed-values");
});

test("a program's own number beyond 2^53 is refused with its path", () => {
  const spec = { pages: [{ id: "p", values: [2 ** 53] }] } as never;
  expect(() => encodeSpec(spec)).toThrow(
    "spec.pages[p].values[0]: the number is beyond 9007199254740991, so that the program " +
      "may have changed its last digits.",
  );
});

describe("a value without quotes that isn't sent as it is written", () => {
  const parseNumber = (text: string): string | Json => {
    try {
      return parseSpec(text, { file: "m.yaml" });
    } catch (error) {
      if (error instanceof SpecSyntaxError) return error.message;
      throw error;
    }
  };

  test.each([
    [
      "values: [02134, 00501]",
      "m.yaml:1:10: `02134` without quotes is the number 2134.",
      '"02134" for the text, or 2134',
    ],
    ["values: [a, 0x1F]", "m.yaml:1:13: `0x1F` without quotes is the number 31.", '"0x1F" for the text, or 31'],
    ["values:\n  - 0o17", "m.yaml:2:5: `0o17` without quotes is the number 15.", '"0o17"'],
    ["values: [1e3]", "m.yaml:1:10: `1e3` without quotes is the number 1000.", '"1e3" for the text, or 1000'],
    ["values: [[+5]]", "m.yaml:1:11: `+5` without quotes is the number 5.", '"+5"'],
    ["values: [3.10]", "m.yaml:1:10: `3.10` without quotes is the number 3.1.", '"3.10"'],
    ["values: [yes]", "m.yaml:1:10: `yes` without quotes is a text to some", '"yes" for the text, or true'],
    ["values: [Off]", "m.yaml:1:10: `Off` without quotes is a text to some", '"Off" for the text, or false'],
    ["values: [2024-01-31]", "m.yaml:1:10: `2024-01-31` without quotes is a text here, and a date", '"2024-01-31"'],
    ["values: [12:30]", "m.yaml:1:10: `12:30` without quotes is a text here", '"12:30"'],
    ["values: [.5]", "m.yaml:1:10: `.5` without quotes is the number 0.5.", '".5" for the text, or 0.5'],
    ["values: [-5.]", "m.yaml:1:10: `-5.` without quotes is the number -5.", '"-5." for the text, or -5'],
    ["values: [0b11]", "m.yaml:1:10: `0b11` without quotes is a text here, and a number", '"0b11" for the text'],
    ["value: 007", "m.yaml:1:8: `007` without quotes is the number 7.", '"007"'],
  ])("%s", (text, message, hint) => {
    expect(parseNumber(text)).toContain(message);
    expect(parseNumber(text)).toContain(`Write ${hint}`);
  });

  test.each([
    ['values: ["02134", \'1e3\', "yes"]', { values: ["02134", "1e3", "yes"] }],
    ["{ values: [2024-01-31], valueType: date }", { values: ["2024-01-31"], valueType: "date" }],
    ["startDate: 2024-01-31\nmax: 9e6", { startDate: "2024-01-31", max: 9e6 }],
    ["values: [0, 0.5, -1, 10, true, null, No answer]", { values: [0, 0.5, -1, 10, true, null, "No answer"] }],
    ['{"values": [1e3]}', { values: [1000] }],
  ])("%s is clear", (text, value) => {
    expect(parseNumber(text)).toEqual(value);
  });
});
