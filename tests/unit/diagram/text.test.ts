import { listMissingLetters, measureText } from "../../../diagram/src/fonts";
import { cleanText } from "../../../diagram/src/graph";
import { fitLine, wrap } from "../../../diagram/src/lines";
import { escapeLine } from "../../../provider/src/core/text/plain";
import fc, { character } from "../../fast-check";
import { hostileNames } from "../cli/drawing/models";

test("widths are those of the font", () => {
  // From the font's own tables: 651 of 2048 units for a space, 1401 for an A.
  expect(measureText(" ", 2048)).toBe(651);
  expect(measureText("A", 2048)).toBe(1401);
  expect(measureText("AA ", 2048)).toBe(2 * 1401 + 651);
  expect(measureText("A", 2048, "bold")).toBe(1585);
});

test("letters that the font lacks are known, and as wide as high", () => {
  expect(listMissingLetters("Orders, Größe, Заказы, مبيعات, 月次")).toEqual(["月", "次"]);
  expect(measureText("月", 12)).toBe(12);
});

test("a text that fits stays as it is; a longer one is broken between words", () => {
  const setting = { size: 13, width: 150 };
  expect(wrap("Orders", setting, 3)).toEqual(["Orders"]);
  expect(wrap("Revenue by region and month", setting, 3)).toEqual(["Revenue by region", "and month"]);
  expect(wrap("fact_orders_by_region_and_month", setting, 3)).toEqual(["fact_orders_by_region_", "and_month"]);
});

test("a word that is too long is broken inside, never inside a letter", () => {
  const lines = wrap("👩‍👩‍👧".repeat(10), { size: 13, width: 100 }, 2);
  expect(lines.join("").replace("…", "")).toMatch(/^(👩‍👩‍👧)+$/u);
  expect(lines.at(-1)).toMatch(/…$/u);
});

test("what doesn't fit is told", () => {
  expect(fitLine("Revenue by region and month", { size: 13, width: 100 })).toBe("Revenue by r…");
});

test("every line of every text fits", () => {
  const texts = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: character }),
    fc.constantFrom(...hostileNames),
  );
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 4 }), (text, most) => {
      const lines = wrap(text, { size: 13, width: 120 }, most);
      expect(lines.length).toBeLessThanOrEqual(most);
      for (const line of lines) expect(measureText(line, 13)).toBeLessThanOrEqual(120);
    }),
  );
});

test("no text holds what XML forbids, breaks the line, or turns the direction", () => {
  const forbidden = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: character }), fc.constantFrom(...hostileNames)), (text) => {
      expect(cleanText(text)).not.toMatch(forbidden);
      // The package has no other code of the provider's; what terminals are kept from, pictures are, too.
      expect(cleanText(text)).toBe(cleanText(escapeLine(text)));
    }),
  );
  expect(cleanText("lone \uD800 half")).toBe("lone � half");
});
