/** What changes, and for whom, in one sentence. */
import { formatCount } from "pulumi-analytics-internal/core/text";
import type { Numbers } from "../report/numbers";
import type { Impact, Reader } from "../report/readers";
import type { Sandbox } from "../report/sandbox";
import { readType, type Step } from "./preview";

/** Kinds of documents, as people call them. */
const documents: Readonly<Record<string, string>> = { DataModel: "data model", Workbook: "workbook", Report: "report" };

const list = new Intl.ListFormat("en");

/** People that the sentence names. */
const mostPeople = 3;

/** What the sentence is about. */
export interface Changes {
  /** The steps that the comment lists. */
  readonly steps: readonly Step[];
  readonly impact?: Impact | undefined;
  readonly sandbox?: Sandbox | undefined;
  readonly numbers?: Numbers | undefined;
}

/**
 * Says what changes and for whom; undefined: no document does.
 *
 * @example describeChanges(changes) // "1 data model changes, and 2 workbooks read what changes."
 */
export function describeChanges({ steps, impact, sandbox, numbers }: Changes): string | undefined {
  const changed = steps.flatMap(({ urn }) => documents[readType(urn)] ?? []);
  if (changed.length === 0) return undefined;
  const isMoved = ({ changed: groups, reason }: Numbers["numbers"][number]) => groups > 0 && reason === undefined;
  const moved = new Set(
    (numbers?.numbers ?? []).filter(isMoved).map(({ table, metric }) => JSON.stringify([table, metric])),
  );
  const lost = impact === undefined ? [] : [...impact.breaksNow, ...impact.breaksWhenTagMoves, ...impact.inFiles];
  const others = (sandbox?.documents ?? []).filter(({ reason }) => reason === "reads" || reason === "copy");
  const clauses = [
    describeAll(changed, "changes", "change"),
    ...(moved.size === 0 ? [] : [describeAll(Array(moved.size).fill("metric"), "moves", "move")]),
    ...(lost.length === 0 ? [] : [`${countTypes(lost)}${describePeople(lost)} lose what they read`]),
    ...(lost.length > 0 || others.length === 0 ? [] : [`${countTypes(others)} read what changes`]),
  ];
  return `${list.format(clauses)}.`;
}

/** `3 workbooks and 1 report` */
function countTypes(all: readonly { readonly type: string }[]): string {
  const types = [...new Set(all.map(({ type }) => type))];
  const counts = types.map((type) => formatCount(all.filter((one) => one.type === type).length, type));
  return list.format(counts);
}

const describeAll = (nouns: readonly string[], one: string, several: string) =>
  `${countTypes(nouns.map((type) => ({ type })))} ${nouns.length === 1 ? one : several}`;

/** Whose they are, as far as that is known. */
function describePeople(readers: readonly Reader[]): string {
  const names = readers.flatMap(({ owner }) => (typeof owner === "string" ? owner : (owner?.name ?? [])));
  const people = [...new Set(names)];
  const named = people.slice(0, mostPeople);
  if (people.length > named.length) named.push(`${people.length - named.length} others`);
  return named.length === 0 ? "" : ` of ${list.format(named)}`;
}
