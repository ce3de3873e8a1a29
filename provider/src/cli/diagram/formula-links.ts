import { type FormulaSite, walkFormulas, walkStatements } from "../../spec/formula-sites";
import { type JsonObject, knownString, valueAt } from "../../spec/json";
import { modelOf } from "../../spec/model";
import { NameResolver } from "../../spec/names";

/** An element whose formulas or SQL name another one of the same model. */
export interface FormulaLink {
  readonly element: JsonObject;
  readonly target: JsonObject;
  readonly label: "formula" | "SQL";
  /** The columns and metrics in whose formulas the name stands. */
  readonly details: readonly string[];
}

/** Who names whom in formulas and SQL, each pair once, as far as names can be resolved. Parts need their ids. */
export function formulaLinks(spec: JsonObject): FormulaLink[] {
  const names = new NameResolver(modelOf(spec));
  const links = new Map<JsonObject, Map<JsonObject, { label: FormulaLink["label"]; details: Set<string> }>>();
  const add = (site: FormulaSite, label: FormulaLink["label"]) => {
    const targets = site.names().flatMap(({ segments }) => names.meaning(site, segments).targets);
    for (const target of new Set(targets.map(({ element }) => element))) {
      if (target === site.element) continue;
      const of =
        links.get(site.element) ?? new Map<JsonObject, { label: FormulaLink["label"]; details: Set<string> }>();
      links.set(site.element, of);
      const link = of.get(target) ?? { label, details: new Set<string>() };
      of.set(target, link);
      const part = partAt(spec, site);
      if (part !== undefined) link.details.add(part);
    }
  };
  walkFormulas(spec, (site) => add(site, "formula"));
  walkStatements(spec, (site) => add(site, "SQL"));
  return [...links].flatMap(([element, targets]) =>
    [...targets].map(([target, { label, details }]) => ({ element, target, label, details: [...details] })),
  );
}

/** The id of the column or metric whose formula it is. */
function partAt(spec: JsonObject, site: FormulaSite): string | undefined {
  const id = valueAt(spec, [...site.path().slice(0, 6), "id"]);
  return knownString(id);
}
