import { findNames, normalizeFormula, normalizePlainName } from "../../formula";
import { filterObjects, isObject, isOpen, type Json, type JsonObject, readKnownString, toList } from "../json";
import type { LocalSpec } from "../spec-types";
import { deriveColumnNames, deriveElementName, dropNumber, type FindElement, getColumnName } from "./derived-names";
import { formItemKey } from "./list-items";
import { listElements } from "./references";

/** Where the second spec comes from. */
export interface RewordOptions {
  /** It was read from the platform: what only the platform does to a spec counts as the same too. */
  stored?: boolean;
  /** With `stored`: what the platform doesn't keep of the first spec counts as a difference, to be reported as lost. */
  losses?: boolean;
  /** Ids of the elements whose names the platform derives, whatever they are called, see {@link findNameless}. */
  nameless?: ReadonlySet<string>;
}

/**
 * The unions whose declared names the platform doesn't keep. It keeps none, or all: any other name would be lost too.
 *
 * @param others the same spec as stored, each without the name.
 */
export function findNameless(declared: LocalSpec, ...others: readonly LocalSpec[]): ReadonlySet<string> {
  const stored = others.map(indexById);
  const isLost = (element: JsonObject) =>
    isUnion(element) &&
    element.name !== undefined &&
    stored.every((byId) => byId.get(String(element.id))?.name === undefined);
  return new Set([...indexById(declared)].filter(([, element]) => isLost(element)).map(([id]) => id));
}

/**
 * A spec in the words of another, wherever the two say the same and only spell it differently: formulas whose
 * references differ in what the platform respells (`[ORDERS/CUSTOMER_ID]`, `[ORDERS/Customer Id]`), and names left out
 * on one side that are what would be derived. What differs in meaning stays as it is, so that two specs that are still
 * different afterwards differ indeed.
 *
 * With `stored`: also the name and prefix of a union, a prefix that is the element's name instead of the table's, a
 * join type written out, `lookup` stored as `left-outer`, and the number behind the second of two equal names.
 *
 * Both are in the user's ids, and both canonical or neither. What is the same object stays the same object.
 *
 * @example reword(mine, theirs, { stored: true }) // `mine` again, where the platform has what is declared
 */
export function reword<Spec extends LocalSpec>(mine: Spec, theirs: Spec, options: RewordOptions = {}): Spec {
  return new Rewording(mine, theirs, options).rewordSpec();
}

/** The place of a value, as far as its spelling depends on it. */
interface Context {
  /** The element on both sides. */
  readonly element?: readonly [mine: JsonObject, theirs: JsonObject];
}

class Rewording<Spec extends LocalSpec> {
  private readonly mineById: ReadonlyMap<string, JsonObject>;
  private readonly theirsById: ReadonlyMap<string, JsonObject>;
  private prefixes: ReadonlyMap<string, string> | undefined;
  private contested: ReadonlySet<string> | undefined;
  private readonly stored: boolean;
  private readonly nameless: ReadonlySet<string>;

  constructor(
    private readonly mine: Spec,
    private readonly theirs: Spec,
    private readonly options: RewordOptions,
  ) {
    this.stored = options.stored ?? false;
    this.nameless = options.nameless ?? new Set();
    this.mineById = indexById(mine);
    this.theirsById = indexById(theirs);
  }

  rewordSpec(): Spec {
    return this.rewordValue("", this.mine, this.theirs, {}) as Spec;
  }

  /** Their value in my words; my very value where all of it means the same. */
  private rewordValue(
    key: string,
    mine: Json | undefined,
    theirs: Json | undefined,
    context: Context,
  ): Json | undefined {
    if (mine === theirs || mine === undefined || theirs === undefined) return theirs;
    if (typeof mine === "string" && typeof theirs === "string") {
      return !isOpen(mine) && this.isSameText(key, mine, theirs, context) ? mine : theirs;
    }
    if (Array.isArray(mine) && Array.isArray(theirs)) return this.rewordItems(key, mine, theirs, context);
    return isObject(mine) && isObject(theirs) ? this.rewordFields(key, mine, theirs, context) : theirs;
  }

  private rewordItems(key: string, mine: Json[], theirs: Json[], context: Context): Json[] {
    const own = new Map(
      mine.map((item, index) => [isObject(item) ? formItemKey(key, item, index) : String(index), item]),
    );
    const findCounterpart = (item: Json, index: number) => {
      if (!isObject(item)) return mine.length === theirs.length ? mine[index] : undefined;
      // An element may have moved to another page.
      if (key === "elements") return this.mineById.get(String(item.id));
      return own.get(formItemKey(key, item, index));
    };
    const items = theirs.map((item, index) => this.rewordValue(key, findCounterpart(item, index), item, context)!);
    return mine.length === items.length && items.every((item, index) => item === mine[index]) ? mine : items;
  }

