import { openSource, readText } from "../../core/files";
import { type Finding, locateFindings } from "../../core/model";
import { escapeLine } from "../../core/text";

/**
 * Gives findings their places in the user's file or a workbook's folder, relative to the project's folder, and in what
 * is included.
 */
export function locate(file: string, findings: readonly Finding[]): void {
  try {
    locateFindings(findings, openSource(file));
  } catch {
    // Not readable from here: the message has the path into the document.
    for (const finding of findings) finding.file = file;
  }
}

/** A text in quotes, a list or mapping of one line, a value with a tag, or words. */
const shownValue = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^\]]*\]|\{[^}]*\}|(?:!\w+\s+)?[^\s,}\]]+(?: [^\s,}\]#]+)*)/;

/** Characters of a line that are shown. */
const widest = 160;

/**
 * The line of the user's file that a finding is in, with carets under the value that begins there; undefined where
 * there is none to show.
 *
 * @example buildFrame(finding) // "  12 |   columns: [{ left: \"[ID]\" }]\n     |                     ^^^^^^"
 */
export function buildFrame({ file, line, column, endColumn }: Finding): string | undefined {
  if (file === undefined || line === undefined || column === undefined) return undefined;
  let text: string;
  try {
    text = readText(file);
  } catch {
    return undefined;
  }
  const lines = text.replace(/^\uFEFF/, "").split("\n", line);
  const shown = escapeLine(lines[line - 1]?.replaceAll("\t", " ") ?? "");
  if (shown.length > widest) return undefined;
  const before = shown.slice(column - 1);
  const key = /^(?:[\w$]+|"[^"]*"):\s+/.exec(before)?.[0].length ?? 0;
  const value = shownValue.exec(before.slice(key))?.[0] ?? "";
  const start = endColumn === undefined ? column + key : column;
  const length = Math.max(1, endColumn === undefined ? value.length : endColumn - column);
  const number = `  ${line}`;
  return `${number} | ${shown}\n${" ".repeat(number.length)} | ${" ".repeat(start - 1)}${"^".repeat(length)}`;
}
