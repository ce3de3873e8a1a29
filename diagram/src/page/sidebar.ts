import { changeSigns } from "../graph/words";
import type { Tree } from "../scene/tree";
import { make, makeButton, makeIcon, nameText } from "./make";

/**
 * The list of everything by folder, for people who look for a name, or see no picture. What is in a folder or model is
 * listed when it is opened.
 */
export class Sidebar {
  readonly #tree: Tree;
  readonly #go: (item: number) => void;
  readonly #rows = new Map<number, HTMLButtonElement>();
  #current: number | undefined;

  constructor(nav: HTMLElement, tree: Tree, go: (item: number) => void) {
    this.#tree = tree;
    this.#go = go;
    nav.append(this.#list(tree.roots));
    // The only folder or model, and the first level of few.
    if (tree.roots.length <= 6)
      for (const root of tree.roots) nav.querySelector<HTMLElement>(`[data-toggle="${root}"]`)?.click();
  }

  /** Marks the row of an item, if it is listed. */
  markRow(item: number | undefined): void {
    if (this.#current !== undefined) this.#rows.get(this.#current)?.removeAttribute("aria-current");
    this.#current = item;
    const row = item === undefined ? undefined : this.#rows.get(item);
    row?.setAttribute("aria-current", "true");
    row?.scrollIntoView({ block: "nearest" });
  }

  #list(items: readonly number[]): HTMLUListElement {
    return make("ul", "", ...items.map((item) => this.#makeRow(item)));
  }

  #makeRow(item: number): HTMLLIElement {
    const { name, look, change } = this.#tree.getItem(item);
    const children = this.#tree.listChildren(item);
    const problems = this.#tree.countProblems(item);
    const button = makeButton(
      `row k-${look}`,
      () => this.#go(item),
      makeIcon(look),
      make("span", "name", nameText(name)),
    );
    button.title = name;
    this.#rows.set(item, button);
    if (item === this.#current) button.setAttribute("aria-current", "true");
    const line = make("div", "line");
    const entry = make("li", "", line);
    if (children.length > 0) {
      const toggle = makeButton("toggle", () => {
        const isOpen = toggle.getAttribute("aria-expanded") === "true";
        toggle.setAttribute("aria-expanded", String(!isOpen));
        const list = entry.querySelector<HTMLElement>(":scope > ul");
        if (list) list.hidden = isOpen;
        else entry.append(this.#list(children));
      });
      toggle.dataset.toggle = String(item);
      toggle.setAttribute("aria-expanded", "false");
      toggle.setAttribute("aria-label", `Content of ${name}`);
      line.append(toggle);
    } else {
      line.append(make("span", "toggle"));
    }
    line.append(
      button,
      ...(problems > 0 ? [make("span", "mark broken", String(problems))] : []),
      ...(change ? [make("span", `mark ${change}`, changeSigns[change])] : []),
    );
    return entry;
  }
}
