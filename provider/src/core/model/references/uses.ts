import { getValue, isObject, type JsonObject, type Path, readKnownString } from "../json";
import type { FormulaSite } from "./formula-sites";
import { ModelNames } from "./model-names";
import { formDefinitionKey, kindNames, type PartField, partFields } from "./references";
import { findMeaning } from "./resolve";
import { formatElementLabel, type SpecIndex } from "./spec-index";

/** That a model refers to an element or a part of one, by its id or by its name. */
export interface Use {
  /** What is referred to: see {@link formDefinitionKey}. */
  readonly of: string;
  /** Where the reference is. */
  readonly path: Path;
  /** The name by which a formula or SQL refers to it. */
  readonly name?: string;
  /** Whether the reference only affects display. */
  readonly isDisplay: boolean;
}

/** Lists that only affect display. */
const display = new Set(["order[]", "folders[].items[]", "metricOrder[]", "metricFolders[].items[]"]);

/** All references of a model to its own elements and their parts. */
export function listUses(model: SpecIndex): Use[] {
  const uses = model.references.flatMap((site): Use[] => {
    const { kinds, owner, id, field } = site;
    const path = site.buildPath();
    const isDisplay = display.has(field);
    return kinds.map((kind) => ({ of: formDefinitionKey({ kind, element: owner, id }), path, isDisplay }));
  });
  const names = new ModelNames(model);
  for (const site of [...model.formulas, ...model.statements]) uses.push(...listNamed(names, site));
  return uses;
}

/** What a formula or a statement refers to: parts, and the other elements that they belong to. */
function listNamed(names: ModelNames, site: FormulaSite): Use[] {
  return site.listNames().flatMap(({ text, segments }) =>
    findMeaning(names, site, segments).targets.flatMap(({ element, part }) => {
      const owner = readKnownString(element.id);
      if (owner === undefined) return [];
      const partId = readKnownString(part?.item.id);
      const keys = [
        ...(part && partId ? [formDefinitionKey({ kind: part.kind, element: owner, id: partId })] : []),
        ...(element === site.element ? [] : [formDefinitionKey({ kind: "element", id: owner })]),
      ];
      return keys.map((of) => ({ of, path: site.buildPath(), name: text, isDisplay: false }));
    }),
  );
}

/** The element and the part of it that a path leads into, as far as they have ids: by key, and for people. */
export function listThings(spec: JsonObject, path: Path): { readonly key: string; readonly label: string }[] {
  const [element, part] = [getValue(spec, path.slice(0, 4)), getValue(spec, path.slice(0, 6))];
  const id = isObject(element) ? readKnownString(element.id) : undefined;
  if (!isObject(element) || id === undefined) return [];
  const label = formatElementLabel(element);
  const own = { key: formDefinitionKey({ kind: "element", id }), label };
  const field = path[4];
  const partId = isObject(part) ? readKnownString(part.id) : undefined;
  if (typeof field !== "string" || !Object.hasOwn(partFields, field) || partId === undefined) return [own];
  const kind = partFields[field as PartField];
  const key = formDefinitionKey({ kind, element: id, id: partId });
  return [own, { key, label: `${label} › ${kindNames[kind]} ${partId}` }];
}
