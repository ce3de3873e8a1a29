import {
  createNameFinder,
  describeDuration,
  describeMissingPart,
  escapeFormulaName,
  getOwnValue,
  isSameData,
  isSameEmail,
  isSameName,
  prefixErrors,
  quoteFormulaText,
  shortenName,
  suggestBoolean,
} from "../../../../provider/src/core/text";
import { formTitle } from "../../../../provider/src/core/text/title";
import { escapeAttribute } from "../../../../provider/src/core/text/xml";

test.each([
  [0, "0 seconds"],
  [1_000, "1 second"],
  [1_540, "1.5 seconds"],
  [119_900, "119.9 seconds"],
  [120_000, "2 minutes"],
  [400_000, "6 minutes 40 seconds"],
  [3_661_000, "1 hour 1 minute"],
  // A unit that isn't there ends it.
  [3_601_000, "1 hour"],
  [26 * 3_600_000, "1 day 2 hours"],
  [400 * 86_400_000, "1 year 35 days"],
])("%d ms are %s", (ms, told) => {
  expect(describeDuration(ms)).toBe(told);
});

test.each([
  ["yes", "Write true: `yes` is a text."],
  ["Off", "Write false: `Off` is a text."],
  ["true", "Write true without quotes."],
  ["false", "Write false without quotes."],
  [1, "Write true."],
  [0, "Write false."],
  ["1", "Write true: `1` is a text."],
  [2, undefined],
  ["maybe", undefined],
  [null, undefined],
  [["yes"], undefined],
])("instead of %j for a boolean: %s", (value, told) => {
  expect(suggestBoolean(value)).toBe(told);
});

test.each([
  ["ORDER_ID", "Order Id"],
  ["orderId2Name", "Order Id2 Name"],
  ["URLs of pages", "URLs Of Pages"],
  ["--größe  in m²", "Größe In M²"],
  ["e\u0301tat", "E\u0301tat"],
  ["---", "Unnamed"],
])("a title of %j", (name, title) => {
  expect(formTitle(name)).toBe(title);
});

const [composed, decomposed] = ["Pr\u00e9nom", "Pre\u0301nom"];

test("names are the same in either form of their characters, email addresses also in either case", () => {
  expect(isSameName(composed, decomposed)).toBe(true);
  expect(isSameName(composed, "Prenom")).toBe(false);
  expect(isSameName(undefined, undefined)).toBe(true);
  expect(isSameName(composed, undefined)).toBe(false);
  expect(isSameName(undefined, composed)).toBe(false);
  expect(isSameName(composed, composed.toUpperCase())).toBe(false);
  expect(isSameEmail(`${composed}@A.example`, `${decomposed.toUpperCase()}@a.EXAMPLE`)).toBe(true);
  expect(isSameData(composed, decomposed)).toBe(true);
  expect(isSameData(1, 1)).toBe(true);
  expect(isSameData(1, "1")).toBe(false);
  expect(isSameData(composed, 1)).toBe(false);
  expect(isSameData(["a"], ["a"])).toBe(false);
});

test("a value is found by a key of its own, in either form", () => {
  expect(getOwnValue({ orders: 1 }, "orders")).toBe(1);
  expect(getOwnValue({ orders: 1 }, "constructor")).toBeUndefined();
  expect(getOwnValue({ [composed]: 1 }, decomposed)).toBe(1);
  expect(getOwnValue({ [composed]: 1, [decomposed]: 2 }, decomposed)).toBe(2);
  expect(getOwnValue(undefined, "orders")).toBeUndefined();
});

test("a name that is taken gets the next free number", () => {
  const taken = new Set(["orders", "orders_2"]);
  const findName = createNameFinder("_");
  const take = (name: string) => {
    const free = findName(name, (other) => taken.has(other));
    taken.add(free);
    return free;
  };
  expect(["orders", "orders", "areas", "areas"].map(take)).toEqual(["orders_3", "orders_4", "areas", "areas_2"]);
});

test("a text in a formula, or none where the language has none; a name between brackets; an attribute in XML", () => {
  expect(quoteFormulaText('a "b" \\')).toBe('"a \\"b\\" \\\\"');
  for (const text of ["a\nb", "a\rb"]) expect(quoteFormulaText(text)).toBeUndefined();
  expect(escapeFormulaName("a/b [c] \\")).toBe("a\\/b \\[c\\] \\\\");
  expect(escapeAttribute('<"&amp;"\t\r\n>')).toBe("&lt;&quot;&amp;amp;&quot;&#9;&#13;&#10;>");
});

test("a file's name is cut by its bytes, between characters, and not behind a separator", () => {
  expect(shortenName("orders", 6)).toBe("orders");
  expect(shortenName("orders", 5)).toBe("order");
  expect(shortenName("größe", 4)).toBe("grö");
  expect(shortenName("größe", 3)).toBe("gr");
  expect(shortenName("a😀b", 4)).toBe("a");
  expect(shortenName("a😀b", 5)).toBe("a😀");
  expect(shortenName("big-orders", 4)).toBe("big");
  expect(shortenName("big_orders", 4)).toBe("big");
});

test("a message lists the parts that there are, and an error begins with what it is about", () => {
  expect(describeMissingPart('element "a"', { b: 1, c: 2 })).toBe('The model has no element "a". It has: b, c.');
  expect(describeMissingPart('element "a"', {}, "orders")).toBe('orders: the model has no element "a". It has: none.');
  const fail = () => {
    throw new Error("no");
  };
  expect(() => prefixErrors("Tag a", fail)).toThrow(new Error("Tag a: no"));
  expect(() => prefixErrors("Tag a", fail, (message) => new TypeError(message))).toThrow(new TypeError("Tag a: no"));
  expect(prefixErrors("Tag a", () => 1)).toBe(1);
});
