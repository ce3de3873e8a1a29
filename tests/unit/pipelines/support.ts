import { join } from "node:path";
import { type CommentOptions, writeComment as write } from "../../../cli/src/comment/write";

export { collectSecrets } from "../../../cli/src/command/secrets";
export { post } from "../../../cli/src/comment/post";

export const pipelines = join(__dirname, "../../../pipelines");

/** The comment on a preview, given as Pulumi prints it or as its document. */
export const writeComment = (preview: string | object, options: CommentOptions = {}): string =>
  write(typeof preview === "string" ? preview : JSON.stringify(preview), options);

/**
 * What stands under one heading of a comment, line by line: a block, whose lines are wrapped, or a list of messages.
 */
export function readSection(text: string, title: string): string[] {
  const [, below = ""] = text.split(`\n**${title}**\n\n`);
  const block = /^(`{3,})\w+\n(.*?)\n\1\n/s.exec(below);
  if (block !== null) return block[2]!.replaceAll(/\n[-+!] {3}(?! )/g, " ").split("\n");
  const [list = ""] = below.split("\n\n");
  return list.trimEnd() === "" ? [] : list.trimEnd().split("\n").map(readItem);
}

function readItem(line: string): string {
  // A document's line is a link to it.
  const [, indent = "", , , words = ""] = /^( *)- \[?(`+)( ?)(.*)\3\2(?:\]\(\S+\))?$/.exec(line) ?? [];
  return indent + words;
}
