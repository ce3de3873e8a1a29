import type { SpecChange } from "./diff";
import { isHole, isObject, type Json, unknownValue } from "./json";

/** How to write changes down. */
export interface FormatOptions {
  /** At most this many lines; the last one says how many more there are. */
  max?: number;
}

/**
 * Changes as lines for people, the destructive ones first.
 *
 * @example formatChanges(diffSpecs(a, b)) // ["page Orders › table fact_orders › column revenue: formula `[x]` → `[y]`"]
 */
export function formatChanges(changes: readonly SpecChange[], { max }: FormatOptions = {}): string[] {
  const sorted = [
    ...changes.filter(({ destructive }) => destructive),
    ...changes.filter(({ destructive }) => !destructive),
  ];
  if (max === undefined || sorted.length <= max) return sorted.map(formatChange);
  return [...sorted.slice(0, max - 1).map(formatChange), `… and ${sorted.length - max + 1} more`];
}

/** One change as a line. */
export function formatChange(change: SpecChange): string {
  const { action, where, field, before, after } = change;
  const subject =
    where === "" ? "" : field === undefined && action !== "moved" && action !== "renamed" ? where : `${where}: `;
  const users = change.usedBy ? ` (destructive: used by ${listed(change.usedBy)})` : "";
  switch (action) {
    case "added":
      return `${subject} added${after === unknownValue ? ` ${shown(after)}` : ""}`;
    case "removed":
      return `${subject} removed${users}`;
    case "renamed":
      return `${subject}id \`${before}\` → \`${after}\``;
    case "moved":
      return `${subject}moved from ${before} to ${after}`;
    case "reordered":
      return `${subject}${field} reordered`;
    case "changed":
      return field === undefined
        ? `${subject}: ${shown(before)} → ${shown(after)}`
        : `${subject}${field} ${shown(before)} → ${shown(after)}`;
  }
}

/**
 * Changes in one short line: `2 columns added, 1 changed, 1 table removed (destructive)`.
 */
export function summarizeChanges(changes: readonly SpecChange[]): string {
  const counts = new Map<string, number>();
  for (const { action, destructive } of changes) {
    const key = destructive ? `${action} (destructive)` : action;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts.size === 0 ? "no changes" : [...counts].map(([action, count]) => `${count} ${action}`).join(", ");
}

function listed(items: readonly string[]): string {
  return items.length <= 3 ? items.join(", ") : `${items.slice(0, 3).join(", ")} and ${items.length - 3} more`;
}

const longest = 80;

function shown(value: Json | undefined): string {
  if (value === undefined) return "(none)";
  if (value === unknownValue) return "(known after apply)";
  if (isHole(value)) return `!ref ${value.$ref}`;
  const text = typeof value === "string" ? value : JSON.stringify(value, unknownsShown);
  return `\`${text.length > longest ? `${text.slice(0, longest - 1)}…` : text}\``;
}

function unknownsShown(_key: string, value: unknown): unknown {
  if (value === unknownValue) return "(known after apply)";
  return isObject(value) && isHole(value) ? `!ref ${value.$ref}` : value;
}
