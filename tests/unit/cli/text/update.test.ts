import { updateModel, writeModel } from "../../../../cli/src/text";
import { diffLines } from "../../../../cli/src/text/line-diff";
import { type Json, type JsonObject, parseSpec } from "../../../../provider/src/core/model";
import { writeStableText } from "../../../../provider/src/core/model/json";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { specs } from "../../core/model/arbitrary";
import { makeRandomEdit } from "../../core/model/edits";
import type { Loose } from "../../core/model/fixtures";
import { findEntry, writeByHand } from "./handwriting";

/** A model, the same in somebody's handwriting, and the model after an edit or two. */
const makeEdits = (hasAnchors = false) =>
  fc.gen().map((draw) => {
    const form = draw(() => specs) as JsonObject;
    const written = writeByHand(form, draw, { hasAnchors });
    let { spec } = makeRandomEdit(form, draw);
    if (draw(fc.boolean)) spec = makeRandomEdit(spec, draw).spec;
    return { form, ...written, spec };
  });

// Finding the smallest of such texts takes minutes; the seed of a failure is told all the same.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

describe("in any handwriting", () => {
  test("the text is what it should be to begin with", () => {
    fc.assert(fc.property(makeEdits(true), ({ form, text }) => expect(parseSpec(text)).toEqual(form)));
  });

  test("after edits, it reads as the edited model, and comments at what stayed are there", () => {
    fc.assert(
      fc.property(makeEdits(), ({ form, text, remarks, spec }) => {
        const result = updateModel(text, spec);
        expect(parseSpec(result)).toEqual(spec);
        const untouched = remarks.filter(({ at }) => {
          const after = findEntry(spec, at);
          return after !== undefined && writeStableText(after) === writeStableText(findEntry(form, at));
        });
        expect(untouched.filter((remark) => !result.includes(remark.text))).toEqual([]);
      }),
      { numRuns: countCases(100) },
    );
  });

  test("with anchors, it reads as the edited model, or the alias that is in the way is named", () => {
    fc.assert(
      fc.property(makeEdits(true), ({ text, spec }) => {
        const result = attempt(() => updateModel(text, spec));
        if (typeof result === "string") expect(parseSpec(result)).toEqual(spec);
        else
          expect(result.message).toMatch(
            /the change is in the alias `\*a\d+`|after the change, unidentified alias "a\d+"/,
          );
      }),
    );
  });

  test("an error elsewhere isn't blamed on a formula", () => {
    fc.assert(
      fc.property(makeEdits(true), ({ text }) => {
        const told = attempt(() => updateModel(`${text}\nelsewhere: *nowhere\n`, {})).toString();
        expect(told).toMatch(/unidentified alias "nowhere"|end of the stream or a document separator is expected/);
      }),
      { numRuns: countCases(100) },
    );
  });

  test("with an include, it reads as the edited model, or the include that is in the way is named", () => {
    fc.assert(
      fc.property(makeEdits(), fc.nat(), fc.nat(), ({ form, spec }, from, count) => {
        const { text, files, options } = splitInclude(form, from, count);
        const result = attempt(() => updateModel(text, spec, options));
        if (typeof result === "string") expect(parseSpec(result, options)).toEqual(spec);
        else expect(result.message).toContain("is in `!include columns.json`");
        const isSame = (id: Json) => writeStableText(findColumn(spec, id)) === writeStableText(findColumn(form, id));
        const ids = (JSON.parse(files) as JsonObject[]).map(({ id }) => id as Json);
        // A table that moves to another page is written where it is now, with its columns in place of the include.
        if (!ids.every(isSame) && typeof result === "string") expect(result).not.toContain("!include");
      }),
    );
  });

  test("what reads as it should already stays as it is", () => {
    fc.assert(fc.property(makeEdits(true), ({ form, text }) => expect(updateModel(text, form)).toBe(text)));
  });
});

test("JSON stays JSON", () => {
  fc.assert(
    fc.property(makeEdits(), fc.constantFrom(undefined, 2, "\t"), ({ form, spec }, indent) => {
      const result = updateModel(JSON.stringify(form, null, indent), spec);
      expect(JSON.parse(result)).toEqual(spec);
    }),
  );
});

