import { formatModel, writeModel } from "../../../../cli/src/text";
import { type Json, parseSpec } from "../../../../provider/src/core/model";
import { Places } from "../../../../provider/src/core/model/text/located";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { specs } from "../../core/model/arbitrary";
import { listFixtures, readFixtureText } from "../../core/model/fixtures";
import { type Habits, listPositions, writeByHand } from "./handwriting";

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

/** A model, and the same in somebody's handwriting. */
const makeWritings = (habits: Habits = {}) =>
  fc.gen().map((draw) => {
    const form: Json = draw(() => specs);
    return { form, ...writeByHand(form, draw, habits) };
  });

describe("formulas", () => {
  /** A model with a formula, as it stands in the text. */
  const write = (written: string) => `pages:
  - id: p
    name: P
    elements:
      - id: t
        kind: table
        name: Sum(x)
        source:
          kind: warehouse-table
          connectionId: c
          path: [A, B]
        columns:
          # Above.
          - { id: a, formula: ${written} } # beside
        metrics:
          - id: m
            formula: ${written} # gross
            description: If(x)
`;

  test.each([
    ["Sum(x)", '"Sum(x)"'],
    ["'Sum(x)'", '"Sum(x)"'],
    ["'[A/x]'", '"[A/x]"'],
    ['If(x = "a", 1)', "'If(x = \"a\", 1)'"],
    ['"If(x = \\"a\\", 1)"', "'If(x = \"a\", 1)'"],
    ["'If(x = \"it''s\", 1)'", '"If(x = \\"it\'s\\", 1)"'],
  ])("%s has quotes, other texts have none, and a second time changes nothing", (before, after) => {
    const inFlow = /,/.test(before) && !/^["']/.test(before) ? `'${before}'` : before;
    const text = write(before).replace(`formula: ${before} }`, `formula: ${inFlow} }`);
    expect(formatModel(text, "yaml")).toBe(write(after));
    expect(formatModel(write(after), "yaml")).toBe(write(after));
    expect(writeModel(parseSpec(text)).split(`formula: ${after}`)).toHaveLength(3);
  });
});

describe("in any handwriting", () => {
  test("the meaning stays, and a second time changes nothing", () => {
    fc.assert(
      fc.property(makeWritings({ hasAnchors: true }), ({ form, text }) => {
        const formatted = formatModel(text, "yaml");
        expect(parseSpec(formatted)).toEqual(form);
        expect(formatModel(formatted, "yaml")).toBe(formatted);
      }),
      { numRuns: countCases(75) },
    );
  });

  test("every comment stays at what it stands at", () => {
    fc.assert(
      fc.property(makeWritings(), ({ form, text, remarks }) => {
        const formatted = formatModel(text, "yaml");
        const lines = formatted.split(/\r?\n/);
        const places = new Places({ text: formatted });
        for (const remark of remarks) {
          const line = lines.findIndex((one) => one.includes(remark.text));
          const entry = places.locate(listPositions(form, remark.at)).line - 1;
          // A block of text is where its first line is, its comment where its sign is.
          const between = lines.slice(line, entry).filter((one) => !/^\s*(#.*)?$|[|>][-+\d]* #.*$/.test(one));
          expect({ ...remark, isThere: line >= 0 && line <= entry, between }).toEqual({
            ...remark,
            isThere: true,
            between: [],
          });
        }
      }),
      { numRuns: countCases(75) },
    );
  });

  test("it becomes what the model is written as", () => {
    fc.assert(
      fc.property(makeWritings({ hasRemarks: false }), ({ form, text }) => {
        expect(
          formatModel(text, "yaml")
            .replaceAll("\r\n", "\n")
            .replace(/^---\n/, ""),
        ).toBe(writeModel(form));
      }),
    );
  });
});

test.each(listFixtures("constructs").filter((name) => name.endsWith(".yaml")))("%s keeps its meaning", (name) => {
  const text = readFixtureText(name);
  const formatted = formatModel(text, "yaml");
  expect(parseSpec(formatted)).toEqual(parseSpec(text));
  expect(formatModel(formatted, "yaml")).toBe(formatted);
});
