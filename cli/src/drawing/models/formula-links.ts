import { getValue, type JsonObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import {
  type FormulaSite,
  findMeaning,
  indexSpec,
  ModelNames,
  walkFormulas,
  walkStatements,
} from "pulumi-analytics-internal/core/model/references";

/** An element whose formulas or SQL name another one of the same model. */
export interface FormulaLink {
  readonly element: JsonObject;
  readonly target: JsonObject;
  readonly label: "formula" | "SQL";
  /** The columns and metrics in whose formulas the name stands. */
  readonly details: readonly string[];
}

/** What is known of a pair so far. */
interface LinkDetails {
  readonly label: FormulaLink["label"];
  readonly details: Set<string>;
}

/** Who names whom in formulas and SQL, each pair once, as far as names can be resolved. Parts need their ids. */
export function collectFormulaLinks(spec: JsonObject): FormulaLink[] {
  const names = new ModelNames(indexSpec(spec));
  const links = new Map<JsonObject, Map<JsonObject, LinkDetails>>();
  const add = (site: FormulaSite, label: FormulaLink["label"]) => {
    const targets = site.listNames().flatMap(({ segments }) => findMeaning(names, site, segments).targets);
    for (const { element: target } of targets) {
      if (target === site.element) continue;
      const targetsOf = links.get(site.element) ?? new Map<JsonObject, LinkDetails>();
      const found = targetsOf.get(target) ?? { label, details: new Set() };
      links.set(site.element, targetsOf.set(target, found));
      const part = findPart(spec, site);
      if (part !== undefined) found.details.add(part);
    }
  };
  walkFormulas(spec, (site) => add(site, "formula"));
  walkStatements(spec, (site) => add(site, "SQL"));
  return [...links].flatMap(([element, targets]) =>
    [...targets].map(([target, { label, details }]) => ({ element, target, label, details: [...details] })),
  );
}

/** The id of the column or metric whose formula it is. */
function findPart(spec: JsonObject, site: FormulaSite): string | undefined {
  const id = getValue(spec, [...site.buildPath().slice(0, 6), "id"]);
  return readKnownString(id);
}
