import * as pulumi from "@pulumi/pulumi";
import type { DocumentField } from "../core/engine";
import { type PlannedModel, parseSpecFile, parseWorkbookFile } from "../core/files";
import type { DataModelSpec } from "../core/model";
import type { ModelForm } from "../core/model/across";
import { isPlaceholder, type Json, type Path } from "../core/model/json";
import {
  createMatcher,
  encodeText,
  hideSecretText,
  listPlaceholderNames,
  type PlaceholderMatch,
  Places,
  refuseForeign,
  type SourceText,
} from "../core/model/text";
import { prefixErrors } from "../core/text";
import type { CodedNoun } from "../core/workbook";
import { isReferable, type ReferableModel } from "./model-reference";
import { createProgramError, type DeepInput } from "./resource";

/**
 * A data model's representation in a program: an object with outputs anywhere in it, JSON or YAML text, or
 * {@link specFile}.
 */
export type SpecInput = DeepInput<DataModelSpec> | pulumi.Input<string> | SpecFile;

/** A representation in a file, from {@link specFile}, {@link workbookFile} or {@link reportFile}. */
export interface SpecFile {
  readonly kind: "spec-file";
  /** What the file holds. Default: a data model. */
  readonly document?: CodedNoun;
  /** The path as given. */
  readonly path: string;
  /** Values for the file's `!ref` names. */
  readonly refs: Readonly<Record<string, RefInput>>;
  /** The folder that included files must be in. Default: the folder of the file. */
  readonly root?: string;
  /**
   * @internal The file of a directory, which has read and checked it; `refs` are then the values of its placeholders.
   */
  readonly planned?: PlannedModel;
}

/**
 * The value of a `!ref`: a value, an output, or a model (its id; `!ref model#element` is the id of its element) of this
 * stack or, with {@link referencedModel}, of another.
 */
export type RefInput = pulumi.Input<unknown> | ReferableModel;

/**
 * A data model in a YAML or JSON file.
 *
 * `!ref name` in YAML (`{"$ref": "name"}` in JSON) inserts a value of `refs`. If the value is a `DataModel`,
 * `!ref orders` is the model's id and `!ref orders#fact_orders` the id of its element `fact_orders`.
 *
 * `!include columns/audit.yaml` inserts the contents of another file; in a list, the items of the file's list.
 *
 * @param path relative to the program's working directory, which is the folder of the Pulumi program.
 * @param options.refs the values of the names.
 * @param options.root the folder that included files must be in. Default: the folder of the file.
 * @example
 * ```ts
 * new analytics.DataModel("orders", { name: "Orders", folderId,
 *   spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: connectionId } }) });
 * ```
 */
export function specFile(
  path: string,
  { refs = {}, root }: { refs?: Record<string, RefInput>; root?: string } = {},
): SpecFile {
  return { kind: "spec-file", path, refs, root };
}

/**
 * A workbook in a YAML or JSON file, or in a folder of such files:
 *
 * - `workbook.yaml`: settings, overlays, panels, agents, and `pages`, the pages' names in their order
 * - `pages/<page>.yaml`: a page, with its `layout`
 * - `elements/<element>.yaml`: an element
 *
 * A page or element without `id` has the name of its file. `!ref` and `!include` work as in {@link specFile}, also in
 * the bindings of controls.
 *
 * @param path relative to the program's working directory, which is the folder of the Pulumi program.
 * @param options.refs the values of the names.
 * @param options.root the folder that included files must be in. Default: the workbook's folder, or that of its file.
 * @example
 * ```ts
 * const sales = analytics.workbookFile("workbooks/sales", { refs: { orders, theme: "1b0c6a52-…" } });
 * ```
 */
export function workbookFile(
  path: string,
  { refs = {}, root }: { refs?: Record<string, RefInput>; root?: string } = {},
): SpecFile {
  return { kind: "spec-file", document: "workbook", path, refs, root };
}

/**
 * A report in a YAML or JSON file, or in a folder of such files, as {@link workbookFile} reads them; the folder's main
 * file is `report.yaml`.
 *
 * @param path relative to the program's working directory, which is the folder of the Pulumi program.
 * @param options.refs the values of the names.
 * @param options.root the folder that included files must be in. Default: the report's folder, or that of its file.
 * @example
 * ```ts
 * const monthly = analytics.reportFile("reports/monthly", { refs: { orders } });
 * ```
 */
