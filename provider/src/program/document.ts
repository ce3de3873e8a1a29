/** What the classes of data models, workbooks and reports do with their representation. */
import * as pulumi from "@pulumi/pulumi";
import {
  type DocumentField,
  digestOwnText,
  findPathIntoDocument,
  ownTextKey,
  pack,
  parsePropertyPath,
  unpack,
} from "../core/engine";
import { escapeText, prefixErrors } from "../core/text";
import { createProgramError, formPluginToken } from "./resource";
import type { EncodedDocument } from "./spec-input";

/** A resource that a program declares. */
interface Declared {
  readonly kind: "DataModel" | "Workbook" | "Report";
  /** The class that is constructed. */
  readonly target: { readonly __pulumiType: string };
  readonly name: string;
  readonly args: object | undefined;
  readonly options: pulumi.CustomResourceOptions | undefined;
}

/** What a class registers, and what it has to warn of. */
interface Registration<Read> {
  readonly args: object | undefined;
  readonly options: pulumi.CustomResourceOptions | undefined;
  /** Undefined: the program gives no representation. */
  readonly read: Read | undefined;
}

/**
 * Encodes the representation that a program gives, before anything is registered: what is registered may be applied
 * although the program fails.
 *
 * @param read encodes it; called where there is one.
 */
export function encodeArguments<Field extends DocumentField, Read extends { readonly encoded: EncodedDocument<Field> }>(
  field: Field,
  { kind, target, name, args, options }: Declared,
  read: (subject: string) => Read,
): Registration<Read> {
  const subject = `${kind} "${name}"`;
  const isPlugin = target.__pulumiType === formPluginToken(kind);
  const isGiven = (args as { readonly [Name in Field]?: unknown } | undefined)?.[field] !== undefined;
  const found = isGiven ? prefixErrors(subject, () => read(subject), createProgramError) : undefined;
  const text = found && giveText(field, found.encoded[field], isPlugin);
  const isLookup = options?.id !== undefined;
  return {
    // Outputs also where they aren't given.
    args: args || isLookup ? { [field]: undefined, refs: undefined, ...args, ...found?.encoded, ...text } : undefined,
    options: options && prefixErrors(subject, () => completeOptions(field, options), createProgramError),
    read: found,
  };
}

/** Tells the warnings about a representation, and gives its resource the text. */
export function finishDocument<Field extends DocumentField>(
  resource: pulumi.Resource & { readonly [Name in Field]: pulumi.Output<string> },
  field: Field,
  { read }: Registration<{ readonly warnings?: readonly string[] }>,
): void {
  for (const warning of read?.warnings ?? []) void pulumi.log.warn(escapeText(warning), resource);
  defineText(resource, field, resource[field]);
}

/**
 * A document as a door gets it: packed for the plugin, since it crosses the engine several times; with its digest for
 * the host.
 */
function giveText(field: DocumentField, text: pulumi.Input<string>, isPlugin: boolean): Record<string, unknown> {
  const map = (make: (known: string) => unknown) =>
    typeof text === "string" ? make(text) : pulumi.output(text).apply(make);
  return isPlugin
    ? { [field]: map(pack) }
    : { [field]: text, [ownTextKey]: map((known) => ({ [field]: digestOwnText(known) })) };
}

/**
 * Gives a resource its document as text, unpacked on first use: the plugin packs it, and a stack that moved to the
 * dynamic provider has what the plugin wrote until the next update.
 */
function defineText(resource: object, field: DocumentField, packed: pulumi.Output<unknown>): void {
  let text: pulumi.Output<string> | undefined;
  const get = () => {
    text ??= packed.apply((value) => unpack(value, field) as string);
    return text;
  };
  Object.defineProperty(resource, field, { get, enumerable: true, configurable: true });
}

/**
 * The options with those that name a document, which the engine sees as one text: where they ignore its changes, they
 * ignore its other inputs, too, since the text and its values must match; where a part of it replaces, all of it does.
 *
 * @throws for `ignoreChanges` with a path into the document, which the engine would silently ignore.
 */
function completeOptions(field: DocumentField, options: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  const { ignoreChanges = [], replaceOnChanges = [] } = options;
  const problem = findPathIntoDocument(field, ignoreChanges);
  if (problem !== undefined) throw new Error(problem);
  const isOfDocument = (path: string) => parsePropertyPath(path).name === field;
  return {
    ...options,
    ...(ignoreChanges.some(isOfDocument) && { ignoreChanges: [...ignoreChanges, "refs", "file", "confidential"] }),
    ...(replaceOnChanges.some(isOfDocument) && { replaceOnChanges: [...replaceOnChanges, field] }),
  };
}
