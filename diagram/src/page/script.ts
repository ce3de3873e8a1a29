/**
 * What the page of a diagram does: pan and zoom, search and filter, details, and all of it by keyboard. It stands in the page as text, so that it
 * has no imports but types. Names reach the page as text only, never as HTML.
 */
import type { PageChange, PageData, PageEdge, PageNode, PagePart } from "./data";

const byId = <Type extends Element = HTMLElement>(id: string) => document.querySelector<Type>(`#${id}`)!;

const data = JSON.parse(byId("data").textContent!) as PageData;
const canvas = byId("canvas");
const picture = canvas.querySelector("svg")!;
const search = byId<HTMLInputElement>("search");
const place = byId<HTMLSelectElement>("place");
const changed = byId<HTMLSelectElement>("changed");
const list = byId("list");
const details = byId("details");
const status = byId("status");

const boxes = data.nodes.map((_, index) => picture.querySelector<SVGGElement>(`[data-node="${index}"]`)!);
const lines = data.edges.map((_, index) => [...picture.querySelectorAll<SVGGElement>(`[data-edge="${index}"]`)]);
/** What each element is found by. */
const words = data.nodes.map(wordsOf);
const entries = new Map<number, HTMLButtonElement>();

let visible = new Set(data.nodes.keys());
/** The box that Tab leads to. */
let current = 0;
/** The box whose details are shown. */
let opened: number | undefined;

// Names

function pathOf(group: number | undefined): string[] {
  const found = group === undefined ? undefined : data.groups[group];
  return found === undefined ? [] : [...pathOf(found.parent), `${found.kind} ${found.name}`];
}

function labelOf({ name, info, group, change }: PageNode): string {
  return [name, ...info, ...pathOf(group).reverse(), ...(change ? [change] : [])].join(", ");
}

function wordsOf({ name, description, reads, columns, metrics }: PageNode): string {
  const parts = [...columns, ...metrics].flatMap((part) => [part.id, part.name, part.formula, part.description]);
  return [name, description, ...reads, ...parts].join("\n").toLowerCase();
}

// Making elements: text stays text

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = "",
  ...children: readonly Node[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (text !== "") element.append(text);
  element.append(...children);
  return element;
}

/** Somebody's name: its direction of writing stays its own. */
const nameText = (text: string) => make("bdi", text);

const signs: Readonly<Record<PageChange, string>> = { added: "+ added", removed: "− removed", changed: "~ changed" };

function changeMark(change: PageChange | undefined): HTMLElement[] {
  if (change === undefined) return [];
  const mark = make("span", signs[change]);
  mark.className = `mark ${change}`;
  return [mark];
}

// Pan and zoom

interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const whole: View = viewOf(picture.viewBox.baseVal);
let view = whole;
/** A movement of the view that is under way. */
let gliding = 0;
const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");

function viewOf({ x, y, width, height }: View): View {
  return { x, y, width, height };
}

function show(next: View): void {
  view = next;
  picture.setAttribute("viewBox", `${next.x} ${next.y} ${next.width} ${next.height}`);
}

/** Picture units per pixel. */
const unit = () => Math.max(view.width / canvas.clientWidth, view.height / canvas.clientHeight);

/** Where the picture is drawn: it keeps its proportions in the middle of the canvas. */
function pointAt(clientX: number, clientY: number): { x: number; y: number } {
  const matrix = picture.getScreenCTM();
  const point = new DOMPoint(clientX, clientY);
  return matrix ? point.matrixTransform(matrix.inverse()) : point;
}

/** Makes things bigger by a factor, around a point that stays where it is. */
function zoom(factor: number, around = { x: view.x + view.width / 2, y: view.y + view.height / 2 }): void {
  cancelAnimationFrame(gliding);
  const width = Math.min(Math.max(view.width / factor, 120), whole.width * 4);
  const by = width / view.width;
  show({
    x: around.x - (around.x - view.x) * by,
    y: around.y - (around.y - view.y) * by,
    width,
    height: view.height * by,
  });
}