/** A model's text in which some columns of its first table are included. */
function splitInclude(form: JsonObject, from: number, count: number) {
  const [table] = listTables(form) as [Loose];
  const start = from % table.columns.length;
  const included = table.columns.slice(start, start + (count % 3));
  const columns = [...table.columns];
  columns.splice(start, included.length, "INCLUDED");
  const text = writeModel(replaceValue(form, table, { ...table, columns })).replace(
    "INCLUDED",
    "!include columns.json",
  );
  const files = JSON.stringify(included);
  return { text, files, options: { file: "a.yaml", readFile: () => files } };
}

function replaceValue(value: Json, from: Json, to: Json): Json {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item) => replaceValue(item, from, to));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceValue(item as Json, from, to)]));
}

const listTables = (form: Loose): Loose[] =>
  form.pages.flatMap(({ elements }: Loose) => elements).filter(({ kind }: Loose) => kind === "table");

const findColumn = (form: Json, id: Json): Json | undefined =>
  listTables(form)
    .flatMap(({ columns }) => columns)
    .find((column: Loose) => column.id === id);

/** A change that sets values, named by their paths. */
function set(...changes: (string | Json)[]): (form: Loose) => void {
  return (form) => {
    for (let index = 0; index < changes.length; index += 2) {
      const keys = String(changes[index]).split(".");
      const last = keys.pop() as string;
      const holder = keys.reduce((value, key) => value[key], form);
      holder[last] = changes[index + 1];
    }
  };
}

/** Applies a change to a text, and shows the lines that differ. */
function changeText(text: string, change: (form: Loose) => unknown, files: Record<string, string> = {}): string {
  const options = { file: "models/a.yaml", readFile: (path: string) => files[path] as string };
  const form = parseSpec(text, options) as Loose;
  const after = change(form) ?? form;
  const result = updateModel(text, after as Json, options);
  expect(parseSpec(result, options)).toEqual(after);
  return diffLines(text, result)
    .filter((line) => /^[-+]/.test(line))
    .join("\n");
}

const text = `# Top of the file.

columns:
  # The first.
  - id: a   # an a
    formula: "[A]"
  # About b.
  - { id: b, formula: "[B]" } # a b

  # These are calculated.

  # About c.
  - id: c
    formula: |
      select 1
      from x
    # That was c.
# About the format.
format: { kind: number,   prefix: '$' }
`;

test("a changed formula has quotes: those of the file, or what the layout has", () => {
  const write = (...formulas: string[]) => {
    const columns = formulas.map((formula, index) => `          - { id: c${index}, formula: ${formula} }\n`).join("");
    return `pages:\n  - id: p\n    elements:\n      - id: t\n        kind: table\n        columns:\n${columns}`;
  };
  const after = parseSpec(write('"Sum(y)"', '"Sum(y)"', '"Sum(y)"')) as JsonObject;
  expect(updateModel(write("Sum(x)", "'Sum(x)'", '"Sum(x)"'), after)).toBe(write('"Sum(y)"', "'Sum(y)'", '"Sum(y)"'));
  expect(updateModel(write("Sum(x)", "Sum(y)"), after)).toBe(write('"Sum(y)"', "Sum(y)", '"Sum(y)"'));
});

