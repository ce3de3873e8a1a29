import { invalidRequest } from "../http/errors";
import { at, mostSpecific, show } from "../http/validate";
import type { Settings } from "../settings";
import { type Page, pagesSchema } from "./schema";

/** Parses the pages of a body; a wrong place is a 400 in the words the platform has for representations. */
export function parsePages(settings: Settings, pages: unknown): Page[] {
  const result = pagesSchema(settings).safeParse(pages);
  if (result.success) {
    return result.data;
  }
  const issue = mostSpecific(result.error.issues[0]!);
  const [, , element] = issue.path;
  // The platform finds no branch of its union for an incomplete control and blames the one field that is right.
  const elementPath = issue.path.slice(0, 3);
  const culprit = element === undefined ? undefined : (at(pages, elementPath) as { kind?: unknown } | undefined);
  if (culprit?.kind === "control") {
    throw invalidRequest(`${render(elementPath)}: Invalid kind: "control"`);
  }
  const got = at(pages, issue.path);
  const what = issue.code === "invalid_type" ? issue.expected : String(issue.path.at(-1));
  throw invalidRequest(`${render(issue.path)}: Invalid ${what}: ${show(got)}`);
}

/** `[0, "elements", 1, "id"]` under `pages` as `pages[0].elements[1].id`. */
function render(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => `${text}${typeof key === "number" ? `[${key}]` : `.${String(key)}`}`,
    "pages",
  );
}
