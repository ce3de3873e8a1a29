import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import { type Exposed, formColumnIdKey, formElementKey } from "pulumi-analytics-internal/core/graph";
import type { ReadDocument } from "pulumi-analytics-internal/core/impact";
import { getServerElementId, getServerPartId, type IdentityMap } from "pulumi-analytics-internal/core/model";

/** The data model of a file: what it offers, and what it did before. */
export interface Outline {
  readonly id: string;
  /** The platform's ids of its parts, as far as they are known. */
  readonly ids: IdentityMap | undefined;
  readonly exposed: readonly Exposed[];
}

/**
 * The one door at which the platform's ids of elements and columns become those of files: by what is known of them,
 * else parts of the same name are the same.
 */
export class KeyTranslator {
  /** The keys of elements in files, by those on the platform. */
  readonly elements = new Map<string, string>();
  readonly #parts = new Map<string, string>();

  /** @param read what the platform's data models offer. */
  constructor(outlines: readonly Outline[], read: readonly ReadDocument[]) {
    const offered = new Map(read.map(({ document: { id }, uses: { exposed } }) => [id, exposed]));
    for (const outline of outlines) this.#addModel(outline, offered.get(outline.id) ?? []);
  }

  /** A key in the ids of files; one of what no file has stays. */
  translate(key: string): string {
    const known = this.elements.get(key) ?? this.#parts.get(key);
    if (known !== undefined) return known;
    const [, holder = "", rest = ""] = /^(model\/[^/]+\/[^/]+)(\/.*)$/.exec(key) ?? [];
    return `${this.elements.get(holder) ?? holder}${rest}` || key;
  }

  #addModel({ id, ids, exposed }: Outline, offered: readonly Exposed[]): void {
    const elements = exposed.filter(({ is }) => is === "element");
    for (const { elementId, key } of elements) {
      const stored = ids && getServerElementId(ids, elementId);
      if (stored !== undefined) this.elements.set(formElementKey(id, stored), key);
    }
    const keys = new Set(elements.map(({ key }) => key));
    const known = new Set([...this.elements.values(), ...offered.map(({ key }) => key)]);
    for (const one of elements.filter(({ key }) => !known.has(key))) {
      const stored = findOnly(offered, one, ({ key }) => !this.elements.has(key) && !keys.has(key));
      if (stored !== undefined) this.elements.set(stored.key, one.key);
    }
    const holders = new Map([...this.elements].map(([stored, key]) => [key, stored]));
    for (const one of exposed) {
      if (one.idKey === undefined || (one.is !== "column" && one.is !== "metric")) continue;
      const own = formElementKey(id, one.elementId);
      const holder = holders.get(own) ?? own;
      const part = ids && getServerPartId(ids, one.elementId, one.is, readId(one.idKey));
      const stored = part === undefined ? undefined : formColumnIdKey(holder, part);
      const named = offered.filter(({ idKey = "" }) => idKey.startsWith(`${holder}/id/`));
      const found = stored ?? findOnly(named, one, () => true)?.idKey;
      if (found !== undefined) this.#parts.set(found, one.idKey);
    }
  }
}

const readId = (idKey: string) => idKey.slice(idKey.lastIndexOf("/id/") + 4);

/** The only part that is what another one is, and is called as it. */
function findOnly(all: readonly Exposed[], { is, name }: Exposed, isFree: (one: Exposed) => boolean) {
  const plain = normalizePlainName(name);
  const found = all.filter((one) => one.is === is && normalizePlainName(one.name) === plain && isFree(one));
  return found.length === 1 ? found[0] : undefined;
}
