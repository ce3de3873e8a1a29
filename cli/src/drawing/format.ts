import { extname } from "node:path";
import { type PictureFormat, type TextFormat, textFormats } from "pulumi-analytics-diagram/graph";
import { UsageError } from "../command/exit";

/** What a picture is written as. */
export type Format = TextFormat | PictureFormat;

/** Every format, in the order of the help. */
export const formats: readonly Format[] = ["mermaid", "dot", "svg", "png", "html"];

const endings: Readonly<Record<string, Format>> = {
  ".svg": "svg",
  ".png": "png",
  ".html": "html",
  ".htm": "html",
  ".mmd": "mermaid",
  ".mermaid": "mermaid",
  ".dot": "dot",
  ".gv": "dot",
};

/**
 * The format that options ask for; undefined: text for a terminal.
 *
 * @throws UsageError for an ending that says none, and for a PNG without a file.
 * @example chooseFormat({ out: "models.svg" }) // "svg"
 */
export function chooseFormat(options: { readonly format?: Format; readonly out?: string }): Format | undefined {
  const { format, out } = options;
  if (out === undefined) {
    if (format !== "png") return format;
    throw new UsageError("A PNG can't be printed as text. Name a file: --out picture.png.");
  }
  const wanted = format ?? endings[extname(out).toLowerCase()];
  if (wanted !== undefined) return wanted;
  throw new UsageError(`--out ${out}: unknown format. Use one of ${Object.keys(endings).join(", ")}, or add --format.`);
}

/** Whether a format is a text of a graph; pages can't be written in it. */
export const isGraphText = (format: Format | undefined): format is TextFormat =>
  (textFormats as readonly (Format | undefined)[]).includes(format);
