import fc from "fast-check";
import { updateModel } from "../../../../provider/src/cli/text";
import { type JsonObject, parseSpec } from "../../../../provider/src/spec";
import { stableText } from "../../../../provider/src/spec/json";
import { specs } from "../../spec/arbitrary";
import { randomEdit } from "../../spec/edits";
import { entryAt, handwritten } from "./handwriting";

/** A model, the same in somebody's handwriting, and the model after an edit or two. */
const edits = (hasAnchors = false) =>
  fc.gen().map((draw) => {
    const form = draw(() => specs) as JsonObject;
    const written = handwritten(form, draw, { hasAnchors });
    let { spec } = randomEdit(form, draw);
    if (draw(fc.boolean)) spec = randomEdit(spec, draw).spec;
    return { form, ...written, spec };
  });

fc.configureGlobal({ endOnFailure: true });

describe("in any handwriting", () => {
  test("the text is what it should be to begin with", () => {
    fc.assert(fc.property(edits(true), ({ form, text }) => expect(parseSpec(text)).toEqual(form)));
  });

  test("after edits, it reads as the edited model, and comments at what stayed are there", () => {
    fc.assert(
      fc.property(edits(), ({ form, text, remarks, spec }) => {
        const result = updateModel(text, spec);
        expect(parseSpec(result)).toEqual(spec);
        const untouched = remarks.filter(({ at }) => {
          const after = entryAt(spec, at);
          return after !== undefined && stableText(after) === stableText(entryAt(form, at));
        });
        expect(untouched.filter((remark) => !result.includes(remark.text))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("with anchors, it reads as the edited model, or the alias that is in the way is named", () => {
    fc.assert(
      fc.property(edits(true), ({ text, spec }) => {
        const result = attempt(() => updateModel(text, spec));
        if (typeof result === "string") expect(parseSpec(result)).toEqual(spec);
        else expect(result.message).toMatch(/what changes stands behind the alias `\*a\d+`|after the change, unidentified alias "a\d+"/);
      }),
    );
  });

  test("what reads as it should already stays as it is", () => {
    fc.assert(fc.property(edits(true), ({ form, text }) => expect(updateModel(text, form)).toBe(text)));
  });
});

test("JSON stays JSON", () => {
  fc.assert(
    fc.property(edits(), fc.constantFrom(undefined, 2, "\t"), ({ form, spec }, indent) => {
      const result = updateModel(JSON.stringify(form, null, indent), spec);
      expect(JSON.parse(result)).toEqual(spec);
    }),
  );
});

function attempt(action: () => string): string | Error {
  try {
    return action();
  } catch (error) {
    return error as Error;
  }
}
