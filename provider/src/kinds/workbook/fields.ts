import * as z from "zod";
import type { JsonObject } from "../../core/spec";
import { isObject } from "../../core/spec/json";
import { type DataOf, field, output, type Remote, text } from "../declare";
import { defineAddressOutputs, definePlaceFields, defineStoredOutputs, defineWritingFields } from "../document/fields";

export const fields = {
  ...definePlaceFields("workbook"),
  contents: field(
    z.union([z.string(), z.custom<JsonObject>(isObject, "expected an object")]),
    'The representation: an object, JSON or YAML text, or `workbookFile("…")`. In the state it is JSON text with ' +
      'placeholders `{"$ref": "<name>"}` for outputs. A transform may replace it with an object that contains secret ' +
      "values.",
    { internal: true },
  ),
  ...defineWritingFields("workbook", "`elements/note`, `layout/scratch`, `**/description`"),
  acceptLosses: field(
    z.array(text).optional(),
    "Parts that an update may lose because the platform doesn't return them as code, as the error of an update names " +
      "them: `actions:submit`, or `actions:*` for all of a kind.",
    { local: true },
  ),
};

export type WorkbookInputs = DataOf<typeof fields>;

export const outputs = {
  ...defineAddressOutputs("workbook"),
  previousVersion: output(
    z.int().optional().meta({ type: "number" }),
    "The version that the last update replaced, for `pulumi-analytics restore`; absent before the first update.",
  ),
  ...defineStoredOutputs("workbook"),
  writtenVersion: output(
    z.int().optional(),
    "The version that this resource wrote last. Another one on the platform has what somebody else made.",
    { internal: true },
  ),
};

export type WorkbookOutputs = DataOf<typeof outputs>;

/** A workbook as far as the state knows it; a partially created one has no outputs yet. */
export type Known = Remote<WorkbookInputs, Partial<WorkbookOutputs>>;
