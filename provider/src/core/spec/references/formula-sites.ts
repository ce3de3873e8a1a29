import { isObject, type Json, type JsonObject, knownString, listOf, type Path } from "../json";
import { controlsIn, type NameReference, namesIn } from "./formulas";
import { elementPlaces } from "./references";

/** A text that refers to things by name. */
export class FormulaSite {
  constructor(
    /** The table it belongs to. */
    readonly element: JsonObject,
    /** Where its names are looked up: in the table's formulas, over one side of its source, or among the controls. */
    readonly scope: "table" | "side" | "controls",
    private readonly text: Json | undefined,
    private readonly elementPath: Path,
    private readonly below: Path,
    /** For `side`: the source on that side. */
    readonly side?: Json,
  ) {}

  path(): Path {
    return [...this.elementPath, ...this.below];
  }

  /** Its text, if that is known and a formula: over one side of a source, a name may stand without brackets. */
  formula(): string | undefined {
    const text = knownString(this.text);
    return this.scope === "side" && !text?.includes("[") ? undefined : text;
  }

  /** The names in it; `nth` counts those with the same text, from 0. */
  names(): (Pick<NameReference, "text" | "segments"> & { readonly nth: number })[] {
    const text = knownString(this.text);
    if (text === undefined) return [];
    const found = this.scope === "controls" ? controlsIn(text) : namesIn(text);
    const counts = new Map<string, number>();
    return found.map((name) => {
      const nth = counts.get(name.text) ?? 0;
      counts.set(name.text, nth + 1);
      return { ...name, nth };
    });
  }
}

/** Visits every formula and every join and union column of a spec. */
export function walkFormulas(spec: JsonObject, visit: (site: FormulaSite) => void): void {
  for (const { element, path } of elementPlaces(spec)) {
    if (element.kind !== "table") continue;
    for (const field of ["columns", "metrics"]) {
      const parts = listOf(element[field]);
      for (let i = 0; i < parts.length; i++) {
        const part = parts[i];
        if (isObject(part)) visit(new FormulaSite(element, "table", part.formula, path, [field, i, "formula"]));
      }
    }
    if (isObject(element.source)) walkSides(element, element.source, path, visit);
  }
}

/** Visits every SQL statement of a spec. */
export function walkStatements(spec: JsonObject, visit: (site: FormulaSite) => void): void {
  for (const { element, path } of elementPlaces(spec)) {
    const { source } = element;
    if (element.kind !== "table" || !isObject(source) || source.kind !== "sql") continue;
    visit(new FormulaSite(element, "controls", source.statement, path, ["source", "statement"]));
  }
}

function walkSides(element: JsonObject, source: JsonObject, path: Path, visit: (site: FormulaSite) => void): void {
  const onSide = (text: Json | undefined, side: Json | undefined, ...below: Path) =>
    visit(new FormulaSite(element, "side", text, path, ["source", ...below], side));
  for (const [j, join] of listOf(source.joins).entries()) {
    if (!isObject(join)) continue;
    for (const [c, pair] of listOf(join.columns).entries()) {
      if (!isObject(pair)) continue;
      onSide(pair.left, join.left, "joins", j, "columns", c, "left");
      onSide(pair.right, join.right, "joins", j, "columns", c, "right");
    }
  }
  const sides = listOf(source.sources);
  for (const [m, match] of listOf(source.matches).entries()) {
    for (const [i, text] of listOf(isObject(match) ? match.sourceColumns : undefined).entries()) {
      onSide(text, sides[i], "matches", m, "sourceColumns", i);
    }
  }
}
