import { type IdKind, type JsonObject, type Path, walkIds } from "pulumi-analytics-internal/core/model";
import { getValue, isObject, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { findMeaning, indexSpec, ModelNames } from "pulumi-analytics-internal/core/model/references";
import { formPartKey, getKind } from "./parts";

/** That something in a model uses a part, by its id or by its name in a formula. */
export interface Use {
  /** The part that is used, by its key. */
  readonly of: string;
  /** The parts in which the use stands: the page, the element, and a part of that. */
  readonly within: readonly string[];
}

/** All uses in a model of its own parts. */
export function listUses(spec: JsonObject): Use[] {
  const uses: Use[] = [];
  walkIds(spec, (site) => {
    const { role, kinds, owner, id } = site;
    if (role !== "reference") return;
    for (const kind of kinds) {
      const element = kind === "page" || kind === "element" ? undefined : owner;
      uses.push({ of: formPartKey({ kind, element, id }), within: listPartsAt(spec, site.buildPath()) });
    }
  });
  const model = indexSpec(spec);
  const names = new ModelNames(model);
  for (const site of model.formulas) {
    for (const { segments } of site.listNames()) {
      for (const { element, part } of findMeaning(names, site, segments).targets) {
        const own = readKnownString(element.id);
        const of: { kind: IdKind; element: string | undefined; id: string } =
          part === undefined
            ? { kind: "element", element: undefined, id: String(own) }
            : { kind: part.kind, element: own, id: String(part.item.id) };
        uses.push({ of: formPartKey(of), within: listPartsAt(spec, site.buildPath()) });
      }
    }
  }
  return uses;
}

/** The parts on the way to a place. */
function listPartsAt(spec: JsonObject, path: Path): string[] {
  let element: string | undefined;
  return path.flatMap((key, index) => {
    const kind = typeof key === "number" ? getKind(String(path[index - 1])) : undefined;
    const item = kind && getValue(spec, path.slice(0, index + 1));
    const id = isObject(item) ? readKnownString(item.id) : undefined;
    if (kind === undefined || id === undefined) return [];
    const isPart = kind !== "page" && kind !== "element";
    if (kind === "element") element = id;
    return [formPartKey({ kind, element: isPart ? element : undefined, id })];
  });
}
