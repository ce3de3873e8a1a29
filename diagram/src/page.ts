import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Arrangement, embedJson, escapeXml, type Graph, lookName, looks, summarizeGraph } from "./graph";
import { addFolders } from "./graph/folders";
import { buildPageData } from "./page-data";
import { renderLegend } from "./page-legend";
import { pageStyle } from "./style";

/** The page's script: one file that the build makes of `page/script.ts` and what it imports. */
function readPageScript(): string {
  return readFileSync(join(__dirname, "page", "script.js"), "utf8");
}

/**
 * A page to look around in a graph: one file that asks the network for nothing and works from a disk. Its policy lets
 * nothing run but its own script, so that even a name that got through the escaping could do nothing. The script places
 * and draws what is shown, when it is shown.
 *
 * @param script the page's script; default: the package's own.
 */
export function writePage(
  graph: Graph,
  { direction, columns }: Partial<Arrangement>,
  script = readPageScript(),
): string {
  const policy =
    `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(pageStyle)}'; ` +
    "base-uri 'none'; form-action 'none'";
  const [data, parts] = buildPageData(addFolders(graph), { direction, columns: columns ?? 0 });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(graph.title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<button type="button" class="skip tool" id="skip">To the picture</button>
<header>
<button type="button" class="tool square" id="toggle-list" aria-label="List" aria-expanded="true"
  aria-controls="sidebar">${inline("M2 4h12M2 8h12M2 12h12")}</button>
<div id="title"><h1><bdi>${escapeXml(graph.title)}</bdi></h1></div>
<p id="summary" class="muted">${escapeXml(summarizeGraph(graph))}</p>
<div id="find"><input id="search" type="search" role="combobox" aria-label="Search"
  placeholder="Search models, elements, columns, formulas" autocomplete="off" aria-keyshortcuts="/"
  aria-autocomplete="list" aria-expanded="false" aria-controls="results"><div id="results" role="listbox"
  aria-label="Found" hidden></div></div>
<button type="button" class="tool" id="broken" hidden></button>
<select class="tool" id="changed" aria-label="Changes"${graph.compared ? "" : " hidden"}><option
  value="">everything</option><option value="any">what changed</option><option value="added">added</option><option
  value="removed">removed</option><option value="changed">changed</option></select>
<button type="button" class="tool square" id="theme" aria-label="Dark mode"
  aria-pressed="false">${inline("M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z")}</button>
<button type="button" class="tool square" id="help-button" aria-label="Help" aria-expanded="false"
  aria-controls="help">?</button>
</header>
<main>
<aside id="sidebar" aria-label="List"><nav id="list" aria-label="All elements"></nav>${renderLegend(graph)}</aside>
<div id="view">
<div id="canvas" role="application" aria-roledescription="diagram" aria-label="Diagram" aria-describedby="help"><div
  id="stage"${graph.compared ? ` class="compared"` : ""}></div></div>
<ol id="notes" aria-label="Lines with a number" hidden></ol>
<div id="chip" class="floating" hidden><span id="chip-text"></span><button type="button"
  id="show-all">Show all</button></div>
<div id="pill" class="floating" role="toolbar" aria-label="Selected" hidden><span id="pill-name"></span><button
  type="button" id="upstream" aria-keyshortcuts="u">Upstream</button><button type="button" id="downstream"
  aria-keyshortcuts="d">Downstream</button><button type="button" id="both">Both</button><button type="button"
  id="only">Only this</button><button type="button" id="more">Details</button><button type="button" id="unselect"
  aria-label="Unselect">✕</button></div>
<div id="zoom" class="floating" role="group" aria-label="Zoom"><button type="button" id="zoom-in" aria-label="Zoom in"
  aria-keyshortcuts="+">+</button><button type="button" id="zoom-out" aria-label="Zoom out"
  aria-keyshortcuts="-">−</button><button type="button" id="fit" aria-label="Fit"
  aria-keyshortcuts="0">${inline("M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10")}</button></div>
<div id="help" class="floating" hidden>${writeHelp(graph)}</div>
</div>
<aside id="details" aria-label="Details" hidden><button type="button" class="tool square" id="close-details"
  aria-label="Close">✕</button><div id="details-content"></div></aside>
</main>
<p id="status" role="status" class="skip"></p>
<svg width="0" height="0" aria-hidden="true" hidden>${listIcons(graph)}</svg>
<noscript>This page needs JavaScript. The command draws pictures, too: --out models.svg.</noscript>
<script type="application/json" id="data">${embedJson(data)}</script>
<script type="application/json" id="parts">${embedJson(parts)}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

const pageIcon = "M4 2h5.5L12.5 5v9H4zM9.5 2v3h3";

const inline = (path: string) => `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;

/** The icons that the graph needs, each once. */
function listIcons({ nodes }: Graph): string {
  const names = new Set(["folder", "model", "connection", "outside", ...nodes.map(lookName)]);
  const icons = [["page", pageIcon], ...[...names].map((name) => [name, looks[name]!.icon])];
  return icons
    .map(([name, path]) => `<symbol id="i-${name}" viewBox="0 0 16 16"><path d="${path}"/></symbol>`)
    .join("");
}

const keys = [
  ["/", "search"],
  ["Tab", "into the picture"],
  ["← →", "to the next box"],
  ["Enter", "open, close"],
  ["u d", "upstream, downstream"],
  ["+ − 0", "zoom, show all"],
  ["Esc", "back"],
];

function writeHelp(graph: Graph): string {
  const words = keys.map(([key, word]) => `<li><kbd>${key}</kbd>${word}</li>`);
  return `<h2>Keys</h2><ul>${words.join("")}</ul>${renderLegend(graph)}`;
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
