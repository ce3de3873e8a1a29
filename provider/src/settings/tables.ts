import { suggestWord } from "../core/text";

/** A table of settings: the values of each setting, the default first. */
export interface SettingsTable {
  readonly name: string;
  readonly choices: Readonly<Record<string, readonly [string, ...string[]]>>;
}

/** An invalid value in a table of settings, and a hint. */
export interface SettingProblem {
  /** `analytics:apiCredentials.refresh`. */
  readonly key: string;
  /** The value; undefined: the setting doesn't exist. */
  readonly value?: string;
  readonly hint: string;
}

/**
 * The problems of a table of settings.
 *
 * @example findTableProblems({ name: "apiCredentials", choices: { refresh: ["whole", "listed"] } }, { refresh: "all" })
 */
export function findTableProblems(
  { name, choices }: SettingsTable,
  given: Readonly<Record<string, unknown>>,
): SettingProblem[] {
  const known = Object.keys(choices).sort();
  return Object.entries(given).flatMap(([setting, value]): SettingProblem[] => {
    const key = `analytics:${name}.${setting}`;
    const values = Object.hasOwn(choices, setting) ? choices[setting] : undefined;
    if (values === undefined) {
      const meant = suggestWord(setting, known).trim();
      return [{ key, hint: meant === "" ? `Settings: ${known.join(", ")}.` : meant }];
    }
    if (values.includes(String(value))) return [];
    return [{ key, value: JSON.stringify(value), hint: `Use one of: ${[...values].sort().join(", ")}.` }];
  });
}
