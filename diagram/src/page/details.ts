import { changeSigns } from "../graph/words";
import type { PageEdge, PageItem, PagePart, PageParts } from "../page-data";
import type { Tree } from "../scene/tree";
import { make, makeButton, nameText } from "./make";

/** What the details need of the page. */
export interface DetailsHost {
  partsOf(item: number): PageParts | null;
  /** Shows another item. */
  go(item: number): void;
}

function changeMark(change: PageItem["change"]): HTMLElement[] {
  return change === undefined ? [] : [make("span", `mark ${change}`, `${changeSigns[change]} ${change}`)];
}

/** All there is to say of an item. The first is its heading, where the focus goes. */
export function buildDetails(
  item: number,
  tree: Tree,
  host: DetailsHost,
): [heading: HTMLElement, ...rest: HTMLElement[]] {
  const { name, kind, file, change, changes = [], problems = [] } = tree.getItem(item);
  const parts = host.partsOf(item);
  const heading = make("h2", "", nameText(name), ...changeMark(change));
  heading.tabIndex = -1;
  const place = tree
    .listPath(item)
    .slice(0, -1)
    .map((around) => tree.getItem(around).name);
  const elements = tree.listElements(item);
  const own = new Set(elements);
  const listNeighbors = (way: "before" | "after") =>
    elements.flatMap((element) =>
      tree.listEdges(element, way).filter(({ from, to }) => !own.has(way === "before" ? from : to)),
    );
  const broken = kind === "element" ? [] : elements.filter((element) => tree.getItem(element).problems);
  return [
    heading,
    make(
      "p",
      "muted",
      [tree.describeItem(item), ...(place.length > 0 ? [`in ${place.join(" › ")}`] : []), ...(file ? [file] : [])].join(
        " · ",
      ),
    ),
    ...(parts?.description ? [make("p", "", nameText(parts.description))] : []),
    ...list("Broken references", problems, (line) => make("li", "", line), "problems"),
    ...list(
      "Broken references",
      broken,
      (element) => {
        const lines = tree.getItem(element).problems!.map((line) => make("span", "line", line));
        return make("li", "", link(element, tree, host), ...lines);
      },
      "problems",
    ),
    ...list("What changed", changes, (line) => make("li", "", nameText(line))),
    ...list("Reads", parts?.reads ?? [], (path) => make("li", "", make("code", "", nameText(path)))),
    ...(parts?.sql === undefined ? [] : [make("h3", "", "SQL"), makeSqlBlock(parts.sql)]),
    ...makePartsTable("Columns", parts?.columns ?? []),
    ...makePartsTable("Metrics", parts?.metrics ?? []),
    ...makeEdgesList("Comes from", listNeighbors("before"), ({ from }) => from, kind, tree, host),
    ...makeEdgesList("Leads to", listNeighbors("after"), ({ to }) => to, kind, tree, host),
  ];
}

/** A statement as it was written; keys scroll it. */
function makeSqlBlock(sql: string): HTMLElement {
  const block = make("pre", "", make("code", "", sql.trimEnd()));
  block.tabIndex = 0;
  block.setAttribute("role", "region");
  block.setAttribute("aria-label", "SQL");
  return block;
}

function list<Item>(
  title: string,
  items: readonly Item[],
  itemOf: (item: Item) => HTMLElement,
  className = "",
): HTMLElement[] {
  return items.length === 0 ? [] : [make("h3", className, title), make("ul", className, ...items.map(itemOf))];
}

/** An element's edges one by one; those of a model or folder by the model at their other end. */
function makeEdgesList(
  title: string,
  edges: readonly PageEdge[],
  endOf: (edge: PageEdge) => number,
  kind: PageItem["kind"],
  tree: Tree,
  host: DetailsHost,
): HTMLElement[] {
  if (kind === "element") {
    return list(title, edges, (edge) => {
      const text = [edge.label, ...edge.details].join(", ");
      return make(
        "li",
        edge.broken ? "broken" : "",
        link(endOf(edge), tree, host),
        make("span", "muted", ` ${text} `),
        ...changeMark(edge.change),
      );
    });
  }
  const ends = new Set(
    edges.map((edge) => tree.listPath(endOf(edge)).find((around) => tree.getItem(around).kind !== "folder")!),
  );
  return list(title, [...ends], (end) => make("li", "", link(end, tree, host)));
}

function link(item: number, tree: Tree, host: DetailsHost): HTMLButtonElement {
  return makeButton("link", () => host.go(item), nameText(tree.getItem(item).name));
}

function makePartsTable(title: string, parts: readonly PagePart[]): HTMLElement[] {
  if (parts.length === 0) return [];
  const head = make("tr", "", ...["Name", "Formula"].map((name) => make("th", "", name)));
  for (const cell of head.children) cell.setAttribute("scope", "col");
  const rows = parts.map(({ name, formula = "", description, hidden, change, problems = [] }) => {
    const notes = [...(hidden ? ["hidden"] : []), ...(description ? [description] : [])].join("; ");
    const named = make(
      "td",
      "",
      nameText(name),
      ...changeMark(change),
      ...(notes ? [make("small", "", nameText(notes))] : []),
    );
    const code = make("code", "", nameText(formula));
    const faults = problems.map((problem) => make("small", "problem", problem));
    return make(
      "tr",
      [change ?? "", problems.length > 0 ? "broken" : ""].join(" ").trim(),
      named,
      make("td", "", code, ...faults),
    );
  });
  const table = make(
    "table",
    "",
    make("caption", "", `${title} (${parts.length})`),
    make("thead", "", head),
    make("tbody", "", ...rows),
  );
  return [table];
}
