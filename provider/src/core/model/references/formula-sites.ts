import { findNames, type NameReference } from "../../formula";
import { isObject, type Json, type JsonObject, type Path, readKnownString, toList } from "../json";
import { findControls } from "./controls";
import { listElementPlaces } from "./references";

/** A name in a text; `nth` counts those with the same text, from 0. */
export type NameInFormula = Pick<NameReference, "text" | "segments"> & { readonly nth: number };

/** A text that refers to things by name. */
export class FormulaSite {
  #names: readonly NameInFormula[] | undefined;

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

  buildPath(): Path {
    return [...this.elementPath, ...this.below];
  }

  /** Its text, if that is known and a formula: over one side of a source, a name may stand without brackets. */
  readFormula(): string | undefined {
    const text = readKnownString(this.text);
    return this.scope === "side" && !text?.includes("[") ? undefined : text;
  }

  /** The names in it. Read once: each rule asks for them. */
  listNames(): readonly NameInFormula[] {
    this.#names ??= this.#readNames();
    return this.#names;
  }

  #readNames(): readonly NameInFormula[] {
    const text = readKnownString(this.text);
    if (text === undefined) return [];
    const found = this.scope === "controls" ? findControls(text) : findNames(text);
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
  for (const { element, path } of listElementPlaces(spec)) {
    if (element.kind !== "table") continue;
    for (const field of ["columns", "metrics"]) {
      const parts = toList(element[field]);
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
  for (const { element, path } of listElementPlaces(spec)) {
    const { source } = element;
    if (element.kind !== "table" || !isObject(source) || source.kind !== "sql") continue;
    visit(new FormulaSite(element, "controls", source.statement, path, ["source", "statement"]));
  }
}

function walkSides(element: JsonObject, source: JsonObject, path: Path, visit: (site: FormulaSite) => void): void {
  const visitSide = (text: Json | undefined, side: Json | undefined, ...below: Path) =>
    visit(new FormulaSite(element, "side", text, path, ["source", ...below], side));
  for (const [j, join] of toList(source.joins).entries()) {
    if (!isObject(join)) continue;
    for (const [c, pair] of toList(join.columns).entries()) {
      if (!isObject(pair)) continue;
      visitSide(pair.left, join.left, "joins", j, "columns", c, "left");
      visitSide(pair.right, join.right, "joins", j, "columns", c, "right");
    }
  }
  const sides = toList(source.sources);
  for (const [m, match] of toList(source.matches).entries()) {
    for (const [i, text] of toList(isObject(match) ? match.sourceColumns : undefined).entries()) {
      visitSide(text, sides[i], "matches", m, "sourceColumns", i);
    }
  }
}