describe("one change", () => {
  test("of a value changes the value, in its quotes", () => {
    expect(changeText(text, set("columns.0.formula", "[Z]", "columns.1.formula", "it's"))).toMatchInlineSnapshot(`
"-    formula: "[A]"
+    formula: "[Z]"
-  - { id: b, formula: "[B]" } # a b
+  - { id: b, formula: "it's" } # a b"
`);
    expect(changeText(text, set("format.prefix", "€"))).toMatchInlineSnapshot(`
"-format: { kind: number,   prefix: '$' }
+format: { kind: number,   prefix: '€' }"
`);
    expect(changeText(text, set("columns.0.id", { $ref: "x" }))).toMatchInlineSnapshot(`
"-  - id: a   # an a
+  - id: !ref x   # an a"
`);
    expect(changeText(text, set("columns.0.formula", "Sum(\n  1)"))).toMatchInlineSnapshot(`
"-    formula: "[A]"
+    formula: |-
+      Sum(
+        1)"
`);
  });

  test("of a block of text changes its lines", () => {
    expect(changeText(text, set("columns.2.formula", "select 1\nfrom y\n"))).toMatchInlineSnapshot(`
"-      from x
+      from y"
`);
    expect(changeText(text, set("columns.2.formula", "1"))).toMatchInlineSnapshot(`
"-    formula: |
-      select 1
-      from x
+    formula: |-
+      1"
`);
  });

  test("that adds an entry adds its line, where it belongs", () => {
    expect(
      changeText(text, ({ columns }) => void columns.splice(1, 0, { formula: "[N]", id: "n" })),
    ).toMatchInlineSnapshot(`
"+  - formula: "[N]"
+    id: "n""
`);
    expect(
      changeText(text, ({ columns }) => void columns.push({ id: "n", format: { kind: "number" } })),
    ).toMatchInlineSnapshot(`
"+  - id: "n"
+    format: { kind: number }"
`);
    expect(changeText(text, set("columns.0.name", "A"))).toMatchInlineSnapshot(`"+    name: A"`);
    expect(changeText(text, set("columns.1.name", "B, or not"))).toMatchInlineSnapshot(`
"-  - { id: b, formula: "[B]" } # a b
+  - { id: b, formula: "[B]", name: "B, or not" } # a b"
`);
    expect(changeText(text, set("schemaVersion", 1))).toMatchInlineSnapshot(`"+schemaVersion: 1"`);
  });

  test("that takes an entry away takes its comments, and leaves those of others", () => {
    expect(changeText(text, ({ columns }) => void columns.splice(0, 1))).toMatchInlineSnapshot(`
"-  # The first.
-  - id: a   # an a
-    formula: "[A]""
`);
    expect(changeText(text, ({ columns }) => void columns.splice(2, 1))).toMatchInlineSnapshot(`
"-  # About c.
-  - id: c
-    formula: |
-      select 1
-      from x
-    # That was c."
`);
    expect(changeText(text, (form) => void delete form.columns)).toMatchInlineSnapshot(`
"-columns:
-  # The first.
-  - id: a   # an a
-    formula: "[A]"
-  # About b.
-  - { id: b, formula: "[B]" } # a b
-
-  # These are calculated.
-
-  # About c.
-  - id: c
-    formula: |
-      select 1
-      from x
-    # That was c."
`);
    expect(changeText(text, ({ format }) => void delete format.prefix)).toMatchInlineSnapshot(`
"-format: { kind: number,   prefix: '$' }
+format: { kind: number }"
`);
  });

  test("of the order moves entries with what stands at them", () => {
    expect(changeText(text, ({ columns }) => void columns.unshift(columns.pop()))).toMatchInlineSnapshot(`
"-  # The first.
-  - id: a   # an a
-    formula: "[A]"
-  # About b.
-  - { id: b, formula: "[B]" } # a b
+  # The first.
+  - id: a   # an a
+    formula: "[A]"
+  # About b.
+  - { id: b, formula: "[B]" } # a b"
`);
  });

  test("of the kind of a value writes it anew", () => {
    expect(changeText(text, set("format", { $ref: "money" }))).toMatchInlineSnapshot(`
"-format: { kind: number,   prefix: '$' }
+format: !ref money"
`);
    expect(changeText(text, set("columns", []))).toMatchInlineSnapshot(`
"-columns:
-  # The first.
-  - id: a   # an a
-    formula: "[A]"
-  # About b.
-  - { id: b, formula: "[B]" } # a b
-
-  # These are calculated.
-
-  # About c.
-  - id: c
-    formula: |
-      select 1
-      from x
-    # That was c.
+columns: []"
`);
    expect(changeText(text, set("columns.0.formula", { deep: ["a", { b: "c\nd" }] }))).toMatchInlineSnapshot(`
"-    formula: "[A]"
+    formula:
+      deep:
+        - a
+        - b: |-
+            c
+            d"
`);
  });

  test("keeps Windows line ends, and a file without a last one", () => {
    const windows = "a: 1\r\nb:\r\n  - x\r\n";
    expect(updateModel(windows, { a: 1, b: ["x", { c: "l\nm" }], d: true })).toBe(
      "a: 1\r\nb:\r\n  - x\r\n  - c: |-\r\n      l\r\n      m\r\nd: true\r\n",
    );
    expect(updateModel("a: 1", { a: 1, b: 2 })).toBe("a: 1\nb: 2");
  });

  test("of a text between brackets keeps its lines and comments", () => {
    expect(
      changeText("a: [x, # an x\n  y, # a y\n  # above\n  z]\n", ({ a }) => void a.splice(1, 1)),
    ).toMatchInlineSnapshot(`"-  y, # a y"`);
    expect(changeText("a: [x, # an x\n  y]\n", ({ a }) => void a.splice(1, 1))).toMatchInlineSnapshot(`
"-a: [x, # an x
-  y]
+a: [x # an x
+  ]"
`);
    expect(changeText("a:\n  [\n    x,\n    y,\n  ]\n", ({ a }) => void a.push("z"))).toMatchInlineSnapshot(
      `"+    z,"`,
    );
  });
});

