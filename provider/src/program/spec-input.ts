import { dirname, relative, resolve } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { readText } from "../core/files";
import type { DataModelSpec } from "../core/spec";
import type { Json } from "../core/spec/json";
import { parseSpec, placeholderNames } from "../core/spec/text";
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
  /** As given. */
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

/** How a representation travels: one JSON text with named placeholders, and the values of the placeholders. */
export interface EncodedSpec {
  spec: pulumi.Input<string>;
  refs: Record<string, unknown> | undefined;
  /** Where the text came from, relative to the project's folder, with `/`. */
  file: string | undefined;
  /** Whether a secret is among the values. */
  confidential: pulumi.Input<boolean | undefined>;
}

/**
 * Encodes a representation as one text and its outputs beside it, so that an output not known yet leaves one placeholder instead of
 * making the whole model unknown, and the SDK never walks thousands of leaves.
 */
export function encodeSpec(spec: SpecInput): EncodedSpec {
  if (isSpecFile(spec)) return encodeFile(spec);
  if (pulumi.Output.isInstance(spec) || spec instanceof Promise) {
    const later: pulumi.Output<unknown> = pulumi.output(spec as unknown);
    return {
      spec: later.apply(asText),
      refs: undefined,
      file: undefined,
      confidential: whenTrue(isAnySecret([later])),
    };
  }
  const placeholders: Record<string, unknown> = {};
  const text = typeof spec === "string" ? asText(spec) : JSON.stringify(withPlaceholders(spec, [], placeholders));
  return { ...withRefs(text, placeholders), file: undefined };
}

/** Reads a file, with all it includes. `file` is its path relative to the project's folder, with `/`. */
export function parseFile(spec: SpecFile): { value: Json; file: string } {
  const root = pulumi.runtime.getRootDirectory();
  const file = relative(root, resolve(spec.path)).replaceAll("\\", "/");
  const value = parseSpec(readText(spec.path), {
    file,
    root: spec.root === undefined ? undefined : relative(root, resolve(spec.root)).replaceAll("\\", "/"),
    readFile: (included) =>
      readText(resolve(root, included), { called: included, within: spec.root ?? dirname(spec.path) }),
  });
  return { value, file };
}

function encodeFile(spec: SpecFile): EncodedSpec {
  const { value, file } = parseFile(spec);
  const names = placeholderNames(value);
  const refs = Object.fromEntries(
    Object.entries(spec.refs).flatMap(([given, ref]) => {
      const used = names.filter((name) => name === given || isElementOf(name, given, spec.refs));
      // A name no placeholder uses is still handed on: `check` reports it, with the others.
      return (used.length > 0 ? used : [given]).map((name) => [name, refValue(ref, name)]);
    }),
  );
  return { ...withRefs(JSON.stringify(value), refs), file };
}

/**
 * The text beside its values. One secret among them makes the text secret too: when the platform's contents come to differ, they stand
 * in the text itself, and nobody can say which of them the secret is.
 */
function withRefs(text: string, refs: Record<string, unknown>): Omit<EncodedSpec, "file"> {
  const outputs = Object.values(refs).filter((value) => pulumi.Output.isInstance(value));
  const given = Object.keys(refs).length > 0 ? refs : undefined;
  if (outputs.length === 0) return { spec: text, refs: given, confidential: undefined };
  const secret = isAnySecret(outputs);
  const spec = pulumi.output(secret.then((isSecret) => pulumi.output(isSecret ? pulumi.secret(text) : text)));
  return { spec, refs, confidential: whenTrue(secret) };
}

async function isAnySecret(outputs: readonly pulumi.Output<unknown>[]): Promise<boolean> {
  return (await Promise.all(outputs.map((output) => pulumi.isSecret(output)))).includes(true);
}

/** Left out of the state where it says nothing. */
function whenTrue(value: Promise<boolean>): pulumi.Input<boolean | undefined> {
  return value.then((isTrue) => (isTrue ? true : undefined));
}

/** Whether a name such as `orders#fact_orders` is for the model `orders` to answer. */
function isElementOf(name: string, given: string, refs: SpecFile["refs"]): boolean {
  return name.startsWith(`${given}#`) && isReferable(refs[given]) && !Object.hasOwn(refs, name);
}

function refValue(value: RefInput | undefined, name: string): unknown {
  if (!isReferable(value)) return value;
  const [, element] = name.split("#", 2);
  return element === undefined ? value.id : value.elementId(element);
}

function asText(spec: unknown): string {
  const value = typeof spec === "string" ? parseSpec(spec) : spec;
  if (typeof value === "string") {
    throw new Error(
      `spec is the text "${value}", not a representation. A file is given as analytics.specFile("${value}").`,
    );
  }
  return JSON.stringify(value);
}

/** Replaces every output by a placeholder named after its place; what has none inside stays the same object. `path` is the walker's own. */
function withPlaceholders(value: unknown, path: string[], placeholders: Record<string, unknown>): unknown {
  if (value === null || typeof value !== "object") return value;
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    const name = path.join("/");
    placeholders[name] = value;
    return { $ref: name };
  }
  const before = value as Record<string, unknown>;
  let after: Record<string, unknown> | undefined;
  for (const key of Object.keys(before)) {
    path.push(Array.isArray(value) ? placeOf(before[key], key) : key);
    const item = withPlaceholders(before[key], path, placeholders);
    path.pop();
    if (item === before[key]) continue;
    after ??= (Array.isArray(value) ? [...value] : { ...before }) as Record<string, unknown>;
    after[key] = item;
  }
  return after ?? value;
}

/** An item's id rather than its index, so that an insertion before it doesn't rename its placeholders. */
function placeOf(item: unknown, index: string): string {
  const id = (item as { id?: unknown } | null)?.id;
  return typeof id === "string" ? id : index;
}

function isSpecFile(spec: unknown): spec is SpecFile {
  return (spec as SpecFile | undefined)?.kind === "spec-file";
}
