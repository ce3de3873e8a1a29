import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import { type DocumentUses, type Exposed, formElementKey } from "pulumi-analytics-internal/core/graph";
import type { ReadDocument } from "pulumi-analytics-internal/core/impact";
import type { StateDocument } from "./states";

/** What the data model of a file offers, and what it did before. */
export interface Outline {
  readonly now: readonly Exposed[];
  readonly before: readonly Exposed[];
}

/** The data models of files: their ids, and what the state knows of them. */
type Outlines = Iterable<
  readonly [model: { readonly id: string; readonly state: StateDocument | undefined }, outline: Outline]
>;

/** Puts the platform's ids in the place of those of files, given what the platform's data models offer. */
export function createTranslator(outlines: Outlines, read: readonly ReadDocument[]): (key: string) => string {
  const translator = new KeyTranslator(outlines, read);
  return (key) => translator.translate(key);
}

/** Puts the platform's ids of elements and columns in the place of those of files. */
class KeyTranslator {
  readonly #columns = new Map<string, string>();
  readonly #elements = new Map<string, ReadonlyMap<string, string>>();
  readonly #platform = new Map<string, readonly Exposed[]>();

  constructor(own: Outlines, read: readonly ReadDocument[]) {
    for (const { document, uses } of read) if (!document.file) this.#platform.set(document.id, uses.exposed);
    for (const [{ id, state }, { now, before }] of own) {
      const exposed = [...before, ...now];
      const elements = exposed.flatMap(({ is, elementId, element }) => {
        const stored = state?.ids?.elements[elementId]?.id ?? this.#findElement(id, [element, elementId]);
        return is === "element" && stored !== undefined ? [[elementId, stored] as const] : [];
      });
      this.#elements.set(id, new Map(elements));
      for (const one of exposed) {
        if (one.idKey === undefined) continue;
        const column = one.idKey.slice(one.idKey.lastIndexOf("/id/") + 4);
        const stored = state?.ids?.elements[one.elementId]?.columns?.[column];
        const element = this.#elements.get(id)!.get(one.elementId);
        if (element === undefined) continue;
        const key = formElementKey(id, element);
        const found = stored === undefined ? this.#findColumn(id, element, one.name) : `${key}/id/${stored}`;
        if (found !== undefined) this.#columns.set(one.idKey, found);
      }
    }
  }

  translate(key: string): string {
    const known = this.#columns.get(key);
    if (known !== undefined) return known;
    const [, model, element, rest = ""] = /^model\/([^/]+)\/([^/]+)(\/.*)?$/.exec(key) ?? [];
    if (model === undefined || element === undefined || element === "control") return key;
    const stored = this.#elements.get(model)?.get(element) ?? this.#findElement(model, [element]);
    return stored === undefined ? key : `${formElementKey(model, stored)}${rest}`;
  }

  /** The platform's element that is called one of some names; undefined also for one that is given by its id. */
  #findElement(model: string, names: readonly string[]): string | undefined {
    const elements = (this.#platform.get(model) ?? []).filter(({ is }) => is === "element");
    const plain = names.map(normalizePlainName);
    const found = elements.filter((one) => plain.includes(normalizePlainName(one.name)));
    const isId = elements.some(({ elementId }) => names.includes(elementId));
    return isId || found.length !== 1 ? undefined : found[0]!.elementId;
  }

  #findColumn(model: string, element: string, name: string): string | undefined {
    return (this.#platform.get(model) ?? []).find(
      (one) =>
        one.elementId === element && one.is === "column" && normalizePlainName(one.name) === normalizePlainName(name),
    )?.idKey;
  }
}

/** In the ids of the platform; what a file offers keeps its own ids besides, as people ask by them. */
export function translateUses({ uses, exposed }: DocumentUses, translate: (key: string) => string): DocumentUses {
  return {
    uses: uses.map((use) => ({ ...use, target: translate(use.target) })),
    exposed: exposed.flatMap((one) => {
      const own = { ...one, reads: one.reads.map(translate) };
      const idKey = one.idKey === undefined ? {} : { idKey: translate(one.idKey) };
      return translate(one.key) === one.key && idKey.idKey === one.idKey
        ? [own]
        : [own, { ...own, key: translate(one.key), ...idKey }];
    }),
  };
}
