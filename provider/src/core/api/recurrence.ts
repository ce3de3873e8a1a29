const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** The fields of a cron expression, with the least and the largest value of each. */
export const cronFields = [
  { name: "minute", least: 0, largest: 59, names: [] },
  { name: "hour", least: 0, largest: 23, names: [] },
  { name: "day of the month", least: 1, largest: 31, names: [] },
  { name: "month", least: 1, largest: 12, names: monthNames },
  { name: "day of the week", least: 0, largest: 7, names: dayNames },
] as const;

export type CronField = (typeof cronFields)[number];

/** The number that a value of a cron expression means: `5`, `05`, `mon`; NaN: none. */
export function parseCronNumber(text: string, { least, names }: Pick<CronField, "least" | "names">): number {
  const index = (names as readonly string[]).indexOf(text.toLowerCase());
  return index >= 0 ? index + least : /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** A time that repeats, as requests and answers have it. */
export interface Recurrence {
  readonly cronSpec?: string;
  readonly timezone?: string;
}

/** Whether two cron expressions are one: platforms write `1-5` for `mon-fri`, and 0 or 7 for a Sunday. */
export function isSameCron(one: unknown, other: unknown): boolean {
  return canonicalizeCron(one) === canonicalizeCron(other);
}

/** Whether two names of time zones are one: each zone has several, such as `UTC` and `Etc/UTC`. */
export function isSameZone(one: unknown, other: unknown): boolean {
  return canonicalizeZone(one) === canonicalizeZone(other);
}

/** Whether a time that was found is the declared one, in any spelling. */
export function isSameRecurrence(one: Recurrence, other: Recurrence): boolean {
  return isSameCron(one.cronSpec, other.cronSpec) && isSameZone(one.timezone, other.timezone);
}

function canonicalizeCron(cron: unknown): unknown {
  if (typeof cron !== "string") return cron ?? undefined;
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== cronFields.length) return cron;
  return cronFields.map((field, index) => canonicalizeField(fields[index]!, field)).join(" ");
}

function canonicalizeField(text: string, field: CronField): string {
  return text.replace(/[a-z]+|\d+/gi, (value) => {
    const number = parseCronNumber(value, field);
    if (Number.isNaN(number)) return value.toUpperCase();
    // In a range such as `1-7`, 7 is the end.
    return String(field.largest === 7 && number === 7 && !text.includes("-") ? 0 : number);
  });
}

function canonicalizeZone(zone: unknown): unknown {
  if (typeof zone !== "string") return zone ?? undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions();
    return /^(Etc\/)?(UTC|UCT|Zulu|Universal|GMT|Greenwich)$/.test(timeZone) ? "UTC" : timeZone;
  } catch {
    return zone;
  }
}
