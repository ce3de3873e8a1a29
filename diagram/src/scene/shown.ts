import type { Tree } from "./tree";

/** What of a tree is shown. */
export interface Choice {
  /** The folders, models and elements that are open. */
  readonly open: ReadonlySet<number>;
  /** The elements that are left when something is filtered; undefined: all. */
  readonly scope?: ReadonlySet<number>;
  /** Whether models stand without their folders. */
  readonly isFlat: boolean;
}

/** A tree as far as it is shown: which items are cards, and which are frames around others. */
export class Shown {
  readonly #wanted: ReadonlySet<number> | undefined;

  constructor(
    readonly tree: Tree,
    private readonly choice: Choice,
  ) {
    const { scope } = choice;
    this.#wanted = scope && new Set([...scope].flatMap((element) => tree.listPath(element)));
  }

  /** Whether it isn't filtered out. */
  has(item: number): boolean {
    return this.#wanted === undefined || this.#wanted.has(item);
  }

  /** Whether it can be a frame: something is in it. An element shows its columns in its card. */
  canOpen(item: number): boolean {
    return this.tree.getItem(item).kind !== "element" && this.tree.listChildren(item).length > 0;
  }

  /** Whether it is a frame. The pages of an open model always are. */
  isFrame(item: number): boolean {
    return this.canOpen(item) && (this.tree.getItem(item).kind === "page" || this.choice.open.has(item));
  }

  /** The items, with those of folders that aren't shown themselves in their place. */
  listMembers(items: readonly number[]): number[] {
    return items
      .filter((item) => this.has(item))
      .flatMap((item) => (this.#isPassedOver(item) ? this.listMembers(this.tree.listChildren(item)) : [item]));
  }

  /** The frames around an element from the outside in, and the card that it is or is in. */
  listWay(element: number): number[] {
    const path = this.tree.listPath(element).filter((item) => !this.#isPassedOver(item));
    return path.slice(0, path.findIndex((item) => !this.isFrame(item)) + 1);
  }

  #isPassedOver(item: number): boolean {
    return this.choice.isFlat && this.tree.getItem(item).kind === "folder";
  }
}

/**
 * What to open so that as much is shown as can be read: level by level, up to so many cards; and the elements, where
 * the last level is reached.
 */
export function openAsFits(
  tree: Tree,
  choice: Omit<Choice, "open">,
  most: number,
): { readonly open: Set<number>; readonly elements: readonly number[] } {
  const shown = new Shown(tree, { ...choice, open: new Set() });
  const open = new Set<number>();
  let level = shown.listMembers(tree.roots);
  while (level.some((item) => shown.canOpen(item))) {
    const next = level.flatMap((item) => (shown.canOpen(item) ? shown.listMembers(tree.listChildren(item)) : [item]));
    // One card alone shows nothing.
    if (next.length > most && level.length > 1) return { open, elements: [] };
    for (const item of level) if (shown.canOpen(item)) open.add(item);
    level = next;
  }
  return { open, elements: level };
}