  private rewordFields(key: string, mine: JsonObject, theirs: JsonObject, context: Context): JsonObject {
    const here: Context = key === "elements" ? { element: [mine, theirs] } : context;
    const result: JsonObject = {};
    for (const field in theirs) {
      const value = this.rewordValue(field, mine[field], theirs[field], here);
      if (value !== undefined) result[field] = value;
    }
    const isNamed = key === "elements" || key === "columns" || key === "metrics";
    if (
      isNamed &&
      mine.name !== theirs.name &&
      !isOpen(mine.name) &&
      this.isSameName(key, mine, theirs, here.element)
    ) {
      if (mine.name === undefined) delete result.name;
      else result.name = mine.name;
    }
    if (key === "joins" && this.stored && isWrittenOut(mine.joinType, theirs.joinType)) {
      if (mine.joinType === undefined) delete result.joinType;
      else result.joinType = mine.joinType;
    }
    return hasSameFields(mine, result) ? mine : result;
  }

  private isSameName(key: string, mine: JsonObject, theirs: JsonObject, element: Context["element"]): boolean {
    if (key === "elements" && this.nameless.has(String(mine.id))) return true;
    if (key === "metrics") return this.isNumberedMetric(mine, theirs, element);
    const [own, other] = [readKnownString(mine.name), readKnownString(theirs.name)];
    const isTwin = (name: string) => this.stored && key === "columns" && hasTwin(element?.[0], mine, name);
    if (own !== undefined && other !== undefined) {
      const [bare, bareOther] = [dropNumber(own), dropNumber(other)];
      return bare === bareOther && (bare === own || bareOther === other) && isTwin(bare);
    }
    const isDropped = this.stored && key === "elements" && isUnion(mine) && isUnion(theirs) && other === undefined;
    if (isDropped && !this.options.losses) return true;
    const derived =
      key === "elements"
        ? [deriveElementName(mine, this.find), deriveElementName(theirs, this.findTheirs)]
        : [...deriveColumnNames(mine), ...deriveColumnNames(theirs)];
    const given = own ?? other ?? "";
    if (derived.includes(normalizePlainName(given))) return true;
    const bare = dropNumber(given);
    return bare !== given && derived.includes(normalizePlainName(bare)) && isTwin(bare);
  }

  /** The platform numbers a metric with the name of one that its table inherits. */
  private isNumberedMetric(mine: JsonObject, theirs: JsonObject, element: Context["element"]): boolean {
    const [own, other] = [readKnownString(mine.name), readKnownString(theirs.name)];
    const source = element?.[0].source;
    const inherits = isObject(source) && ["table", "data-model", "join"].includes(String(source.kind));
    return this.stored && inherits && own !== undefined && other !== own && dropNumber(other ?? "") === own;
  }

  private isSameText(key: string, mine: string, theirs: string, { element }: Context): boolean {
    if (key === "joinType") return this.isStoredLookup(mine, theirs);
    return isFormula(key) && this.isSameFormula(mine, theirs, element);
  }

  /**
   * A lookup finds one row at most, and the platform stores it as a join that may find several: of that, it tells at
   * least once.
   */
  private isStoredLookup(mine: string, theirs: string): boolean {
    return this.stored && !this.options.losses && [mine, theirs].every((type) => lookups.includes(type));
  }

  private isSameFormula(mine: string, theirs: string, element: Context["element"]): boolean {
    const own = this.listOwnPrefixes(element);
    const prefixOf = this.stored || this.nameless.size > 0 ? this.unifyPrefixes(own) : undefined;
    if (normalizeFormula(mine, prefixOf) !== normalizeFormula(theirs, prefixOf)) return false;
    // Two columns of one table may differ in nothing but what the platform respells: then a reference has to be exact.
    // Those of a warehouse table don't.
    const others = findNames(theirs);
    return findNames(mine).every(({ text, segments }, index) => {
      if (text === others[index]?.text || (segments.length > 1 && own.has(normalizePlainName(segments[0]!))))
        return true;
      this.contested ??= findContestedNames(this.mine);
      const contested = this.contested;
      return contested.size === 0 || !segments.some((segment) => contested.has(normalizePlainName(segment)));
    });
  }

