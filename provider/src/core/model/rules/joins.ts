import {
  filterObjects,
  hasOpen,
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
} from "../json";
import { findHeads } from "../references/joins";
import { listElementPlaces } from "../references/references";
import type { SpecIndex } from "../references/spec-index";
import type { Rule } from "./rule";

function* joinSources(model: SpecIndex): Generator<{ source: JsonObject; joins: JsonObject[]; path: Path }> {
  for (const { element, path } of listElementPlaces(model.spec)) {
    const { source } = element;
    if (element.kind !== "table" || !isObject(source) || source.kind !== "join") continue;
    // A join that is not known could be what the others need.
    if (!Array.isArray(source.joins) || source.joins.some((join) => !isObject(join) || isOpen(join))) continue;
    yield { source, joins: filterObjects(source.joins), path: [...path, "source"] };
  }
}

/** Whether two sources are equal, or could be: an open value may be anything. */
function isPossiblySame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || isOpen(a) || isOpen(b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isPossiblySame(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isPossiblySame(a[key], b[key]));
}

export const joinLeftSide: Rule = {
  name: "join-left-side",
  severity: "error",
  check(model, report) {
    for (const { source, joins, path } of joinSources(model)) {
      const heads = findHeads(joins);
      const primary = source.primarySource ?? (heads.length === 1 ? heads[0] : undefined);
      // Without a primary source there is another finding, and every left side would only repeat it.
      if (primary === undefined) continue;
      for (const [index, { left }] of joins.entries()) {
        if (left === undefined || isPossiblySame(left, primary)) continue;
        if (joins.some(({ right }, other) => other !== index && isPossiblySame(left, right))) continue;
        report({
          path: [...path, "joins", index, "left"],
          message:
            "the left side of a join must be the primary source or the right side of " +
            "another join, and this one is neither",
          hint: "Repeat that source exactly as it is written there.",
        });
      }
    }
  },
};

export const joinPrimarySource: Rule = {
  name: "join-primary-source",
  severity: "error",
  check(model, report) {
    for (const { source, joins, path } of joinSources(model)) {
      if (source.primarySource !== undefined || joins.length === 0) continue;
      if (joins.some(({ left, right }) => left === undefined || hasOpen(left) || hasOpen(right))) continue;
      const heads = findHeads(joins);
      if (heads.length === 1) continue;
      report({
        path,
        message:
          heads.length === 0
            ? "every source is the right side of some join, so that none can be where the joins start"
            : `${heads.length} sources are a left side and never a right side, so ` +
              "that it is open where the joins start",
        hint: "Give `primarySource`.",
      });
    }
  },
};

export const geographyOperator: Rule = {
  name: "geography-operator",
  severity: "warning",
  check(model, report) {
    for (const { joins, path } of joinSources(model)) {
      for (const [j, join] of joins.entries()) {
        for (const [c, { op }] of listObjectEntries(join.columns)) {
          if (op !== "within" && op !== "intersects") continue;
          report({
            path: [...path, "joins", j, "columns", c, "op"],
            message: `\`${op}\` works between columns of type geography only`,
          });
        }
      }
    }
  },
};
