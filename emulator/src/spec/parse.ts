import { z } from "zod";
import { createInvalidRequest } from "../http/errors";
import { findMostSpecific, getAt, show } from "../http/validate";
import type { Settings } from "../settings";
import { buildPagesSchema, type Page } from "./schema";

/** Parses the pages of a body; a wrong place is a 400 in the words the platform has for representations. */
export function parsePages(settings: Settings, pages: unknown): Page[] {
  const result = buildPagesSchema(settings).safeParse(pages);
  if (result.success) {
    return result.data;
  }
  const issue = findMostSpecific(result.error.issues[0]!);
  const [, , index, ...inElement] = issue.path;
  const element = z.looseObject({}).safeParse(getAt(pages, issue.path.slice(0, 3))).data;
  if (index !== undefined && element?.kind === undefined) {
    throw createInvalidRequest("Syntax error in data model spec");
  }
  // The platform finds no branch of its union for an incomplete control and blames the one field that is right.
  if (element?.kind === "control") {
    throw createInvalidRequest('Invalid kind: "control"');
  }
  const got = getAt(pages, issue.path);
  const what = issue.code === "invalid_type" ? issue.expected : String(issue.path.at(-1));
  const path = index === undefined ? ["pages", ...issue.path] : shortenPath(inElement);
  throw createInvalidRequest(`${render(path)}: Invalid ${what}: ${show(got)}`);
}

/** The platform names a place from the element on, and the parts of a join from its source on. */
function shortenPath(path: readonly PropertyKey[]): readonly PropertyKey[] {
  return path[0] === "source" && path[1] === "joins" ? path.slice(1) : path;
}

/** `["columns", 1, "formula"]` as `columns[1].formula`. */
function render(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? String(key) : `.${String(key)}`))
    .join("");
}
