import { z } from "zod";

/** `true` or `false` in a query. */
export const flag = z.stringbool({ truthy: ["true"], falsy: ["false"] }).optional();

/** What `name` and `search` filters ask of a text; a filter that isn't given asks nothing. */
export function containsText(text: string, part = ""): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
