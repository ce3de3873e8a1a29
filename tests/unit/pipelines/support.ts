import { join } from "node:path";
import * as spec from "../../../provider/src/core/model";

export const pipelines = join(__dirname, "../../../pipelines");

interface Options {
  title?: string;
  limit?: number;
  spec?: typeof spec;
  secrets?: readonly string[];
  impact?: object;
  drawings?: string;
}

// The scripts are plain JavaScript, which users copy; their types are checked where they are.
const script = require("../../../pipelines/preview-comment.cjs") as {
  writeComment(text: string, options?: Options): string;
  collectSecrets(environment: Record<string, string | undefined>): string[];
};

export const { collectSecrets } = script;

/** The comment as a project that has the provider installed makes it. */
export const writeComment = (preview: string | object, options: Options = {}): string =>
  script.writeComment(typeof preview === "string" ? preview : JSON.stringify(preview), { spec, ...options });

export const { post } = require("../../../pipelines/post-comment.cjs") as {
  post(body: string, environment: Record<string, string | undefined>): Promise<unknown>;
};

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
  const [, indent = "", , , words = ""] = /^( *)- (`+)( ?)(.*)\3\2$/.exec(line) ?? [];
  return indent + words;
}