describe("what stands elsewhere", () => {
  const shared = "list:\n  - id: a\n  - !include more.yaml\n  - id: d\nall: !include all.yaml\n";
  const files = { "models/more.yaml": "[{ id: b }, { id: c }]\n", "models/all.yaml": "x: 1\n" };
  const catchRefusal = (change: (form: Loose) => unknown) => {
    try {
      return changeText(shared, change, files);
    } catch (error) {
      return (error as Error).message;
    }
  };

  test("is refused with the file it stands in", () => {
    expect(catchRefusal(set("all.x", 2))).toMatchInlineSnapshot(
      '"models/a.yaml:5:6: the change is in `!include all.yaml`. Change it in all.yaml, or replace the include ' +
        'with the value, and try again."',
    );
    expect(catchRefusal(set("list.1.name", "b"))).toBe(catchRefusal(({ list }) => void list.splice(2, 1)));
    expect(catchRefusal(({ list }) => void list.splice(2, 1))).toBe(
      catchRefusal(({ list }) => void list.splice(2, 0, { id: "new" })),
    );
    expect(catchRefusal(({ list }) => void list.splice(2, 1))).toMatchInlineSnapshot(
      '"models/a.yaml:3:5: the change is in `!include more.yaml`. Change it in more.yaml, or replace the include ' +
        'with the value, and try again."',
    );
  });

  test("doesn't hinder other changes", () => {
    expect(catchRefusal(({ list }) => void list.splice(1, 0, { id: "new" }))).toBe("+  - id: new");
    expect(catchRefusal(({ list }) => void list.splice(3, 1, { id: "new" }))).toBe("-  - id: d\n+  - id: new");
    expect(catchRefusal(({ list }) => void list.reverse())).toContain("!include more.yaml");
    expect(catchRefusal(({ list }) => void list.unshift(...list.splice(1, 2)))).toBe("-  - id: a\n+  - id: a");
    expect(catchRefusal((form) => void delete form.all)).toBe("-all: !include all.yaml");
  });
});

describe("anchors", () => {
  const anchored = "base: &base { kind: number, prefix: $ }\none: *base\ntwo:\n  <<: *base # shared\n  suffix: x\n";
  const catchRefusal = (change: (form: Loose) => unknown) => {
    try {
      return changeText(anchored, change);
    } catch (error) {
      return (error as Error).message;
    }
  };

  test("change for all who share them", () => {
    expect(catchRefusal(set("base.prefix", "€", "one.prefix", "€", "two.prefix", "€"))).toMatchInlineSnapshot(`
"-base: &base { kind: number, prefix: $ }
+base: &base { kind: number, prefix: € }"
`);
  });

  test("are refused where they are shared by what shall stay", () => {
    expect(catchRefusal(set("base.prefix", "€"))).toMatchInlineSnapshot(
      '"models/a.yaml:2:6: the change is in the alias `*base`. Replace `*base` with the value, or change it at ' +
        '`&base` for all its aliases, and try again."',
    );
    expect(catchRefusal(set("one.prefix", "€"))).toBe(catchRefusal(set("base.prefix", "€")));
    expect(catchRefusal(({ two }) => void delete two.prefix)).toMatchInlineSnapshot(
      '"models/a.yaml:4:3: the change is `prefix`, from a merge key (`<<`). Replace the merge key ' +
        'with the values, and try again."',
    );
  });

  test("may be overridden beside a merge key", () => {
    expect(catchRefusal(set("two.prefix", "€"))).toBe("+  prefix: €");
    expect(catchRefusal(({ two }) => void delete two.suffix)).toBe("-  suffix: x");
  });
});

function attempt(action: () => string): string | Error {
  try {
    return action();
  } catch (error) {
    return error as Error;
  }
}
