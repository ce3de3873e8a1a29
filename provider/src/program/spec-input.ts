import * as pulumi from "@pulumi/pulumi";
import { type ParsedSpecFile, parseSpecFile } from "../core/files";
import type { DataModelSpec } from "../core/spec";
import type { Json } from "../core/spec/json";
import {
  extractPlaceholders,
  listPlaceholderNames,
  parseSpec,
  refuseRounded,
  type SourceText,
} from "../core/spec/text";
import { getOwnValue, isSameName, normalizeName } from "../core/text";
import { isReferable, type ReferableModel } from "./model-reference";
import type { DeepInput } from "./resource";

/**
 * A data model's representation in a program: an object with outputs anywhere in it, JSON or YAML text, or
 * {@link specFile}.
 */
export type SpecInput = DeepInput<DataModelSpec> | pulumi.Input<string> | SpecFile;

/** A representation in a file, from {@link specFile}. */
export interface SpecFile {
  readonly kind: "spec-file";
  /** The path as given. */
  readonly path: string;
  /** Values for the file's `!ref` names. */
  readonly refs: Readonly<Record<string, RefInput>>;
  /** The folder that included files must be in. Default: the folder of the file. */
  readonly root?: string;
}

/**
 * The value of a `!ref`: a value, an output, or a model (its id; `!ref model#element` is the id of its element) of this stack or, with
 * {@link referencedModel}, of another.
 */
export type RefInput = pulumi.Input<unknown> | ReferableModel;

/**
 * A data model in a YAML or JSON file.
 *
 * `!ref name` in YAML (`{"$ref": "name"}` in JSON) inserts a value of `refs`. If the value is a `DataModel`, `!ref orders` is the
 * model's id and `!ref orders#fact_orders` the id of its element `fact_orders`.
 *
 * `!include columns/audit.yaml` inserts the contents of another file; in a list, the items of the file's list.
 *
 * @param path relative to the program's working directory, which is the folder of the Pulumi program.
 * @param options.refs the values of the names.
 * @param options.root the folder that included files must be in. Default: the folder of the file.
 * @example
 * ```ts
 * new analytics.DataModel("orders", { name: "Orders", folderId, spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: connectionId } }) });
 * ```
 */
export function specFile(
  path: string,
  { refs = {}, root }: { refs?: Record<string, RefInput>; root?: string } = {},
): SpecFile {
  return { kind: "spec-file", path, refs, root };
}

/** The encoded form of a representation: one JSON text with named placeholders, and the values of the placeholders. */
export interface EncodedSpec {
  spec: pulumi.Input<string>;
  refs: Record<string, unknown> | undefined;
  /** The file of the text, relative to the project's folder, with `/`. */
  file: string | undefined;
  /** Whether a value is secret. */
  confidential: pulumi.Input<boolean | undefined>;
}

/** What a representation says of its names, for models that read from it or that it reads from. */
export interface AuthoredForm {
  readonly form: Json;
  readonly source: SourceText;
  /** What `!ref` names stand for. */
  readonly refs: Readonly<Record<string, RefInput>>;
}

/**
 * Encodes a representation as one text, with its outputs beside it. An unknown output then leaves one placeholder unknown instead of the whole model,
 * and the SDK never walks thousands of values.
 */
export function encodeSpec(spec: SpecInput): { encoded: EncodedSpec; authored?: AuthoredForm } {
  if (isSpecFile(spec)) return encodeFile(spec);
  if (isLater(spec)) {
    const later: pulumi.Output<unknown> = pulumi.output(spec as unknown);
    const encoded: EncodedSpec = {
      spec: later.apply(async (value) => ((await pulumi.isSecret(later)) ? writeSecretText(value) : writeText(value))),
      refs: undefined,
      file: undefined,
      confidential: omitFalse(isAnySecret([later])),
    };
    return { encoded };
  }
  if (typeof spec === "string") return { encoded: { ...fillRefs(writeText(spec), {}), file: undefined } };
  const { spec: form, values } = extractPlaceholders(spec, (value) => (isLater(value) ? { later: value } : undefined));
  const text = JSON.stringify(form);
  refuseRounded(form);
  const encoded: EncodedSpec = { ...fillRefs(text, values), file: undefined };
  return { encoded, authored: { form: form as Json, source: { text }, refs: {} } };
}

