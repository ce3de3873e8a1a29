import * as z from "zod";
import { type ConfigSource, readText, SettingsError } from "./profile";

/** The setting `analytics:recoverFrom`: this run recovers a lost run. */
export interface Recovery {
  /** When the lost run began, in milliseconds since 1970; `journal`: this machine's journal has the time. */
  readonly since: number | "journal";
  /** How to unset the setting. */
  readonly unset: string;
}

/** The maximum age of a lost run, so that a forgotten setting stops adopting objects. */
export const recoveryDays = 14;

const isoTime = z.iso.datetime({ offset: true });
/** A time without quotes in the stack's file, in the form in which Pulumi prints it (Go's). */
const goTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ([+-]\d\d)(\d\d)(?: \S+)?$/;

/**
 * The setting `analytics:recoverFrom`, or the environment's `ANALYTICS_RECOVER_FROM`: `journal`, or the time at which
 * the lost run began; undefined if it isn't set.
 *
 * @param now in milliseconds since the epoch.
 * @throws SettingsError when the value is invalid.
 */
export function readRecovery(
  config: ConfigSource,
  environment: Record<string, string | undefined>,
  now = Date.now(),
): Recovery | undefined {
  const configured = config("analytics:recoverFrom");
  const ofStack = typeof configured === "boolean" ? String(configured) : readText(configured);
  const value = ofStack ?? readText(environment.ANALYTICS_RECOVER_FROM);
  if (value === undefined || value === "false") return undefined;
  const [where, unset] =
    ofStack === undefined
      ? ["ANALYTICS_RECOVER_FROM", "unset ANALYTICS_RECOVER_FROM in the environment"]
      : ["analytics:recoverFrom", "pulumi config rm analytics:recoverFrom"];
  if (value === "journal") return { since: "journal", unset };

  const refuse = (what: string) =>
    new SettingsError([
      `${where} is "${value}"${what}. Use journal, or the time at which the lost run began, with its time ` +
        "zone, such as 2026-02-03T10:15:00Z.",
    ]);
  const time = value.replace(goTime, "$1T$2$3:$4");
  if (!isoTime.safeParse(time).success) throw refuse("");
  const since = Date.parse(time);
  if (since > now) throw refuse(", which is in the future");
  if (since < now - recoveryDays * 24 * 3600 * 1000) throw refuse(`, more than ${recoveryDays} days ago`);
  return { since, unset };
}