/** Brings a box into view, no nearer than it is. */
function reveal(index: number): void {
  const { x, y, width, height } = boxes[index]!.getBBox();
  const isIn = x >= view.x && y >= view.y && x + width <= view.x + view.width && y + height <= view.y + view.height;
  // Smaller than this nobody can read it.
  const shown = Math.min(view.width, canvas.clientWidth * 1.6);
  if (isIn && shown === view.width) return;
  const by = shown / view.width;
  const size = { width: shown, height: view.height * by };
  glide({ x: x + width / 2 - size.width / 2, y: y + height / 2 - size.height / 2, ...size });
}

/** Moves the view, in one step for people who don't want motion. */
function glide(to: View): void {
  cancelAnimationFrame(gliding);
  if (prefersStill.matches) {
    show(to);
    return;
  }
  const from = view;
  const start = performance.now();
  const step = (now: number): void => {
    const part = Math.min((now - start) / 180, 1);
    const between = (a: number, b: number) => a + (b - a) * part * (2 - part);
    show({
      x: between(from.x, to.x),
      y: between(from.y, to.y),
      width: between(from.width, to.width),
      height: between(from.height, to.height),
    });
    if (part < 1) gliding = requestAnimationFrame(step);
  };
  gliding = requestAnimationFrame(step);
}

/** Shows all that is not filtered out. */
function fit(): void {
  if (visible.size === 0 || visible.size === boxes.length) {
    glide(whole);
    return;
  }
  const areas = [...visible].map((index) => boxes[index]!.getBBox());
  const [left, top] = [Math.min(...areas.map(({ x }) => x)), Math.min(...areas.map(({ y }) => y))];
  const right = Math.max(...areas.map(({ x, width }) => x + width));
  const bottom = Math.max(...areas.map(({ y, height }) => y + height));
  glide({ x: left - 60, y: top - 60, width: right - left + 120, height: bottom - top + 120 });
}

canvas.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), pointAt(event.clientX, event.clientY));
  },
  { passive: false },
);

let drag: { readonly x: number; readonly y: number; readonly view: View } | undefined;

canvas.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  cancelAnimationFrame(gliding);
  drag = { x: event.clientX, y: event.clientY, view };
});

canvas.addEventListener("pointermove", (event) => {
  if (drag === undefined) return;
  const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
  // A hand that clicks isn't quite still.
  if (!canvas.hasPointerCapture(event.pointerId) && Math.hypot(right, down) < 4) return;
  canvas.setPointerCapture(event.pointerId);
  show({ ...drag.view, x: drag.view.x - right * unit(), y: drag.view.y - down * unit() });
});

for (const end of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(end, () => {
    drag = undefined;
  });
}

byId("skip").addEventListener("click", () => focusBox(current));
byId("zoom-in").addEventListener("click", () => zoom(1.3));
byId("zoom-out").addEventListener("click", () => zoom(1 / 1.3));
byId("fit").addEventListener("click", fit);

// Search and filters

function isInPlace(group: number | undefined, wanted: string): boolean {
  if (wanted === "" || String(group) === wanted) return true;
  const parent = group === undefined ? undefined : data.groups[group]?.parent;
  return parent !== undefined && isInPlace(parent, wanted);
}

function isWanted(node: PageNode, index: number): boolean {
  const query = search.value.trim().toLowerCase();
  const isChanged = changed.value === "" || node.change === changed.value || (changed.value === "any" && !!node.change);
  return isChanged && isInPlace(node.group, place.value) && words[index]!.includes(query);
}

function filter(): void {
  visible = new Set(data.nodes.flatMap((node, index) => (isWanted(node, index) ? [index] : [])));
  for (const [index, box] of boxes.entries()) {
    box.classList.toggle("off", !visible.has(index));
    box.setAttribute("aria-hidden", String(!visible.has(index)));
    const entry = entries.get(index);
    if (entry?.parentElement) entry.parentElement.hidden = !visible.has(index);
  }
  for (const [index, { from, to }] of data.edges.entries()) {
    for (const line of lines[index]!) line.classList.toggle("off", !visible.has(from) || !visible.has(to));
  }
  for (const section of list.querySelectorAll("section")) {
    section.hidden = section.querySelector("li:not([hidden])") === null;
  }
  const [first] = visible;
  if (!visible.has(current) && first !== undefined) current = first;
  updateTabStop();
  status.textContent = found();
}

