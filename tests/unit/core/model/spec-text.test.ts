import { pack } from "../../../../provider/src/core/engine";
import { specText } from "../../../../provider/src/core/model";

test.each([
  ["text", '{"pages":[]}'],
  ["an object", { pages: [] }],
  ["what the plugin packed", { contents: "0 pages", ...pack('{"pages":[]}') }],
])("the text of a spec that is %s", (_, spec) => {
  expect(specText(spec)).toBe('{"pages":[]}');
});

test("a spec that can't be read", () => {
  expect(() => specText(undefined)).toThrow("spec: neither a text nor a structure.");
  expect(() => specText({ __packed: "9:abc" })).toThrow("A newer release of pulumi-analytics packed this value");
});
