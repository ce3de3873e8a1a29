/** Workflow commands of GitHub, which it shows beside the lines of a change. */

import { escapeText } from "pulumi-analytics-internal/core/text";

/**
 * A command that annotates a line of a file.
 *
 * @example writeAnnotation("error", { file: "a.yaml", line: 3 }, "no table") // "::error file=a.yaml,line=3::no table"
 */
export function writeAnnotation(
  severity: "error" | "warning",
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  return `::${severity} ${given.join(",")}::${escapeData(message)}`;
}

const escapeData = (text: string) =>
  escapeText(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

// A path with a line break has it still, so that it is the file's.
const escapeProperty = (text: string) =>
  text
    .toWellFormed()
    .replaceAll("%", "%25")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    .replaceAll(/[\u0000-\u001f\u007f-\u009f,:]/g, (sign) => encodeURIComponent(sign));