function found(): string {
  const all = data.nodes.length;
  if (visible.size === all) return `${all} boxes`;
  return visible.size === 0 ? "Nothing matches" : `${visible.size} of ${all} boxes match`;
}

search.addEventListener("input", filter);
search.addEventListener("keydown", (event) => {
  const [first] = visible;
  if (event.key === "Enter" && first !== undefined) open(first);
  if (event.key !== "Escape") return;
  // Escape empties the field; in an empty one it closes the details, as everywhere.
  if (search.value !== "") event.stopPropagation();
  search.value = "";
  filter();
});
for (const select of [place, changed]) {
  select.addEventListener("change", () => {
    filter();
    fit();
  });
}

// The boxes of the picture

function updateTabStop(): void {
  for (const [index, box] of boxes.entries())
    box.setAttribute("tabindex", index === current && visible.has(index) ? "0" : "-1");
}

function focusBox(index: number): void {
  if (!boxes[index]) return;
  current = index;
  updateTabStop();
  reveal(index);
  boxes[index]!.focus({ preventScroll: true });
}

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

function centerOf(index: number): readonly [number, number] {
  const { x, y, width, height } = boxes[index]!.getBBox();
  return [x + width / 2, y + height / 2];
}

/** The nearest of some boxes in a direction. */
function nearest(from: number, [right, down]: readonly [number, number], among: Iterable<number>): number | undefined {
  const [x, y] = centerOf(from);
  let best: { readonly index: number; readonly distance: number } | undefined;
  for (const index of among) {
    const [otherX, otherY] = centerOf(index);
    const ahead = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
    const distance = ahead + 2 * aside;
    if (ahead > 0 && index !== from && (best === undefined || distance < best.distance)) best = { index, distance };
  }
  return best?.index;
}

function neighborsOf(index: number): number[] {
  return data.edges.flatMap(({ from, to }) => (from === index ? [to] : to === index ? [from] : []));
}

/** Along a connection that leads this way; where there is none, to the next box. */
function move(from: number, key: string): void {
  const way = ways[key];
  if (way === undefined) return;
  const connected = neighborsOf(from).filter((index) => visible.has(index));
  const next = nearest(from, way, connected) ?? nearest(from, way, visible);
  if (next !== undefined) focusBox(next);
}

for (const [index, box] of boxes.entries()) {
  box.setAttribute("role", "button");
  box.setAttribute("aria-label", labelOf(data.nodes[index]!));
  box.addEventListener("click", () => {
    if (!visible.has(index)) return;
    current = index;
    updateTabStop();
    open(index, false);
  });
  box.addEventListener("focus", () => {
    current = index;
    updateTabStop();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") open(index);
    else if (ways[event.key] !== undefined) move(index, event.key);
    else return;
    event.preventDefault();
  });
}

picture.setAttribute("role", "application");
picture.setAttribute("aria-roledescription", "diagram");
picture.setAttribute("aria-describedby", "help");
picture.removeAttribute("width");
picture.removeAttribute("height");

// Details

function open(index: number, moveFocus = true): void {
  close();
  opened = index;
  const node = data.nodes[index]!;
  boxes[index]!.classList.add("opened");
  boxes[index]!.setAttribute("aria-current", "true");
  entries.get(index)?.setAttribute("aria-current", "true");
  for (const [edge, { from, to }] of data.edges.entries()) {
    if (from === index || to === index) for (const line of lines[edge]!) line.classList.add("lit");
  }
  const heading = make("h2", "", nameText(node.name), ...changeMark(node.change));
  heading.tabIndex = -1;
  details.replaceChildren(closeButton(), heading, ...contentsOf(node, index));
  details.hidden = false;
  current = index;
  updateTabStop();
  reveal(index);
  if (moveFocus) heading.focus();
}

function close(): void {
  if (opened === undefined) return;
  boxes[opened]?.classList.remove("opened");
  boxes[opened]?.removeAttribute("aria-current");
  entries.get(opened)?.removeAttribute("aria-current");
  for (const line of lines.flat()) line.classList.remove("lit");
  details.hidden = true;
  opened = undefined;
}

