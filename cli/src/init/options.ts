import type { Command } from "commander";
import { suggestWord } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { type Language, languages } from "../project/existing";
import { usualPort } from "./emulator";

export const ciHosts = ["github", "gitlab", "none"] as const;
export type CiHost = (typeof ciHosts)[number];

/** What the command line says. */
export interface InitOptions {
  readonly language?: string;
  /** True, or the port. */
  readonly emulator?: true | string;
  readonly region?: string;
  readonly clientId?: string;
  readonly folder?: string;
  readonly connection?: string;
  readonly table?: string;
  readonly stack?: string;
  readonly ci: string;
  readonly keep?: boolean;
  readonly overwrite?: boolean;
}

export function initOptions(command: Command): Command {
  return command
    .description("Start a project in this folder: one data model, its policies, a CI file, and a first preview.")
    .option("--language <name>", `language of the program: ${languages.join(", ")}; default: a question, or typescript`)
    .option(
      "--emulator [port]",
      `use the platform's emulator on this machine, without an account (port ${usualPort}, or a free one)`,
    )
    .option("--region <key>", "region of your organization, such as aws-us-east")
    .option("--client-id <id>", "client id of your credentials; the secret is asked for, or ANALYTICS_CLIENT_SECRET")
    .option("--folder <id or path>", "folder of the first model, such as Acme/Models")
    .option("--connection <id or name>", "connection to the warehouse")
    .option("--table <path>", "table of the first model, such as SALES.PUBLIC.ORDERS")
    .option("--stack <name>", "stack to create or use; default: dev, with --emulator: emulator")
    .option("--ci <host>", `CI file to write: ${ciHosts.join(", ")}`, "github")
    .option("--keep", "keep files that are already here, and write the others")
    .option("--overwrite", "replace files that are already here");
}

/** The program's language: the option, that of a project that is here, an answer, else TypeScript. */
export async function chooseLanguage(
  { console, signal }: Pick<Context, "console" | "signal">,
  given: string | undefined,
  existing: Language | undefined,
): Promise<Language> {
  if (given !== undefined) return checkChoice("--language", given, languages);
  if (existing !== undefined) return existing;
  if (!console.canAsk) return "typescript";
  const names = { typescript: "TypeScript", yaml: "YAML", python: "Python" };
  const choices = languages.map((value) => ({ name: names[value], value }));
  return console.choose("Language of the program", choices, signal);
}

/** The option's value, if it is one of the known ones. */
export function checkChoice<const T extends string>(option: string, given: string, known: readonly T[]): T {
  const found = known.find((value) => value === given);
  if (found !== undefined) return found;
  throw new UsageError(`${option} ${given}: unknown.${suggestWord(given, known)} Use one of: ${known.join(", ")}.`);
}

/** The emulator's port, if the user gave one. */
export function readGivenPort({ emulator }: InitOptions): number | undefined {
  if (emulator === undefined || emulator === true) return undefined;
  const port = Number(emulator);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UsageError(`--emulator ${emulator}: not a port. Use a number from 1 to 65535.`);
}
