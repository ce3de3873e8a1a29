import type { Call } from "../call";
import { buildCatalog } from "../resources/data-models/references";
import { CompiledModel } from "../spec/compile";
import { getColumnName } from "../spec/names";
import type { Column, Page, TableElement } from "../spec/schema";
import type { DocumentRecord, Inode } from "../state/records";
import { type Html, html } from "./html";
import { listWirePages, pageWidth, type WireBox, type WirePage } from "./wireframe";

/** A version of a data model: its pages with their tables and controls. */
export function renderDataModel(call: Call, file: Inode, pages: readonly Page[], version: number): Html {
  const versions = call.store.dataModelVersions.listAll().filter(({ dataModelId }) => dataModelId === file.id);
  const model = new CompiledModel(pages, buildCatalog(call));
  const tags = call.store.dataModels.get(file.id)?.tags ?? [];
  return html`${renderHead(call, file)}
<section aria-labelledby="versions"><h2 id="versions">Versions</h2>
<ul class="panel tree">${versions.toReversed().map(({ documentVersion, pages: its }) => {
    const carried = tags.filter((tag) => tag.version === documentVersion);
    const names = carried.map(({ versionTagId }) => call.store.tags.get(versionTagId)?.name ?? versionTagId);
    const isShown = documentVersion === version;
    const here = isShown ? html` aria-current="page"` : "";
    const notes = [countParts(its), ...names.map((name) => `tag ${name}`), ...(isShown ? ["shown"] : [])].join(" · ");
    return html`<li><a
      href="?version=${documentVersion}"${here}>Version ${documentVersion}</a> <small>${notes}</small></li>`;
  })}</ul></section>
${pages.map(
  ({ name, elements }) =>
    html`<section><h2>${name}</h2>${elements.map((element) =>
      element.kind === "table"
        ? renderTable(model, element)
        : html`<h3>${element.name ?? element.controlId}</h3><p class="muted">control, ${element.controlType}</p>`,
    )}</section>`,
)}`;
}

function countParts(pages: readonly Page[]): string {
  const tables = pages.flatMap(({ elements }) => elements.filter(({ kind }) => kind === "table")) as TableElement[];
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  return (
    `${tables.length} ${tables.length === 1 ? "table" : "tables"}, ${columns} ` +
    `${columns === 1 ? "column" : "columns"}`
  );
}

function renderTable(model: CompiledModel, table: TableElement): Html {
  const { source, columns, metrics = [], description } = table;
  const rows = columns.map((column) => ({
    ...column,
    name: getColumnName(column),
    type: model.getType(column, table),
  }));
  const origin = source.kind === "warehouse-table" ? source.path.join(".") : `source: ${source.kind}`;
  return html`<h3>${model.getName(table)}</h3>
<p class="muted">${origin}${description ? ` · ${description}` : ""}</p>
${source.kind === "sql" ? html`<pre>${source.statement}</pre>` : ""}
${renderParts(`Columns of ${model.getName(table)}`, rows)}
${metrics.length === 0 ? "" : renderParts(`Metrics of ${model.getName(table)}`, metrics)}`;
}

interface PartRow extends Pick<Column, "formula" | "format" | "hidden"> {
  readonly name?: string;
  readonly type?: string;
}

function renderParts(title: string, rows: readonly PartRow[]): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${title}"><table
    class="parts"><caption>${title}</caption>
<thead><tr>${["Name", "Formula", "Type", "Format"].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(showRow)}</tbody></table></div>`;
}

function showRow(row: PartRow): Html {
  const cells = [row.name ?? "", html`<code>${row.formula}</code>`, row.type ?? "", describeFormat(row)];
  return html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}

function describeFormat({ format, hidden }: PartRow): string {
  const shown = format === undefined ? [] : [[format.kind, format.formatString].filter(Boolean).join(" ")];
  return [...shown, ...(hidden ? ["hidden"] : [])].join(", ");
}

/** A workbook or report as wireframes of its pages. */
export function renderWireframes(call: Call, file: Inode, record: DocumentRecord): Html {
  const contents = call.store.documentContents.get(file.id);
  const pages = contents === undefined ? [] : listWirePages(contents);
  const nameTag = (id: string) => call.store.tags.get(id)?.name ?? id;
  const tags = record.tags.map(({ versionTagId, version }) => ` · tag ${nameTag(versionTagId)}: version ${version}`);
  return html`${renderHead(call, file)}
<p>Version ${record.latestVersion}${tags}</p>
${pages.length === 0 ? html`<p class="panel">No pages.</p>` : pages.map(renderWirePage)}`;
}

function renderWirePage({ name, hidden, height, boxes }: WirePage): Html {
  return html`<section><h2>${name}${hidden ? html` <small>hidden</small>` : ""}</h2>
<div class="wide" tabindex="0" role="region" aria-label="Wireframe of ${name}">
<svg class="wireframe" viewBox="-4 -4 ${pageWidth + 8} ${height + 8}" role="group"
  aria-label="${boxes.length} elements">${boxes.map(renderBox)}</svg></div></section>`;
}

function renderBox({ name, kind, isHolder, ...area }: WireBox): Html {
  const [x, y, width, height] = [area.x + 3, area.y + 3, area.width - 6, area.height - 6].map((value) =>
    Math.max(1, Math.round(value)),
  ) as [number, number, number, number];
  return html`<rect x="${x}" y="${y}" width="${width}" height="${height}"
    rx="5"${isHolder ? html` class="holder"` : ""}/><foreignObject x="${x}" y="${y}" width="${width}"
    height="${isHolder ? 22 : height}"><div title="${name}">${name}<span>${kind}</span></div></foreignObject>`;
}

function renderHead({ store }: Call, file: Inode): Html {
  const folders: string[] = [];
  for (let at = file.parentId; at !== null; at = store.files.get(at)?.parentId ?? null)
    folders.unshift(store.files.get(at)?.name ?? at);
  const place = folders.length === 0 ? "" : ` in ${folders.join(" / ")}`;
  const updated = file.updatedAt.slice(0, 16).replace("T", " ");
  return html`<h1>${file.name}</h1>
<p class="muted">${file.type.replace("-", " ")}${place} · updated ${updated} UTC · <code>${file.id}</code></p>
${file.description ? html`<p>${file.description}</p>` : ""}`;
}
