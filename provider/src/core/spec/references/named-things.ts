import { normalizePlainName } from "./formulas";

/** Things by name, as written or else by plain form; not complete if there are names that can't be known. */
export class NamedThings<T> {
  private readonly exact = new Map<string, T[]>();
  private plain: Map<string, T[]> | undefined;
  /** The things whose names aren't known. */
  readonly nameless: readonly T[];
  readonly isComplete: boolean;

  constructor(items: Iterable<readonly [name: string | undefined, item: T]>, isComplete = true) {
    const nameless: T[] = [];
    for (const [name, item] of items) {
      if (name === undefined) nameless.push(item);
      else put(this.exact, name, item);
    }
    this.nameless = nameless;
    this.isComplete = isComplete && nameless.length === 0;
  }

  /** The names as written. */
  listWritten(): Iterable<string> {
    return this.exact.keys();
  }

  /** The things that have a name. */
  listAll(): T[] {
    return [...this.exact.values()].flat();
  }

  get(name: string): readonly T[] {
    const exact = this.exact.get(name);
    if (exact) return exact;
    if (!this.plain) {
      this.plain = new Map();
      for (const [written, items] of this.exact)
        for (const item of items) put(this.plain, normalizePlainName(written), item);
    }
    return this.plain.get(normalizePlainName(name)) ?? [];
  }
}

function put<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}
