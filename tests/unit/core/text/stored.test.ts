import { normalizeStored } from "../../../../provider/src/core/text";

test.each([
  ["d\n", "d"],
  [" Two\r\nlines ", "Two\nlines"],
  ["https://Login.Example.com/Token/", "https://login.example.com/Token"],
  ["HTTPS://Example.com/", "https://example.com"],
  ["https://example.com/a/?x=/", "https://example.com/a/?x=/"],
  ["Zoe@Acme.example", "zoe@acme.example"],
  ["Pre\u0301nom", "Pr\u00e9nom"],
  [{ a: ["x\n", { b: "y " }] }, { a: ["x", { b: "y" }] }],
  [undefined, undefined],
  [3, 3],
])("%j counts as %j", (given, stored) => {
  expect(normalizeStored(given)).toEqual(stored);
  expect(normalizeStored(stored)).toEqual(stored);
});

test.each([
  ["East", "east"],
  ["Acme.East", "acme.east"],
  ["a b", "a  b"],
  ["postgres://Robot@example.com/Sales", "postgres://robot@example.com/Sales"],
  ["https://example.com/a", "https://example.com/b"],
  ["a/", "a"],
])("%j and %j are different", (one, other) => {
  expect(normalizeStored(one)).not.toEqual(normalizeStored(other));
});

test("a long text takes work that grows with its length", () => {
  for (const long of ["a".repeat(5e6), `https://${"a".repeat(5e6)}`, "@".repeat(5e6), " \n".repeat(2.5e6)]) {
    expect(typeof normalizeStored(long)).toBe("string");
  }
});
