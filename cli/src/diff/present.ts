import {
  formatChange,
  type Json,
  mergeSameChanges,
  type SpecChange,
  summarizeChanges,
} from "pulumi-analytics-internal/core/model";
import { formatCount, joinSome } from "pulumi-analytics-internal/core/text";
import type { Line, Report } from "../report";
import { describeReader, mostPlaces } from "../report/readers";
import type { Readers } from "./readers";

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

/** Renamed ids that are told one by one; more would drown the rest. */
const mostRenames = 5;

/** What destroys first, then the rest in the order of the model, and ids in the end. */
function listLines(changes: readonly SpecChange[]): Line[] {
  const renames = changes.filter(({ action }) => action === "renamed");
  const others = sortChanges(mergeSameChanges(changes.filter(({ action }) => action !== "renamed")));
  return [
    ...others.map(describeChange),
    ...(renames.length > mostRenames ? [foldRenames(renames)] : renames.map(describeChange)),
  ];
}

function sortChanges(changes: readonly SpecChange[]): SpecChange[] {
  return changes.toSorted((a, b) => Number(b.destructive) - Number(a.destructive));
}

function describeChange(change: SpecChange): Line {
  const { action, destructive } = change;
  const kind = destructive ? "destroyed" : action === "removed" || action === "added" ? action : "changed";
  return { change: kind, text: formatChange(change) };
}

function foldRenames(renames: readonly SpecChange[]): Line {
  const names = renames.map(({ before, after }) => `\`${before}\` → \`${after}\``);
  return { change: "changed", text: `ids: ${joinSome(names, mostRenames)} renamed` };
}

/** For people. */
export function describeDifferences({ before, after, changes, about, notes, readers }: Told): Report {
  const lines = listLines(changes);
  const isLost = ({ change }: Line) => change === "destroyed";
  return [
    {
      lines: [
        { change: "before", text: before.title },
        { change: "after", text: after.title },
      ],
    },
    { lines: [{ text: describeVerdict(changes), tone: "strong" }] },
    { title: "Destructive", lines: lines.filter(isLost) },
    { title: "Read by", lines: (readers?.documents ?? []).map((one) => describeReader(one, mostPlaces)) },
    { title: "Contents", lines: lines.filter((line) => !isLost(line)) },
    { title: "Outside the contents", lines: about.map(describeChange) },
    { title: "Notes", lines: [...notes, ...(readers?.notes ?? [])] },
  ];
}

/** A document of several: compared, or on one side alone. */
export interface Found {
  readonly told?: Told;
  readonly added?: ToldSide;
  readonly removed?: ToldSide;
}

/** For people: what was added and removed, and the comparison of each document that differs. */
export function describeAll(found: readonly Found[]): Report {
  const differing = found.flatMap(({ told }) => (told && told.changes.length > 0 ? [told] : []));
  const list = (change: "added" | "removed") =>
    found.flatMap((one): Line[] => (one[change] ? [{ change, text: one[change].title }] : []));
  const [added, removed] = [list("added"), list("removed")];
  const counts = [
    [differing.length, "changed"],
    [added.length, "added"],
    [removed.length, "removed"],
    [found.length - differing.length - added.length - removed.length, "the same"],
  ] as const;
  const parts = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  return [
    { lines: [{ text: `${formatCount(found.length, "document")}: ${parts.join(", ")}`, tone: "strong" }] },
    { lines: [...removed, ...added] },
    ...differing.flatMap(describeDifferences),
  ];
}

/** For programs; `documents` has the shape of one comparison for each. */
export const listJson = (found: readonly Found[]) => ({
  differs: found.some(({ told }) => told === undefined || told.changes.length > 0),
  added: found.flatMap(({ added }) => (added ? [{ title: added.title, ...added.json }] : [])),
  removed: found.flatMap(({ removed }) => (removed ? [{ title: removed.title, ...removed.json }] : [])),
  documents: found.flatMap(({ told }) => (told ? [toJson(told)] : [])),
});

function describeVerdict(changes: readonly SpecChange[]): string {
  return changes.length === 0 ? "The contents are the same." : summarizeChanges(changes);
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
    readers: readers?.documents ?? [],
  };
}
