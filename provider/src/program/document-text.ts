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

/**
 * A document as a door gets it: packed for the plugin, since it crosses the engine several times; with its digest for
 * the host.
 */
export function giveText(field: DocumentField, text: pulumi.Input<string>, isPlugin: boolean): Record<string, unknown> {
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
