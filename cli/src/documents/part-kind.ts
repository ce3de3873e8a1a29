import { quoteArgument } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command/exit";

/** What a part of an element may be. */
export type PartKind = "column" | "metric";

/**
 * The name and kind of a part, as addresses tell a column and a metric apart that have one name or id.
 *
 * @example splitKind("order_total (metric)") // { name: "order_total", kind: "metric" }
 */
export function splitKind(text: string): { readonly name: string; readonly kind?: PartKind } {
  for (const kind of ["column", "metric"] as const) {
    const end = ` (${kind})`;
    if (text.endsWith(end)) return { name: text.slice(0, -end.length), kind };
  }
  return { name: text };
}

/**
 * Refuses an address that means a column and a metric.
 *
 * @param found the names of what it means, by kind.
 * @throws UsageError with the address of each.
 */
export function refuseBothKinds(text: string, found: ReadonlyMap<PartKind, string>): void {
  if (found.size < 2) return;
  const choice = [...found].map(([kind, name]) => `${quoteArgument(`${text} (${kind})`)} for ${name}`);
  throw new UsageError(`${text}: a column and a metric could be meant. Write ${choice.join(", or ")}.`);
}