export function reportFile(
  path: string,
  { refs = {}, root }: { refs?: Record<string, RefInput>; root?: string } = {},
): SpecFile {
  return { kind: "spec-file", document: "report", path, refs, root };
}

/** What goes with a text. */
interface TextArguments {
  /** The values of its placeholders. */
  readonly refs: Record<string, unknown> | undefined;
  /** Its file, relative to the project's folder, with `/`. */
  readonly file: string | undefined;
  /** Whether a value is secret. */
  readonly confidential: pulumi.Input<boolean | undefined>;
}

/** A representation as arguments of a resource: one JSON text with named placeholders, and what goes with it. */
export type EncodedDocument<Field extends DocumentField> = TextArguments & {
  readonly [Name in Field]: pulumi.Input<string>;
};

/** What a representation says of its names, for models that read from it or that it reads from. */
export interface AuthoredForm {
  readonly form: Json;
  readonly source: SourceText;
  /** What `!ref` names stand for. */
  readonly refs: Readonly<Record<string, RefInput>>;
}

/** One JSON text with named placeholders. */
interface EncodedText extends TextArguments {
  readonly text: pulumi.Input<string>;
}

/** A representation, encoded, with what other models need to know of it. */
interface Encoding<Encoded = EncodedText> {
  readonly encoded: Encoded;
  readonly authored?: AuthoredForm;
  /** The form, where the directory has checked it. */
  readonly checked?: ModelForm;
}

/** How an input is named, and read from a file. */
interface Named {
  /** The resource, for the error of a representation that is known later. */
  readonly subject: string;
  readonly field: DocumentField;
  /** What it holds. Default: a data model. */
  readonly document?: CodedNoun;
}

const nameReader = ({ document }: Pick<Named, "document">): string => `${document ?? "spec"}File`;

/**
 * The representation of a workbook or report in a program: an object with outputs anywhere in it, JSON or YAML text,
 * {@link workbookFile} or {@link reportFile}.
 */
export type WorkbookInput = DeepInput<object> | pulumi.Input<string> | SpecFile;

/** The same as {@link encodeSpec}, of a workbook or report. */
export const encodeWorkbook = (contents: WorkbookInput, subject = "Workbook", document: CodedNoun = "workbook") =>
  encodeInput(contents, { subject, field: "contents", document });

/**
 * Encodes a representation as one text, with its outputs beside it. An unknown output then leaves one placeholder
 * unknown instead of the whole model, and the SDK never walks thousands of values.
 *
 * @param subject the model, for the error of a representation that is known later.
 */
export const encodeSpec = (spec: SpecInput, subject = "DataModel") => encodeInput(spec, { subject, field: "spec" });

function encodeInput<Field extends DocumentField>(
  given: SpecInput | WorkbookInput,
  named: Named & { readonly field: Field },
): Encoding<EncodedDocument<Field>> {
  const { encoded, ...others } = encode(given, named);
  const { text, ...beside } = encoded;
  return { ...others, encoded: { ...beside, [named.field]: text } as EncodedDocument<Field> };
}

function encode(given: SpecInput | WorkbookInput, named: Named): Encoding {
  const { subject, field } = named;
  if (isSpecFile(given)) {
    refuseOtherFile(given, named);
    return given.planned === undefined ? encodeFile(given) : encodePlanned(given.planned, given.refs);
  }
  const formCall = (path: string) => `analytics.${nameReader(named)}("${path}")`;
  if (isLater(given)) {
    const later: pulumi.Output<unknown> = pulumi.Output.isInstance(given) ? given : pulumi.output(0).apply(() => given);
    return { encoded: encodeLater(later, { subject, field, file: formCall }) };
  }
  const { text, form, values } = encodeText(given, {
    ...{ field, file: formCall },
    leaf: (value) => (isLater(value) ? { later: value } : undefined),
  });
  const encoded: EncodedText = { ...fillRefs(text, values), file: undefined };
  return typeof given === "string" ? { encoded } : { encoded, authored: { form, source: { text }, refs: {} } };
}

/** @throws for a file of a model where a workbook belongs, and the like. */
function refuseOtherFile({ document, path }: SpecFile, named: Named): void {
  if (document === named.document) return;
  throw new Error(`${named.field}: write analytics.${nameReader(named)}("${path}").`);
}

