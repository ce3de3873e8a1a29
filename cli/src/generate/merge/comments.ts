import type { ModelComment } from "pulumi-analytics-generate";
import { buildPath, getValue, type Json, type JsonObject } from "pulumi-analytics-internal/core/model";
import { isObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { insertComment } from "../../text";
import { writeYamlComment } from "../../text/writers/yaml";
import type { ModelRecord } from "./records";

/** A comment by the ids on the way to its part: it is found again wherever the part is. */
export type PlacedComment = ModelRecord["comments"][number];

export function placeComments(spec: JsonObject, comments: readonly ModelComment[]): PlacedComment[] {
  return comments.map(({ path, text }) => {
    const at = path.map((key, index) => {
      const item = typeof key === "number" ? getValue(spec, path.slice(0, index + 1)) : undefined;
      return (isObject(item) ? readKnownString(item.id) : undefined) ?? String(key);
    });
    return { at, text };
  });
}

/**
 * A text with the comments that the generator has now: new ones are added where their parts are, those that it dropped
 * go. A comment that a person changed or deleted stays so.
 */
export function mergeComments(
  text: string,
  form: Json,
  before: readonly PlacedComment[],
  now: readonly PlacedComment[],
): string {
  const isIn = (comments: readonly PlacedComment[]) => (comment: PlacedComment) =>
    comments.some(({ at, text: other }) => other === comment.text && at.join("\n") === comment.at.join("\n"));
  const gone = before.filter((comment) => !isIn(now)(comment));
  const added = now.filter((comment) => !isIn(before)(comment));
  const shortened = gone.reduce((result, comment) => removeComment(result, comment.text), text);
  return added.reduce((result, comment) => {
    const path = buildPath(form, comment.at);
    const isThere = path.length === comment.at.length && getValue(form, path) !== undefined;
    return isThere ? insertComment(result, path, comment.text) : result;
  }, shortened);
}

/** Takes a comment out whose lines stand together as they were written. */
function removeComment(text: string, comment: string): string {
  const wanted = comment.split("\n").map(writeYamlComment);
  const lines = text.split("\n");
  const start = lines.findIndex((_, index) => wanted.every((line, at) => lines[index + at]?.trim() === line));
  if (start >= 0) lines.splice(start, wanted.length);
  return lines.join("\n");
}