/** Reads a file and the files that it includes. `file` is its path relative to the project's folder, with `/`. */
function parseFile({ path, root }: SpecFile): ParsedSpecFile {
  return parseSpecFile(path, { project: pulumi.runtime.getRootDirectory(), root });
}

function encodeFile(spec: SpecFile): { encoded: EncodedSpec; authored: AuthoredForm } {
  const { value, file, source } = parseFile(spec);
  const names = listPlaceholderNames(value);
  const refs = Object.fromEntries(
    Object.entries(spec.refs).flatMap(([given, ref]) => {
      const used = names.filter((name) => isSameName(name, given) || isElementReference(name, given, spec.refs));
      // A name that no placeholder uses stays: `check` reports it with the other problems.
      return (used.length > 0 ? used : [given]).map((name) => [name, resolveRef(ref, name)]);
    }),
  );
  const encoded: EncodedSpec = { ...fillRefs(JSON.stringify(value), refs), file };
  return { encoded, authored: { form: value, source, refs: spec.refs } };
}

/**
 * The text and its values. If a value is secret, the text is secret too: after drift, the text contains the platform's values, and it is unknown which
 * of them is secret.
 */
function fillRefs(text: string, refs: Record<string, unknown>): Omit<EncodedSpec, "file"> {
  const outputs = Object.values(refs).filter((value) => pulumi.Output.isInstance(value));
  const given = Object.keys(refs).length > 0 ? refs : undefined;
  if (outputs.length === 0) return { spec: text, refs: given, confidential: undefined };
  const secret = isAnySecret(outputs);
  const spec = pulumi.output(secret.then((isSecret) => pulumi.output(isSecret ? pulumi.secret(text) : text)));
  return { spec, refs, confidential: omitFalse(secret) };
}

async function isAnySecret(outputs: readonly pulumi.Output<unknown>[]): Promise<boolean> {
  return (await Promise.all(outputs.map((output) => pulumi.isSecret(output)))).includes(true);
}

/** Undefined instead of false, to keep it out of the state. */
function omitFalse(value: Promise<boolean>): pulumi.Input<boolean | undefined> {
  return value.then((isTrue) => (isTrue ? true : undefined));
}

/** Whether a name such as `orders#fact_orders` is an element of the model `orders`. */
function isElementReference(name: string, given: string, refs: SpecFile["refs"]): boolean {
  const isBelow = normalizeName(name).startsWith(`${normalizeName(given)}#`);
  return isBelow && isReferable(refs[given]) && getOwnValue(refs, name) === undefined;
}

function resolveRef(value: RefInput | undefined, name: string): unknown {
  if (!isReferable(value)) return value;
  const [, element] = name.split("#", 2);
  return element === undefined ? value.id : value.elementId(element);
}

function writeText(spec: unknown): string {
  const value = typeof spec === "string" ? parseSpec(spec) : spec;
  if (typeof value === "string") {
    throw new Error(
      `spec is the text "${value}", not a representation. For a file, use analytics.specFile("${value}").`,
    );
  }
  const text = JSON.stringify(value);
  if (typeof spec !== "string") refuseRounded(value);
  return text;
}

/** What is wrong with a text quotes it. */
function writeSecretText(spec: unknown): string {
  try {
    return writeText(spec);
  } catch {
    throw new Error("spec: the secret text is neither JSON nor YAML of a representation. It isn't shown.");
  }
}

function isLater(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

function isSpecFile(spec: unknown): spec is SpecFile {
  return (spec as SpecFile | undefined)?.kind === "spec-file";
}
