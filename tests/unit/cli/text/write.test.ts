import fc from "fast-check";
import { writeModel } from "../../../../provider/src/cli/text";
import { type Json, parseSpec } from "../../../../provider/src/spec";
import { specs } from "../../spec/arbitrary";
import { fixture, fixturesIn } from "../../spec/fixtures";
import { hostileTexts } from "./texts";

/** Any JSON with any texts, holes among them. */
const anyJson = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    hostileTexts,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
    fc.boolean(),
    fc.constant(null),
    hostileTexts.map(($ref) => ({ $ref })),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      hostileTexts.filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value;

test.each(fixturesIn("constructs"))("%s is read back as it was", (name) => {
  const form = fixture(name);
  expect(parseSpec(writeModel(form))).toEqual(form);
});

test("any model is read back as it was", () => {
  fc.assert(fc.property(specs, (form) => expect(parseSpec(writeModel(form))).toEqual(form)));
});

test("any texts are read back as they were, wherever they stand", () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const column = { id: text, name: text, formula: text };
      const form = {
        pages: [
          {
            id: "a",
            name: text,
            elements: [{ id: text, kind: "table", columns: [column], source: { statement: text, kind: "sql" } }],
          },
        ],
      };
      expect(parseSpec(writeModel(form))).toEqual(form);
    }),
    { numRuns: 1000 },
  );
});

test("any JSON is read back as it was", () => {
  fc.assert(
    fc.property(anyJson, (value) => expect(parseSpec(writeModel(value))).toEqual(value)),
    { numRuns: 1000 },
  );
});
