import { unknownValue } from "../../../provider/src/core/data";
import { Run } from "../../../provider/src/core/runtime";
import { connection } from "../../../provider/src/kinds/connection";
import { findBrokenTexts } from "../../../provider/src/kinds/declare/problems";
import { translation } from "../../../provider/src/kinds/translation";

const run = new Run();

describe("an unpaired surrogate", () => {
  const explainSurrogate = (half: string) =>
    `contains an unpaired surrogate (\\u${half}), which Pulumi can't transport. Remove it. If an existing object ` +
    "has this name, rename it in the product.";

  test("is a problem of a text, at any depth", () => {
    expect(findBrokenTexts({ name: "half \ud83d", list: [{ a: "b" }, { a: "\ude00" }] })).toEqual([
      `name: ${explainSurrogate("d83d")}`,
      `list[1].a: ${explainSurrogate("de00")}`,
    ]);
  });

  test("is a problem of a key, whose message has it escaped", () => {
    expect(findBrokenTexts({ translations: { "half \ud83d": "\ude00" } })).toEqual([
      `translations: the key "half \\ud83d" ${explainSurrogate("d83d")}`,
      `translations.half \\ud83d: ${explainSurrogate("de00")}`,
    ]);
    expect(findBrokenTexts({ "\ude00": 1 })).toEqual([`inputs: the key "\\ude00" ${explainSurrogate("de00")}`]);
  });

  test("as a key of translations fails the check", () => {
    const shape = translation.shape;
    const inputs = { lng: "en-us", translations: { "\ud83d": "x" } };
    expect(shape.findProblems(inputs, inputs, { run, isNew: true, settings: {} })).toEqual([
      `translations: the key "\\ud83d" ${explainSurrogate("d83d")}`,
    ]);
  });

  test("is none where it is paired", () => {
    expect(findBrokenTexts({ "😀": ["😀", 1, null, undefined, true] })).toEqual([]);
  });
});

test("a private key that isn't PEM is told, without its text; one that isn't known yet isn't", () => {
  const find = (privateKey: string) =>
    connection.review
      ?.problems?.({ name: "S", type: "snowflake", details: {}, secrets: { privateKey } } as never, {} as never)
      .filter((problem) => problem.startsWith("secrets"));
  expect(find("MIIEvQ==")).toEqual([
    "secrets.privateKey: isn't in PEM, which begins with -----BEGIN PRIVATE KEY-----. Give the file's text.",
  ]);
  for (const kind of ["", "ENCRYPTED ", "RSA "])
    expect(find(`-----BEGIN ${kind}PRIVATE KEY-----\nMIIEvQ==\n-----END ${kind}PRIVATE KEY-----\n`)).toEqual([]);
  expect(find(unknownValue)).toEqual([]);
});

describe("a value that isn't in the schema's list", () => {
  const shape = connection.shape;
  const buildInputs = (type: string) => ({ name: "Events", type, details: { host: "example.com" } });
  const listProblems = (type: string, before?: object) =>
    shape.findProblems(buildInputs(type), buildInputs(type), {
      run,
      isNew: before === undefined,
      settings: {},
      before: before as never,
    });

  test("is a problem in a new resource, and as a change", () => {
    expect(listProblems("clickHouse").join()).toContain('type: "clickHouse" is not one of snowflake, ');
    expect(listProblems("clickHouse", buildInputs("postgres")).join()).toContain(
      'type: "clickHouse" is not one of snowflake, ',
    );
  });

  test("is none where the state has it from the platform", () => {
    expect(listProblems("clickHouse", buildInputs("clickHouse"))).toEqual([]);
  });
});

test.each([
  ["yes", "Write true: `yes` is a text."],
  ["true", "Write true without quotes."],
  [0, "Write false."],
])("%j where a boolean is expected", (allowDelete, hint) => {
  const inputs = { name: "Events", type: "postgres", details: { host: "example.com" }, allowDelete };
  const problems = connection.shape.findProblems(inputs, inputs, { run, isNew: true, settings: {} });
  expect(problems).toEqual([`allowDelete: must be a boolean, is a ${typeof allowDelete}. ${hint}`]);
});