function encodeLater(
  given: pulumi.Output<unknown>,
  { subject, field, file }: Named & { readonly file: (path: string) => string },
): EncodedText {
  const readQuietly = async <T>(isSecret: Promise<boolean>, body: () => T): Promise<T> => {
    const isHidden = await isSecret;
    return prefixErrors(subject, () => (isHidden ? hideSecretText(body, field) : body()), createProgramError);
  };
  // Before the SDK looks into the value, which reports what has no JSON without a path.
  const checked = given.apply((value: unknown) =>
    readQuietly(pulumi.isSecret(given), () => refuseForeign(value, { isLater, file, field })).then(() => value),
  );
  const later: pulumi.Output<unknown> = pulumi.output(checked as unknown);
  return {
    text: later.apply((value) => readQuietly(pulumi.isSecret(later), () => encodeText(value, { file, field }).text)),
    refs: undefined,
    file: undefined,
    confidential: omitFalse(isAnySecret([later])),
  };
}

function encodeFile({ path, root, refs: given, document }: SpecFile): Encoding {
  const parse = document === undefined ? parseSpecFile : parseWorkbookFile;
  const { value, file, source } = parse(path, { project: pulumi.runtime.getRootDirectory(), root });
  const match = createMatcher(Object.keys(given), (name) => isReferable(given[name]));
  const matches = match(listPlaceholderNames(value));
  const used = new Set(matches.map(({ name }) => name));
  const refs = Object.fromEntries([
    ...matches.map((found) => [
      found.placeholder,
      placeErrors(value, source, found.placeholder, () => resolveMatch(found, given)),
    ]),
    // A name that no placeholder uses stays: `check` reports it with the other problems.
    ...Object.keys(given).flatMap((name) => (used.has(name) ? [] : [[name, resolveRef(given[name], undefined)]])),
  ]);
  const encoded: EncodedText = { ...fillRefs(JSON.stringify(value), refs), file };
  return { encoded, authored: { form: value, source, refs: given } };
}

/** Resolves a `!ref`; an error that it throws begins with the place of the first one of this name. */
function placeErrors<T>(form: Json, source: SourceText, placeholder: string, resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    const { file, line, column } = new Places(source).locate(findPlaceholder(form, placeholder) ?? []);
    throw new Error(`${file}:${line}:${column}: !ref ${placeholder}: ${(error as Error).message}`);
  }
}

function findPlaceholder(value: Json, name: string): Path | undefined {
  if (isPlaceholder(value)) return value.$ref === name ? [] : undefined;
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, item] of Object.entries(value)) {
    const rest = findPlaceholder(item as Json, name);
    if (rest !== undefined) return [Array.isArray(value) ? Number(key) : key, ...rest];
  }
  return undefined;
}

function encodePlanned({ value, source, form }: PlannedModel, refs: SpecFile["refs"]): Encoding {
  return { encoded: { ...fillRefs(JSON.stringify(value), refs), file: source.file }, checked: form };
}

/**
 * The text and its values. If a value is secret, the text is secret too: after drift, the text contains the platform's
 * values, and it is unknown which of them is secret.
 */
function fillRefs(text: string, refs: Readonly<Record<string, unknown>>): Omit<EncodedText, "file"> {
  const outputs = Object.values(refs).filter((value) => pulumi.Output.isInstance(value));
  const given = Object.keys(refs).length > 0 ? refs : undefined;
  if (outputs.length === 0) return { text, refs: given, confidential: undefined };
  const secret = isAnySecret(outputs);
  const marked = pulumi.output(secret.then((isSecret) => pulumi.output(isSecret ? pulumi.secret(text) : text)));
  return { text: marked, refs, confidential: omitFalse(secret) };
}

async function isAnySecret(outputs: readonly pulumi.Output<unknown>[]): Promise<boolean> {
  return (await Promise.all(outputs.map((output) => pulumi.isSecret(output)))).includes(true);
}

/** Undefined instead of false, to keep it out of the state. */
function omitFalse(value: Promise<boolean>): pulumi.Input<boolean | undefined> {
  return value.then((isTrue) => (isTrue ? true : undefined));
}

/** The value of a placeholder among those that a program gives. */
export function resolveMatch({ name, element }: PlaceholderMatch, given: SpecFile["refs"]): unknown {
  return resolveRef(given[name], element);
}

function resolveRef(value: RefInput | undefined, element: string | undefined): unknown {
  if (!isReferable(value)) return value;
  return element === undefined ? value.id : value.elementId(element);
}

/** Whether a value is an output or a promise. */
export function isLater(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

function isSpecFile(given: unknown): given is SpecFile {
  return (given as SpecFile | undefined)?.kind === "spec-file";
}
