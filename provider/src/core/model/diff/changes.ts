import { groupBy, writeJson } from "../../data";
import { isObject, isPlaceholder, type Json, unknownValue } from "../json";
import type { SpecChange } from "./diff";
import { findLeastMoved } from "./order";

/** How to format changes. */
export interface FormatOptions {
  /** At most this many lines; the last one says how many more there are. */
  max?: number;
}

/**
 * Changes as lines for people, the destructive ones first.
 *
 * @example formatChanges(changes)
 * // ["page Orders › table fact_orders › column revenue: formula `[x]` → `[y]`"]
 */
export function formatChanges(
  changes: readonly SpecChange[],
  { max = Number.POSITIVE_INFINITY }: FormatOptions = {},
): string[] {
  const sorted = mergeSameChanges(changes).toSorted((a, b) => Number(b.destructive) - Number(a.destructive));
  if (sorted.length <= max) return sorted.map(formatChange);
  return [...sorted.slice(0, max - 1).map(formatChange), `… and ${sorted.length - max + 1} more`];
}

/**
 * Changes with one entry for all places in which the same id became the same other one, such as the connection of many
 * tables, and one for all formulas that only follow a new name.
 *
 * @example mergeSameChanges(changes).map(formatChange) // ["3 tables: source.connectionId `7f85` → `1111`"]
 */
export function mergeSameChanges(changes: readonly SpecChange[]): SpecChange[] {
  const groups = groupBy(changes, (change) => {
    const { thing, field, before, after, followers } = change;
    if (followers !== undefined) return "followers";
    return isOtherId(change) ? JSON.stringify([thing, field, before, after]) : change;
  });
  return [...groups.values()].map((group) => {
    const [first] = group as [SpecChange];
    if (group.length === 1) return first;
    if (first.followers !== undefined) return { ...first, where: "", followers: group.length };
    return { ...first, where: `${group.length} ${formatCount(first.thing, group.length)}` };
  });
}

function isOtherId({ action, destructive, field = "", before, after }: SpecChange): boolean {
  return action === "changed" && !destructive && /Id$/.test(field) && isText(before) && isText(after);
}

const isText = (value: Json | undefined) => typeof value === "string" || isPlaceholder(value);

/**
 * Changes by the place of each, as a structure that a diff shows line by line.
 *
 * @example groupChangesByPlace(changes)
 * // { "page Main › table facts › column revenue › formula": "\"[A]\" => \"[B]\"" }
 */
export function groupChangesByPlace(changes: readonly SpecChange[]): Record<string, string> {
  const byPlace: Record<string, string> = {};
  for (const change of changes) {
    const { where, field } = change;
    const isValue = change.action === "changed" && field !== undefined;
    const place = [where, isValue ? field : ""].filter((part) => part !== "").join(" › ") || "model";
    const line = isValue
      ? `${describeDifference(change.before, change.after)}${describeLoss(change)}`
      : formatChange({ ...change, where: "" }).trim();
    byPlace[place] = byPlace[place] === undefined ? line : `${byPlace[place]}; ${line}`;
  }
  return byPlace;
}

/** One change as a line. */
export function formatChange(change: SpecChange): string {
  const { action, where, field, before, after } = change;
  const subject = where === "" ? "" : `${where}: `;
  switch (action) {
    case "added":
      if (after === unknownValue) return `${subject}something added ${formatValue(after)}`;
      return `${where} added${describeFormula(after)}`;
    case "removed":
      return `${where} removed${describeLoss(change)}`;
    case "renamed":
      return `${subject}id ${formatValue(before)} → ${formatValue(after)}`;
    case "moved":
      return `${subject}moved from ${before} to ${after}`;
    case "reordered":
      return `${subject}${field} reordered (${describeMoves(before, after)})`;
    case "changed": {
      if ((change.followers ?? 0) > 1) return `${change.followers} formulas use the new names, and mean the same`;
      const what = field === undefined ? "" : `${field} `;
      return `${subject}${what}${describeDifference(before, after)}${describeLoss(change)}`;
    }
  }
}

