import MiniSearch, { type SearchOptions } from "minisearch";
import type { Section } from "./sections";

declare global {
  /** Of the script `sections.js`. */
  var sections: readonly Section[];
}

const fields = ["title", "heading", "words", "text"];
const index = new MiniSearch<Section & { id: number }>({ fields });
index.addAll(sections.map((section, id) => ({ ...section, id })));

const options: SearchOptions = {
  boost: { title: 3, heading: 4, words: 6 },
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  boostDocument: (id: number) => weighPage(sections[id]!.page),
};

const input = document.querySelector<HTMLInputElement>("#query")!;
const results = document.querySelector("#results")!;
const pages = document.querySelector("main")!;

/** Guides come before the pages that list fields, and pages for contributors last. */
function weighPage(page: string): number {
  if (/^(architecture|performance-figures)\./.test(page)) return 0.5;
  return /^(guides|commands)\//.test(page) ? 1.5 : 1;
}

/** A page that was found. */
interface Found {
  /** How many words of the query it has. */
  words: number;
  score: number;
  /** Its sections with the score of each, and the words in them. */
  readonly sections: Map<number, { score: number; readonly terms: string[] }>;
}

/** The pages with words of the query, the best first. The words may be in several sections of a page. */
function findPages(query: string): Found[] {
  const pages = new Map<string, Found>();
  for (const word of query.split(/\s+/)) {
    const results = Map.groupBy(index.search(word, options), ({ id }) => sections[id]!.page);
    for (const [page, found] of results) {
      const known = pages.get(page) ?? { words: 0, score: 0, sections: new Map() };
      pages.set(page, known);
      known.words += 1;
      known.score += found[0]!.score;
      for (const { id, score, terms } of found) {
        const section = known.sections.get(id) ?? { score: 0, terms: [] };
        known.sections.set(id, { score: section.score + score, terms: [...section.terms, ...terms] });
      }
    }
  }
  return [...pages.values()].sort((a, b) => b.words * b.score - a.words * a.score);
}

function showResults(): void {
  const query = input.value.trim();
  // The way back from a page leads to the same results.
  if (decodeURIComponent(location.hash.slice(1)) !== query) location.replace(`#${encodeURIComponent(query)}`);
  pages.hidden = query !== "";
  const found = query === "" ? [] : findPages(query).slice(0, 20);
  results.replaceChildren(...found.map(createResult));
  if (query !== "" && found.length === 0) results.textContent = "No page has these words.";
}

/** A page with its three best sections. */
function createResult(found: Found): HTMLElement {
  const best = [...found.sections].sort(([, a], [, b]) => b.score - a.score).slice(0, 3);
  const { page, title } = sections[best[0]![0]]!;
  const result = document.createElement("article");
  const heading = document.createElement("h2");
  heading.append(createLink(page, title));
  result.append(heading);
  for (const [id, { terms }] of best) {
    const { anchor, heading, text, words } = sections[id]!;
    const line = document.createElement("p");
    // The title is a link already.
    if (heading !== title) line.append(createLink(`${page}#${anchor}`, heading), " ");
    line.append(...createExcerpt(text || words, terms));
    result.append(line);
  }
  return result;
}

function createLink(href: string, text: string): HTMLAnchorElement {
  return Object.assign(document.createElement("a"), { href, textContent: text });
}

/** The text around the first word that was found, with all of them marked. */
function createExcerpt(text: string, terms: readonly string[]): (Node | string)[] {
  const pattern = new RegExp(`(${terms.map((term) => term.replaceAll(/\W/g, "\\$&")).join("|")})`, "i");
  const start = text.lastIndexOf(" ", Math.max(0, text.search(pattern) - 60)) + 1;
  const excerpt = `${start > 0 ? "… " : ""}${text.slice(start, start + 180)}${text.length > start + 180 ? "…" : ""}`;
  return excerpt.split(pattern).map((part, at) => {
    return at % 2 === 0 ? part : Object.assign(document.createElement("mark"), { textContent: part });
  });
}

input.value = decodeURIComponent(location.hash.slice(1));
input.addEventListener("input", showResults);
showResults();
