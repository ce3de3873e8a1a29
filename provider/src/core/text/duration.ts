import { formatCount } from "./count";

/** The units of a duration, in seconds, longest first. */
const units = [
  ["year", 365 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Seconds from which a duration has larger units. */
const fewSeconds = 120;

/**
 * A duration for messages: in seconds if it is short, otherwise in its two largest units.
 *
 * @example describeDuration(25_000) // "25 seconds"
 * @example describeDuration(400_000) // "6 minutes 40 seconds"
 */
export function describeDuration(ms: number): string {
  if (ms < fewSeconds * 1000) return formatCount(Number((ms / 1000).toFixed(1)), "second");
  let left = Math.round(ms / 1000);
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const whole = Math.floor(left / length);
    left -= whole * length;
    if (whole > 0) parts.push(formatCount(whole, unit));
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(" ");
}
