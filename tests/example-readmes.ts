import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const exampleFolder = join(__dirname, "../examples");
export const exampleNames = readdirSync(exampleFolder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** The README of an example; of the whole folder for an empty name. */
export const readReadme = (name: string): string => readFileSync(join(exampleFolder, name, "README.md"), "utf8");

/** The words of a command, without the quotes of a shell. */
const splitCommand = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? "");

/** The commands that configure the stack. */
export const listSettings = (name: string): string[][] =>
  [...readReadme(name).matchAll(/^pulumi (config set .*)$/gm)].map(([, command = ""]) => splitCommand(command));
