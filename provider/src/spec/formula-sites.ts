import { controlsIn, type NameReference, namesIn } from "./formulas";
import { isObject, type Json, type JsonObject, knownString, objectEntries, type Path } from "./json";
import { elementPlaces } from "./references";

/** A text that refers to things by name. */
export interface FormulaSite {
  /** The table it belongs to. */
  element: JsonObject;
  /** Where its names are looked up: in the table's formulas, over one side of its source, or among the controls. */
  scope: "table" | "side" | "controls";
  /** For `side`: the source on that side. */
  side?: Json;
  path(): Path;
  /** The names in it. */
  names(): NameReference[];
}

/** Every formula, join and union column, and SQL statement of a spec. */
export function* formulaSites(spec: JsonObject): Generator<FormulaSite> {
  for (const { element, path } of elementPlaces(spec)) {
    if (element.kind !== "table") continue;
    for (const field of ["columns", "metrics"]) {
      for (const [index, { formula }] of objectEntries(element[field])) {
        yield site(element, "table", formula, () => [...path, field, index, "formula"]);
      }
    }
    const { source } = element;
    if (!isObject(source)) continue;
    for (const { text, at, side } of sides(source)) {
      yield { ...site(element, "side", text, () => [...path, "source", ...at]), side };
    }
    if (source.kind === "sql") {
      yield {
        ...site(element, "controls", source.statement, () => [...path, "source", "statement"]),
        names: () => controlsIn(knownString(source.statement) ?? "").map((id) => ({ text: id, segments: [id] })),
      };
    }
  }
}

function site(element: JsonObject, scope: FormulaSite["scope"], text: Json | undefined, path: () => Path): FormulaSite {
  return { element, scope, path, names: () => namesIn(knownString(text) ?? "") };
}

/** The columns and formulas over the sides of a join or union. */
function* sides(source: JsonObject): Generator<{ text: Json | undefined; at: Path; side: Json | undefined }> {
  for (const [j, join] of objectEntries(source.joins)) {
    for (const [c, pair] of objectEntries(join.columns)) {
      yield { text: pair.left, at: ["joins", j, "columns", c, "left"], side: join.left };
      yield { text: pair.right, at: ["joins", j, "columns", c, "right"], side: join.right };
    }
  }
  const sources = Array.isArray(source.sources) ? source.sources : [];
  for (const [m, match] of objectEntries(source.matches)) {
    for (const [i, text] of (Array.isArray(match.sourceColumns) ? match.sourceColumns : []).entries()) {
      yield { text, at: ["matches", m, "sourceColumns", i], side: sources[i] };
    }
  }
}
