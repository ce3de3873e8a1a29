import { type Json, limits, parseSpec, SpecSyntaxError } from "./spec";

/** The error that reading a text gives. */
function catchProblem(text: string, files: Record<string, string> = {}): SpecSyntaxError {
  try {
    parseSpec(text, { file: "models/a.yaml", readFile: (path) => files[path] ?? throwMissing(path) });
  } catch (error) {
    if (error instanceof SpecSyntaxError) return error;
    throw error;
  }
  throw new Error("the text was accepted");
}

function throwMissing(path: string): never {
  throw new Error(`no such file: ${path}`);
}

test.each([
  ['{\n  "a": "x,\n  "b": 1\n}\n', 2, 8],
  ['{\n  "a": "x\\",\n  "b": 1\n}\n', 2, 8],
  ['{ "a": "x", "b\n: 1 }\n', 1, 13],
])("in JSON, a text that isn't closed is told where it begins: %j", (text, line, column) => {
  const message = "the text that begins with this `\"` isn't closed";
  try {
    parseSpec(text, { file: "a.json" });
    throw new Error("was read");
  } catch (error) {
    expect(error).toMatchObject({ line, column, reason: message });
  }
});

describe("a formula that YAML can't read without quotes", () => {
  const listWritten = (text: string) => {
    const { line = 0, column = 0, endColumn = 0, hint } = catchProblem(text);
    return [text.split("\n")[line - 1]?.slice(column - 1, endColumn - 1), hint];
  };

  test.each([
    ["[A] * 2", '"[A] * 2"'],
    ["[It's] * 2", `"[It's] * 2"`],
    ["[A #1]", '"[A #1]"'],
    ["[ORDERS/QUANTITY", '"[ORDERS/QUANTITY"'],
    ["{{region}}", '"{{region}}"'],
    ['Concat([A], ": ")', `'Concat([A], ": ")'`],
    ['[A] & "it\'s"', `'[A] & "it''s"'`],
    ['"Total: " & [A]', `'"Total: " & [A]'`],
    ["- [A]", '"- [A]"'],
    ['"If([A] = "x", 1)"', `'If([A] = "x", 1)'`],
    ["'If([A] = 'x', 1)'", `"If([A] = 'x', 1)"`],
    ['"x" & [A] & "y"', `'"x" & [A] & "y"'`],
  ])("%s", (formula, quoted) => {
    const expected = [formula, `Quote it: ${quoted}`];
    expect(listWritten(`columns:\n  - id: a\n    formula: ${formula}\n    name: A\n`)).toEqual(expected);
    expect(listWritten(`columns:\n  - formula: ${formula}\n`)).toEqual(expected);
  });

  test("with a comment after it", () => {
    expect(listWritten("formula: [A] * 2 # doubled\n")).toEqual(["[A] * 2", 'Quote it: "[A] * 2"']);
  });

  test.each([
    ["{ id: a, formula: [A] * 2 }", "[A] * 2"],
    ["{formula: Sum([A]), name: B}", "Sum([A])"],
    ["{ left: Lower([A, B]), right: '[B]' }", "Lower([A, B])"],
  ])("%s, in braces", (column, formula) => {
    expect(listWritten(`columns:\n  - ${column}\n`)).toEqual([formula, `Quote it: "${formula}"`]);
  });

  test.each([
    ["a formula in quotes", 'formula: "[A] * 2"\n  x: y', "Begin it in column 1, as `formula` in line 1."],
    ["a formula that is text", "formula: Sum([A])\n  x: y", "Begin it in column 1, as `formula` in line 1."],
    ["a formula below", "a: b\n  x: y\nformula: [A] * 2", "Begin it in column 1, as `a` in line 1."],
    ["an alias", "formula: *none", "Define the anchor (`&name`) before its alias (`*name`)."],
  ])("%s has no part in another error", (_, text, hint) => {
    expect(catchProblem(text).hint).toBe(hint);
  });
});

test("YAML and JSON become plain JSON", () => {
  const value = { pages: [{ id: "a", name: "A b", elements: [] }], n: 1.5, yes: true, no: null };
  expect(parseSpec(JSON.stringify(value))).toEqual(value);
  expect(parseSpec("pages:\n  - {id: a, name: A b, elements: []}\nn: 1.5\nyes: true\nno: ~\n")).toEqual(value);
});

test("what YAML 1.1 took for dates, booleans and numbers stays text", () => {
  expect(parseSpec("[2024-01-31, 2024-01-31T10:00:00Z, yes, no, on, off, 1_000, 12:30:00, .inf, .nan]")).toEqual([
    "2024-01-31",
    "2024-01-31T10:00:00Z",
    "yes",
    "no",
    "on",
    "off",
    "1_000",
    "12:30:00",
    ".inf",
    ".nan",
  ]);
});

test("a byte order mark and Windows line ends make no difference", () => {
  const text = "a: 1\nb: |\n  x\n  y\nc: [1,\n  2]\n";
  const plain = parseSpec(text);
  expect(plain).toEqual({ a: 1, b: "x\ny\n", c: [1, 2] });
  expect(parseSpec(`\uFEFF${text.replaceAll("\n", "\r\n")}`)).toEqual(plain);
});

