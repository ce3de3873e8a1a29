import type { Path } from "pulumi-analytics-internal/core/model";
import { Source } from "./source";
import { writeYamlComment } from "./writers/yaml";
import { readTree } from "./yaml";

/**
 * A YAML text with a comment in lines of its own above a part; the text as it is where the part isn't in it, such as
 * one that is included.
 *
 * @param path empty for the head of the file.
 * @param comment without `#`; may have several lines.
 * @example insertComment("pages: []\n", ["pages"], "None yet.") // "# None yet.\npages: []\n"
 */
export function insertComment(text: string, path: Path, comment: string): string {
  const source = new Source(text);
  const place = path.length === 0 ? findHead(text) : findPart(text, path);
  if (place === undefined) return text;
  const start = source.findLineStart(place);
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = comment
    .split("\n")
    .map((line) => (path.length === 0 ? "" : indent) + writeYamlComment(line) + lineBreak);
  return text.slice(0, start) + lines.join("") + text.slice(start);
}

/** Below the lines that editors read. */
function findHead(text: string): number {
  return /^(?:\uFEFF?# yaml-language-server:[^\n]*\n)?/.exec(text)?.[0].length ?? 0;
}

function findPart(text: string, path: Path): number | undefined {
  const node = readTree(text).getIn(path, true) as { range?: [number, number, number] } | undefined;
  return node?.range?.[0];
}
