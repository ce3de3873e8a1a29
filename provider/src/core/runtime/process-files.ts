/** Files that each process writes for itself, and that later ones read: a journal without a lock. */
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { readProcessName } from "./running";

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

/**
 * Adds a line to a file of JSON lines, whose folder need not be there.
 *
 * @throws Error when it can't be written.
 */
export function appendJsonLine(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // It begins with a line break: if a full disk cut the previous line, this one stays readable.
  appendFileSync(file, `\n${JSON.stringify(value)}`, { mode: 0o600 });
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
