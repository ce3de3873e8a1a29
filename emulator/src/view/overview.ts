import type { LoggedRequest } from "../http/log";
import type { Parts } from "../parts";
import type { Inode, Member, Team } from "../state/records";
import type { Store } from "../state/store";
import { type Html, html } from "./html";

/** How many of the latest requests are listed. */
const most = 50;

/** What there is: the organization, its files as a tree, and the latest requests. */
export function renderOverview({ store, seeded, log }: Parts): Html {
  const living = store.files.listAll().filter(({ deletedWith }) => deletedWith === null);
  const count = (type: Inode["type"]) => living.filter((file) => file.type === type).length;
  const facts: readonly [string, number][] = [
    ["Data models", count("data-model")],
    ["Workbooks", count("workbook")],
    ["Folders", count("folder") + count("workspace")],
    ["Members", store.members.listAll().filter(({ isArchived }) => !isArchived).length],
    ["Teams", store.teams.listAll().filter(({ isArchived }) => !isArchived).length],
    ["Connections", store.connections.listAll().filter(({ isArchived }) => !isArchived).length],
    ["Version tags", store.tags.listAll().length],
  ];
  return html`<h1>Organization</h1>
<p class="muted"><code>${seeded.organization}</code></p>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<section aria-labelledby="files"><h2 id="files">Folders and documents</h2>
<div class="panel">${renderTree(store, living, null)}</div></section>
<div class="columns">
<section aria-labelledby="connections"><h2 id="connections">Connections</h2>
<ul class="panel tree">${store.connections.listAll().map(({ name, type, connectionId }) => {
    const tables = store.warehouseTables.listAll().filter((table) => table.connectionId === connectionId);
    return html`<li><span
      class="kind">${type}</span>${name} <small>${tables.map(({ path }) => path.join(".")).join(", ")}</small></li>`;
  })}</ul></section>
<section aria-labelledby="people"><h2 id="people">Members and teams</h2>
<ul class="panel tree">${store.members.listAll().map(renderMember)}
${store.teams.listAll().map(renderTeam)}</ul></section>
</div>
<section aria-labelledby="requests"><h2 id="requests">Latest requests</h2>
${renderRequests(log.listAll())}</section>`;
}

function renderMember({ memberType, firstName, lastName, isInactive }: Member): Html {
  const note = isInactive ? html` <small>deactivated</small>` : "";
  return html`<li><span class="kind">${memberType}</span>${firstName} ${lastName}${note}</li>`;
}

function renderTeam({ name, members, isArchived }: Team): Html {
  const note = isArchived ? "archived" : `${members.length} members`;
  return html`<li><span class="kind">team</span>${name} <small>${note}</small></li>`;
}

/** The files in a folder; at the top those in none. */
function renderTree(store: Store, files: readonly Inode[], parentId: string | null): Html {
  const inside = files.filter((file) => file.parentId === parentId);
  if (inside.length === 0) return html``;
  return html`<ul class="tree">${inside.map(
    (file) => html`<li>${renderFile(store, file)}${renderTree(store, files, file.id)}</li>`,
  )}</ul>`;
}

function renderFile(store: Store, { id, type, name, ownerId, parentId }: Inode): Html {
  const kind = html`<span class="kind">${type.replace("-", " ")}</span>`;
  const showVersion = (number: number | undefined) =>
    number === undefined ? "" : html` <small>version ${number}</small>`;
  const link = (to: string, latest: number | undefined) =>
    html`${kind}<a href="/_emulator/view/${to}/${id}">${name}</a>${showVersion(latest)}`;
  switch (type) {
    case "data-model":
      return link("data-models", store.dataModels.get(id)?.latestVersion);
    case "workbook":
      return link("workbooks", store.workbooks.get(id)?.latestVersion);
    case "report":
      return link("reports", store.reports.get(id)?.latestVersion);
    default: {
      const owner = parentId === null && type === "folder" ? store.members.get(ownerId) : undefined;
      return html`${kind}${name}${owner ? html` <small>of ${owner.firstName} ${owner.lastName}</small>` : ""}`;
    }
  }
}

/** Without queries and bodies, which may hold what isn't for everybody to see. */
function renderRequests(requests: readonly LoggedRequest[]): Html {
  if (requests.length === 0) return html`<p class="panel">No request yet.</p>`;
  const latest = requests.slice(-most).reverse();
  const heads = ["Time", "Method", "Path", "Status", "Took"].map((name) => html`<th scope="col">${name}</th>`);
  return html`<div class="wide" tabindex="0" role="region" aria-labelledby="requests"><table class="requests">
<caption>${latest.length} of ${requests.length}, the latest first</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${latest.map(
    ({ at, method, path, status, ms }) =>
      html`<tr><td class="short">${new Date(at).toISOString().slice(11, 19)}</td><td
        class="short">${method}</td><td><code>${path.split("?", 1)[0]}</code></td><td
        class="short${(status ?? 0) >= 400 ? " failed" : ""}">${status ?? "none"}</td><td
        class="short">${ms === null ? "" : `${ms} ms`}</td></tr>`,
  )}</tbody></table></div>`;
}
