import * as z from "zod";
import type { Baseline, IdentityMap, JsonObject } from "../../core/spec";
import { isObject } from "../../core/spec/json";
import { type DataOf, defineOwnerField, field, output, type Remote, reference, text } from "../declare";

export const fields = {
  name: field(text, "The model's name. Changing it renames the model."),
  folderId: reference(
    ["Folder", "Workspace"],
    "Id of the folder or workspace that the model is in. Changing it moves the model.",
  ),
  description: field(z.string().optional(), "The description of the model.", { equal: "text", clearWith: "" }),
  ownerId: defineOwnerField("model"),
  spec: field(
    z.union([z.string(), z.custom<JsonObject>(isObject, "expected an object")]),
    'The representation: an object, JSON or YAML text, or `specFile("…")`. In the state it is JSON ' +
      'text with placeholders `{"$ref": "<name>"}` for outputs. A transform may replace it with an ' +
      "object that contains secret values.",
    { internal: true },
  ),
  refs: field(z.record(z.string(), z.unknown()).optional(), "The values of the placeholders.", { internal: true }),
  file: field(
    z.string().optional(),
    "The file of the text, relative to the project's folder. Messages refer to its lines.",
    { internal: true },
  ),
  confidential: field(
    z.boolean().optional(),
    "Whether the representation contains a secret. Messages then show paths without values.",
    { internal: true },
  ),
  ignorePaths: field(
    z.array(text).optional(),
    "Parts of the representation that people edit on the platform, as paths of fields and ids, with `*` for any " +
      "one step and `**` for any number of steps: `pages/scratch`, `**/description`. The provider ignores " +
      "differences in them, and an update preserves the platform's values.",
    { local: true, formerly: "leave" },
  ),
  onConflict: field(
    z.enum(["refuse", "overwrite"]).optional(),
    "What an update does when someone changed the model on the platform after the version that the state knows: " +
      "`refuse` (default) stops, and reports who changed what and when; `overwrite` overwrites the change.",
    { local: true },
  ),
  deletion: field(
    z.enum(["delete", "retain"]).optional(),
    "What happens to the model when the resource is deleted: `delete` (default) or `retain`.",
    { local: true },
  ),
  restoreDeleted: field(
    z.boolean().optional(),
    "Whether a model that was deleted on the platform is restored with its id into the declared folder, " +
      "instead of recreated. Default: false.",
    { local: true },
  ),
};

export type DataModelInputs = DataOf<typeof fields>;

/** The summary of an update for policies. */
export interface DataModelChangeSummary {
  readonly removes: readonly Removal[];
}

/** A part that an update removes although remaining parts referred to it. */
export interface Removal {
  /** By name and place, for people: `page Orders › table fact_orders › column revenue`. */
  readonly where: string;
  /** What referred to it: `table monthly › column share`. */
  readonly usedBy: readonly string[];
}

/** The fields of a model that `/v2/files` stores. */
export interface Place {
  readonly name: string;
  readonly folderId: string;
  readonly description?: string;
  /** Undefined: not declared, or not told by the platform. */
  readonly ownerId?: string;
}

/** The differences between a declaration and what the platform stored, beyond spelling. */
export interface StoredForm {
  /** Of the representation: changes to its canonical form. */
  readonly contents?: Baseline;
  /** The stored values of name, folder, description and owner, if different. */
  readonly place?: Partial<Place>;
  /**
   * Changes from the declaration in the state to the one that was last written, if a refresh changed it: what
   * `pull --update` merges from.
   */
  readonly written?: Baseline;
}

/** A part of a declaration that the platform didn't keep as it was written. */
export interface NotKept {
  /** Where, for people: `pages[main].elements[orders].source.joins[0].left.connectionId`. */
  readonly at: string;
  /** Whether it is gone, or has another value. */
  readonly what: "missing" | "changed";
}

/** Data of a type that needs no check: this provider wrote it. */
const own = <T>() => z.custom<T>();

export const outputs = {
  url: output(z.string(), "The address of the model in the product."),
  documentVersion: output(
    // For a program it is always there: a write that was cut short has ended the run.
    z.int().optional().meta({ type: "number" }),
    "The platform's number of the version last written or read; absent after an interrupted write.",
  ),
  ids: output(own<IdentityMap>().meta({ type: "IdentityMap" }), "Your ids, with the platform's ids.", { asJson: true }),
  baseline: output(
    own<StoredForm | undefined>().optional(),
    "The platform's stored form, if it differs from the declaration.",
    {
      asJson: true,
      internal: true,
    },
  ),
  notKept: output(
    own<readonly NotKept[] | undefined>().optional(),
    "The fields that the platform dropped or changed, if any.",
    {
      internal: true,
    },
  ),
  contentsDigest: output(
    z.string().optional(),
    "A digest of the contents on the platform when they were last compared. While they are the same, " +
      "a refresh doesn't compare them.",
    {
      internal: true,
    },
  ),
  deleted: output(
    z.boolean().optional(),
    "Whether the model was deleted on the platform and the next update restores it.",
    {
      internal: true,
    },
  ),
};

export type DataModelOutputs = DataOf<typeof outputs>;

/** A model as far as the state knows it; a partially created one has no outputs yet. */
export type Known = Remote<DataModelInputs, Partial<DataModelOutputs>>;
