import { isPacked, pack, unpack } from "../../../../provider/src/core/engine";

test("a packed text is read again, whatever is in it", () => {
  for (const text of ["", "text", '{"pages":[]}', "Größe 😀", "x".repeat(1_000_000)]) {
    expect(unpack(pack(text))).toBe(text);
  }
});

test("it stands under a key that Pulumi doesn't print, with the number of its form", () => {
  const packed = pack("text");
  expect(Object.keys(packed)).toEqual(["__packed"]);
  expect(packed.__packed).toMatch(/^1:[\w+/]+=*$/);
});

test("any other value stays as it is", () => {
  for (const value of [undefined, null, "1:text", 1, {}, { __packed: 1 }, ["1:text"]]) {
    expect(isPacked(value)).toBe(false);
    expect(unpack(value)).toBe(value);
  }
});

test("the form of a newer release is refused with what helps", () => {
  expect(() => unpack({ __packed: "2:something" })).toThrow(/newer release.*upgrade the package/);
});

test("a model of 300 columns packs to less than a tenth", () => {
  const columns = Array.from({ length: 300 }, (_, i) => ({
    id: `c${i}`,
    name: `Column ${i}`,
    formula: `[ORDERS/C_${i}]`,
  }));
  const text = JSON.stringify({ pages: [{ id: "p", elements: [{ id: "t", kind: "table", columns }] }] });
  expect(pack(text).__packed.length).toBeLessThan(text.length / 10);
});
