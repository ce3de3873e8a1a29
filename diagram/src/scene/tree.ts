import type { Change } from "../graph/graph";
import type { PageData, PageEdge, PageItem } from "../page-data";

/** What may be drawn, as a tree, and what leads where in it. */
export class Tree {
  readonly items: readonly PageItem[];
  readonly edges: readonly PageEdge[];
  readonly roots: readonly number[];
  readonly #children: number[][];
  /** The edges that begin at an element, and those that end there. */
  readonly #after: PageEdge[][];
  readonly #before: PageEdge[][];

  constructor({ items, edges }: PageData) {
    const lists = <Item>(): Item[][] => items.map(() => []);
    this.items = items;
    this.edges = edges;
    this.#children = lists();
    this.#after = lists();
    this.#before = lists();
    this.roots = items.flatMap(({ parent }, index) => (parent === undefined ? [index] : []));
    for (const [index, { parent }] of items.entries()) if (parent !== undefined) this.#children[parent]!.push(index);
    for (const edge of edges) {
      this.#after[edge.from]!.push(edge);
      this.#before[edge.to]!.push(edge);
    }
  }

  item(index: number): PageItem {
    return this.items[index]!;
  }

  children(index: number): readonly number[] {
    return this.#children[index]!;
  }

  /** What it is in, from the outside to itself. */
  path(index: number): number[] {
    const { parent } = this.item(index);
    return parent === undefined ? [index] : [...this.path(parent), index];
  }

  /** The nearest item of a kind around it, or itself. */
  around(index: number, kind: PageItem["kind"]): number | undefined {
    return this.path(index).findLast((other) => this.item(other).kind === kind);
  }

  /** The elements in it, or itself. */
  elements(index: number): number[] {
    return this.item(index).kind === "element"
      ? [index]
      : this.children(index).flatMap((child) => this.elements(child));
  }

  /** The items in it of a kind. */
  count(index: number, kind: PageItem["kind"]): number {
    return this.children(index).reduce(
      (sum, child) => sum + (this.item(child).kind === kind ? 1 : 0) + this.count(child, kind),
      0,
    );
  }

  /** What an element comes from (`before`) or leads to (`after`). */
  edgesOf(index: number, way: "before" | "after"): readonly PageEdge[] {
    return (way === "before" ? this.#before : this.#after)[index]!;
  }

  /** All that some elements come from, or lead to, however far; with themselves. */
  lineage(start: Iterable<number>, way: "before" | "after"): Set<number> {
    const found = new Set(start);
    for (const index of found) {
      for (const { from, to } of this.edgesOf(index, way)) found.add(way === "before" ? from : to);
    }
    return found;
  }

  /** How many problems there are in it. */
  problems(index: number): number {
    const own = this.item(index).problems?.length ?? 0;
    return this.children(index).reduce((sum, child) => sum + this.problems(child), own);
  }

  /** How many elements in it were added, removed and changed. */
  changes(index: number): ReadonlyMap<Change, number> {
    const counts = new Map<Change, number>();
    for (const element of this.elements(index)) {
      const { change } = this.item(element);
      if (change !== undefined) counts.set(change, (counts.get(change) ?? 0) + 1);
    }
    return counts;
  }

  /** The line under its name. */
  info(index: number): string {
    const { kind, info = "" } = this.item(index);
    if (kind === "element") return info;
    const [models, elements] = [this.count(index, "model"), this.elements(index).length];
    if (kind === "folder") return counted(models, "model");
    const word = { model: "", page: "page · ", connection: "", "other-model": "not in this picture · " }[kind];
    return word + counted(elements, kind === "connection" ? "table" : "element");
  }
}

/** How changes are told where there is no room for words. */
export const signs: Readonly<Record<Change, string>> = { added: "+", removed: "−", changed: "~" };

/** @example counted(2, "model") // "2 models" */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
