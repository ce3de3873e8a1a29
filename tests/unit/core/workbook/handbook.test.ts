import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatModel } from "../../../../cli/src/text";
import { parseSpec } from "../../../../provider/src/core/model";
import type { JsonObject } from "../../../../provider/src/core/model/json";
import { pickObject } from "../../../../provider/src/core/model/schema";
import { getGrammar, validateWorkbook } from "../../../../provider/src/core/workbook";
import { elementKinds } from "../../../../provider/src/core/workbook/kinds";

const folder = join(__dirname, "../../../../docs/handbook/workbooks");
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
const readFile = (file: string) => readFileSync(join(folder, file), "utf8");

test("the handbook has a file for each kind of element, and no other", () => {
  expect(files.map((file) => file.replace(/\.yaml$/, "")).sort()).toEqual(Object.keys(elementKinds).sort());
});

test.each(files)("%s shows its kind, without an error or a warning, in canonical layout", (file) => {
  const text = readFile(file);
  const document = parseSpec(text);
  const [first] = (document as JsonObject).elements as JsonObject[];
  expect(first).toMatchObject({ kind: file.replace(/\.yaml$/, "") });
  expect(validateWorkbook(document)).toEqual([]);
  expect(formatModel(text, "yaml")).toBe(text);
});

test("programs know the kinds of the schema, and which have columns, without it", () => {
  const kinds = [...getGrammar().element.variants].map(([kind, shape]) => [
    kind,
    pickObject(shape, {})?.fields.has("columns"),
  ]);
  expect(Object.fromEntries(kinds)).toEqual({ ...elementKinds, control: undefined });
});

test("the index has what the first line of each file says", () => {
  const rows = files.map((file) => {
    const [first = ""] = readFile(file).split("\n");
    return `| [${file.replace(/\.yaml$/, "")}](${file}) | ${first.replace(/^# /, "")} |`;
  });
  expect(
    readFile("README.md")
      .match(/^\| \[.*$/gm)
      ?.sort(),
  ).toEqual(rows.sort());
});
