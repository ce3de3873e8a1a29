import type { Area, Point } from "../geometry";
import { changeSigns, countNoun } from "../graph/words";
import { formLinePath, moveTowards } from "../outlines";
import type { PageItem } from "../page-data";
import { sizes } from "../scene/measures";
import { type Card, type Frame, type Line, listClasses, type Scene } from "../scene/scene";
import type { Tree } from "../scene/tree";
import { make, makeIcon, makeSvg, nameText } from "./make";

/** A line of columns in an open card. */
export interface ColumnLine {
  readonly text: string;
  readonly problem?: string;
  readonly change?: PageItem["change"];
}

/** What the picture asks of the page. */
export interface PictureHost {
  columnsOf(item: number): readonly ColumnLine[];
  /** A card or the heading of a frame was clicked, or Enter pressed on it. */
  activate(item: number): void;
  focused(item: number): void;
}

/** What the picture draws into. */
export interface PictureParts {
  readonly stage: HTMLElement;
  /** The labels that lines have numbers for, as a list. */
  readonly notes: HTMLElement;
}

/** Draws scenes: cards and frames in HTML, lines behind them in SVG. Only what is shown is in the page. */
export class Picture {
  readonly #stage: HTMLElement;
  readonly #notes: HTMLElement;
  readonly #tree: Tree;
  readonly #host: PictureHost;
  readonly #cards = new Map<number, HTMLElement>();
  readonly #places = new Map<number, Area>();
  readonly #frames = new Map<number, HTMLElement>();
  #linesOf = new Map<number, SVGGElement[]>();
  #selected: number | undefined;

  constructor({ stage, notes }: PictureParts, tree: Tree, host: PictureHost) {
    this.#stage = stage;
    this.#notes = notes;
    this.#tree = tree;
    this.#host = host;
    for (const [event, isOn] of [
      ["pointerover", true],
      ["pointerout", false],
    ] as const) {
      stage.addEventListener(event, ({ target }) => {
        const card = target instanceof Element ? target.closest<HTMLElement>(".card") : null;
        if (card) this.#lightItem(Number(card.dataset.item), "near", isOn);
      });
    }
  }

