import { parseSide } from "../../../../cli/src/diff/side";

const id = "1b0c6a52-7f1e-4a35-9d1c-0f2b6f0a9e11";

test.each([
  ["orders.yaml"],
  ["./orders.yaml"],
  ["models/2024@7/orders.yaml"],
  ["orders@7"],
  [`./${id}`],
  ["./live:orders"],
  ["/abs/orders.yaml"],
  ["C:\\models\\orders.yaml"],
  ["c:/models/orders.yaml"],
  [".:x"],
  [""],
])("a file: %s", (text) => {
  expect(parseSide(text)).toEqual({ is: "file", path: text });
});

test.each([
  [id, undefined, "id", id, undefined],
  [id.toUpperCase(), undefined, "id", id.toUpperCase(), undefined],
  [`${id}@7`, undefined, "id", id, 7],
  [`${id}@Production`, undefined, "id", id, "Production"],
  [`${id}@latest`, undefined, "id", id, undefined],
  [`live:${id}@7`, undefined, "id", id, 7],
  ["live:another-form", undefined, "id", "another-form", undefined],
  ["live:Acme/Models/Orders", undefined, "path", "Acme/Models/Orders", undefined],
  ["live:Acme/a@b@latest", undefined, "path", "Acme/a@b", undefined],
  ["live:Acme@home/Orders", undefined, "path", "Acme@home/Orders", undefined],
  ["live:Acme/Orders: all", undefined, "path", "Acme/Orders: all", undefined],
  [`partner:${id}@3`, "partner", "id", id, 3],
  ["emea-2:Acme/Orders@Live tag", "emea-2", "path", "Acme/Orders", "Live tag"],
  [
    "https://app.example/acme/data-model/Orders-abc",
    undefined,
    "url",
    "https://app.example/acme/data-model/Orders-abc",
    undefined,
  ],
  ["partner:https://app.example/x@2", "partner", "url", "https://app.example/x", 2],
])("a data model: %s", (text, profile, by, value, version) => {
  expect(parseSide(text)).toEqual({ is: "model", profile, model: { by, value }, version });
});

test.each(["live:", "live:@7", "partner:x@", "live:..", "partner:.@7"])("no data model: %s", (text) => {
  expect(() => parseSide(text)).toThrow(`${text}: not a data model.`);
});