function closeAndReturn(): void {
  const index = opened;
  close();
  if (index !== undefined) focusBox(index);
}

function closeButton(): HTMLElement {
  const button = make("button", "Close");
  button.type = "button";
  button.className = "close";
  button.addEventListener("click", closeAndReturn);
  return button;
}

function contentsOf(node: PageNode, index: number): HTMLElement[] {
  const used = data.edges.filter(({ to }) => to === index);
  const users = data.edges.filter(({ from }) => from === index);
  return [
    make("p", [...node.info, ...pathOf(node.group).reverse()].join(", ")),
    ...(node.description ? [make("p", "", nameText(node.description))] : []),
    ...section("What changed", node.changes, (line) => make("li", "", nameText(line))),
    ...partsTable("Columns", node.columns),
    ...partsTable("Metrics", node.metrics),
    ...section("Comes from", used, (edge) => linkItem(edge, edge.from)),
    ...section("Leads to", users, (edge) => linkItem(edge, edge.to)),
  ];
}

function section<Item>(title: string, items: readonly Item[], itemOf: (item: Item) => HTMLElement): HTMLElement[] {
  return items.length === 0 ? [] : [make("h3", title), make("ul", "", ...items.map(itemOf))];
}

function linkItem({ label, details: conditions, change }: PageEdge, other: number): HTMLElement {
  const text = [label, ...conditions].join(", ");
  return make("li", "", nodeButton(other), make("span", ` ${text} `), ...changeMark(change));
}

function nodeButton(index: number): HTMLButtonElement {
  const { name } = data.nodes[index]!;
  const button = make("button", "", nameText(name));
  button.type = "button";
  button.addEventListener("click", () => open(index));
  return button;
}

function partsTable(title: string, parts: readonly PagePart[]): HTMLElement[] {
  if (parts.length === 0) return [];
  const head = make("tr", "", ...["Name", "Formula"].map((name) => make("th", name)));
  for (const cell of head.children) cell.setAttribute("scope", "col");
  const rows = parts.map(({ name, formula, description, hidden, change }) => {
    const notes = [...(hidden ? ["hidden"] : []), ...(description ? [description] : [])].join("; ");
    const named = make(
      "td",
      "",
      nameText(name),
      ...changeMark(change),
      ...(notes ? [make("small", "", nameText(notes))] : []),
    );
    const row = make("tr", "", named, make("td", "", make("code", "", nameText(formula ?? ""))));
    row.className = change ?? "";
    return row;
  });
  const table = make(
    "table",
    "",
    make("caption", `${title} (${parts.length})`),
    make("thead", "", head),
    make("tbody", "", ...rows),
  );
  return [table];
}

// The list of everything, and what the filters offer

function fillList(): void {
  for (const [index, group] of data.groups.entries()) {
    const option = make("option", `${"\u2003".repeat(pathOf(index).length - 1)}${group.kind} ${group.name}`);
    option.value = String(index);
    place.append(option);
    const members = [...data.nodes.entries()].filter(([, node]) => node.group === index);
    if (members.length === 0 && group.changes.length === 0) continue;
    const items = members.map(([member, { change }]) => {
      const button = nodeButton(member);
      entries.set(member, button);
      return make("li", "", button, ...changeMark(change));
    });
    const changes = group.changes.map((line) => make("p", "", nameText(line)));
    list.append(
      make("section", "", make("h2", "", nameText(pathOf(index).join(" › "))), ...changes, make("ul", "", ...items)),
    );
  }
}

byId("toggle-list").addEventListener("click", (event) => {
  list.hidden = !list.hidden;
  (event.currentTarget as Element).setAttribute("aria-expanded", String(!list.hidden));
});

// Keys that work everywhere

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") closeAndReturn();
  else if (isTyping) return;
  else if (event.key === "/") search.focus();
  else if (event.key === "+" || event.key === "=") zoom(1.3);
  else if (event.key === "-") zoom(1 / 1.3);
  else if (event.key === "0") fit();
  else return;
  event.preventDefault();
});

fillList();
filter();
