import { insertKnownValues } from "../../../../cli/src/documents/workbook";
import { nameOwnedIds } from "../../../../cli/src/pull/workbook-references";
import { parseSpec } from "../../../../provider/src/core/model";
import { validateWorkbook } from "../../../../provider/src/core/workbook";
import { change } from "../../core/workbook/sound";

const id = "0f8a3c52-9b1d-4c7e-8f00-1234567890ab";

test("an element of a model without a file gets a name, with its id as the value, and no warning", () => {
  const raw = change("!ref orders#fact_orders", "a1B2c3D4e5", change("dataModelId: !ref orders", `dataModelId: ${id}`));
  const { form, refs } = nameOwnedIds(parseSpec(raw), new Set(["model"]));
  expect(refs).toEqual({ "model-2": id, "model-2#a1B2c3D4e5": "a1B2c3D4e5" });
  expect(form).toMatchObject({
    elements: expect.arrayContaining([
      expect.objectContaining({
        source: { kind: "data-model", dataModelId: { $ref: "model-2" }, elementId: { $ref: "model-2#a1B2c3D4e5" } },
      }),
    ]),
  });
  expect(validateWorkbook(parseSpec(raw), { authored: form })).toEqual([]);
  expect(insertKnownValues(parseSpec(raw), refs)).toEqual(form);
});

test("an element of a model with a file keeps the name that it has", () => {
  const { form, refs } = nameOwnedIds(parseSpec(change("!ref orders#fact_orders", "a1B2c3D4e5")), new Set());
  expect(refs).toEqual({});
  expect(JSON.stringify(form)).toContain('"elementId":"a1B2c3D4e5"');
});
