import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import { modelShape, type Shape } from "pulumi-analytics-internal/core/model/schema";
import { getGrammar, isWorkbook, readNoun } from "pulumi-analytics-internal/core/workbook";

/** The shape that a text's values have: of a data model or a workbook. A part of a workbook has to be told. */
export function chooseShape(form: Json): Shape {
  if (!isWorkbook(form)) return modelShape;
  const { contents, document = contents } = form as JsonObject;
  const { documents, envelopes } = getGrammar();
  return isObject(document) ? envelopes[readNoun(document)] : documents[readNoun(form as JsonObject)];
}
