/**
 * What the page of a diagram does. It is bundled into one text that stands in the page, so that it has no imports from
 * outside this package. Names reach the page as text only, never as HTML.
 */

import { countNoun } from "../graph/words";
import type { PageData, PageParts } from "../page-data";
import { countColumnLines, sizes } from "../scene/measures";
import { buildScene } from "../scene/scene";
import { openAsFits, Shown } from "../scene/shown";
import { Tree } from "../scene/tree";
import { Camera } from "./camera";
import { buildDetails } from "./details";
import { getById, make } from "./make";
import { type ColumnLine, Picture } from "./picture";
import { makeRuler } from "./ruler";
import { startSearch } from "./search";
import { Sidebar } from "./sidebar";

const data = JSON.parse(getById("data").textContent!) as PageData;
const tree = new Tree(data);
const [canvas, stage] = [getById("canvas"), getById("stage")];
const [sidebar, details, pill, chip, status] = [
  getById("sidebar"),
  getById("details"),
  getById("pill"),
  getById("chip"),
  getById("status"),
];

let parts: readonly (PageParts | null)[] | undefined;
/** Most of the page's data is columns and formulas: they are read when somebody asks for one. */
const readParts = (item: number): PageParts | null => {
  parts ??= JSON.parse(getById("parts").textContent!) as readonly (PageParts | null)[];
  return parts[item] ?? null;
};

// What is shown

let open = new Set<number>();
let scope: ReadonlySet<number> | undefined;
let isFlat = false;
let selected: number | undefined;
/** The card that Tab leads to. */
let current: number | undefined;
/** What was open before something was filtered. */
let before: Set<number> | undefined;

const ruler = makeRuler();
const camera = new Camera(canvas, stage);
const picture = new Picture({ stage, notes: getById("notes") }, tree, {
  columnsOf: listColumns,
  activate,
  focused(item) {
    current = item;
    picture.setTabStop(item);
    const area = picture.findPlace(item);
    // What a pointer presses must not move away from it.
    if (area && document.activeElement?.matches(":focus-visible"))
      camera.reveal(tree.getItem(item).kind === "element" ? area : { ...area, ...sizes.card });
  },
});

/** The columns of an open card: as many as are wanted, first of all those that are broken or changed. */
function listColumns(item: number): ColumnLine[] {
  const { columns } = readParts(item) ?? { columns: [] };
  const weighColumn = ({ problems, change }: (typeof columns)[number]) => (problems ? 0 : change ? 1 : 2);
  const chosen = new Set(columns.toSorted((a, b) => weighColumn(a) - weighColumn(b)).slice(0, data.columns || 12));
  const lines = columns
    .filter((column) => chosen.has(column))
    .map(({ name, problems, change }): ColumnLine => ({ text: name, problem: problems?.join("\n"), change }));
  return lines.length === columns.length ? lines : [...lines, { text: `… ${columns.length - lines.length} more` }];
}

/** How many lines the columns of a card take. */
function countLines(item: number): number {
  if (tree.getItem(item).kind !== "element" || !open.has(item)) return 0;
  return listColumns(item).reduce(
    (sum, { text, change }) => sum + countColumnLines(change ? `+ ${text}` : text, ruler),
    0,
  );
}

/** Draws what is shown. What was used last stays where it is on the screen. */
function draw(anchor?: number): void {
  const was = anchor === undefined ? undefined : picture.findPlace(anchor);
  const { aspect } = camera;
  const scene = buildScene(new Shown(tree, { open, scope, isFlat }), {
    direction: data.direction ?? (aspect < 1 ? "down" : "right"),
    aspect,
    columnLines: countLines,
    ruler,
  });
  picture.draw(scene);
  const is = anchor === undefined ? undefined : picture.findPlace(anchor);
  if (was && is) camera.shift(is.x - was.x, is.y - was.y);
  const reachable = [...picture.reachable];
  if (current === undefined || !reachable.includes(current)) current = reachable[0];
  picture.setTabStop(current);
  whole = scene.area;
}

let whole = { x: 0, y: 0, width: 0, height: 0 };

/** The scale in which the picture begins at least: on a phone, names can be read without zooming in. */
const getLeastScale = () => (isNarrow() ? 0.45 : 0.3);

/** Opens folders, models and elements as far as all of them can still be read on this page. */
function openWhatFits(): void {
  let room = Math.max(6, Math.floor((canvas.clientWidth * canvas.clientHeight) / 29_000));
  for (;;) {
    const fitting = openAsFits(tree, { scope, isFlat }, room);
    open = fitting.open;
    if (data.columns > 0 && canvas.clientWidth >= 900) for (const item of fitting.elements) open.add(item);
    draw();
    // Frames in frames take more room than their cards.
    if (room <= 3 || camera.measureFit(whole) >= getLeastScale()) return;
    room = Math.floor(room * 0.7);
  }
}

