import {
  type Change,
  changeLooks,
  changeSigns,
  escapeXml,
  type Graph,
  getLook,
  lines,
  listProblems,
  lookName,
  looks,
} from "./graph";

/** What the shapes, lines and marks of a page's picture mean: those that it has. */
export function renderLegend({ groups, nodes, edges, compared }: Graph): string {
  const names = new Map(nodes.map((node) => [getLook(node).word, lookName(node)]));
  for (const { kind } of groups) if (kind === "model" || kind === "folder") names.set(kind, kind);
  const boxes = [...names].map(([word, name]) => {
    const { icon } = looks[name]!;
    const symbol = `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${icon}"/></svg>`;
    return `<li><span class="tile k-${name}">${symbol}</span>${escapeXml(word)}</li>`;
  });
  const kinds = new Set(edges.map(({ kind }) => kind));
  const samples = [...kinds].map((kind) => renderLine(`e-${kind}`, lines[kind].word));
  const isBroken = edges.some((edge) => edge.broken) || nodes.some((node) => listProblems(node).length > 0);
  const marks = [
    ...(compared ? (Object.keys(changeLooks) as Change[]) : []).map(
      (change) => `<li><span class="mark ${change}">${changeSigns[change]}</span>${changeLooks[change].word}</li>`,
    ),
    ...(isBroken ? [`<li><span class="mark broken">!</span>refers to something that doesn't exist</li>`] : []),
  ];
  const parts = [
    ["Boxes", boxes],
    ["Lines, from a source to what uses it", [...samples, ...(samples.length > 0 ? [manyItem] : [])]],
    ["Marks", marks],
  ] as const;
  const shown = parts.flatMap(([title, items]) =>
    items.length === 0 ? [] : [`<h2>${title}</h2><ul>${items.join("")}</ul>`],
  );
  return shown.length === 0 ? "" : `<section class="legend" aria-label="Legend">${shown.join("")}</section>`;
}

function renderLine(name: string, word: string, width = 1.5): string {
  const way = `<path class="way" stroke-width="${width}" d="M0 4H28"/><path class="tip" d="M34 4L26 0V8z"/>`;
  return `<li><svg class="line ${name}" width="34" height="8" aria-hidden="true">${way}</svg>${escapeXml(word)}</li>`;
}

const manyItem = renderLine("e-source", "several references", 3);
