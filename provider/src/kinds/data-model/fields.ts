import * as z from "zod";
import type { IdentityMap, JsonObject } from "../../core/model";
import { isObject } from "../../core/model/json";
import { type DataOf, field, output, type Remote } from "../declare";
import type { Removal } from "../document/changes";
import {
  defineAddressOutputs,
  defineOwn,
  definePlaceFields,
  defineStoredOutputs,
  defineWritingFields,
} from "../document/fields";

export const fields = {
  ...definePlaceFields("model"),
  spec: field(
    z.union([z.string(), z.custom<JsonObject>(isObject, "expected an object")]),
    'The representation: an object, JSON or YAML text, or `specFile("…")`. In the state it is JSON ' +
      'text with placeholders `{"$ref": "<name>"}` for outputs. A transform may replace it with an ' +
      "object that contains secret values.",
    { internal: true },
  ),
  ...defineWritingFields("model", "`pages/scratch`, `**/description`"),
};

export type DataModelInputs = DataOf<typeof fields>;

export type { Removal } from "../document/changes";

/** The summary of an update for policies. */
export interface DataModelChangeSummary {
  readonly removes: readonly Removal[];
  /** What documents outside of the model can't read any more: `column Region of Fact Orders removed`. */
  readonly gone: readonly string[];
  /** What that breaks on the platform; undefined: nobody looked it up. */
  readonly breaks?: readonly Breakage[];
  /** Why the stack, which sets `analytics:impact`, couldn't look it up. */
  readonly unchecked?: string;
}

/** A part of {@link DataModelChangeSummary.gone}, and the documents that read it. */
export interface Breakage {
  readonly part: string;
  /** How formulas begin to name it: `[Fact Orders/Region]`, `[Metrics/Revenue]`, `[Fact Orders/`; not of a control. */
  readonly named?: string;
  readonly documents: readonly BreakingDocument[];
}

/** A document of the platform that an update of a data model breaks. */
export interface BreakingDocument {
  readonly type: "workbook" | "report" | "data model";
  readonly name: string;
  /** Of its folder. */
  readonly path: string;
  readonly url: string;
  /** The name of its owner. */
  readonly owner?: string;
  /** The version tags that have to move before it breaks; none: it breaks now. */
  readonly tags: readonly string[];
}

export const outputs = {
  ...defineAddressOutputs("model"),
  ids: output(defineOwn<IdentityMap>().meta({ type: "IdentityMap" }), "Your ids, with the platform's ids.", {
    asJson: true,
  }),
  ...defineStoredOutputs("model"),
};

export type DataModelOutputs = DataOf<typeof outputs>;

/** A model as far as the state knows it; a partially created one has no outputs yet. */
export type DataModelState = Remote<DataModelInputs, Partial<DataModelOutputs>>;
