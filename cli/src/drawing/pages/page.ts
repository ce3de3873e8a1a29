import { escapeXml } from "pulumi-analytics-diagram/graph";
import { drawSinglePage, formPageName, markSigns, notice, type Palette, pairPages, palettes } from "./draw";
import { isSamePage, type Mark, narrowPage, type Page } from "./scene";
import type { Shown } from "./shown";

/** A web page of its own: nothing is loaded from elsewhere, and no script runs. */
export function writePage(shown: Shown): string {
  const { title, before, changes } = shown;
  const sections = pairPages(shown).map(([old, now]) => {
    const page = (now ?? old)!;
    return { id: page.id, name: formPageName(page), versions: writeVersions(old, now) };
  });
  const links = sections.map(({ id, name }) => `<li><a href="#page-${escapeXml(id)}">${escapeXml(name)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeXml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeXml(title)}</h1>
<p>${notice}</p>
<nav aria-label="Pages"><ul>${links.join("")}</ul></nav>
${before === undefined ? "" : writeChanges(changes)}
</header>
<main>
${sections.map(writeSection).join("\n")}
</main>
</body>
</html>
`;
}

interface Section {
  readonly id: string;
  readonly name: string;
  readonly versions: string;
}

function writeSection({ id, name, versions }: Section): string {
  return `<section id="page-${escapeXml(id)}">
<h2>${escapeXml(name)}</h2>
<div class="versions">
${versions}
</div>
</section>`;
}

/** Both versions of a page, or one that is in both as it was. */
function writeVersions(before: Page | undefined, after: Page | undefined): string {
  if (before === after) return writeVersion("", after);
  if (before && after && isSamePage(before, after)) return writeVersion("Unchanged", after);
  return `${writeVersion("Before", before)}\n${writeVersion("After", after)}`;
}

/** The width of a phone's screen without the borders of the page. */
const phone = 340;

/** A page twice, for a wide screen and for a phone; the stylesheet shows one of them. */
function writeVersion(what: string, page: Page | undefined): string {
  const caption = what === "" ? "" : `<figcaption>${what}</figcaption>`;
  if (page === undefined) return `<figure>${caption}<p class="none">There is no such page.</p></figure>`;
  const narrow = drawSinglePage(narrowPage(page, phone), variables);
  return (
    `<figure>${caption}<div class="wide">${drawSinglePage(page, variables)}</div>` +
    `<div class="narrow">${narrow}</div></figure>`
  );
}

function writeChanges(changes: readonly string[]): string {
  const legend = (Object.keys(markSigns) as Mark[])
    .map((mark) => `<li><b style="color:${variables[mark]}">${markSigns[mark]}</b> ${mark}</li>`)
    .join("");
  const lines = changes.map((change) => `<li>${writeChange(change)}</li>`).join("\n");
  const summary = changes.length === 0 ? "No changes" : `Changes: ${changes.length}`;
  return `<ul class="legend">${legend}</ul>
<details open><summary>${summary}</summary><ul>${lines}</ul></details>`;
}

/** A change in words, whose values stand between backticks. */
const writeChange = (change: string) => escapeXml(change).replace(/(?<!`)(`+)([^`]+)\1(?!`)/g, "<code>$2</code>");

const colors = Object.keys(palettes.light) as (keyof Palette)[];

/** The colors by the names that the stylesheet gives them, on light and on dark ground. */
const variables = Object.fromEntries(colors.map((name) => [name, `var(--${name})`])) as Palette;

const style = `
:root { color-scheme: light dark; --link: light-dark(#0a5cb8, #6cb0ff);
${colors.map((name) => `  --${name}: light-dark(${palettes.light[name]}, ${palettes.dark[name]});`).join("\n")} }
body { margin: 0 auto; max-width: 100rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text);
  background: var(--fill); }
a { color: var(--link); }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; overflow-wrap: anywhere; }
nav ul, .legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: .5rem 0; padding: 0; }
.versions { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { flex: 1 1 22rem; min-width: 0; margin: 0; }
figcaption { font-weight: bold; }
.none { color: var(--muted); }
svg { display: block; box-sizing: border-box; max-width: 100%; height: auto; border: 1px solid var(--line);
  border-radius: 4px; }
.narrow { display: none; }
@media (max-width: 40rem) { .wide { display: none; } .narrow { display: block; } }
details li { overflow-wrap: anywhere; }
`;