/** The formula of what was added, such as a column. */
function describeFormula(added: Json | undefined): string {
  const formula = isObject(added) ? added.formula : undefined;
  return formula === undefined ? "" : `: ${formatValue(formula)}`;
}

const describeLoss = ({ usedBy }: SpecChange) => (usedBy ? ` (destructive: used by ${joinList(usedBy)})` : "");

const plurals: Readonly<Record<string, string>> = { "column security": "column securities", match: "matches" };
const formatCount = (thing: string, count: number) => (count === 1 ? thing : (plurals[thing] ?? `${thing}s`));

/**
 * Changes in one short line.
 *
 * @example summarizeChanges(changes) // "1 column removed (destructive), 2 columns added, 1 table changed"
 */
export function summarizeChanges(changes: readonly SpecChange[]): string {
  const groups = groupBy(changes, ({ action, thing, destructive }) => `${action} ${thing} ${destructive}`);
  const sorted = [...groups.values()].sort(([a], [b]) => Number(b!.destructive) - Number(a!.destructive));
  const texts = sorted.map((group) => {
    const [{ action, thing, destructive }] = group as [SpecChange];
    const { size } = new Set(group.map(({ where }) => where));
    return `${size} ${formatCount(thing, size)} ${action}${destructive ? " (destructive)" : ""}`;
  });
  return texts.length === 0 ? "no changes" : texts.join(", ");
}

function joinList(items: readonly string[]): string {
  if (items.length === 0) return "nothing";
  return items.length <= 3 ? items.join(", ") : `${items.slice(0, 3).join(", ")} and ${items.length - 3} more`;
}

const isScalars = (value: Json | undefined): value is (string | number | boolean | null)[] =>
  Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);

function describeMoves(before: Json | undefined, after: Json | undefined): string {
  if (!isScalars(before) || !isScalars(after)) return "other order";
  return `${joinList(findLeastMoved(before, after).map(String))} moved`;
}

/**
 * `before → after`; of lists, where that says it all, only added and removed items; of long texts only what differs and
 * a little around it.
 */
function describeDifference(before: Json | undefined, after: Json | undefined): string {
  if (isScalars(before) && isScalars(after)) {
    const added = after.filter((item) => !before.includes(item)).map((item) => formatValue(item));
    const removed = before.filter((item) => !after.includes(item)).map((item) => formatValue(item));
    const isLong = JSON.stringify([before, after]).length > 2 * longest;
    if (removed.length === 0 && added.length === after.length - before.length) return `added ${joinList(added)}`;
    if (added.length === 0 && removed.length === before.length - after.length) return `removed ${joinList(removed)}`;
    if (isLong) return `added ${joinList(added)}, removed ${joinList(removed)}`;
  }
  if (typeof before === "string" && typeof after === "string" && before.length + after.length > 2 * longest) {
    const skipped = findCommonStart(before, after);
    return `${formatValue(before, skipped)} → ${formatValue(after, skipped)}`;
  }
  return `${formatValue(before)} → ${formatValue(after)}`;
}

/** Where to begin showing two texts so that their first difference is seen. */
function findCommonStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same <= longest / 2 ? 0 : same - 20;
}

const longest = 80;

function formatValue(value: Json | undefined, from = 0): string {
  if (value === undefined) return "(none)";
  if (value === unknownValue) return "(known after apply)";
  if (isPlaceholder(value)) return `!ref ${value.$ref}`;
  const text = typeof value === "string" ? value : writeJson(JSON.parse(JSON.stringify(value, openShown)));
  const end = text.length - from > longest ? from + longest - 1 : text.length;
  return `\`${from > 0 ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}\``;
}

function openShown(_key: string, value: unknown): unknown {
  if (value === unknownValue) return "(known after apply)";
  return isObject(value) && isPlaceholder(value) ? `!ref ${value.$ref}` : value;
}
