import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clean, type Graph, type GraphPart, lines, nodeInfo, summaryOf } from "./graph";
import type { Layout } from "./layout";
import { type LegendItem, legendItems, sample } from "./legend";
import { escaped } from "./marks";
import type { PageData, PagePart } from "./page/data";
import { pageStyle } from "./style";
import { bareSvgOf } from "./svg";

/** The page's script, as the compiler made it of `page/script.ts`. */
export function pageScript(): string {
  return readFileSync(join(__dirname, "page", "script.js"), "utf8");
}

/**
 * A page to look around in a graph: one file that asks the network for nothing and works from a disk. Its policy lets nothing run but its own
 * script, so that even a name that got through the escaping could do nothing.
 *
 * @param script the page's script; default: the package's own.
 */
export function pageOf(graph: Graph, layout: Layout, script = pageScript()): string {
  const policy = `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(pageStyle)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(graph.title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<button type="button" class="skip" id="skip">To the picture</button>
<header>
<h1><bdi>${escaped(graph.title)}</bdi></h1>
<p>${escaped(summaryOf(graph))}</p>
<form role="search" aria-label="Elements">
<label for="search">Search</label> <input id="search" type="search" autocomplete="off" aria-keyshortcuts="/" aria-controls="list canvas">
<label for="place">Show</label> <select id="place"><option value="">everything</option></select>
<span${graph.compared ? "" : " hidden"}><label for="changed">Changes</label> <select id="changed"><option value="">all</option><option value="any">what changed</option><option value="added">added</option><option value="removed">removed</option><option value="changed">changed</option></select></span>
<button type="button" id="zoom-out" aria-label="Zoom out" aria-keyshortcuts="-">−</button>
<button type="button" id="zoom-in" aria-label="Zoom in" aria-keyshortcuts="+">+</button>
<button type="button" id="fit" aria-keyshortcuts="0">Fit</button>
<button type="button" id="toggle-list" aria-expanded="true" aria-controls="list">List</button>
</form>
<p id="status" role="status"></p>
</header>
<main>
<nav id="list" aria-label="All elements"></nav>
<div id="canvas">${bareSvgOf(graph, layout)}</div>
<aside id="details" aria-label="Details" hidden></aside>
</main>
<footer id="legend">
<ul aria-label="Legend">${legendItems(graph).map(legendEntry).join("")}</ul>
<p id="help"><kbd>/</kbd> searches, <kbd>Tab</kbd> leads into the picture, arrow keys along its lines, <kbd>Enter</kbd> opens details, <kbd>Esc</kbd> closes them, <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd> zoom.</p>
</footer>
<script type="application/json" id="data">${embedded(dataOf(graph))}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

function legendEntry({ word, svg }: LegendItem): string {
  const { width, height } = sample;
  return `<li><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" aria-hidden="true">${svg}</svg> ${escaped(word)}</li>`;
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** JSON in a page: no text of it can end the element it stands in. */
function embedded(data: PageData): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function dataOf(graph: Graph): PageData {
  const groups = new Map(graph.groups.map(({ id }, index) => [id, index]));
  const nodes = new Map(graph.nodes.map(({ id }, index) => [id, index]));
  return {
    groups: graph.groups.map(({ kind, name, parent, changes = [] }) => ({
      kind: kind === "other-model" ? "other model" : kind,
      name: clean(name),
      ...(parent === undefined ? {} : { parent: groups.get(parent)! }),
      changes: changes.map(clean),
    })),
    nodes: graph.nodes.map((node) => ({
      name: clean(node.name),
      info: nodeInfo(node, true).map(clean),
      group: groups.get(node.group)!,
      description: node.description,
      reads: node.reads,
      columns: node.columns.map(partOf),
      metrics: node.metrics.map(partOf),
      change: node.change,
      changes: node.changes ?? [],
    })),
    edges: graph.edges.map(({ from, to, kind, label, details, change }) => ({
      from: nodes.get(from)!,
      to: nodes.get(to)!,
      label: clean(label) || lines[kind].word,
      details: details.map(clean),
      change,
    })),
  };
}

function partOf({ id, name, formula, description, hidden, change }: GraphPart): PagePart {
  return { id, name: clean(name), formula, description, hidden, change };
}
