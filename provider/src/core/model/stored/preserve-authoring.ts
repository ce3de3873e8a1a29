import { canonicalizeValue, createNameFinder, toCanonical } from "../diff/canonical";
import { assignIds } from "../identity/assign";
import { isSameJson, type Json, type JsonObject } from "../json";
import { reword } from "../references/reword";
import { modelShape } from "../schema/shape";
import type { LocalSpec } from "../spec-types";
import { fillPlaceholders } from "../text/placeholders";
import { Preserver } from "./preserver";

/**
 * The server's spec, written as the user would: where both mean the same, it keeps the user's text (placeholders, ids
 * left out, key order, defaults written out); elsewhere it has the server's value. If both mean the same everywhere, it
 * returns the user's spec itself. Below `pages` only; the user's other top-level fields stay.
 *
 * @param authored the user's spec, placeholders unfilled.
 * @param server the server's spec in the user's ids (see `toLocalIds`).
 * @param refs the values of the placeholders.
 */
export function preserveAuthoring(
  authored: Json,
  server: LocalSpec,
  refs: Readonly<Record<string, unknown>> = {},
): Json {
  const declared = assignIds(fillPlaceholders(authored, refs).spec);
  const worded = reword(declared, server, { stored: true });
  const [before, after] = [toCanonical(declared), toCanonical(worded)];
  if (isSameJson(before, after)) return authored;
  const names = createNameFinder(worded);
  const preserver = new Preserver({
    simplify: (shape, value) => canonicalizeValue(shape, value, names),
    respell: (_, value, raw) => raw ?? value,
    isSorted: false,
  });
  const pages = preserver.preserveValue(modelShape.fields.get("pages")!.shape, "pages", {
    authored: (authored as JsonObject).pages,
    filled: declared.pages,
    before: before.pages,
    after: after.pages,
    raw: worded.pages,
  });
  return { ...(authored as JsonObject), ...(pages === undefined ? {} : { pages }) };
}
