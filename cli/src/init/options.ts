import type { Command } from "commander";
import { suggestWord } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { useOptions } from "../command/options";
import { type Language, languages } from "../project/languages";

/** What the command line says. */
export interface InitOptions {
  readonly language?: string;
  /** True, or the port. */
  readonly emulator?: true | string;
  readonly folder?: string;
  readonly connection?: string;
  readonly table?: string;
  readonly ref?: readonly string[];
  readonly stack?: string;
  readonly overwrite?: boolean;
}

/** Adds the options of `init`. */
export function addInitOptions(command: Command): Command {
  command
    .description("Start a project in this folder, or add what a project lacks: a CI file, a policy pack.")
    .option("--language <name>", `language of the program: ${languages.join(", ")}`)
    .option("--emulator [port]", "use the platform's emulator on this machine, without an account")
    .option("--folder <id or path>", "folder of the first model, such as Acme/Models")
    .option("--connection <name>", "id or name of the connection")
    .option("--table <path>", "table of the first model, such as SALES.PUBLIC.ORDERS")
    .option("--overwrite", "replace files that are already here");
  return useOptions(command, ["ref", "stack"]);
}

/** Whether something is said of the program that is to be written. */
export const asksForProgram = ({ language, emulator, folder, connection, table }: InitOptions): boolean =>
  [language, emulator, folder, connection, table].some((one) => one !== undefined);

/** The program's language: the option, that of a project that is here, an answer, else TypeScript. */
export async function chooseLanguage(
  { console, signal }: Pick<Context, "console" | "signal">,
  given: string | undefined,
  existing: Language | undefined,
): Promise<Language> {
  if (given !== undefined) return checkLanguage(given);
  if (existing !== undefined) return existing;
  if (!console.canAsk) return "typescript";
  const names = { typescript: "TypeScript", yaml: "YAML", python: "Python" };
  const choices = languages.map((value) => ({ name: names[value], value }));
  return console.choose("Language of the program", choices, signal);
}

/** The program's language, if `init` writes programs in it. */
export function checkLanguage(given: string): Language {
  if (!ofPlugin.includes(given.toLowerCase())) return checkChoice("--language", given, languages);
  throw new UsageError(
    `--language ${given}: init writes programs in ${languages.join(", ")}. For others, docs/guides/plugin.md says ` +
      "how to use the plugin.",
  );
}

/** Languages whose programs use the plugin, as people name them. */
const ofPlugin = ["java", "kotlin", "scala", "go", "golang", "csharp", "c#", "dotnet", "fsharp", "f#", "hcl"];

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
