import * as z from "zod";
import { type CronField, cronFields, parseCronNumber } from "../../core/api";
import { suggestWord } from "../../core/text";
import { field } from "./fields";

/** What is wrong with a cron expression; undefined: nothing. */
function findCronProblem(cron: string): string | undefined {
  const given = cron.trim().split(/\s+/);
  if (given.length !== cronFields.length) {
    return (
      `"${cron}" is not a cron expression of five fields: minute, hour, day of the month, month, day of the ` +
      'week, such as "0 8 * * mon-fri"'
    );
  }
  const wrong = cronFields.findIndex((part, index) => !given[index]?.split(",").every((item) => isInRange(item, part)));
  return wrong === -1 ? undefined : `"${given[wrong]}" is not a valid ${cronFields[wrong]?.name} of a cron expression`;
}

/**
 * Whether an item of a list, such as `*`, `5`, `1-5` or `0-59/15`, is within its range. `L`, `W`, `#` and `?` are
 * extensions, which the platform judges.
 */
function isInRange(item: string, field: CronField): boolean {
  if (/[LW#?]/.test(item)) return true;
  const { least, largest } = field;
  const [, range = "", step = "1"] = /^([^/]+)(?:\/(\d+))?$/.exec(item) ?? [];
  const [from = Number.NaN, to = from, ...others] =
    range === "*" ? [least, largest] : range.split("-").map((text) => parseCronNumber(text, field));
  return others.length === 0 && Number(step) > 0 && least <= from && from <= to && to <= largest;
}

/** What is wrong with the name of a time zone; undefined: nothing. */
function findTimezoneProblem(timezone: string): string | undefined {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
    // Intl takes offsets too, which have no daylight saving time.
    if (/^[a-z]/i.test(timezone)) return undefined;
  } catch {}
  return (
    `"${timezone}" is not a time zone of the IANA database, such as ` +
    `"Europe/Berlin".${suggestWord(timezone, Intl.supportedValuesOf("timeZone"))}`
  );
}

/** A text without a problem. */
function defineText(problem: (text: string) => string | undefined) {
  return z.string().refine((text) => problem(text) === undefined, {
    error: ({ input }) => problem(String(input)) ?? "",
  });
}

/** The fields of a time that repeats. */
export const timeFields = {
  cronSpec: field(
    defineText(findCronProblem),
    "When, as a cron expression of five fields: minute, hour, day of the month, month, day of the week.",
    { equal: "cron" },
  ),
  timezone: field(
    defineText(findTimezoneProblem),
    "The time zone of `cronSpec` by its IANA name, such as `Europe/Berlin`.",
    {
      equal: "zone",
    },
  ),
};
