import { escapeXml } from "pulumi-analytics-diagram/graph";
import { drawPages, markLooks } from "./draw";
import type { Mark, Page } from "./scene";

/**
 * What a page shows: the pages of a workbook, before and after where there are two versions, and what changed in words.
 */
export interface Shown {
  readonly title: string;
  readonly after: readonly Page[];
  readonly before?: readonly Page[];
  readonly changes: readonly string[];
}

/** A web page of its own: nothing is loaded from elsewhere, and no script runs. */
export function writePage({ title, after, before, changes }: Shown): string {
  const ids = [...new Set([...(before ?? []), ...after].map(({ id }) => id))];
  const sections = ids.map((id) => {
    const versions = [
      ...(before === undefined ? [] : [{ what: "Before", page: before.find((page) => page.id === id) }]),
      { what: before === undefined ? "" : "After", page: after.find((page) => page.id === id) },
    ];
    const name = versions.map(({ page }) => page?.name).findLast((text) => text !== undefined) ?? id;
    return `<section id="page-${escapeXml(id)}">
<h2>${escapeXml(name)}</h2>
<div class="versions">
${versions.map(({ what, page }) => writeVersion(what, page)).join("\n")}
</div>
</section>`;
  });
  const links = ids.map((id) => {
    const name = [...after, ...(before ?? [])].find((page) => page.id === id)?.name ?? id;
    return `<li><a href="#page-${escapeXml(id)}">${escapeXml(name)}</a></li>`;
  });
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
<p>A wireframe from the layout: boxes with kind, title and source. No data is shown.</p>
<nav aria-label="Pages"><ul>${links.join("")}</ul></nav>
${before === undefined ? "" : writeChanges(changes)}
</header>
<main>
${sections.join("\n")}
</main>
</body>
</html>
`;
}

function writeVersion(what: string, page: Page | undefined): string {
  const caption = what === "" ? "" : `<figcaption>${what}</figcaption>`;
  if (page === undefined) return `<figure>${caption}<p class="none">There is no such page.</p></figure>`;
  const { svg } = drawPages([page], page.name);
  return `<figure>${caption}${svg}</figure>`;
}

function writeChanges(changes: readonly string[]): string {
  const legend = (Object.keys(markLooks) as Mark[])
    .map((mark) => `<li><b style="color:${markLooks[mark].color}">${markLooks[mark].sign}</b> ${mark}</li>`)
    .join("");
  const lines = changes.map((change) => `<li>${escapeXml(change)}</li>`).join("\n");
  const summary = changes.length === 0 ? "No changes" : `Changes: ${changes.length}`;
  return `<ul class="legend">${legend}</ul>
<details open><summary>${summary}</summary><ul>${lines}</ul></details>`;
}

const style = `
body { margin: 0 auto; max-width: 100rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: #1f2933;
background: #fff; } h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; } h2 { font-size: 1.2rem; overflow-wrap:
anywhere; } nav ul, .legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: .5rem 0;
padding: 0; } .versions { display: flex; flex-wrap: wrap; gap: 1rem; } figure { flex: 1 1 22rem; min-width: 0; margin:
0; } figcaption { font-weight: bold; } .none { color: #5b6773; } svg { display: block; max-width: 100%; height: auto;
border: 1px solid #d5dbe1; border-radius: 4px; }
@media (max-width: 40rem) { figure { overflow-x: auto; } svg { max-width: none; } }
details li { overflow-wrap: anywhere; }
`;
