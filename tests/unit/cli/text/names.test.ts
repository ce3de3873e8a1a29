import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Names, toFileName } from "../../../../cli/src/text/names";
import { toIdentifier } from "../../../../cli/src/text/writers/typescript";
import fc, { character } from "../../../fast-check";

test.each([
  ["Revenue / by region", "revenue-by-region"],
  ["Unit_price", "unit-price"],
  ["../../etc/passwd", "etc-passwd"],
  ["..\\..\\windows\\system32", "windows-system32"],
  ["/absolute", "absolute"],
  ["C:\\orders", "c-orders"],
  [".hidden", "hidden"],
  ["_private", "private"],
  ["orders\u0000.yaml", "orders-yaml"],
  ["line\nbreak\r\u2028", "line-break"],
  ["מכירות \u202E2024", "מכירות-2024"],
  ["invoice\u202Egpj.exe", "invoicegpj-exe"],
  ["\u200B\u2060\uFEFF", ""],
  ["  ", ""],
  ["🚀", ""],
  ["売上 モデル", "売上-モデル"],
  ["हिन्दी", "हिन्दी"],
  ["Straße", "straße"],
  ["ﬁnance №5", "finance-no5"],
  ["Cafe\u0301", "café"],
])("%j is called %j", (text, name) => expect(toFileName(text)).toBe(name));

test("a name of 300 characters is cut between characters", () => {
  expect(toFileName("a".repeat(300))).toBe("a".repeat(80));
  expect(toFileName("売".repeat(300))).toBe("売".repeat(26));
});

test.each([
  ["orders", "orders"],
  ["revenue-by-region", "revenueByRegion"],
  ["2024-revenue", "_2024Revenue"],
  ["売上-モデル", "売上モデル"],
])("the constant of %s is %s", (name, identifier) => expect(toIdentifier(name)).toBe(identifier));

describe("names of one scope", () => {
  test("what has a name keeps it, and what comes later gets another", () => {
    const names = new Names({ a: "orders" });
    expect(names.give("a", ["Renamed meanwhile"])).toBe("orders");
    expect(names.give("b", ["Orders", "Sales Orders"])).toBe("sales-orders");
    expect(names.give("c", ["Orders", "Sales Orders"])).toBe("orders-2");
    expect(names.give("d", ["Orders"])).toBe("orders-3");
  });

  test("what can't be told apart on some system, or as a constant, counts as one name", () => {
    const names = new Names();
    const given = ["Cafe\u0301", "CAFÉ", "straße", "STRASSE", "a-1", "a1", "A 1"].map((text, id) =>
      names.give(`${id}`, [text]),
    );
    expect(given).toEqual(["café", "café-2", "straße", "strasse-2", "a-1", "a1-2", "a-1-3"]);
  });

  test("names of devices and words of the language give way to the next best", () => {
    const names = new Names({}, ["models"]);
    const given = ["CON", "nul.txt", "lpt1", "com¹", "class", "New", "Models", "🚀", ""].map((text, id) =>
      names.give(`${id}`, [text, `${text} model`]),
    );
    expect(given).toEqual([
      "con-model",
      "nul-txt",
      "lpt1-model",
      "com1-model",
      "class-model",
      "new-model",
      "models-model",
      "model",
      "model-2",
    ]);
  });

  test("only what was asked for is kept for the next time", () => {
    const names = new Names({ gone: "orders", here: "revenue" });
    names.give("here", ["Revenue"]);
    names.give("new", ["Orders"]);
    expect(names.listUsed()).toEqual({ here: "revenue", new: "orders-2" });
  });
});

const nasty = fc.oneof(
  fc.constantFrom(
    "..",
    "../..",
    "/",
    "\\",
    "CON",
    "aux",
    "NUL.yaml",
    "COM9",
    "~",
    "-",
    "con.",
    "a.",
    "a ",
    "__proto__",
    "constructor",
  ),
  fc.string({ unit: character, maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom("\u202E", "\u2066", "\u200F", "\u0000", "/", "\\", ".", " ", "a", "É", "e\u0301", "ß"),
    maxLength: 12,
  }),
);

test("whatever things are called, each gets a file of its own that can't be elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-analytics-names-"));
  try {
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 30 }), (texts) => {
        const names = new Names();
        const given = texts.map((text, id) => names.give(`${id}`, [text, `${text} model`]));
        for (const name of given) {
          expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u);
          expect(Buffer.byteLength(`${name}.yaml`)).toBeLessThanOrEqual(100);
          expect(name).toBe(name.normalize("NFC"));
          writeFileSync(join(folder, `${name}.yaml`), "");
        }
        const folded = given.map((name) => name.normalize("NFKD").toUpperCase());
        expect(new Set(folded).size).toBe(texts.length);
        const identifiers = given.map(toIdentifier);
        expect(new Set(identifiers).size).toBe(texts.length);
        // The language's own word on each.
        for (const identifier of identifiers) new Function(`"use strict"; const ${identifier} = 0;`);
        const again = new Names(names.listUsed());
        expect(texts.map((_, id) => again.give(`${id}`, ["Other"]))).toEqual(given);
      }),
    );
    expect(readdirSync(folder).every((name) => name.endsWith(".yaml"))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