  /**
   * The prefixes by which an element's formulas refer to its own source, where the platform may take one for another.
   */
  private listOwnPrefixes(element: Context["element"]): ReadonlySet<string> {
    const own = new Set<string>();
    if (!this.stored) return own;
    for (const side of element ?? []) {
      const kind = isObject(side.source) ? side.source.kind : undefined;
      if (kind !== "warehouse-table" && kind !== "union") continue;
      for (const name of [deriveElementName(side, this.find), normalizePlainName(readKnownString(side.name) ?? "")]) {
        if (name) own.add(name);
      }
    }
    return own;
  }

  /** What prefixes count as: those of an element's own source are one, and so are an element's names on both sides. */
  private unifyPrefixes(own: ReadonlySet<string>): (prefix: string) => string {
    const theirs = this.stored ? this.theirsById : pickKeys(this.theirsById, this.nameless);
    this.prefixes ??= findRenamedElements(this.mineById, theirs, this.find, this.findTheirs);
    const shared = this.prefixes;
    return (prefix) => (own.has(prefix) ? "" : (shared.get(prefix) ?? prefix));
  }

  private readonly find: FindElement = (id) => this.mineById.get(id);
  private readonly findTheirs: FindElement = (id) => this.theirsById.get(id);
}

function pickKeys<Value>(values: ReadonlyMap<string, Value>, keys: ReadonlySet<string>): ReadonlyMap<string, Value> {
  return new Map([...values].filter(([key]) => keys.has(key)));
}

function hasSameFields(a: JsonObject, b: JsonObject): boolean {
  for (const key in a) if (a[key] !== b[key]) return false;
  for (const key in b) if (b[key] !== a[key]) return false;
  return true;
}

/** Formulas, and the sides of joins and unions, which are written like formulas. */
const isFormula = (key: string) => key === "formula" || key === "left" || key === "right" || key === "sourceColumns";

/** The platform stores the first as the second. */
const lookups = ["lookup", "left-outer"];

/**
 * Whether one side has the join type that the other leaves out. Which one that is, is undocumented: this is the
 * product's own default.
 */
function isWrittenOut(mine: Json | undefined, theirs: Json | undefined): boolean {
  return mine === undefined ? theirs === "left-outer" : theirs === undefined && mine === "left-outer";
}

const isUnion = ({ source }: JsonObject) => isObject(source) && source.kind === "union";

/** Whether another column of the table has the same effective name. */
function hasTwin(table: JsonObject | undefined, column: JsonObject, name: string): boolean {
  const plain = normalizePlainName(name);
  const others = filterObjects(table?.columns).filter((other) => other !== column && other.id !== column.id);
  return others.some((other) => normalizePlainName(getColumnName(other) ?? "") === plain);
}

function indexById(spec: JsonObject): ReadonlyMap<string, JsonObject> {
  return new Map(
    listElements(spec).flatMap((element) => (typeof element.id === "string" ? [[element.id, element]] : [])),
  );
}

/**
 * The effective names of their elements that differ from mine for the same element, with mine; ambiguous names are left
 * out.
 */
function findRenamedElements(
  mine: ReadonlyMap<string, JsonObject>,
  theirs: ReadonlyMap<string, JsonObject>,
  findMine: FindElement,
  findTheirs: FindElement,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const contested = new Set<string>();
  for (const [id, element] of theirs) {
    const own = mine.get(id);
    if (own === undefined || own === element) continue;
    const [from, to] = [getName(element, findTheirs), getName(own, findMine)];
    if (from === undefined || to === undefined || from === to) continue;
    if (names.has(from) && names.get(from) !== to) contested.add(from);
    names.set(from, to);
  }
  for (const name of contested) names.delete(name);
  return names;
}

function getName(element: JsonObject, find: FindElement): string | undefined {
  const name = readKnownString(element.name);
  return name === undefined ? deriveElementName(element, find) : normalizePlainName(name);
}

/** Plain names shared by two columns of one table, or two elements, that are spelled differently. */
function findContestedNames(spec: JsonObject): ReadonlySet<string> {
  const contested = new Set<string>();
  const collect = (names: Iterable<string | undefined>) => {
    const spelled = new Map<string, string>();
    for (const name of names) {
      if (name === undefined) continue;
      const plain = normalizePlainName(name);
      const before = spelled.get(plain);
      if (before !== undefined && before !== name) contested.add(plain);
      spelled.set(plain, name);
    }
  };
  const elements = listElements(spec);
  collect(elements.map(({ name }) => readKnownString(name)));
  for (const { columns } of elements)
    collect(toList(columns).map((column) => (isObject(column) ? getColumnName(column) : undefined)));
  return contested;
}
