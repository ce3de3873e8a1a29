import { diffArrays } from "diff";
import type { Json } from "pulumi-analytics-internal/core/model";
import { parse } from "yaml";

/** Names in brackets, other words, and blanks. */
const listWords = (text: string) => text.split(/(\[[^[\]]*\]|\s+)/).filter((word) => word !== "");

/**
 * A text over several lines, as a file writes it, in which some words become others: its line breaks stay. Undefined
 * for a text on one line, and where the file writes a word in another way.
 *
 * @param written with its quotes, or the sign of a block.
 * @example replaceWords(">-\n  Sum([A])\n  + 1", "Sum([A]) + 1", "Sum([B]) + 1") // ">-\n  Sum([B])\n  + 1"
 */
export function replaceWords(written: string, before: Json, after: Json): string | undefined {
  if (!written.includes("\n") || typeof before !== "string" || typeof after !== "string") return undefined;
  let [result, rest, read] = ["", written, ""];
  const changes = diffArrays(listWords(before), listWords(after));
  for (const [index, { value, added, removed }] of changes.entries()) {
    const text = value.join("");
    if (added && !changes[index - 1]?.removed) return undefined;
    if (removed) {
      const at = findSame(written, before, text, read.length);
      if (at === undefined) return undefined;
      const next = changes[index + 1];
      const from = written.length - rest.length;
      result += written.slice(from, at) + (next?.added ? next.value.join("") : "");
      rest = written.slice(at + text.length);
    }
    if (!added) read += text;
  }
  return isReadAs(result + rest, after) ? result + rest : undefined;
}

/** Where a file writes the part of a text that begins at an offset, if it has that part as often as the text. */
function findSame(written: string, text: string, part: string, offset: number): number | undefined {
  const [own, others] = [listPlaces(written, part), listPlaces(text, part)];
  return own.length === others.length ? own[others.indexOf(offset)] : undefined;
}

function listPlaces(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

function isReadAs(written: string, text: string): boolean {
  try {
    return (parse(`text: ${written}`) as { text: unknown }).text === text;
  } catch {
    return false;
  }
}