test("anchors and merge keys work, and aliases are copies", () => {
  const value = parseSpec("base: &b {x: 1, y: [1]}\none: *b\ntwo: {<<: *b, x: 2}") as Record<string, { y: Json[] }>;
  expect(value).toEqual({ base: { x: 1, y: [1] }, one: { x: 1, y: [1] }, two: { x: 2, y: [1] } });
  value.one!.y.push(2);
  expect(value.base!.y).toEqual([1]);
  expect(value.two!.y).toEqual([1]);
});

test("!ref becomes a placeholder", () => {
  expect(parseSpec("a: !ref warehouse\nb: [!ref orders#fact_orders, !ref 'x y']")).toEqual({
    a: { $ref: "warehouse" },
    b: [{ $ref: "orders#fact_orders" }, { $ref: "x y" }],
  });
});

describe("refused, with place and hint", () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"]
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`)}]`)
    .join("\n")}\n`;
  const cases: [what: string, text: string, place: string, reason: RegExp, hint: RegExp][] = [
    ["nothing", "", "1:1", /empty/, /pages:/],
    ["only comments", "# nothing\n\n", "1:1", /empty/, /pages:/],
    ["two documents", "a: 1\n---\nb: 2\n", "3:1", /second document/, /file of its own/],
    [
      "a key twice",
      "a: 1\nb:\n  x: 1\n  y: 2\n  x: 3\n",
      "5:3",
      /`x` is written twice, in lines 3 and 5/,
      /one of them/,
    ],
    [
      "the first key of an item twice",
      "p:\n  - rows: 3\n    of: [a]\n    rows: 3\n    of: [b]\n",
      "4:5",
      /`rows` is written twice, in lines 2 and 4/,
      /begin another item of the list with `- rows`/,
    ],
    [
      "a key twice in JSON",
      '{"a": 1,\n "b": 2,\n "a": 3}',
      "3:2",
      /`a` is written twice, in lines 1 and 3/,
      /one of them/,
    ],
    ["__proto__", "x:\n  __proto__: {admin: true}\n", "2:3", /__proto__/, /Use another key/],
    ["an escape in quotes that is none", 'x: "a\\qb"\n', "1:7", /unknown escape sequence/, /^$/],
    ["__proto__ in JSON", '{"__proto__": {}}', "1:3", /__proto__/, /Use another key/],
    ["a list as a key", "? [a]\n: 1\n", "1:1", /key/, /^$/],
    ["an unknown tag", "a: !env HOME\n", "1:4", /tag/, /!ref name.*!include/],
    ["a ref without a name", "a: !ref\n", "1:4", /resolve/, /!ref name/],
    ["a JavaScript tag", "a: !!js/function 'x'\n", "1:4", /tag/, /!ref name/],
    ["a bad indentation", "a:\n  b: 1\n c: 2\n", "3:2", /`c` begins in column 2/, /column 3, as `b` in line 2/],
    ["a tab", "a:\n\t- 1\n", "2:1", /tab/, /spaces/],
    ["an unknown alias", "a: *nobody\n", "1:5", /nobody/, /anchor/],
    ["deep nesting", `${"[".repeat(80)}${"]".repeat(80)}`, "1:65", /nested deeper than 64/, /./],
    ["an alias bomb", bomb, "", /aliases expand to more than/, /!include/],
    ["an alias to itself", "a: &a\n  b: *a\n", "", /deeper than 64/, /!include/],
    ["too long a text", `a: "${"x".repeat(limits.length)}"`, "", /longer than 16 million/, /several/],
    ["half a JSON text", '{"a": [1, 2', "1:12", /./, /^/],
  ];
  test.each(cases)("%s", (_, text, place, reason, hint) => {
    const error = catchProblem(text);
    expect(error.file).toBe("models/a.yaml");
    expect([error.line, error.column].filter((part) => part !== undefined).join(":")).toBe(place);
    expect(error.reason).toMatch(reason);
    expect(error.hint ?? "").toMatch(hint);
    expect(error.message).toContain(place === "" ? "models/a.yaml: " : `models/a.yaml:${place}: `);
  });

  test("merge keys beyond the limit", () => {
    const many = Array.from({ length: 101 }, (_, i) => `k${i}: 1`).join(", ");
    const text = `base: &b {${many}}\n${Array.from({ length: 120 }, (_, i) => `m${i}: {<<: *b}`).join("\n")}\n`;
    expect(catchProblem(text).reason).toMatch(/too many keys are merged/);
  });

  test("no prototype is changed on the way", () => {
    catchProblem('{"__proto__": {"polluted": 1}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe("!include", () => {
  const files = {
    "models/shared/audit.yaml": "- {id: created, formula: a}\n- {id: updated, formula: b}\n",
    "models/shared/one.yaml": "{id: one, formula: !ref f}",
    "models/shared/nested.yaml": "columns: !include ../shared/audit.yaml\n",
    "models/shared/loop.yaml": "x: !include ../a.yaml\n",
    "models/shared/bad.yaml": "a: 1\nb: [\n",
    "models/a.yaml": "x: !include shared/loop.yaml\n",
    "secret.yaml": "x: 1\n",
  };
  const parse = (text: string) =>
    parseSpec(text, {
      file: "models/a.yaml",
      readFile: (path) => files[path as keyof typeof files] ?? throwMissing(path),
    });

  test("puts a file in the place of a value", () => {
    expect(parse("columns: !include shared/audit.yaml")).toEqual({
      columns: [
        { id: "created", formula: "a" },
        { id: "updated", formula: "b" },
      ],
    });
    expect(parse("t: !include ./shared/nested.yaml")).toEqual({ t: parse("columns: !include shared/audit.yaml") });
  });

  test("splices a list into a list, and keeps lists of lists otherwise", () => {
    expect(parse("[{id: x}, !include shared/audit.yaml, !include shared/one.yaml, [a, b]]")).toEqual([
      { id: "x" },
      { id: "created", formula: "a" },
      { id: "updated", formula: "b" },
      { id: "one", formula: { $ref: "f" } },
      ["a", "b"],
    ]);
  });

  test.each([
    ["../secret.yaml", /leads out of models/],
    ["shared/../../secret.yaml", /leads out of models/],
    ["/models/shared/audit.yaml", /leads out of models/],
    ["C:/x.yaml", /leads out of models/],
    ["..\\secret.yaml", /leads out of models/],
    ["shared/nothing.yaml", /failed: no such file/],
    ["shared/loop.yaml", /include each other: models\/a.yaml → models\/shared\/loop.yaml → models\/a.yaml/],
    ["''", /names no file/],
  ])("refuses %s", (path, reason) => {
    const error = catchProblem(`first: !include shared/audit.yaml\nx: !include ${path}\n`, files);
    expect(error.reason).toMatch(reason);
    if (!path.includes("loop")) expect([error.line, error.column]).toEqual([2, 4]);
  });

  test("tells errors in the included file's own place", () => {
    const error = catchProblem("x: !include shared/bad.yaml", files);
    expect([error.file, error.line]).toEqual(["models/shared/bad.yaml", 3]);
  });

  test("needs a file and a reader", () => {
    expect(() => parseSpec("x: !include y.yaml")).toThrow(/needs a file to start from/);
    expect(() => parseSpec("x: !include y.yaml", { file: "a.yaml" })).toThrow(/needs a file to start from/);
  });

  test("may go up to a root that is given", () => {
    const read = (path: string) => files[path as keyof typeof files] ?? throwMissing(path);
    expect(parseSpec("x: !include ../secret.yaml", { file: "models/a.yaml", root: ".", readFile: read })).toEqual({
      x: { x: 1 },
    });
  });

  test("counts all files together", () => {
    const error = (() => {
      try {
        parseSpec("[!include b.yaml, !include b.yaml]", {
          file: "a.yaml",
          readFile: () => `a: "${"x".repeat(limits.length / 2)}"`,
        });
      } catch (caught) {
        return caught as SpecSyntaxError;
      }
    })();
    expect(error?.reason).toMatch(/longer than/);
  });
});

describe("characters that no editor shows", () => {
  test.each([
    ["an escape for terminals", "\u001b", "\\u001b"],
    ["the end of a text", "\u0000", "\\u0000"],
    ["a turn of the direction", "\u202e", "\\u202e"],
    ["an isolate", "\u2067", "\\u2067"],
  ])("%s is refused where it stands, and can be written as an escape", (_, character, code) => {
    const error = catchProblem(`a: 1\nb: "x${character}y"\n`);
    expect([error.line, error.column]).toEqual([2, 6]);
    expect(error.message).toContain(`the text contains the invisible character ${code}. Remove it, or write "${code}"`);
    expect(parseSpec(`b: "x${code}y"`)).toEqual({ b: `x${character}y` });
  });

  test("also in a comment, which can make a line read otherwise", () => {
    expect(catchProblem("a: 1 # \u2066 \u2069").column).toBe(8);
  });

  test("letters that are written from right to left are fine", () => {
    const name = "\u05e9\u05dc\u05d5\u05dd\u200f";
    expect(parseSpec(`name: ${name}`)).toEqual({ name });
  });
});

test("a short text of aliases is refused after few values, a long one may repeat much", () => {
  const doubleLevels = (levels: number) =>
    Array.from({ length: levels }, (_, n) => `l${n}: &l${n} [${n === 0 ? "x, x" : `*l${n - 1}, *l${n - 1}`}]`).join(
      "\n",
    );
  expect(() => parseSpec(doubleLevels(16))).toThrow(
    /its aliases expand to more than 2\d{4} values, the limit of pulumi-analytics, not of the platform\. Write the repeated parts out/,
  );
  expect(() => parseSpec(doubleLevels(10))).not.toThrow();
});
