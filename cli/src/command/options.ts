import { type Command, Option } from "commander";
import { UsageError } from "./exit";

/**
 * The options that several commands have: each is spelled one way and means one thing. Those without a text are about
 * what only the command can name.
 */
const sharedOptions = {
  out: ["--out <path>"],
  against: ["--against <document>"],
  dryRun: ["--dry-run", "write nothing, and show what would change"],
  check: ["--check"],
  watch: ["--watch"],
  all: ["--all"],
  live: ["--live"],
  offline: ["--offline"],
  map: ["--map <from=to>", "another name for a database of dbt; can be repeated"],
  ref: ["--ref <name=id>", "the value of a `!ref`; can be repeated"],
  stack: ["--stack <name>", "the stack; default: the selected one, in a Pulumi project"],
  profile: ["--profile <name>", "another organization: analytics:profiles.<name> of the stack"],
  strict: ["--strict", "exit with 1 for warnings, too"],
  yes: ["-y, --yes"],
  json: ["--json", "print one JSON value instead of text"],
  color: ["--no-color", "no colors, even in a terminal"],
} as const satisfies Readonly<Record<string, readonly [flags: string, meaning?: string]>>;

/** An option that several commands have, by its name among the values of a command. */
export type SharedOption = keyof typeof sharedOptions;

const formatFlags = "--format <format>";

/** The flags of options that several commands have, as commander takes them. */
export const sharedFlags: readonly string[] = [...Object.values(sharedOptions).map(([flags]) => flags), formatFlags];

const repeatable: readonly SharedOption[] = ["map", "ref"];

/** An option whose text is the command's. */
type NamedOption = {
  [Name in SharedOption]: (typeof sharedOptions)[Name] extends readonly [string] ? Name : never;
}[SharedOption];

/**
 * Adds options that several commands have.
 *
 * @param names those with a text.
 * @param texts what others do in this command.
 * @example useOptions(command, ["dryRun"], { out: "the picture to write" }) // --dry-run, --out <path>
 */
export function useOptions(
  command: Command,
  names: readonly Exclude<SharedOption, NamedOption>[],
  texts: Readonly<Partial<Record<NamedOption, string>>> = {},
): Command {
  const own = (Object.entries(texts) as [NamedOption, string][]).map(([name, meaning]) => {
    const [flags] = sharedOptions[name];
    return { name, flags, meaning };
  });
  const shared = names.map((name) => {
    const [flags, meaning] = sharedOptions[name];
    return { name, flags, meaning };
  });
  for (const { name, flags, meaning } of [...own, ...shared]) {
    if (repeatable.includes(name)) command.option(flags, meaning, collectValues);
    else command.option(flags, meaning);
  }
  return command;
}

/**
 * Adds `--format`, which the first of the formats is the default of.
 *
 * @example useFormats(command, ["text", "markdown", "json"])
 */
export function useFormats(command: Command, formats: readonly [string, ...string[]]): Command {
  return command.addOption(new Option(formatFlags, "what the output is").choices(formats).default(formats[0]));
}

/** Adds the options of a command that talks to the platform. */
export function addProfileOptions(command: Command): Command {
  return useOptions(command, ["stack", "profile"]).addHelpText(
    "after",
    "\nThe command uses the provider's settings: the stack's configuration (analytics:…), otherwise " +
      "ANALYTICS_REGION or\nANALYTICS_BASE_URL, ANALYTICS_CLIENT_ID and ANALYTICS_CLIENT_SECRET.",
  );
}

/** The values of an option that can be repeated, in commander's way. */
export const collectValues = (value: string, before: readonly string[] = []): string[] => [...before, value];

/**
 * Both sides of an option's `name=value`.
 *
 * @param form how it is written, with an example.
 * @throws UsageError
 */
export function parsePair(option: string, text: string, form: string): [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new UsageError(`${option} ${text}: write ${form}.`);
  return [name, value];
}
