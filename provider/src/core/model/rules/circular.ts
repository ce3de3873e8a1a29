import { getValue, isObject, type JsonObject, type Path, readKnownString } from "../json";
import { getColumnName } from "../references/derived-names";
import type { FormulaSite } from "../references/formula-sites";
import type { Target } from "../references/meaning";
import { getNames, type ModelNames } from "../references/model-names";
import { findMeaning } from "../references/resolve";
import type { SpecIndex } from "../references/spec-index";
import { findCycles } from "./cycles";
import type { Rule } from "./rule";

/** A column or metric, with the references in its formula to others. */
interface Node {
  readonly site: FormulaSite;
  readonly part: JsonObject;
  /** By the key of what is referred to, the reference. */
  readonly uses: Map<string, { readonly text: string; readonly nth: number }>;
}

const formKey = ({ id }: JsonObject, list: Path[number] | undefined, part: JsonObject) =>
  JSON.stringify([id ?? null, list ?? null, part.id ?? null]);

/**
 * Sources whose columns formulas may call by a single name, like the table's own; or whose columns aren't known here.
 */
const hasOwnColumns = ({ source }: JsonObject) =>
  isObject(source) && ["warehouse-table", "sql", "table", "data-model", "join"].includes(String(source.kind));

/** The one column or metric of the model that a name means for sure. */
function findSoleTarget(site: FormulaSite, segments: readonly string[], names: ModelNames): Target | undefined {
  const { status, targets, isDoubtful } = findMeaning(names, site, segments);
  const parts = targets.filter(({ part }) => part !== undefined && part.kind !== "relationship");
  const [target] = parts;
  if (status !== "found" || isDoubtful || parts.length !== 1 || target?.part === undefined) return undefined;
  if (target.element === site.element && !hasOwnColumns(target.element)) return undefined;
  const name = getColumnName(target.part.item);
  // Names that differ in more than case may be respelled ones of the source.
  const isExact = name?.trim().toLowerCase() === segments.at(-1)?.trim().toLowerCase();
  return isExact ? target : undefined;
}

function collectNodes(model: SpecIndex, names: ModelNames): Map<string, Node> {
  const nodes = new Map<string, Node>();
  model.formulas.forEach((site) => {
    const path = site.buildPath();
    const part = getValue(model.spec, path.slice(0, 6));
    if (site.scope !== "table" || !isObject(part)) return;
    const uses: Node["uses"] = new Map();
    for (const { text, segments, nth } of site.listNames()) {
      const target = findSoleTarget(site, segments, names);
      if (target?.part === undefined) continue;
      const list = target.part.kind === "column" ? "columns" : "metrics";
      uses.set(formKey(target.element, list, target.part.item), { text: `[${text}]`, nth });
    }
    nodes.set(formKey(site.element, path[4], part), { site, part, uses });
  });
  return nodes;
}

const getLabel = ({ part }: Node) => getColumnName(part) ?? readKnownString(part.id) ?? "?";

export const circularFormula: Rule = {
  name: "circular-formula",
  severity: "error",
  check(model, report) {
    const names = getNames(model);
    const nodes = collectNodes(model, names);
    for (const cycle of findCycles(nodes.keys(), (key) => [...(nodes.get(key)?.uses.keys() ?? [])])) {
      const members = cycle.map((key) => nodes.get(key)!);
      const [first] = members as [Node];
      const [prefix] = names.listSourceNames(first.site.element);
      const way = [...members, first].map((node) => `\`${getLabel(node)}\``).join(" → ");
      report({
        path: first.site.buildPath(),
        span: first.uses.get(cycle[1] ?? cycle[0]!),
        message: `the formula depends on itself: ${way}`,
        ...(members.length === 1 && prefix !== undefined
          ? { hint: `Did you mean the column of the source, \`[${prefix}/${getLabel(first)}]\`?` }
          : {}),
      });
    }
  },
};
