import type { PageParts } from "../page-data";
import type { Tree } from "../scene/tree";
import { make, makeIcon, nameText } from "./make";

/** What a search found: an item, and the column or metric in it whose words match. */
interface Hit {
  readonly item: number;
  readonly part?: string;
  readonly rank: number;
}

/** How many hits are listed. */
const most = 40;

/** What of the page the search needs. */
export interface SearchHost {
  partsOf(item: number): PageParts | null;
  go(item: number): void;
  say(text: string): void;
}

/**
 * A field that lists what its words are found in: names first, then columns, formulas and descriptions. Enter leads to
 * the first of them.
 */
export function startSearch(field: HTMLInputElement, results: HTMLElement, tree: Tree, host: SearchHost): void {
  /** What each item is found by, besides its name; made when somebody searches. */
  let words: readonly string[] | undefined;
  let hits: readonly Hit[] = [];
  let current = 0;

  const close = (): void => {
    results.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const go = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    close();
    host.go(hit.item);
  };
  const choose = (index: number): void => {
    current = index;
    for (const [nth, option] of [...results.children].entries()) {
      option.setAttribute("aria-selected", String(nth === index));
      if (nth !== index) continue;
      field.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
  };
  const search = (): void => {
    const query = field.value.trim().toLowerCase();
    if (query === "") {
      close();
      host.say("");
      return;
    }
    words ??= tree.items.map((_, item) => listWords(host.partsOf(item)));
    const found = tree.items.flatMap((_, item) => findHit(item, query, tree, words!, host) ?? []);
    hits = found.toSorted((a, b) => a.rank - b.rank).slice(0, most);
    host.say(found.length === 0 ? "Nothing found" : `${found.length.toLocaleString("en")} found`);
    results.replaceChildren(...(hits.length === 0 ? [make("p", "muted", "Nothing found")] : hits.map(makeOption)));
    results.hidden = false;
    field.setAttribute("aria-expanded", "true");
    choose(0);
  };
  const makeOption = (hit: Hit, nth: number): HTMLElement => {
    const { name, look } = tree.getItem(hit.item);
    const place = tree
      .listPath(hit.item)
      .slice(0, -1)
      .map((around) => tree.getItem(around).name);
    const where = [
      ...(hit.part === undefined ? [] : [hit.part]),
      place.join(" › ") || tree.describeItem(hit.item),
    ].join(" · ");
    const words = make("span", "words", make("span", "name", nameText(name)), make("span", "info", nameText(where)));
    const option = make("div", `option k-${look}`, make("span", "tile", makeIcon(look)), words);
    option.id = `hit-${nth}`;
    option.setAttribute("role", "option");
    // Before the field loses the focus, and with it the list.
    option.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      go(hit);
    });
    return option;
  };

  field.addEventListener("input", search);
  field.addEventListener("focus", search);
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    const isListed = !results.hidden && hits.length > 0;
    if (event.key === "Enter") go(isListed ? hits[current] : undefined);
    else if (event.key === "ArrowDown" && isListed) choose((current + 1) % hits.length);
    else if (event.key === "ArrowUp" && isListed) choose((current + hits.length - 1) % hits.length);
    else if (event.key === "Escape" && field.value !== "") {
      // Escape empties the field; in an empty one it does what it does everywhere.
      event.stopPropagation();
      field.value = "";
      search();
    } else return;
    event.preventDefault();
  });
}

function listWords(parts: PageParts | null): string {
  if (parts === null) return "";
  const own = [...parts.columns, ...parts.metrics].flatMap(({ id, name, formula, description }) => [
    id,
    name,
    formula,
    description,
  ]);
  return [parts.description, ...parts.reads, parts.sql, ...own].join("\n").toLowerCase();
}

function findHit(item: number, query: string, tree: Tree, words: readonly string[], host: SearchHost): Hit | undefined {
  const { name, file } = tree.getItem(item);
  const own = name.toLowerCase();
  const at = own.indexOf(query);
  if (at === 0) return { item, rank: own === query ? 0 : 1 };
  if (at > 0) return { item, rank: /[\s_./-]/.test(own[at - 1]!) ? 2 : 3 };
  if (file?.toLowerCase().includes(query)) return { item, rank: 4 };
  if (!words[item]!.includes(query)) return undefined;
  const { columns = [], metrics = [] } = host.partsOf(item) ?? {};
  const part = [...columns, ...metrics].find((one) =>
    [one.name, one.id, one.formula, one.description].some((text) => text?.toLowerCase().includes(query)),
  );
  return { item, part: part?.name, rank: part?.name.toLowerCase().startsWith(query) ? 5 : 6 };
}
