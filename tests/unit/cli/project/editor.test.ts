import { parse } from "jsonc-parser";
import { mergeEditorSettings } from "../../../../cli/src/project/editor";

const schema = "./node_modules/pulumi-analytics/schema";
const wanted = {
  schemas: { [`${schema}/data-model.json`]: ["models/**/*.yaml"], [`${schema}/page.json`]: ["a.yaml", "b.yaml"] },
  tags: ["!ref scalar", "!include scalar"],
};
const merge = (text: string | undefined) => mergeEditorSettings(text, wanted);
const read = (text: string | undefined) => parse(text ?? "") as Record<string, unknown>;

test("settings that aren't there are written", () => {
  expect(read(merge(undefined))).toEqual({ "yaml.schemas": wanted.schemas, "yaml.customTags": wanted.tags });
  expect(merge(" \n")).toBe(merge(undefined));
  expect(merge(merge(undefined))).toBe(merge(undefined));
});

test("what is set stays, with comments, indentation and line breaks", () => {
  const before = [
    "// Ours",
    "{",
    "\t// How wide",
    '\t"editor.rulers": [80], // columns',
    '\t"yaml.customTags": ["!sub mapping"], /* of the cloud */',
    '\t"yaml.schemas": {',
    '\t\t"https://example.com/s.json": "s.yaml" // theirs',
    "\t}, // done",
    "\t// The end",
    "}",
    "",
  ];
  for (const lineBreak of ["\n", "\r\n"]) {
    const merged = merge(before.join(lineBreak))!;
    expect(merged.split(lineBreak)).toEqual([
      ...before.slice(0, 4),
      '\t"yaml.customTags": ["!sub mapping", "!ref scalar", "!include scalar"], /* of the cloud */',
      before[5],
      '\t\t"https://example.com/s.json": "s.yaml", // theirs',
      `\t\t"${schema}/data-model.json": ["models/**/*.yaml"],`,
      `\t\t"${schema}/page.json": ["a.yaml", "b.yaml"]`,
      ...before.slice(7),
    ]);
    expect(merge(merged)).toBe(merged);
  }
});

test.each([
  ["{}", {}],
  ["{ }\n", {}],
  ['{"a":1}', { a: 1 }],
  ['{ "a": 1, }', { a: 1 }],
  ['{\n  "a": 1, // one\n}\n', { a: 1 }],
  ['{\n  "a": 1 // one, two\n}', { a: 1 }],
  ["{\n  // nothing yet\n}\n", {}],
  ['{\n  "yaml.schemas": {},\n  "yaml.customTags": []\n}\n', {}],
  ['{\n  "yaml.customTags": [\n    "!x", // mine\n  ],\n}\n', { "yaml.customTags": ["!x", ...wanted.tags] }],
])("%j gets what it lacks", (text, rest) => {
  const merged = merge(text)!;
  expect(read(merged)).toEqual({ "yaml.schemas": wanted.schemas, "yaml.customTags": wanted.tags, ...rest });
  for (const comment of text.match(/\/\/.*/g) ?? []) expect(merged).toContain(`${comment}\n`);
  expect(merge(merged)).toBe(merged);
});

test("a schema that is set, files that have one, and a tag that is set otherwise stay", () => {
  const own = {
    "yaml.schemas": {
      "../node_modules/pulumi-analytics/schema/data-model.json": ["m.yaml"],
      other: ["/**/a.yaml", "b.yaml"],
    },
    "yaml.customTags": ["!ref mapping", "!include scalar"],
  };
  const text = JSON.stringify(own);
  expect(merge(text)).toBe(text);
});

test.each(["{", "[]", "no", '{"a": }'])("%j isn't touched", (text) => expect(merge(text)).toBeUndefined());

test("settings of another type stay", () => {
  const text = '{ "yaml.schemas": "x", "yaml.customTags": 5 }';
  expect(merge(text)).toBe(text);
});
