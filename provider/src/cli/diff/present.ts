import { formatChange, type Json, type SpecChange, summarizeChanges } from "../../core/spec";
import { plainLine } from "../../core/text";
import type { Console } from "../console";
import { markdownBlock, markdownCode } from "../plain";
import type { ReadSide } from "./read-side";

/** A comparison with all that is told of it. */
export interface Told {
  readonly before: Pick<ReadSide, "title" | "json">;
  readonly after: Pick<ReadSide, "title" | "json">;
  readonly changes: readonly SpecChange[];
  /** Differences beside the contents: name, description, folder. */
  readonly about: readonly SpecChange[];
  readonly values: Readonly<Record<string, Json>>;
  readonly notes: readonly string[];
}

/** A change as a line. */
interface Line {
  readonly kind: "destroyed" | "removed" | "added" | "changed";
  readonly text: string;
}

/** Renamed ids that are told one by one; more would drown the rest. */
const mostRenames = 5;

/** What destroys first, then the rest in the order of the model, and ids in the end. */
function linesOf(changes: readonly SpecChange[]): Line[] {
  const renames = changes.filter(({ action }) => action === "renamed");
  const others = sorted(changes.filter(({ action }) => action !== "renamed"));
  return [...others.map(lineOf), ...(renames.length > mostRenames ? [folded(renames)] : renames.map(lineOf))];
}

function sorted(changes: readonly SpecChange[]): SpecChange[] {
  return changes.toSorted((a, b) => Number(b.destructive) - Number(a.destructive));
}

function lineOf(change: SpecChange): Line {
  const { action, destructive } = change;
  const kind = destructive ? "destroyed" : action === "removed" || action === "added" ? action : "changed";
  return { kind, text: plainLine(formatChange(change)) };
}

function folded(renames: readonly SpecChange[]): Line {
  const shown = renames.slice(0, mostRenames).map(({ before, after }) => `\`${before}\` → \`${after}\``);
  return {
    kind: "changed",
    text: plainLine(`ids: ${shown.join(", ")} and ${renames.length - mostRenames} more renamed`),
  };
}

/** For people, with colors in a terminal. */
export function textOf({ before, after, changes, about, notes }: Told, { color }: Console): string {
  const { red, green, yellow, bold, dim } = color;
  const painted = ({ kind, text }: Line) => {
    if (kind === "destroyed") return bold(red(`- ${text}`));
    if (kind === "removed") return red(`- ${text}`);
    return kind === "added" ? green(`+ ${text}`) : yellow(`~ ${text}`);
  };
  const lines = [...about.map(lineOf), ...linesOf(changes)].map(painted);
  return [
    bold(`--- ${plainLine(before.title)}`),
    bold(`+++ ${plainLine(after.title)}`),
    "",
    ...(lines.length > 0 ? [...lines, ""] : []),
    bold(plainLine(verdict(changes))),
    ...notes.map((note) => dim(plainLine(note))),
  ].join("\n");
}

function verdict(changes: readonly SpecChange[]): string {
  return changes.length === 0 ? "The contents are the same." : summarizeChanges(changes);
}

/** GitHub takes 65,536 characters in a comment; some are left to whoever puts it there. */
const longestComment = 60_000;

/** For a comment on a pull request. What comes from the models stands in code, where it makes no link, mention or HTML. */
export function markdownOf({ before, after, changes, about, notes }: Told): string {
  const signs = { destroyed: "-", removed: "-", added: "+", changed: "!" };
  const marked = ({ kind, text }: Line) => `${signs[kind]} ${text}`;
  const lines = linesOf(changes);
  const sections = [
    { title: "Destructive", language: "diff", lines: lines.filter(({ kind }) => kind === "destroyed").map(marked) },
    { title: "Contents", language: "diff", lines: lines.filter(({ kind }) => kind !== "destroyed").map(marked) },
    { title: "Outside the contents", language: "diff", lines: about.map(lineOf).map(marked) },
    { title: "Notes", language: "text", lines: [...notes] },
  ];
  const summary = verdict(changes).replaceAll(/[^\p{L}\p{N} .,()-]/gu, "");
  const parts = [`### ${markdownCode(before.title)} → ${markdownCode(after.title)}`, `**${summary}**`];
  let room = longestComment;
  for (const { title, language, lines: all } of sections) {
    if (all.length === 0) continue;
    const kept = fitting(all, room);
    room -= kept.join("\n").length;
    parts.push(`**${title}**`, markdownBlock(language, kept));
  }
  return parts.join("\n\n");
}

/** As many lines as there is room for; the last one says how many more there are. */
function fitting(lines: readonly string[], room: number): string[] {
  let left = room;
  const count = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return count < 0 ? [...lines] : [...lines.slice(0, count), `… and ${lines.length - count} more`];
}

/** For programs; a stable shape. */
export function jsonOf({ before, after, changes, about, values, notes }: Told) {
  return {
    before: { title: before.title, ...before.json },
    after: { title: after.title, ...after.json },
    differs: changes.length > 0,
    summary: verdict(changes),
    changes: sorted(changes).map((change) => ({ ...change, text: formatChange(change) })),
    about: about.map(({ field, before, after }) => ({ field, before, after })),
    values,
    notes,
  };
}
