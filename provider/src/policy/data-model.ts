import type { ResourceRemediation, ResourceValidation } from "@pulumi/policy";
import { unpack } from "../core/engine";
import type { DataModelSpec } from "../core/model";
import type { Json, JsonObject, Path } from "../core/model/json";
import { formatPath } from "../core/model/text";
import type { Breakage, DataModelChangeSummary, DataModelInputs, Removal } from "../kinds/data-model/fields";
import type { CommonInputs } from "../kinds/declare";
import type { NotKept } from "../kinds/document/fields";
import { type PolicyContext, remediateKind, type Validate, validateKind } from "./kinds";
import {
  askFor,
  createReporter,
  type DocumentReport,
  joinPlace,
  type Representation,
  readRepresentation,
} from "./representation";
import { isUnknown, type Seen, type SeenInside } from "./seen";
import { findLine } from "./source-line";

/** The arguments of a data model, without its representation. */
export type DataModelFields = SeenInside<
  Pick<
    DataModelInputs & CommonInputs,
    | "name"
    | "folderId"
    | "description"
    | "ownerId"
    | "ignorePaths"
    | "onConflict"
    | "deletion"
    | "restoreDeleted"
    | "profile"
    | "adopt"
  >
>;

/** A data model as a policy sees it. */
export class PolicyDataModel {
  /** The arguments beside the representation: `name`, `folderId`, `deletion` and so on. */
  readonly fields: DataModelFields;
  /** The file of the representation, relative to the project's folder. */
  readonly file: string | undefined;
  /** The number of characters in the representation that the provider sends. */
  readonly size: number;
  /** The parts that the update removes although remaining parts of the model referred to them. */
  readonly removes: readonly Removal[];
  /** What documents outside of the model can't read any more after the update, one text each. */
  readonly gone: readonly string[];
  /**
   * The documents of the platform that the update breaks, where the stack sets `analytics:impact`; undefined: nobody
   * looked them up.
   */
  readonly breaks: readonly Breakage[] | undefined;
  /** Why the documents couldn't be looked up, although the stack sets `analytics:impact`. */
  readonly unchecked: string | undefined;
  /**
   * The parts that the platform didn't keep at the last write. Known only after the write: stack policies see them,
   * resource policies don't.
   */
  readonly notKept: readonly NotKept[];

  /** Private at run time too: it may contain a secret, and a policy may print the model. */
  readonly #properties: Record<string, unknown>;
  #representation: Representation | undefined;

  constructor(properties: Record<string, unknown>) {
    const { spec, refs: _refs, file, confidential: _confidential, changeSummary, notKept, ...fields } = properties;
    this.#properties = properties;
    this.fields = fields as unknown as DataModelFields;
    this.file = typeof file === "string" ? file : undefined;
    this.notKept = Array.isArray(notKept) ? (notKept as NotKept[]) : [];
    const { removes = [], gone = [], breaks, unchecked } = (changeSummary ?? {}) as Partial<DataModelChangeSummary>;
    this.removes = removes;
    this.gone = gone;
    this.breaks = breaks;
    this.unchecked = unchecked;
    this.size = typeof spec === "string" && !isUnknown(spec) ? spec.length : 0;
  }

  /**
   * The representation with its placeholders filled. Values that are known only after the update are unknown. If one
   * placeholder is secret, all placeholders of the model are unknown, because the engine doesn't say which one is
   * secret.
   *
   * Undefined if the representation is hidden: see {@link PolicyDataModel.hidden}. Policies share the object: don't
   * change it.
   */
  get spec(): Seen<DataModelSpec> | undefined {
    return this.#read().spec as Seen<DataModelSpec> | undefined;
  }

  /** The representation with its placeholders; undefined if it is hidden. */
  get form(): JsonObject | undefined {
    return this.#read().form;
  }

  /** Why the representation is hidden: it is known only after the update, or is secret as a whole. */
  get hidden(): "unknown" | "secret" | undefined {
    return this.#read().hidden;
  }

  /** A path as readable text: `pages[main].elements[fact_orders].columns[revenue]`. */
  formPathText(path: Path): string {
    return formatPath(this.spec as Json | undefined, path);
  }

  /**
   * The place of a path: file, line and column if the model's file is readable from here, then the path.
   *
   * @example model.findPlace(["pages", 0]) // "models/orders.yaml:3:5: pages[main]"
   */
  findPlace(path: Path): string {
    const line = this.file === undefined ? undefined : findLine(this.file, this.#read().form, path);
    return joinPlace(line ?? this.file, this.formPathText(path));
  }

  /** Parses on first use: policies read only some models of a graph. */
  #read(): Representation {
    const { spec, refs, confidential } = this.#properties;
    this.#representation ??= readRepresentation(spec, refs, confidential);
    return askFor(this.#representation);
  }
}

/** Reports a violation, with its place if a path into the representation is given. */
export type DataModelReport = DocumentReport;

/**
 * Validates every data model, including those inside components.
 *
 * @example
 * ```ts
 * import type { ResourceValidationPolicy } from "@pulumi/policy";
 * import { forEachColumn, validateDataModel } from "pulumi-analytics/policy";
 *
 * const policy: ResourceValidationPolicy = {
 *   name: "columns-described",
 *   description: "Columns have a description.",
 *   validateResource: validateDataModel((model, _context, report) => {
 *     forEachColumn(model, ({ column, path }) => {
 *       if (!column.description) report(`${column.name ?? column.id} has no description`, path);
 *     });
 *   }),
 * };
 * ```
 */
export function validateDataModel(validate: Validate<PolicyDataModel, DataModelReport>): ResourceValidation {
  return validateKind("DataModel", getView, createReporter, validate);
}

/** The arguments of a data model that a policy may change. */
export type DataModelChanges = Partial<
  Pick<
    DataModelInputs,
    "name" | "folderId" | "description" | "ignorePaths" | "onConflict" | "deletion" | "restoreDeleted"
  >
>;

/**
 * Remediates every data model: the function returns the changes, or undefined. The engine doesn't check the changed
 * model again in a preview; the provider checks it before it sends a request.
 *
 * @example
 * ```ts
 * remediateDataModel(({ fields }) => (fields.deletion === "retain" ? { deletion: "delete" } : undefined));
 * ```
 */
export function remediateDataModel(
  remediate: (model: PolicyDataModel, context: PolicyContext) => DataModelChanges | undefined,
): ResourceRemediation {
  return remediateKind("DataModel", getView, remediate);
}

/** The size of the cache: the policies of a pack validate one resource after another, some in parallel. */
const kept = 16;
const seen: { spec: unknown; rest: string; model: PolicyDataModel }[] = [];

/** The properties with the representation's text, which the plugin packs, and without what only the plugin adds. */
export function unpackText({ changes: _changes, ...properties }: Record<string, unknown>): Record<string, unknown> {
  return { ...properties, spec: unpack(properties.spec, "spec") };
}

/** The model that properties describe; parsed once for all policies. */
export function getView(properties: Record<string, unknown>): PolicyDataModel {
  const { spec, ...others } = unpackText(properties);
  const rest = JSON.stringify(others);
  const before = seen.find((entry) => entry.rest === rest && entry.spec === spec);
  if (before !== undefined) return before.model;
  const model = new PolicyDataModel({ spec, ...others });
  seen.unshift({ spec, rest, model });
  seen.length = Math.min(seen.length, kept);
  return model;
}
