import { normalizePlainName } from "../../formula";
import { filterObjects, isOpen, type Json, type JsonObject, readKnownString } from "../json";

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

/** Things of one name that count: what thousands of columns of one name mean would take the square of their number. */
const mostNamesakes = 20;

function put<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else if (list.length < mostNamesakes) list.push(item);
}

/** Whether a list and each of its items is known; one left out has none. */
export const isKnownList = (value: Json | undefined) =>
  value === undefined || (Array.isArray(value) && !value.some((item) => isOpen(item)));

/** The metrics or relationships of a table, by their names in plain form. */
export class NamedParts {
  private readonly plain = new Map<string, JsonObject[]>();
  /** Whether all of them are known, with their names. */
  readonly areKnown: boolean;
  /** Whether all of them are known, and have a name. */
  readonly areNamed: boolean;

  constructor(list: Json | undefined) {
    const parts = filterObjects(list);
    for (const part of parts) put(this.plain, normalizePlainName(readKnownString(part.name) ?? ""), part);
    const isKnown = isKnownList(list);
    this.areKnown = isKnown && !parts.some(({ name }) => isOpen(name));
    this.areNamed = isKnown && parts.every(({ name }) => readKnownString(name) !== undefined);
  }

  get(plain: string): readonly JsonObject[] {
    return this.plain.get(plain) ?? [];
  }
}
