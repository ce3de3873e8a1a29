import {
  formatChange,
  type Json,
  mergeSameChanges,
  type SpecChange,
  summarizeChanges,
} from "pulumi-analytics-internal/core/model";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";
import { formatMarkdownCode, formatMarkdownDiff, formatMarkdownList } from "../text/writers/markdown";
import { describeReader, type Readers } from "./readers";

/** A side of a comparison. */
export interface ToldSide {
  /** What people call it. */
  readonly title: string;
  /** The same for programs. */
  readonly json: object;
}

/** A comparison with all that is told of it. */
export interface Told {
  readonly before: ToldSide;
  readonly after: ToldSide;
  readonly changes: readonly SpecChange[];
  /** Differences beside the contents: name, description, folder. */
  readonly about: readonly SpecChange[];
  readonly values: Readonly<Record<string, Json>>;
  readonly notes: readonly string[];
  /** Left out: nothing goes away that documents could read. */
  readonly readers?: Readers | undefined;
}

/** A change as a line. */
interface Line {
  readonly kind: "destroyed" | "removed" | "added" | "changed";
  readonly text: string;
}

/** Renamed ids that are told one by one; more would drown the rest. */
const mostRenames = 5;

/** What destroys first, then the rest in the order of the model, and ids in the end. */
function listLines(changes: readonly SpecChange[]): Line[] {
  const renames = changes.filter(({ action }) => action === "renamed");
  const others = sortChanges(mergeSameChanges(changes.filter(({ action }) => action !== "renamed")));
  return [
    ...others.map(formatLine),
    ...(renames.length > mostRenames ? [foldRenames(renames)] : renames.map(formatLine)),
  ];
}

function sortChanges(changes: readonly SpecChange[]): SpecChange[] {
  return changes.toSorted((a, b) => Number(b.destructive) - Number(a.destructive));
}

function formatLine(change: SpecChange): Line {
  const { action, destructive } = change;
  const kind = destructive ? "destroyed" : action === "removed" || action === "added" ? action : "changed";
  return { kind, text: escapeLine(formatChange(change)) };
}

function foldRenames(renames: readonly SpecChange[]): Line {
  const shown = renames.slice(0, mostRenames).map(({ before, after }) => `\`${before}\` → \`${after}\``);
  return {
    kind: "changed",
    text: escapeLine(`ids: ${shown.join(", ")} and ${renames.length - mostRenames} more renamed`),
  };
}

/** For people, with colors in a terminal. */
export function formatText({ before, after, changes, about, notes, readers }: Told, { color }: Console): string {
  const { red, green, yellow, bold, dim } = color;
  const paintLine = ({ kind, text }: Line) => {
    if (kind === "destroyed") return bold(red(`- ${text}`));
    if (kind === "removed") return red(`- ${text}`);
    return kind === "added" ? green(`+ ${text}`) : yellow(`~ ${text}`);
  };
  const lines = [...about.map(formatLine), ...listLines(changes)].map(paintLine);
  return [
    bold(`--- ${escapeLine(before.title)}`),
    bold(`+++ ${escapeLine(after.title)}`),
    "",
    ...(lines.length > 0 ? [...lines, ""] : []),
    bold(escapeLine(describeVerdict(changes))),
    ...notes.map((note) => dim(escapeLine(note))),
    ...listReaderLines(readers).map(escapeLine),
  ].join("\n");
}

/** Whom to tell. */
function listReaderLines(readers: Readers | undefined): string[] {
  if (readers === undefined) return [];
  const { documents, notes } = readers;
  const lines = documents.map((document) => `  ${describeReader(document)}`);
  return [...(lines.length > 0 ? ["Read by:", ...lines] : []), ...notes];
}

function describeVerdict(changes: readonly SpecChange[]): string {
  return changes.length === 0 ? "The contents are the same." : summarizeChanges(changes);
}

/** GitHub takes 65,536 characters in a comment; some are left to whoever puts it there. */
const longestComment = 60_000;

/**
 * For a comment on a pull request. What comes from the models stands in code, where it makes no link, mention or HTML.
 */
export function formatMarkdown({ before, after, changes, about, notes, readers }: Told): string {
  const signs = { destroyed: "-", removed: "-", added: "+", changed: "!" };
  const markLine = ({ kind, text }: Line) => `${signs[kind]} ${text}`;
  const lines = listLines(changes);
  const sections = [
    { title: "Destructive", lines: lines.filter(({ kind }) => kind === "destroyed").map(markLine) },
    { title: "Read by", format: formatMarkdownList, lines: (readers?.documents ?? []).map(describeReader) },
    { title: "Contents", lines: lines.filter(({ kind }) => kind !== "destroyed").map(markLine) },
    { title: "Outside the contents", lines: about.map(formatLine).map(markLine) },
    { title: "Notes", format: formatMarkdownList, lines: [...notes, ...(readers?.notes ?? [])] },
  ];
  const summary = describeVerdict(changes).replaceAll(/[^\p{L}\p{N} .,()-]/gu, "");
  const parts = [`### ${formatMarkdownCode(before.title)} → ${formatMarkdownCode(after.title)}`, `**${summary}**`];
  let room = longestComment;
  for (const { title, format = formatMarkdownDiff, lines: all } of sections) {
    if (all.length === 0) continue;
    const kept = fitLines(all, room);
    room -= kept.join("\n").length;
    parts.push(`**${title}**`, format(kept));
  }
  return parts.join("\n\n");
}

/** As many lines as there is room for; the last one says how many more there are. */
function fitLines(lines: readonly string[], room: number): string[] {
  let left = room;
  const count = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return count < 0 ? [...lines] : [...lines.slice(0, count), `… and ${lines.length - count} more`];
}

/** For programs; a stable shape. */
export function toJson({ before, after, changes, about, values, notes, readers }: Told) {
  return {
    before: { title: before.title, ...before.json },
    after: { title: after.title, ...after.json },
    differs: changes.length > 0,
    summary: describeVerdict(changes),
    changes: sortChanges(changes).map((change) => ({ ...change, text: formatChange(change) })),
    about: about.map(({ field, before, after }) => ({ field, before, after })),
    values,
    notes: [...notes, ...(readers?.notes ?? [])],
    readers: (readers?.documents ?? []).map(({ document: { type, name, path, url }, owner, tags, uses }) => ({
      ...{ type, name, path, url, owner: owner ?? null, tags },
      places: uses.map(({ page, element, how }) => ({ page, element, how })),
    })),
  };
}
