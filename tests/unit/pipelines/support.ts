import { join } from "node:path";
import * as spec from "../../../provider/src/core/spec";

export const pipelines = join(__dirname, "../../../pipelines");

interface Options {
  title?: string;
  limit?: number;
  spec?: typeof spec;
  secrets?: readonly string[];
}

// The scripts are plain JavaScript, which users copy; their types are checked where they are.
const script = require("../../../pipelines/preview-comment.cjs") as {
  comment(text: string, options?: Options): string;
  secretsOf(environment: Record<string, string | undefined>): string[];
};

export const { secretsOf } = script;

/** The comment as a project that has the provider installed makes it. */
export const comment = (preview: string | object, options: Options = {}): string =>
  script.comment(typeof preview === "string" ? preview : JSON.stringify(preview), { spec, ...options });

export const { post } = require("../../../pipelines/post-comment.cjs") as {
  post(body: string, environment: Record<string, string | undefined>): Promise<unknown>;
};

/** What stands under one heading of a comment, line by line. */
export function section(text: string, title: string): string[] {
  const found = new RegExp(`^\\*\\*${title}\\*\\*\n\n(\`{3,})\\w+\n(?<lines>.*?)\n\\1$`, "ms").exec(text);
  return found?.groups?.lines?.split("\n") ?? [];
}
