import type { ResourceRemediation, ResourceValidation } from "@pulumi/policy";
import type { DataModelSpec } from "../core/spec";
import { isObject, type Json, type JsonObject, type Path, unknownValue } from "../core/spec/json";
import { fillPlaceholders, pathText, placeholderNames } from "../core/spec/text";
import type { DataModelChangeSummary, DataModelInputs, NotKept, Removal } from "../kinds/data-model/fields";
import type { CommonInputs } from "../kinds/declare";
import { type PolicyContext, remediateKind, validateKind } from "./kinds";
import { isUnknown, type Seen, type SeenInside } from "./seen";
import { lineOf } from "./source-line";

/** What is declared of a data model beside its representation. */
export type DataModelFields = SeenInside<
  Pick<
    DataModelInputs & CommonInputs,
    | "name"
    | "folderId"
    | "description"
    | "ignorePaths"
    | "onConflict"
    | "deletion"
    | "restoreDeleted"
    | "connection"
    | "adopt"
  >
>;

/** A data model as a policy sees it. */
export class PolicyDataModel {
  /** What is declared beside the representation: `name`, `folderId`, `deletion` and so on. */
  readonly fields: DataModelFields;
  /** The file the representation came from, relative to the project's folder. */
  readonly file: string | undefined;
  /** Characters of the representation as it is sent. */
  readonly size: number;
  /** What the update removes although other parts of the model, which stay, referred to it. */
  readonly removes: readonly Removal[];
  /** What the platform didn't keep when it was last written. Known after the write: policies of a stack see it, those of a resource don't. */
  readonly notKept: readonly NotKept[];

  /** Private to the instance at run time too: a secret may be in it, and somebody may print the model. */
  readonly #properties: Record<string, unknown>;
  #representation: Representation | undefined;

  constructor(properties: Record<string, unknown>) {
    const { spec, refs: _refs, file, confidential: _confidential, changeSummary, notKept, ...fields } = properties;
    this.#properties = properties;
    this.fields = fields as unknown as DataModelFields;
    this.file = typeof file === "string" ? file : undefined;
    this.notKept = Array.isArray(notKept) ? (notKept as NotKept[]) : [];
    this.removes = (changeSummary as DataModelChangeSummary | undefined)?.removes ?? [];
    this.size = typeof spec === "string" && !isUnknown(spec) ? spec.length : 0;
  }

  /**
   * The representation with its placeholders filled. What is known only after the update is unknown here; so is every placeholder of a model
   * that has a secret in one, since nothing tells which it is.
   *
   * Undefined where there is nothing to see yet, or at all: see {@link PolicyDataModel.hidden}. Shared between policies: not to be changed.
   */
  get spec(): Seen<DataModelSpec> | undefined {
    return this.#read().spec;
  }

  /** Why there is no representation to see: known after the update only, or secret as a whole. */
  get hidden(): "unknown" | "secret" | undefined {
    return this.#read().hidden;
  }

  /** A path as people read it: `pages[main].elements[fact_orders].columns[revenue]`. */
  pathText(path: Path): string {
    return pathText(this.spec as Json | undefined, path);
  }

  /**
   * Where a path stands: file, line and column where the model is kept in a file that can be read from here, then the path.
   *
   * @example model.place(["pages", 0]) // "models/orders.yaml:3:5: pages[main]"
   */
  place(path: Path): string {
    const line = this.file === undefined ? undefined : lineOf(this.file, this.#read().form, path);
    const text = this.pathText(path);
    return [line ?? this.file, text].filter((part) => part !== undefined && part !== "").join(": ");
  }

  /** When a policy first looks at it: a graph of models has many that nobody looks into. */
  #read(): Representation {
    this.#representation ??= representationOf(this.#properties);
    return this.#representation;
  }
}

/** What a policy may see of a representation. */
interface Representation {
  /** With its placeholders. */
  readonly form?: Json;
  readonly spec?: Seen<DataModelSpec>;
  readonly hidden?: "unknown" | "secret";
}

function representationOf({ spec, refs, confidential }: Record<string, unknown>): Representation {
  if (isUnknown(spec)) return { hidden: "unknown" };
  const isConfidential = confidential === true;
  // An object that a transform put here is judged as it is: hidden as a whole, every transform would switch policies off.
  if (isObject(spec))
    return { form: spec, spec: fillPlaceholders(spec, visible(refs, isConfidential)).spec as Seen<DataModelSpec> };
  const form = typeof spec === "string" ? parsed(spec) : undefined;
  if (form === undefined || (isConfidential && placeholderNames(form).length === 0)) return { hidden: "secret" };
  return { form, spec: fillPlaceholders(form, visible(refs, isConfidential)).spec as Seen<DataModelSpec> };
}

/** Reports a violation, with the place it is at when a path into the representation is given. */
export type DataModelReport = (message: string, path?: Path) => void;

/**
 * A policy's judgement of every data model, also those inside components.
 *
 * @example
 * ```ts
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
export function validateDataModel(
  validate: (model: PolicyDataModel, context: PolicyContext, report: DataModelReport) => void | Promise<void>,
): ResourceValidation {
  return validateKind("DataModel", viewOf, reporter, validate);
}

function reporter(model: PolicyDataModel, report: (message: string) => void): DataModelReport {
  return (message, path) => {
    const place = path === undefined ? (model.file ?? "") : model.place(path);
    report(place === "" ? message : `${place}: ${message}`);
  };
}

/** What a policy may change of a data model. */
export type DataModelChanges = Partial<
  Pick<
    DataModelInputs,
    "name" | "folderId" | "description" | "ignorePaths" | "onConflict" | "deletion" | "restoreDeleted"
  >
>;

/**
 * A policy's correction of every data model: answers what is to be changed, or undefined. The engine doesn't check the corrected model
 * again before it plans; the provider does before it sends anything.
 *
 * @example
 * ```ts
 * remediateDataModel(({ fields }) => (fields.deletion === "retain" ? { deletion: "delete" } : undefined));
 * ```
 */
export function remediateDataModel(
  remediate: (model: PolicyDataModel, context: PolicyContext) => DataModelChanges | undefined,
): ResourceRemediation {
  return remediateKind("DataModel", viewOf, remediate);
}

/** Every policy of a pack looks at one resource in turn, and some resources side by side: the models last seen are enough. */
const kept = 16;
const seen: { spec: unknown; rest: string; model: PolicyDataModel }[] = [];

/** The model that properties describe; read once, however many policies look at it. */
export function viewOf(properties: Record<string, unknown>): PolicyDataModel {
  const { spec, ...others } = properties;
  const rest = JSON.stringify(others);
  const before = seen.find((entry) => entry.rest === rest && entry.spec === spec);
  if (before !== undefined) return before.model;
  const model = new PolicyDataModel(properties);
  seen.unshift({ spec, rest, model });
  seen.length = Math.min(seen.length, kept);
  return model;
}

/** Undefined for what isn't the text the resource class makes: the engine's mask of a secret. */
function parsed(text: string): Json | undefined {
  try {
    const form = JSON.parse(text) as Json;
    return isObject(form) ? form : undefined;
  } catch {
    return undefined;
  }
}

/** The values of the placeholders. Nothing tells which of a confidential model's is the secret. */
function visible(refs: unknown, isConfidential: boolean): Record<string, unknown> {
  const values = isObject(refs) ? (refs as JsonObject) : {};
  return isConfidential ? Object.fromEntries(Object.keys(values).map((name) => [name, unknownValue])) : values;
}
