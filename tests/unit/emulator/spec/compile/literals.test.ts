import { translateLiterals } from "../../../../../emulator/src/spec/compile/literals";

test.each([
  ["snowflake", String.raw`select 'it''s', 'C:\\x', "a" -- don't`, `select 'it''s', 'C:\\x', "a" -- don't`],
  ["bigQuery", String.raw`select 'it\'s', "it's", ${"`a b`"} /* ' */`, `select 'it''s', 'it''s', "a b" /* ' */`],
  ["databricks", "select 'O''Brien'", "select 'OBrien'"],
  ["redshift", String.raw`select 'a\nb'`, "select ('a' || chr(10) || 'b')"],
  ["mysql", String.raw`select "a""b\t"`, `select 'a"b${"\t"}'`],
  ["postgres", String.raw`select 'C:\'`, String.raw`select 'C:\'`],
])("texts of %s: %s", (type, statement, translated) => {
  expect(translateLiterals(statement, type)).toBe(translated);
});

test.each([
  ["snowflake", String.raw`select 'C:\' as S`, "unterminated string literal"],
  ["bigQuery", "select 'O''Brien'", "concatenated string literals"],
])("%s refuses %s", (type, statement, problem) => {
  expect(() => translateLiterals(statement, type)).toThrow(problem);
});
