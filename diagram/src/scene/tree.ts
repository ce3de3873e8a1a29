import type { Change } from "../graph/graph";
import { countNoun } from "../graph/words";
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
    const createLists = <Item>(): Item[][] => items.map(() => []);
    this.items = items;
    this.edges = edges;
    this.#children = createLists();
    this.#after = createLists();
    this.#before = createLists();
    this.roots = items.flatMap(({ parent }, index) => (parent === undefined ? [index] : []));
    for (const [index, { parent }] of items.entries()) if (parent !== undefined) this.#children[parent]!.push(index);
    for (const edge of edges) {
      this.#after[edge.from]!.push(edge);
      this.#before[edge.to]!.push(edge);
    }
  }

  getItem(index: number): PageItem {
    return this.items[index]!;
  }

  listChildren(index: number): readonly number[] {
    return this.#children[index]!;
  }

  /** What it is in, from the outside to itself. */
  listPath(index: number): number[] {
    const { parent } = this.getItem(index);
    return parent === undefined ? [index] : [...this.listPath(parent), index];
  }

  /** The nearest item of a kind around it, or itself. */
  findAround(index: number, kind: PageItem["kind"]): number | undefined {
    return this.listPath(index).findLast((other) => this.getItem(other).kind === kind);
  }

  /** The elements in it, or itself. */
  listElements(index: number): number[] {
    return this.getItem(index).kind === "element"
      ? [index]
      : this.listChildren(index).flatMap((child) => this.listElements(child));
  }

  /** The items in it of a kind. */
  count(index: number, kind: PageItem["kind"]): number {
    return this.listChildren(index).reduce(
      (sum, child) => sum + (this.getItem(child).kind === kind ? 1 : 0) + this.count(child, kind),
      0,
    );
  }

  /** What an element comes from (`before`) or leads to (`after`). */
  listEdges(index: number, way: "before" | "after"): readonly PageEdge[] {
    return (way === "before" ? this.#before : this.#after)[index]!;
  }

  /** All that some elements come from, or lead to, however far; with themselves. */
  collectLineage(start: Iterable<number>, way: "before" | "after"): Set<number> {
    const found = new Set(start);
    for (const index of found) {
      for (const { from, to } of this.listEdges(index, way)) found.add(way === "before" ? from : to);
    }
    return found;
  }

  /** How many problems there are in it. */
  countProblems(index: number): number {
    const own = this.getItem(index).problems?.length ?? 0;
    return this.listChildren(index).reduce((sum, child) => sum + this.countProblems(child), own);
  }

  /** How many elements in it were added, removed and changed. */
  countChanges(index: number): ReadonlyMap<Change, number> {
    const counts = new Map<Change, number>();
    for (const element of this.listElements(index)) {
      const { change } = this.getItem(element);
      if (change !== undefined) counts.set(change, (counts.get(change) ?? 0) + 1);
    }
    return counts;
  }

  /** The line under its name. */
  describeItem(index: number): string {
    const { kind, info = "" } = this.getItem(index);
    if (kind === "element") return info;
    const [models, elements] = [this.count(index, "model"), this.listElements(index).length];
    if (kind === "folder") return countNoun(models, "model");
    const word = { model: "", page: "page · ", connection: "", "other-model": "not in this picture · " }[kind];
    return word + countNoun(elements, kind === "connection" ? "table" : "element");
  }
}
