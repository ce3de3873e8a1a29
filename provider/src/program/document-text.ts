import * as pulumi from "@pulumi/pulumi";
import { type DocumentField, findPathIntoDocument, pack, parsePropertyPath, unpack } from "../core/engine";

/** A document for the plugin, packed: it crosses the engine several times. */
export function packText(text: pulumi.Input<string>): unknown {
  return typeof text === "string" ? pack(text) : pulumi.output(text).apply(pack);
}

/**
 * Gives a resource its document as text, unpacked on first use: the plugin packs it, and a stack that moved to the
 * dynamic provider has what the plugin wrote until the next update.
 */
export function defineText(resource: object, field: DocumentField, packed: pulumi.Output<unknown>): void {
  let text: pulumi.Output<string> | undefined;
  const get = () => {
    text ??= packed.apply((value) => unpack(value) as string);
    return text;
  };
  Object.defineProperty(resource, field, { get, enumerable: true, configurable: true });
}

/**
 * If the options ignore changes of a document, they also ignore its other inputs: the text and its values must match.
 *
 * @throws for a path into the document, which the engine would silently ignore, because it sees one text.
 */
export function ignoreDocument(
  field: DocumentField,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  const { ignoreChanges = [] } = options;
  const problem = findPathIntoDocument(field, ignoreChanges);
  if (problem !== undefined) throw new Error(problem);
  if (!ignoreChanges.some((path) => parsePropertyPath(path).name === field)) return options;
  return { ...options, ignoreChanges: [...ignoreChanges, "refs", "file", "confidential"] };
}
