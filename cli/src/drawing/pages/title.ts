import { formTitle } from "pulumi-analytics-internal/core/text";

/** More of a text is never a title. */
const mostRead = 2000;

/** How deep marks stand in each other: `**_a_**` has two. */
const mostNested = 4;

/**
 * The title of a text in Markdown, as readers see it: its first line that has words, without marks of Markdown and
 * HTML. Empty: it has none.
 *
 * @example readFirstLine("# **Sales** of `orders` <b>now</b>") // "Sales of orders now"
 */
export function readFirstLine(markdown: string): string {
  const lines = markdown
    .slice(0, mostRead)
    .replace(/<(?:\/?[a-z]|!)[^<>]*>/gi, " ")
    .split("\n")
    .map((line) => cleanLine(line.replace(/^\s*(?:(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+)*/, "").replace(/\s+#+\s*$/, "")));
  return lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
}

function cleanLine(line: string): string {
  let text = line.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1");
  for (let depth = 0; depth < mostNested; depth++) {
    text = text
      .replace(/(?<!\\)(`+|\*{1,3}|~~)(?=\S)([^`*~]+)(?<=\S)\1/g, "$2")
      .replace(/(?<![\w\\])(_{1,3})(?=\S)([^_]+)(?<=\S)\1(?!\w)/g, "$2");
  }
  return text
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity]!)
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
};

/**
 * An id or the name of a file, for people who look at a picture.
 *
 * @example showId("share-by-region") // "Share By Region"
 */
export const showId = (id: string) => (/[-_]/.test(id) ? formTitle(id) : id);