/** Shows everything, or as much from its beginning as can be read. */
function show(glides = true): void {
  camera.fit(whole, { smallest: getLeastScale(), glides });
}

/** Shows everything, however small. */
const showWhole = () => camera.fit(whole);

/** A card was clicked: opens it, or closes what is open. */
function activate(item: number): void {
  const isElement = tree.getItem(item).kind === "element";
  const isOpening = !open.has(item);
  if (tree.getItem(item).kind !== "page") {
    if (isOpening) open.add(item);
    else open.delete(item);
  }
  draw(item);
  select(item);
  if (isElement) showDetails(item);
  const area = picture.findPlace(item);
  if (area && isOpening && !isElement) camera.fit(area, { smallest: 0.3 });
}

/** Opens all around an item, and brings it into the middle. */
function go(item: number): void {
  if (scope !== undefined && !tree.listElements(item).some((element) => scope!.has(element))) showAll(false);
  for (const around of tree.listPath(item).slice(0, -1)) open.add(around);
  draw(item);
  select(item);
  current = item;
  picture.setTabStop(item);
  if (tree.getItem(item).kind === "element") showDetails(item);
  else details.hidden = true;
  const area = picture.findPlace(item);
  if (area) camera.center(area);
  picture.focus(item);
  if (isNarrow()) setSidebar(false);
}

const isNarrow = () => innerWidth < 760;

// The selection, and what it comes from and leads to

function select(item: number | undefined): void {
  selected = item;
  picture.select(item);
  list.markRow(item);
  pill.hidden = item === undefined;
  if (item === undefined) details.hidden = true;
  else getById("pill-name").replaceChildren(make("bdi", "", tree.getItem(item).name));
}

/** Shows only some elements, with words that say which. */
function filter(elements: ReadonlySet<number>, words: string): void {
  before ??= open;
  scope = elements;
  const models = new Set([...elements].map((element) => tree.findAround(element, "model")));
  isFlat = models.size <= 60;
  openWhatFits();
  if (selected !== undefined) for (const around of tree.listPath(selected).slice(0, -1)) open.add(around);
  chip.hidden = false;
  const text = `${words} · ${countNoun(models.size, "model")}, ${countNoun(elements.size, "element")}`;
  getById("chip-text").replaceChildren(make("bdi", "", text));
  status.textContent = text;
  draw();
  select(selected);
  show();
}

function showAll(redraws = true): void {
  if (scope === undefined) return;
  scope = undefined;
  isFlat = false;
  open = before ?? open;
  before = undefined;
  chip.hidden = true;
  status.textContent = "";
  getById<HTMLSelectElement>("changed").value = "";
  if (!redraws) return;
  if (selected !== undefined) for (const around of tree.listPath(selected).slice(0, -1)) open.add(around);
  draw();
  select(selected);
  show();
}

function showLineage(...ways: readonly ("before" | "after")[]): void {
  if (selected === undefined) return;
  const own = tree.listElements(selected);
  const found = new Set(ways.flatMap((way) => [...tree.collectLineage(own, way)]));
  const words = ways.length > 1 ? "Upstream and downstream" : ways[0] === "before" ? "Upstream" : "Downstream";
  filter(found, `${words} of ${tree.getItem(selected).name}`);
}

function showOnly(): void {
  if (selected === undefined) return;
  filter(new Set(tree.listElements(selected)), `Only ${tree.getItem(selected).name}`);
}

for (const [id, act] of [
  ["upstream", () => showLineage("before")],
  ["downstream", () => showLineage("after")],
  ["both", () => showLineage("before", "after")],
  ["only", showOnly],
  ["more", () => selected !== undefined && showDetails(selected, true)],
  ["unselect", () => select(undefined)],
  ["show-all", () => showAll()],
  ["zoom-in", () => camera.zoom(1.3)],
  ["zoom-out", () => camera.zoom(1 / 1.3)],
  ["fit", showWhole],
  ["skip", () => current !== undefined && picture.focus(current)],
] as const) {
  getById(id).addEventListener("click", act);
}

canvas.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-item]") === null) select(undefined);
});

// Changes

