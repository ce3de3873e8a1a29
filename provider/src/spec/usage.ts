import { isObject, type Json, type JsonObject, knownString, type Path, valueAt } from "./json";
import { type IdKind, type IdSite, partFields, walkIds } from "./references";

/** Who refers to what in a model, and still exists after a change. */
export interface Usage {
  /** The users of an item of a list that has ids (`elements`, `columns`, …), for people; without display lists. */
  of(field: string, item: JsonObject, path: Path): string[];
}

/** Lists that only say how things are shown: being in one is no use. */
const display = new Set(["order[]", "folders[].items[]", "metricOrder[]", "metricFolders[].items[]"]);

/** Looks through the references of `before`; what has gone in `after` itself no longer counts as a user. */
export function usagesIn(before: JsonObject, after: JsonObject): Usage {
  const users = new Map<string, { element: JsonObject | undefined; label: string }[]>();
  const surviving = survivors(after);
  walkIds(before, (site) => {
    if (site.role !== "reference" || display.has(site.field)) return;
    const user = userOf(site, before);
    if (!surviving.has(user.key)) return;
    for (const kind of site.kinds) {
      const key = keyOf(kind, site.owner, site.id);
      const list = users.get(key) ?? [];
      if (!list.some(({ label }) => label === user.label)) list.push({ element: site.element, label: user.label });
      users.set(key, list);
    }
  });
  return {
    of(field, item, path) {
      const id = knownString(item.id);
      if (id === undefined) return [];
      if (field === "elements") {
        return (users.get(keyOf("element", undefined, id)) ?? [])
          .filter((user) => user.element !== item)
          .map(({ label }) => label);
      }
      const kind = (partFields as Record<string, IdKind | undefined>)[field];
      const element = valueAt(before, path.slice(0, 4));
      const owner = isObject(element) ? knownString(element.id) : undefined;
      return kind === undefined ? [] : (users.get(keyOf(kind, owner, id)) ?? []).map(({ label }) => label);
    },
  };
}

const keyOf = (kind: IdKind, owner: string | undefined, id: string) => JSON.stringify([kind, owner ?? null, id]);

/** The thing a reference stands in: the innermost one that has an id, or the element. */
function userOf(site: IdSite, spec: JsonObject): { key: string; label: string } {
  const path = site.path();
  const element = knownString(site.element?.id) ?? "";
  const kind = typeof site.element?.kind === "string" ? site.element.kind : "element";
  const part = valueAt(spec, path.slice(0, 6));
  const field = path[4];
  const partId = isObject(part) && typeof field === "string" && field in partFields ? knownString(part.id) : undefined;
  return partId === undefined
    ? { key: element, label: `${kind} ${element}` }
    : {
        key: `${element}\n${field}\n${partId}`,
        label: `${kind} ${element} › ${partFields[field as keyof typeof partFields]} ${partId}`,
      };
}

function survivors(after: Json): ReadonlySet<string> {
  const keys = new Set<string>();
  if (!isObject(after)) return keys;
  walkIds(after, ({ role, kinds: [kind], owner, id }) => {
    if (role !== "definition") return;
    if (kind === "element") keys.add(id);
    const field = Object.entries(partFields).find(([, part]) => part === kind)?.[0];
    if (field !== undefined) keys.add(`${owner}\n${field}\n${id}`);
  });
  return keys;
}
