import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { processName } from "../../core/running";

/** The name of a new file of this process: `<name of the process>-<random>.<extension>`. */
export function newFileName(extension: string, self = processName(process.pid) ?? `${process.pid}-0`): string {
  return `${self}-${randomBytes(6).toString("hex")}.${extension}`;
}

/** The files of a folder with names of this form; none where the folder can't be read. */
export function filesIn(directory: string, form: RegExp): string[] {
  try {
    return readdirSync(directory).filter((name) => form.test(name));
  } catch {
    return [];
  }
}

/** Empty for a file that another process has removed since it was listed, or that may not be read. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The values of a file of JSON lines. A line that a killed process or a full disk has cut is left out. */
export function jsonLinesIn(text: string): unknown[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
}

/** A file in a folder that may not be written stays. */
export function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The next process tries again.
  }
}
