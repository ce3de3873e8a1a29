import { redact } from "../../../provider/src/api/transport/redact";

test.each([
  [
    "Expecting string but instead got: hunter2-hunter2",
    ["hunter2-hunter2"],
    "Expecting string but instead got: [secret]",
  ],
  ["xhunter2-hunter2x", ["hunter2-hunter2"], "x[secret]x"],
  // A short one is a secret as a word, not as a part of one.
  ["a bad answer: a", ["a"], "[secret] bad answer: [secret]"],
  ["status 400, got 4", ["4"], "status 400, got [secret]"],
  ["got (.*), or \\d", [".*", "\\d"], "got ([secret]), or [secret]"],
  // The longer one first, and none in what another was replaced by.
  ["got long-secret-value", ["secret", "long-secret-value"], "got [secret]"],
  ["got my-password", ["secret", "my-password"], "got [secret]"],
  // As it stands in JSON.
  ['got: "line 1\\nline \\"2\\""', ['line 1\nline "2"'], 'got: "[secret]"'],
  ["nothing", [""], "nothing"],
])("%j without %j", (text, secrets, expected) => {
  expect(redact(text, secrets)).toBe(expected);
});

test("every text of a value, keys too; other values stay", () => {
  const value = { "planted-key": ["planted-key", 1, null, { deep: "planted-key!" }] };
  expect(redact(value, ["planted-key"])).toEqual({ "[secret]": ["[secret]", 1, null, { deep: "[secret]!" }] });
});

test("a secret of any length", () => {
  const long = "x(".repeat(100_000);
  expect(redact(`got ${long}.`, [long])).toBe("got [secret].");
});
