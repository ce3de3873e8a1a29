import { brotliCompressSync } from "node:zlib";
import { isPacked, largestText, pack, unpack } from "../../../../provider/src/core/engine";

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
  expect(() => unpack({ __packed: "2:something" }, "spec")).toThrow(/^spec: A newer release.*upgrade the package\.$/);
});

test("a text beyond the limit is neither packed nor unpacked", () => {
  const text = "x".repeat(largestText + 1);
  expect(() => pack(text)).toThrow(/^the text has more than 128 MB, the limit of pulumi-analytics.*Split the document/);
  const bomb = { __packed: `1:${brotliCompressSync(text).toString("base64")}` };
  expect(bomb.__packed.length).toBeLessThan(1_000);
  expect(() => unpack(bomb, "spec")).toThrow(/^spec: unpacked, it has more than 128 MB.*`pulumi stack import`\.$/);
  expect(() => unpack({ __packed: "1:AAAA" })).toThrow(/^a text: it is packed, and damaged/);
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
