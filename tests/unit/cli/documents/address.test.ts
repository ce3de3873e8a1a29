import fc from "fast-check";
import { type Address, formatAddress, parseAddress } from "../../../../cli/src/documents/address";

const id = "1b0c6a52-7f1e-4a35-9d1c-0f2b6f0a9e11";

/** The last column says how the address is written again, where that isn't how it was. */
const forms: [text: string, meaning: Address, written?: string][] = [
  ["orders.yaml", { from: "files", by: "path", value: "orders.yaml" }],
  ["./orders.yaml", { from: "files", by: "path", value: "orders.yaml" }, "orders.yaml"],
  ["./orders", { from: "files", by: "path", value: "orders" }],
  ["./", { from: "files", by: "path", value: "." }, "."],
  ["..", { from: "files", by: "path", value: ".." }],
  ["models/", { from: "files", by: "path", value: "models/" }],
  ["models/2024@7/orders.yaml", { from: "files", by: "path", value: "models/2024@7/orders.yaml" }],
  ["models/#1/orders.yaml", { from: "files", by: "path", value: "models/#1/orders.yaml" }],
  ["models/a.yaml#orders.net", { from: "files", by: "path", value: "models/a.yaml", part: "orders.net" }],
  ["models/a.yaml\\#1.yaml", { from: "files", by: "path", value: "models/a.yaml#1.yaml" }],
  ["workbooks/sales", { from: "files", by: "path", value: "workbooks/sales" }],
  [`./${id}`, { from: "files", by: "path", value: id }],
  ["./live:orders", { from: "files", by: "path", value: "live:orders" }],
  ["/abs/orders.yaml", { from: "files", by: "path", value: "/abs/orders.yaml" }],
  ["C:\\models\\orders.yaml", { from: "files", by: "path", value: "C:\\models\\orders.yaml" }],
  ["C:\\models\\orders", { from: "files", by: "path", value: "C:\\models\\orders" }],
  ["c:/models/orders.yaml", { from: "files", by: "path", value: "c:/models/orders.yaml" }],
  ["models\\orders", { from: "files", by: "path", value: "models\\orders" }],
  [".:x", { from: "files", by: "path", value: ".:x" }],
  ["orders", { from: "files", by: "name", value: "orders" }],
  ["orders@7", { from: "files", by: "name", value: "orders@7" }, "orders\\@7"],
  ["orders#fact_orders", { from: "files", by: "name", value: "orders", part: "fact_orders" }],
  ["orders#fact_orders.region", { from: "files", by: "name", value: "orders", part: "fact_orders.region" }],
  ["Sales#Fact Orders: all/#1@x", { from: "files", by: "name", value: "Sales", part: "Fact Orders: all/#1@x" }],
  ["a\\/b\\#c\\:d\\@e\\\\f", { from: "files", by: "name", value: "a/b#c:d@e\\f" }],
  ["orders\\.yaml", { from: "files", by: "name", value: "orders.yaml" }],
  ["git:main", { from: "commit", ref: "main" }],
  ["git:main:", { from: "commit", ref: "main" }, "git:main"],
  ["git:HEAD~1:orders", { from: "commit", ref: "HEAD~1", target: { by: "name", value: "orders" } }],
  ["git:a/b:models", { from: "commit", ref: "a/b", target: { by: "name", value: "models" } }],
  ["git:v1:models/o.yaml", { from: "commit", ref: "v1", target: { by: "path", value: "models/o.yaml" } }],
  ["git:v1:live:x/y", { from: "commit", ref: "v1", target: { by: "path", value: "live:x/y" } }],
  ["git:v1:o.yaml#f.r", { from: "commit", ref: "v1", target: { by: "path", value: "o.yaml", part: "f.r" } }],
  ["state:", { from: "state" }],
  ["state:orders", { from: "state", name: "orders" }],
  ["state:a/b:c#fact_orders", { from: "state", name: "a/b:c", part: "fact_orders" }],
  ["live:", { from: "platform", by: "path", value: "" }],
  [id, { from: "platform", by: "id", value: id }],
  [id.toUpperCase(), { from: "platform", by: "id", value: id.toUpperCase() }],
  [`${id}@7`, { from: "platform", by: "id", value: id, version: 7 }],
  [`${id}@Production`, { from: "platform", by: "id", value: id, version: "Production" }],
  [`${id}@latest`, { from: "platform", by: "id", value: id }, id],
  [`${id}#Fact Orders.Region`, { from: "platform", by: "id", value: id, part: "Fact Orders.Region" }],
  [`${id}@7#Orders`, { from: "platform", by: "id", value: id, version: 7, part: "Orders" }],
  [`live:${id}@7`, { from: "platform", by: "id", value: id, version: 7 }, `${id}@7`],
  ["live:another-form", { from: "platform", by: "path", value: "another-form" }],
  ["live:Acme/Models/Orders", { from: "platform", by: "path", value: "Acme/Models/Orders" }],
  ["live:Acme/a\\/b", { from: "platform", by: "path", value: "Acme/a\\/b" }],
  ["live:Acme/a@b@latest", { from: "platform", by: "path", value: "Acme/a@b" }, "live:Acme/a\\@b"],
  ["live:Acme@home/Orders", { from: "platform", by: "path", value: "Acme@home/Orders" }, "live:Acme\\@home/Orders"],
  ["live:Acme/Orders: all", { from: "platform", by: "path", value: "Acme/Orders: all" }],
  ["live:Acme/#1", { from: "platform", by: "path", value: "Acme/", part: "1" }],
  ["live:Acme/\\#1@2", { from: "platform", by: "path", value: "Acme/#1", version: 2 }],
  [`partner:${id}@3`, { from: "platform", profile: "partner", by: "id", value: id, version: 3 }],
  [
    "emea-2:A/Orders@Live tag",
    { from: "platform", profile: "emea-2", by: "path", value: "A/Orders", version: "Live tag" },
  ],
  [
    "https://app.example/x/Orders-abc?a#b",
    { from: "platform", by: "url", value: "https://app.example/x/Orders-abc?a#b" },
  ],
  ["partner:x@", { from: "platform", profile: "partner", by: "path", value: "x", version: "" }],
  [
    "partner:https://app.example/x@2",
    { from: "platform", profile: "partner", by: "url", value: "https://app.example/x", version: 2 },
  ],
];

