import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { readProcessName } from "../../core/runtime";

/** The name of a new file of this process: `<name of the process>-<random>.<extension>`. */
export function createFileName(extension: string, self = readProcessName(process.pid) ?? `${process.pid}-0`): string {
  return `${self}-${randomBytes(6).toString("hex")}.${extension}`;
}

/** The files of a folder with names of this form; none where the folder can't be read. */
export function listFiles(directory: string, form: RegExp): string[] {
  try {
    return readdirSync(directory).filter((name) => form.test(name));
  } catch {
    return [];
  }
}

/** Opening a pipe for reading would wait for a writer, and a link may lead anywhere. */
const readPlainly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Empty for a file that another process has removed since it was listed, that may not be read, or that isn't a plain
 * file of this user.
 */
export function readText(file: string): string {
  try {
    const opened = openSync(file, readPlainly);
    try {
      const stats = fstatSync(opened);
      const isOurs = process.getuid === undefined || stats.uid === process.getuid();
      return stats.isFile() && isOurs ? readFileSync(opened, "utf8") : "";
    } finally {
      closeSync(opened);
    }
  } catch {
    return "";
  }
}

/** The values of a file of JSON lines. A line that a killed process or a full disk has cut is left out. */
export function parseJsonLines(text: string): unknown[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
}

/** The file beside one of the journal that holds what its creates sent. */
export const nameSentFile = (file: string) => file.replace(/\.jsonl$/, ".sent");

export function readSent(file: string, stamp: string): string | undefined {
  const lines = parseJsonLines(readText(nameSentFile(file))) as readonly { stamp?: unknown; sent?: unknown }[];
  const sent = lines.find((line) => line?.stamp === stamp)?.sent;
  return typeof sent === "string" ? sent : undefined;
}

/** A file in a folder that may not be written stays. */
export function remove(file: string): void {
  try {
    rmSync(nameSentFile(file), { force: true });
    rmSync(file, { force: true });
  } catch {
    // The next process tries again.
  }
}
