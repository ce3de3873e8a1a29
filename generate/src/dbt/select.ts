import { addTo } from "pulumi-analytics-internal/core/data";
import { suggestWord, UsageError } from "pulumi-analytics-internal/core/text";
import { createPattern } from "../pattern";
import type { Node } from "./manifest";
import type { Project } from "./project";

/**
 * The models that dbt's own selection syntax means: `tag:bi`, `path:models/marts`, `group:finance`, `package:shop`,
 * `access:public`, `config.materialized:table`, `exposure:weekly`, a name or folder, each with `+` for what it reads
 * and what reads it. A comma means both, a space means either.
 *
 * @throws UsageError when a part means no model.
 * @example selectNodes(project, ["tag:bi", "+orders"])
 */
export function selectNodes(project: Project, selections: readonly string[]): Set<string> {
  const graph = new Graph(project);
  const found = new Set<string>();
  for (const union of selections.flatMap((selection) => selection.split(/\s+/)).filter((part) => part !== "")) {
    for (const id of selectAll(project, graph, union)) found.add(id);
  }
  return found;
}

function selectAll(project: Project, graph: Graph, union: string): ReadonlySet<string> {
  const parts = union.split(",").filter((part) => part !== "");
  const [first = new Set<string>(), ...others] = parts.map((part) => selectPart(project, graph, part));
  const both = new Set([...first].filter((id) => others.every((other) => other.has(id))));
  if (both.size === 0) {
    const parted =
      parts.length > 1 ? ` A comma means both; separate with a space for either: "${parts.join(" ")}".` : "";
    throw new UsageError(`--select ${union}: no model has all of these.${parted}`);
  }
  return both;
}

const shape = /^(?<all>@)?(?<up>(?<upDepth>\d*)\+)?(?<what>.*?)(?<down>\+(?<downDepth>\d*))?$/;

function selectPart(project: Project, graph: Graph, part: string): Set<string> {
  const { all, up, upDepth, what = "", down, downDepth } = shape.exec(part)?.groups ?? {};
  const meant = [...project.nodes.values()].filter(createMatcher(project, what)).map((node) => node.unique_id);
  if (meant.length === 0) {
    const names = [...project.nodes.values()].map(({ name }) => name);
    throw new UsageError(`--select ${part}: no model fits ${what}.${suggestWord(what, names)}`);
  }
  const readDepth = (digits: string | undefined) => (digits ? Number(digits) : Number.POSITIVE_INFINITY);
  const found = new Set(meant);
  if (up !== undefined) graph.addReachable(found, meant, "parents", readDepth(upDepth));
  if (down !== undefined || all !== undefined) graph.addReachable(found, meant, "children", readDepth(downDepth));
  if (all !== undefined) graph.addReachable(found, [...found], "parents", Number.POSITIVE_INFINITY);
  return found;
}

type Matcher = (node: Node) => boolean;

function createMatcher(project: Project, what: string): Matcher {
  const [, method = "", value = ""] = /^([a-z_.]+):(.*)$/.exec(what) ?? [];
  const pattern = createPattern(value);
  switch (method) {
    case "":
      return matchName(what);
    case "tag":
      return ({ tags, config }) => [...tags, ...config.tags].some((tag) => pattern.test(tag));
    case "path":
      return matchPath(value);
    case "file":
      return ({ original_file_path: path = "" }) => pattern.test(path.split("/").at(-1) ?? "");
    case "group":
      return ({ group }) => group !== undefined && pattern.test(group);
    case "package":
      return ({ package_name: name }) => name !== undefined && pattern.test(name);
    case "access":
      return ({ access }) => access === value;
    case "resource_type":
      return ({ resource_type: type }) => type === value;
    case "config.materialized":
      return ({ config }) => config.materialized === value;
    case "exposure": {
      const read = new Set(
        project.exposures.filter(({ name }) => pattern.test(name)).flatMap((exposure) => exposure.depends_on),
      );
      return ({ unique_id: id }) => read.has(id);
    }
    case "fqn":
      return matchName(value);
    default:
      throw new UsageError(
        `--select ${what}: unknown method ${method}. Use tag, path, file, group, package, access, resource_type, ` +
          "config.materialized, exposure, or a name.",
      );
  }
}

/** A model's name, or the parts of its place with points: `shop.marts`. */
function matchName(what: string): Matcher {
  const pattern = createPattern(what);
  const isPath = what.includes("/");
  if (isPath) return matchPath(what);
  return ({ name, fqn }) =>
    pattern.test(name) ||
    fqn.some((_, index) => pattern.test(fqn.slice(0, index + 1).join("."))) ||
    // The package may be left out.
    fqn.slice(1).some((_, index) => pattern.test(fqn.slice(1, index + 2).join(".")));
}

/** A folder or file below the project, with or without the folder of all models before it. */
function matchPath(value: string): Matcher {
  const wanted = value.replace(/\/$/, "");
  const pattern = createPattern(wanted);
  const isMatch = (path: string) => pattern.test(path) || path.startsWith(`${wanted}/`);
  const listStarts = (path: string) => {
    const parts = path.split("/");
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  };
  return ({ original_file_path: path = "" }) => {
    const [, inside = path] = /^[^/]+\/(.*)$/.exec(path) ?? [];
    return [path, inside].some((one) => listStarts(one).some(isMatch));
  };
}

/** What reads what. */
class Graph {
  private readonly parents = new Map<string, readonly string[]>();
  private readonly children = new Map<string, string[]>();

  constructor({ nodes }: Project) {
    for (const { unique_id: id, depends_on: all } of nodes.values()) {
      const parents = all.filter((parent) => nodes.has(parent));
      this.parents.set(id, parents);
      for (const parent of parents) addTo(this.children, parent, id);
    }
  }

  addReachable(found: Set<string>, from: readonly string[], direction: "parents" | "children", depth: number): void {
    let edge = from;
    const seen = new Set(from);
    for (let step = 0; step < depth && edge.length > 0; step++) {
      edge = edge.flatMap((id) => this[direction].get(id) ?? []).filter((id) => !seen.has(id) && seen.add(id));
      for (const id of edge) found.add(id);
    }
  }
}
