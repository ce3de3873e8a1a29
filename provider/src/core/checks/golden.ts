/** Values that were approved: read from a CSV file, and compared with those of the platform. */
import { isDecimal } from "../data";
import { formatCount } from "../text";
import type { Check, Tolerance } from "./read";
import { formatNumber, type Verdict } from "./values";

/** Approved values by group; without groups, that of the empty text. */
export type GoldenFile = ReadonlyMap<string, number | null>;

/** Differences that a report names. */
const mostDetails = 10;

/**
 * Reads approved values: below a line of names, a line for each group with the group and the value; without groups one
 * line with the value.
 *
 * @throws Error with the line that is wrong.
 * @example parseGolden("month,revenue\n2026-09-01,1240.5\n").get("2026-09-01") // 1240.5
 */
export function parseGolden(text: string): GoldenFile {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return new Map(
    lines.flatMap((line, index): [string, number | null][] => {
      if (index === 0 || line.trim() === "") return [];
      const fields = splitLine(line);
      const value = fields.at(-1)!.trim();
      if (value !== "" && !isDecimal(value)) throw new Error(`line ${index + 1}: "${value}" is no number`);
      return [[normalizeGroup(fields.slice(0, -1).join(",")), value === "" ? null : Number(value)]];
    }),
  );
}

/** The fields of a line; a field in quotes may have commas. */
const splitLine = (line: string) =>
  (line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? [""])
    .slice(0, line.endsWith(",") ? undefined : -1)
    .map((field) => field.replace(/,$/, ""))
    .map((field) => (/^".*"$/s.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field));

/** A group as people write it: of a time at midnight, the date. */
export const normalizeGroup = (group: string) =>
  group.trim().replace(/^(\d{4}-\d\d-\d\d)[T ]00:00(:00(\.0+)?)?(Z|[+-]00:?00)?$/, "$1");

const isBehind = (group: string, until: string) =>
  isDecimal(group) && isDecimal(until) ? Number(group) > Number(until) : group > until;

/** Compares what the platform calculates with approved values; the verdict's value is how many groups differ. */
export function compareGolden(
  { until, tolerance, by }: Check & { kind: "golden" },
  approved: GoldenFile,
  found: ReadonlyMap<string, number | null>,
): Verdict {
  const isCounted = (group: string) =>
    by === undefined || until === undefined || !isBehind(group, normalizeGroup(until));
  const now = new Map([...found].map(([group, value]) => [normalizeGroup(group), value]));
  const groups = [...new Set([...approved.keys(), ...now.keys()])].filter(isCounted).sort();
  const differences = groups.filter((group) => !isNear(now.get(group), approved.get(group), tolerance));
  const show = (value: number | null | undefined) => (typeof value === "number" ? formatNumber(value) : "none");
  const details = differences
    .slice(0, mostDetails)
    .map((group) => `${group === "" ? "" : `${group}: `}${show(approved.get(group))} → ${show(now.get(group))}`);
  const more = differences.length - details.length;
  return {
    isPassed: differences.length === 0,
    value: differences.length,
    found: `${formatCount(differences.length, "difference")} in ${formatCount(groups.length, "group")}`,
    details: [...details, ...(more > 0 ? [`… and ${more} more`] : [])],
  };
}

function isNear(value: number | null | undefined, approved: number | null | undefined, tolerance: Tolerance): boolean {
  if (typeof value !== "number" || typeof approved !== "number") return (value ?? null) === (approved ?? null);
  return Math.abs(value - approved) <= tolerance.absolute + tolerance.relative * Math.abs(approved);
}
