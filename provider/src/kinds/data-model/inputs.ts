import * as z from "zod";
import type { Baseline, IdentityMap, JsonObject } from "../../core/spec";
import { isObject } from "../../core/spec/json";
import type { Remote } from "../declare/kind";

export const dataModelInputs = z.strictObject({
  /** The model's name. Updates in place. */
  name: z.string().min(1),
  /** Id of the folder the model lies in. Updates in place: the model moves. */
  folderId: z.string().min(1),
  /** Updates in place. */
  description: z.string().optional(),
  /**
   * The representation as JSON text, with holes `{"$ref": "<name>"}`. Made by the resource class. A transform may put an object in its place, with
   * `secret` values in it.
   */
  spec: z.union([z.string(), z.custom<JsonObject>(isObject, "expected an object")]),
  /** The values of the holes. Made by the resource class. */
  refs: z.record(z.string(), z.unknown()).optional(),
  /** The file the text came from, relative to the project's folder; messages point into it. Made by the resource class. */
  file: z.string().optional(),
  /** True when a secret stands in the representation: messages then name places, and no values. Made by the resource class. */
  confidential: z.boolean().optional(),
  /**
   * Parts of the representation that people keep on the platform, as paths of fields and ids with `*` for any one and `**` for any
   * number: `pages/scratch`, `**\/description`. They are never compared, and sent back as the platform has them.
   */
  ignorePaths: z.array(z.string().min(1)).optional(),
  /**
   * What an update does when the model was changed on the platform since the version the state knows: `refuse` (default) stops with who,
   * when and what; `overwrite` replaces what is there.
   */
  onConflict: z.enum(["refuse", "overwrite"]).optional(),
  /** What happens to the model when the resource is deleted: `delete` (default), or `retain`. */
  deletion: z.enum(["delete", "retain"]).optional(),
  /** Whether a model that was deleted on the platform is restored, with the id it had, instead of recreated. Default: false. */
  restoreDeleted: z.boolean().optional(),
});

export type DataModelInputs = z.infer<typeof dataModelInputs>;

/** What policies are told of an update. */
export interface DataModelFacts {
  readonly removes: readonly Removal[];
}

/** A part that an update removes although others, which stay, referred to it. */
export interface Removal {
  /** By name and place, for people: `page Orders › table fact_orders › column revenue`. */
  readonly where: string;
  /** What referred to it: `table monthly › column share`. */
  readonly usedBy: readonly string[];
}

/** What `/v2/files` keeps of a model. */
export interface Place {
  readonly name: string;
  readonly folderId: string;
  readonly description?: string;
}

/** What the platform made of a declaration when it stored it, beyond spelling it differently. */
export interface StoredForm {
  /** Of the representation: changes to its canonical form. */
  readonly contents?: Baseline;
  /** Of name, folder and description: what stands there instead. */
  readonly place?: Partial<Place>;
}

/** A part of a declaration that the platform didn't keep as it was written. */
export interface NotKept {
  /** Where, for people: `pages[main].elements[orders].source.joins[0].left.connectionId`. */
  readonly at: string;
  /** Whether it is gone, or has another value. */
  readonly what: "missing" | "changed";
}

export interface DataModelOutputs {
  /** The address of the model in the product. */
  url: string;
  /** The version this state knows; absent when a write was cut short and nobody knows. */
  documentVersion?: number;
  /** The user's ids and the platform's. */
  ids: IdentityMap;
  /** What the platform made of the declaration; absent: nothing but another spelling. */
  baseline?: StoredForm;
  /** What the platform didn't keep; absent: nothing. */
  notKept?: readonly NotKept[];
  /** True when the model was found deleted and waits to be restored. */
  deleted?: boolean;
}

/** A model as far as the state knows it; a partially created one has no outputs yet. */
export type Known = Remote<DataModelInputs, Partial<DataModelOutputs>>;
