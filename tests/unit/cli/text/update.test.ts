import fc from "fast-check";
import { updateModel, writeModel } from "../../../../provider/src/cli/text";
import { parseSpec } from "../../../../provider/src/spec";
import { specs } from "../../spec/arbitrary";
import { randomEdit } from "../../spec/edits";

test("after random edits, a text reads as the edited model", () => {
  fc.assert(
    fc.property(specs, fc.gen(), (form, draw) => {
      const { spec } = randomEdit(form, draw);
      const text = writeModel(form);
      expect(parseSpec(updateModel(text, spec))).toEqual(spec);
      expect(parseSpec(updateModel(JSON.stringify(form, null, 2), spec))).toEqual(spec);
      expect(parseSpec(updateModel(JSON.stringify(form), spec))).toEqual(spec);
    }),
    { numRuns: 300 },
  );
});
