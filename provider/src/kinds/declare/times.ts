import { didYouMean } from "../../core/text";
import * as z from "../../core/zod";
import { field } from "./fields";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** The fields of a cron expression, with the least and the largest value of each. */
const parts = [
  { name: "minute", least: 0, largest: 59, names: [] },
  { name: "hour", least: 0, largest: 23, names: [] },
  { name: "day of the month", least: 1, largest: 31, names: [] },
  { name: "month", least: 1, largest: 12, names: months },
  { name: "day of the week", least: 0, largest: 7, names: days },
] as const;

/** What is wrong with a cron expression; undefined: nothing. */
function cronProblem(cron: string): string | undefined {
  const given = cron.trim().split(/\s+/);
  if (given.length !== parts.length) {
    return `"${cron}" is not a cron expression of five fields: minute, hour, day of the month, month, day of the week, such as "0 8 * * mon-fri"`;
  }
  const wrong = parts.findIndex((part, index) => !given[index]?.split(",").every((item) => fits(item, part)));
  return wrong === -1 ? undefined : `"${given[wrong]}" is not a valid ${parts[wrong]?.name} of a cron expression`;
}

/** Whether an item of a list, such as `*`, `5`, `1-5` or `0-59/15`, is within its range. `L`, `W`, `#` and `?` are extensions, which the platform judges. */
function fits(item: string, { least, largest, names }: (typeof parts)[number]): boolean {
  if (/[LW#?]/.test(item)) return true;
  const [, range = "", step = "1"] = /^([^/]+)(?:\/(\d+))?$/.exec(item) ?? [];
  const numberOf = (text: string) => {
    const index = (names as readonly string[]).indexOf(text.toLowerCase());
    return index >= 0 ? index + least : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  };
  const [from = Number.NaN, to = from, ...others] = range === "*" ? [least, largest] : range.split("-").map(numberOf);
  return others.length === 0 && Number(step) > 0 && least <= from && from <= to && to <= largest;
}

/** What is wrong with the name of a time zone; undefined: nothing. */
function timezoneProblem(timezone: string): string | undefined {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
    // Intl takes offsets too, which have no daylight saving time.
    if (/^[a-z]/i.test(timezone)) return undefined;
  } catch {}
  return `"${timezone}" is not a time zone of the IANA database, such as "Europe/Berlin".${didYouMean(timezone, Intl.supportedValuesOf("timeZone"))}`;
}

/** A text without a problem. */
function without(problem: (text: string) => string | undefined) {
  return z.string().refine((text) => problem(text) === undefined, {
    error: ({ input }) => problem(String(input)) ?? "",
  });
}

/** The fields of a time that repeats. */
export const timeFields = {
  cronSpec: field(
    without(cronProblem),
    "When, as a cron expression of five fields: minute, hour, day of the month, month, day of the week.",
  ),
  timezone: field(without(timezoneProblem), "The time zone of `cronSpec` by its IANA name, such as `Europe/Berlin`."),
};
