import { isObject, type JsonObject, knownString, type Path, valueAt } from "../json";
import { type FormulaSite, walkFormulas } from "../references/formula-sites";
import { type NameResolver, nameOfColumn, namesOf, type Target } from "../references/names";
import type { SpecIndex } from "../references/spec-index";
import { cyclesIn } from "./cycles";
import type { Rule } from "./rule";

/** A column or metric, with the references in its formula to others. */
interface Node {
  readonly site: FormulaSite;
  readonly part: JsonObject;
  /** By the key of what is referred to, the reference. */
  readonly uses: Map<string, { readonly text: string; readonly nth: number }>;
}

const keyOf = ({ id }: JsonObject, list: Path[number] | undefined, part: JsonObject) =>
  JSON.stringify([id ?? null, list ?? null, part.id ?? null]);

/** Sources whose columns formulas may call by a single name, like the table's own; or whose columns aren't known here. */
const hasOwnColumns = ({ source }: JsonObject) =>
  isObject(source) && ["warehouse-table", "sql", "table", "data-model", "join"].includes(String(source.kind));

/** The one column or metric of the model that a name means for sure. */
function soleTarget(site: FormulaSite, segments: readonly string[], names: NameResolver): Target | undefined {
  const { status, targets, isDoubtful } = names.meaning(site, segments);
  const parts = targets.filter(({ part }) => part !== undefined && part.kind !== "relationship");
  const [target] = parts;
  if (status !== "found" || isDoubtful || parts.length !== 1 || target?.part === undefined) return undefined;
  if (target.element === site.element && !hasOwnColumns(target.element)) return undefined;
  const name = nameOfColumn(target.part.item);
  // Names that differ in more than case may be respelled ones of the source.
  const isExact = name?.trim().toLowerCase() === segments.at(-1)?.trim().toLowerCase();
  return isExact ? target : undefined;
}

function nodesOf(model: SpecIndex, names: NameResolver): Map<string, Node> {
  const nodes = new Map<string, Node>();
  walkFormulas(model.spec, (site) => {
    const path = site.path();
    const part = valueAt(model.spec, path.slice(0, 6));
    if (site.scope !== "table" || !isObject(part)) return;
    const uses: Node["uses"] = new Map();
    for (const { text, segments, nth } of site.names()) {
      const target = soleTarget(site, segments, names);
      if (target?.part === undefined) continue;
      const list = target.part.kind === "column" ? "columns" : "metrics";
      uses.set(keyOf(target.element, list, target.part.item), { text: `[${text}]`, nth });
    }
    nodes.set(keyOf(site.element, path[4], part), { site, part, uses });
  });
  return nodes;
}

const labelOf = ({ part }: Node) => nameOfColumn(part) ?? knownString(part.id) ?? "?";

export const circularFormula: Rule = {
  name: "circular-formula",
  severity: "error",
  check(model, report) {
    const names = namesOf(model);
    const nodes = nodesOf(model, names);
    for (const cycle of cyclesIn(nodes.keys(), (key) => [...(nodes.get(key)?.uses.keys() ?? [])])) {
      const members = cycle.map((key) => nodes.get(key)!);
      const [first] = members as [Node];
      const [prefix] = names.sourceNames(first.site.element);
      const way = [...members, first].map((node) => `\`${labelOf(node)}\``).join(" → ");
      report({
        path: first.site.path(),
        span: first.uses.get(cycle[1] ?? cycle[0]!),
        message: `the formula depends on itself: ${way}`,
        ...(members.length === 1 && prefix !== undefined
          ? { hint: `Did you mean the column of the source, \`[${prefix}/${labelOf(first)}]\`?` }
          : {}),
      });
    }
  },
};
