import * as z from "zod";
import type { JsonObject } from "../../core/model";
import { isObject } from "../../core/model/json";
import type { CodedNoun } from "../../core/workbook";
import { type DataOf, field, output, type Remote, text } from "../declare";
import { defineAddressOutputs, definePlaceFields, defineStoredOutputs, defineWritingFields } from "../document/fields";

export const defineCodedFields = (noun: CodedNoun) => ({
  ...definePlaceFields(noun),
  contents: field(
    z.union([z.string(), z.custom<JsonObject>(isObject, "expected an object")]),
    `The representation: an object, JSON or YAML text, or \`${noun}File("…")\`. In the state it is JSON text with ` +
      'placeholders `{"$ref": "<name>"}` for outputs. A transform may replace it with an object that contains secret ' +
      "values.",
    { internal: true },
  ),
  ...defineWritingFields(noun, "`elements/note`, `layout/scratch`, `**/description`"),
  acceptLosses: field(
    z.array(text).optional(),
    "Parts that an update may lose because the platform doesn't return them as code, as the error of an update names " +
      "them: `actions:submit`, or `actions:*` for all of a kind.",
    { local: true },
  ),
});

export type WorkbookInputs = DataOf<ReturnType<typeof defineCodedFields>>;

export const defineCodedOutputs = (noun: CodedNoun) => ({
  ...defineAddressOutputs(noun),
  previousVersion: output(
    z.int().optional().meta({ type: "number" }),
    noun === "workbook"
      ? "The version that the last update replaced, to bring it back; absent before the first update."
      : "The version that the last update replaced; absent before the first update.",
    { changesWith: ["contents", "refs"] },
  ),
  ...defineStoredOutputs(noun),
  writtenVersion: output(
    z.int().optional(),
    "The version that this resource wrote last. Another one on the platform has what somebody else made.",
    { internal: true },
  ),
});

export type WorkbookOutputs = DataOf<ReturnType<typeof defineCodedOutputs>>;

/** A document as far as the state knows it; a partially created one has no outputs yet. */
export type WorkbookState = Remote<WorkbookInputs, Partial<WorkbookOutputs>>;
