import { escapeText, formatCount } from "pulumi-analytics-internal/core/text";
import type { Console } from "../command/console";
import type { Check } from "./examination";
import type { Result } from "./finding";

const marks: Readonly<Record<Result, string>> = { ok: "✓", warning: "!", failed: "✗", skipped: "–" };
const colors = { ok: "green", warning: "yellow", failed: "red", skipped: "dim" } as const;

/** How many checks came to what. */
export function countByResult(checks: readonly Check[]): Record<Result, number> {
  const counts = { ok: 0, warning: 0, failed: 0, skipped: 0 };
  for (const { result } of checks) counts[result]++;
  return counts;
}

/** The checks by group, each with its hint, and a line that sums them up. */
export function reportText(checks: readonly Check[], { color }: Pick<Console, "color">): string {
  const width = Math.max(...checks.map(({ title }) => title.length));
  const lines: string[] = [];
  let last: Check | undefined;
  for (const check of joinChecks(checks)) {
    const { group, result, title } = check;
    const [seen, hint] = [escapeText(check.seen), check.hint && escapeText(check.hint)];
    if (group !== last?.group) lines.push(...(last === undefined ? [] : [""]), color.bold(group));
    const mark = color[colors[result]](marks[result]);
    lines.push(result === "skipped" ? `  ${mark} ${title}: ${seen}` : `  ${mark} ${title.padEnd(width)}  ${seen}`);
    last = check;
    if (hint !== undefined) lines.push(`${" ".repeat(width + 6)}→ ${hint}`);
  }
  return [...lines, "", summarize(countByResult(checks), color)].join("\n");
}

/** Checks of a row that were skipped for one reason as one. */
function joinChecks(checks: readonly Check[]): Check[] {
  const rows: Check[] = [];
  for (const check of checks) {
    const last = rows.at(-1);
    const isSame =
      last?.result === "skipped" &&
      check.result === "skipped" &&
      last.group === check.group &&
      last.seen === check.seen;
    if (isSame) rows[rows.length - 1] = { ...last, title: `${last.title}, ${check.title}` };
    else rows.push(check);
  }
  return rows;
}

function summarize({ ok, warning, failed, skipped }: Record<Result, number>, color: Console["color"]): string {
  const parts = [
    `${ok} ok`,
    warning > 0 && color.yellow(formatCount(warning, "warning")),
    failed > 0 && color.red(`${failed} failed`),
    skipped > 0 && `${skipped} skipped`,
  ];
  return parts.filter(Boolean).join(", ");
}