getById<HTMLSelectElement>("changed").addEventListener("change", ({ currentTarget }) => {
  const { value, selectedOptions } = currentTarget as HTMLSelectElement;
  if (value === "") {
    showAll();
    return;
  }
  const isWanted = (change: string | undefined) => change !== undefined && (value === "any" || change === value);
  const found = tree.items.flatMap(({ kind, change }, item) => (kind === "element" && isWanted(change) ? [item] : []));
  select(undefined);
  filter(new Set(found), `Only ${selectedOptions[0]!.text}`);
});

// Broken references

const broken = tree.items.flatMap(({ problems }, item) => (problems ? [item] : []));
const brokenButton = getById<HTMLButtonElement>("broken");
if (broken.length > 0) {
  let next = 0;
  const count = tree.roots.reduce((sum, root) => sum + tree.countProblems(root), 0);
  brokenButton.textContent = countNoun(count, "broken reference");
  brokenButton.hidden = false;
  brokenButton.addEventListener("click", () => {
    const item = broken[next++ % broken.length]!;
    // Its columns show which of them are broken.
    open.add(item);
    go(item);
  });
}

// Details

function showDetails(item: number, moveFocus = false): void {
  const [heading, ...rest] = buildDetails(item, tree, { partsOf: readParts, go });
  getById("details-content").replaceChildren(heading, ...rest);
  details.hidden = false;
  details.scrollTop = 0;
  if (moveFocus) heading.focus();
}

function closeDetails(): void {
  const hadFocus = details.contains(document.activeElement);
  details.hidden = true;
  if (hadFocus && selected !== undefined) picture.focus(selected);
}

getById("close-details").addEventListener("click", closeDetails);

// The list, dark and light, help

const list = new Sidebar(getById("list"), tree, go);
startSearch(getById<HTMLInputElement>("search"), getById("results"), tree, {
  partsOf: readParts,
  go,
  say(text) {
    status.textContent = text;
  },
});

function setSidebar(isShown: boolean): void {
  sidebar.hidden = !isShown;
  getById("toggle-list").setAttribute("aria-expanded", String(isShown));
}

getById("toggle-list").addEventListener("click", () => setSidebar(Boolean(sidebar.hidden)));
getById("help-button").addEventListener("click", ({ currentTarget }) => {
  const help = getById("help");
  help.hidden = !help.hidden;
  (currentTarget as Element).setAttribute("aria-expanded", String(!help.hidden));
});

const root = document.documentElement;
const isDark = () =>
  root.dataset.theme === "dark" ||
  (root.dataset.theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches);
getById("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  getById("theme").setAttribute("aria-pressed", String(isDark()));
});
getById("theme").setAttribute("aria-pressed", String(isDark()));

// Keys

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The nearest card in a direction, from a card. */
function findNearest(from: number, [right, down]: readonly [number, number]): number | undefined {
  const findMiddle = (item: number) => {
    const { x, y, width } = picture.findPlace(item)!;
    return [x + width / 2, y + sizes.card.height / 2] as const;
  };
  const [x, y] = findMiddle(from);
  let best: { readonly item: number; readonly distance: number } | undefined;
  for (const item of picture.reachable) {
    const [otherX, otherY] = findMiddle(item);
    const ahead = (otherX - x) * right + (otherY - y) * down;
    const distance = ahead + 2 * (Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right));
    if (ahead > 1 && item !== from && (best === undefined || distance < best.distance)) best = { item, distance };
  }
  return best?.item;
}

stage.addEventListener("keydown", (event) => {
  const way = ways[event.key];
  if (way === undefined || current === undefined) return;
  event.preventDefault();
  const next = findNearest(current, way);
  if (next !== undefined) picture.focus(next);
});

function stepBack(): void {
  if (!getById("help").hidden) getById("help-button").click();
  else if (!details.hidden) closeDetails();
  else if (selected !== undefined) select(undefined);
  else showAll();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.key === "Escape") stepBack();
  else if (isTyping) return;
  else if (event.key === "/") getById("search").focus();
  else if (event.key === "+" || event.key === "=") camera.zoom(1.3);
  else if (event.key === "-") camera.zoom(1 / 1.3);
  else if (event.key === "0") showWhole();
  else if (event.key === "u") showLineage("before");
  else if (event.key === "d") showLineage("after");
  else return;
  event.preventDefault();
});

let resized = 0;
let shape = camera.aspect < 1;
addEventListener("resize", () => {
  cancelAnimationFrame(resized);
  resized = requestAnimationFrame(() => {
    if (shape === camera.aspect < 1) return;
    shape = camera.aspect < 1;
    draw();
    select(selected);
    show(false);
  });
});

setSidebar(!isNarrow());
openWhatFits();
draw();
show(false);
