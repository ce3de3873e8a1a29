import { unpack } from "../../engine";

/**
 * The JSON text of a model's property `spec`, or of the `contents` of a workbook or report, as a transform or a
 * third-party policy gets it: the provider plugin packs long texts. The values of its placeholders
 * `{"$ref": "<name>"}` are in `refs`.
 *
 * @throws when it is unknown, or a newer release packed it.
 * @example JSON.parse(specText(spec)).pages.length
 */
export function specText(spec: unknown): string {
  const text = unpack(spec);
  if (typeof text === "string") return text;
  if (typeof text !== "object" || text === null) throw new Error("spec: neither a text nor a structure.");
  return JSON.stringify(text);
}
