import type { Change, Graph, GraphEdge, GraphGroup, GraphNode, GraphPart } from "./graph";
import { getLook } from "./looks";
import { changeSigns, countNoun } from "./words";

/** A text with the sign of a change before it: what a color says, readers who don't see it need to know too. */
export function signText(text: string, change: Change | undefined): string {
  return change ? `${changeSigns[change]} ${text}`.trimEnd() : text;
}

/** The heading of a group. */
export function groupCaption({ name, kind, change }: GraphGroup): string {
  return signText(kind === "connection" ? `connection ${name}` : name, change);
}

/** The label of an edge. */
export function formEdgeCaption({ label, change }: GraphEdge): string {
  return signText(label, change);
}

/**
 * What stands under a node's name.
 *
 * @param reads whether to name the warehouse tables it reads, because they have no nodes of their own.
 * @example listNodeInfo(node, true) // ["table · 5 columns", "SALES.PUBLIC.ORDERS"]
 */
export function listNodeInfo(node: GraphNode, reads: boolean): string[] {
  const { kind, type, columns, metrics, holds } = node;
  if (holds !== undefined) {
    const noun = kind === "connection" ? "table" : "element";
    const documents = nouns.flatMap((one) => {
      const count = holds[`${one}s`];
      return count === undefined ? [] : [countNoun(count, one)];
    });
    return [[...documents, countNoun(holds.elements, noun)].join(" · ")];
  }
  const { word } = getLook(node);
  const [path = ""] = node.reads;
  if (kind === "warehouse-table") return [path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : word];
  const words = [kind === "control" && type !== undefined ? `${type} control` : word];
  for (const [noun, parts] of [
    ["column", columns],
    ["metric", metrics],
  ] as const) {
    const { length } = parts.filter(({ change }) => change !== "removed" || node.change === "removed");
    if (length > 0) words.push(countNoun(length, noun));
  }
  return [words.join(" · "), ...(reads && node.reads.length > 0 ? [node.reads.join(", ")] : [])];
}

/** A column as a node shows it. */
export interface ShownColumn {
  readonly name: string;
  readonly change?: Change;
  /** Whether its formula names something that doesn't exist. */
  readonly broken?: true;
}

/**
 * The columns a node shows, in their order; where there are too many, first of all those that are broken or changed,
 * and how many more there are.
 */
export function listShownColumns({ columns }: GraphNode, most: number): ShownColumn[] {
  if (most === 0 || columns.length === 0) return [];
  const weighColumn = ({ change, problems }: GraphPart) => (problems ? 0 : change ? 1 : 2);
  const chosen = new Set(columns.toSorted((a, b) => weighColumn(a) - weighColumn(b)).slice(0, most));
  const shown = columns
    .filter((column) => chosen.has(column))
    .map(({ name, change, problems }): ShownColumn => ({ name, change, ...(problems ? { broken: true } : {}) }));
  const rest = columns.length - shown.length;
  return rest === 0 ? shown : [...shown, { name: `… ${rest} more` }];
}

/** What in a node is broken: itself, or a column or metric of it. */
export function listProblems({ problems = [], columns, metrics }: GraphNode): string[] {
  return [...problems, ...[...columns, ...metrics].flatMap((part) => part.problems ?? [])];
}

/** What there is, in one line: `3 models, 12 elements`; of two versions what changed. */
export function summarizeGraph({ groups, nodes, compared }: Graph): string {
  const elements = nodes.filter(({ kind }) => kind === "table" || kind === "control");
  const units = nodes.filter(({ kind }) => kind === "model" || kind === "folder");
  const documents = [
    ...groups.flatMap(({ kind, document = "model" }) => (kind === "model" ? [document] : [])),
    ...units.flatMap(({ kind, type = "model" }) => (kind === "model" ? [type] : [])),
  ];
  const counts = [
    ...nouns.flatMap((noun) => {
      const inFolders = addUp(units.map(({ holds }) => holds?.[`${noun}s`] ?? 0));
      const count = documents.filter((one) => one === noun).length + inFolders;
      return count === 0 && (noun !== "model" || documents.length > 0) ? [] : [countNoun(count, noun)];
    }),
    countNoun(elements.length + addUp(units.map(({ holds }) => holds?.elements ?? 0)), "element"),
  ];
  if (compared) {
    const shown = units.length > 0 ? units : elements;
    const changed = (["added", "removed", "changed"] as const).flatMap((change) => {
      const { length } = shown.filter((node) => node.change === change);
      return length === 0 ? [] : [`${length} ${change}`];
    });
    counts.push(changed.length === 0 ? "no element changed" : changed.join(", "));
  }
  return counts.join(" · ");
}

/** The types of documents, each counted apart. */
const nouns = ["model", "workbook", "report"] as const;

const addUp = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