test.each(forms)("%s", (text, meaning, written = text) => {
  expect(parseAddress(text)).toEqual(meaning);
  expect(formatAddress(meaning)).toBe(written);
  expect(parseAddress(written)).toEqual(meaning);
});

test.each(["", "live:@7", "live:#x", "live:..", "partner:.@7", "git:", "git::models"])("no address: %s", (text) => {
  expect(() => parseAddress(text)).toThrow(`${JSON.stringify(text)}: names no document.`);
});

describe("every address is read as it is written", () => {
  const signs = fc.constantFrom(..."/\\#:@.-~ aZ1_é".split(""), "live:", "git:", ".yaml", id, "./", "C:\\");
  const text = fc.string({ unit: signs, maxLength: 12 });

  test("a text that was read", () => {
    fc.assert(
      fc.property(text, (given) => {
        let address: Address;
        try {
          address = parseAddress(given);
        } catch {
          return;
        }
        expect(parseAddress(formatAddress(address))).toEqual(address);
      }),
      { numRuns: 2000, examples: [["./1b0c6a52-7f1e-4a35-9d1c-0f2b6f0a9e11@.yaml"]] },
    );
  });

  test("a name, with any sign in it", () => {
    fc.assert(
      fc.property(
        text.filter((name) => name !== ""),
        (value) => {
          for (const address of [
            { from: "files", by: "name", value },
            { from: "files", by: "name", value, part: value },
            { from: "state", name: value },
          ] as Address[]) {
            expect(parseAddress(formatAddress(address))).toEqual(address);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