  draw(scene: Scene): void {
    const hadFocus = document.activeElement?.closest<HTMLElement>("[data-item]")?.dataset.item;
    this.#cards.clear();
    this.#places.clear();
    this.#frames.clear();
    const frames = scene.frames.map((frame) => this.#makeFrame(frame));
    const headings = scene.frames.map((frame) => this.#makeHeading(frame));
    const cards = scene.cards.map((place) => this.#makeCard(place));
    for (const place of [...scene.frames, ...scene.cards]) this.#places.set(place.item, place);
    // Lines run over frames, and behind headings and cards.
    this.#stage.replaceChildren(...frames, this.#drawLines(scene), ...headings, ...cards);
    this.#notes.replaceChildren(...scene.notes.map((text) => make("li", "", text)));
    this.#notes.hidden = scene.notes.length === 0;
    this.select(this.#selected);
    if (hadFocus !== undefined) this.#cards.get(Number(hadFocus))?.focus({ preventScroll: true });
  }

  /** Where an item is, if it is drawn. */
  findPlace(item: number): Area | undefined {
    return this.#places.get(item);
  }

  /** The items that Tab and arrow keys can reach, in the order drawn. */
  get reachable(): Iterable<number> {
    return this.#cards.keys();
  }

  focus(item: number): void {
    this.#cards.get(item)?.focus({ preventScroll: true });
  }

  /** The card that Tab leads to. */
  setTabStop(item: number | undefined): void {
    for (const [other, card] of this.#cards) card.tabIndex = other === item ? 0 : -1;
  }

  select(item: number | undefined): void {
    if (this.#selected !== undefined) this.#markItem(this.#selected, false);
    this.#selected = item;
    if (item !== undefined) this.#markItem(item, true);
  }

  #markItem(item: number, isSelected: boolean): void {
    this.#frames.get(item)?.classList.toggle("selected", isSelected);
    const card = this.#cards.get(item);
    if (isSelected) card?.setAttribute("aria-current", "true");
    else card?.removeAttribute("aria-current");
    this.#lightItem(item, "lit", isSelected);
  }

  #lightItem(item: number, className: "lit" | "near", isOn: boolean): void {
    for (const line of this.#linesOf.get(item) ?? []) line.classList.toggle(className, isOn);
  }

  #makeButton(item: number, className: string, isOpen: boolean | undefined, ...children: readonly Node[]): HTMLElement {
    const { name, look, change } = this.#tree.getItem(item);
    const button = make("button", `${className} k-${look}${change ? ` ${change}` : ""}`, ...children);
    button.type = "button";
    button.dataset.item = String(item);
    button.tabIndex = -1;
    const problems = this.#tree.countProblems(item);
    const words = [
      name,
      this.#tree.describeItem(item),
      ...(problems > 0 ? [`${problems} broken`] : []),
      ...(change ? [change] : []),
    ];
    button.setAttribute("aria-label", words.join(", "));
    button.title = [name, ...(this.#tree.getItem(item).problems ?? [])].join("\n");
    if (isOpen !== undefined) button.setAttribute("aria-expanded", String(isOpen));
    button.addEventListener("click", () => this.#host.activate(item));
    button.addEventListener("focus", () => {
      this.#lightItem(item, "near", true);
      this.#host.focused(item);
    });
    button.addEventListener("blur", () => this.#lightItem(item, "near", false));
    this.#cards.set(item, button);
    return button;
  }

  #makeMarks(item: number): HTMLElement[] {
    const { kind, change } = this.#tree.getItem(item);
    const isElement = kind === "element";
    const problems = this.#tree.countProblems(item);
    const inside = isElement ? [] : [...this.#tree.countChanges(item)];
    return [
      ...(problems > 0 ? [make("span", "mark broken", isElement ? "!" : `${problems} broken`)] : []),
      ...inside.map(([what, count]) => make("span", `mark ${what}`, `${changeSigns[what]}${count}`)),
      ...(change && (isElement || inside.length === 0) ? [make("span", `mark ${change}`, changeSigns[change])] : []),
    ];
  }

  #makeCard({ item, head: upper, x, y, width, height }: Card): HTMLElement {
    const { name, kind } = this.#tree.getItem(item);
    const columns = height > upper ? this.#host.columnsOf(item) : [];
    const head = make(
      "span",
      "head",
      make("span", "tile", makeIcon(this.#tree.getItem(item).look)),
      make("span", "words", make("span", "name", nameText(name)), make("span", "info", this.#tree.describeItem(item))),
      make("span", "marks", ...this.#makeMarks(item)),
    );
    head.style.height = `${upper - 2}px`;
    const list = make("span", "columns", ...columns.map(makeColumnLine));
    const hasInside = kind === "element" ? true : this.#tree.listChildren(item).length > 0;
    const card = this.#makeButton(
      item,
      `card ${kind}${this.#tree.countProblems(item) > 0 ? " is-broken" : ""}`,
      hasInside ? columns.length > 0 : undefined,
      head,
      ...(columns.length > 0 ? [list] : []),
    );
    setArea(card, { x, y, width, height });
    return card;
  }

  #makeFrame({ item, depth, x, y, width, height }: Frame): HTMLElement {
    const { kind, change } = this.#tree.getItem(item);
    const frame = make("div", `frame ${kind} depth-${depth % 2}${change ? ` ${change}` : ""}`);
    setArea(frame, { x, y, width, height });
    this.#frames.set(item, frame);
    return frame;
  }

  #makeHeading({ item, x, y, heading: { height, text } }: Frame): HTMLElement {
    const { name, kind, look } = this.#tree.getItem(item);
    const heading = this.#makeButton(
      item,
      "heading",
      kind === "page" ? undefined : true,
      makeIcon(look),
      make("span", "name", nameText(name)),
      make("span", "info", this.#tree.describeItem(item)),
      make("span", "marks", ...this.#makeMarks(item)),
    );
    setArea(heading, { x, y, width: text.width, height });
    return heading;
  }

  #drawLines({ cards, lines, area }: Scene): SVGElement {
    this.#linesOf = new Map();
    const noteLine = <Part extends SVGGElement>({ from, to }: Line, part: Part): Part => {
      for (const end of [from, to]) this.#linesOf.set(end, [...(this.#linesOf.get(end) ?? []), part]);
      return part;
    };
    // Labels stand over all lines.
    const ways = lines.map((line) => noteLine(line, this.#makeLine(line)));
    const labels = lines.flatMap((line) => drawLabel(line).map((label) => noteLine(line, label)));
    return makeSvg(
      "svg",
      {
        class: `lines ${getDensity(lines.length / cards.length)}`,
        width: Math.max(1, area.width),
        height: Math.max(1, area.height),
        "aria-hidden": "true",
      },
      ...ways,
      ...labels,
    );
  }

  #makeLine({ from, to, edges, route: { points } }: Line): SVGGElement {
    const group = makeSvg(
      "g",
      { class: listClasses(edges).join(" "), "data-from": from, "data-to": to },
      makeSvg("title", {}, document.createTextNode(this.#formLineTitle(from, to, edges))),
    );
    const [before, end] = points.slice(-2);
    if (before === undefined || end === undefined) return group;
    const way = formLinePath([...points.slice(0, -1), moveTowards(end, before, 7)]);
    group.append(
      makeSvg("path", { d: way, class: "way", "stroke-width": getWidth(edges.length) }),
      makeSvg("path", { d: formHeadPath(end, moveTowards(end, before, 8)), class: "tip" }),
    );
    return group;
  }

  #formLineTitle(from: number, to: number, edges: Scene["lines"][number]["edges"]): string {
    const way = `${this.#tree.getItem(from).name} → ${this.#tree.getItem(to).name}`;
    const [edge, ...others] = edges;
    return others.length > 0
      ? `${way}: ${countNoun(edges.length, "reference")}`
      : `${way}: ${[edge!.label, ...edge!.details].join(", ")}`;
  }
}

/** A line's label on a ground of its own. */
function drawLabel({ edges, label }: Line): SVGGElement[] {
  if (label === undefined) return [];
  const { texts, area, note } = label;
  const x = area.x + area.width / 2;
  const first = area.y + area.height / 2 + 4 - ((texts.length - 1) * sizes.label) / 2;
  const spans = texts.map((text, index) =>
    makeSvg("tspan", { x, y: first + index * sizes.label }, document.createTextNode(index === 0 ? text : ` ${text}`)),
  );
  const ground = makeSvg("rect", { ...area, rx: note === undefined ? 4 : area.height / 2, class: "ground" });
  const classes = [...listClasses(edges), ...(note === undefined ? [] : ["note"])];
  return [makeSvg("g", { class: classes.join(" ") }, ground, makeSvg("text", {}, ...spans))];
}

/** An arrow head from its tip to the middle of its other side. */
function formHeadPath(tip: Point, { x, y }: Point): string {
  const [across, down] = [(tip.y - y) / 2, (tip.x - x) / 2];
  return `M${tip.x} ${tip.y}L${x + across} ${y - down}L${x - across} ${y + down}z`;
}

/** Where there are many lines to a card, they step back until somebody points at one. */
const getDensity = (linesPerCard: number) => (linesPerCard > 4 ? "dense crowded" : linesPerCard > 1.5 ? "dense" : "");

/** More references make a thicker line, but not by much. */
const getWidth = (count: number) => Math.min(3, 1.5 + Math.log2(count) / 3).toFixed(1);

function makeColumnLine({ text, problem, change }: ColumnLine): HTMLElement {
  const line = make(
    "span",
    `column${problem === undefined ? "" : " broken"}${change ? ` ${change}` : ""}`,
    nameText(change ? `${changeSigns[change]} ${text}` : text),
  );
  if (problem !== undefined) line.title = problem;
  return line;
}

function setArea({ style }: HTMLElement, { x, y, width, height }: Area): void {
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}
