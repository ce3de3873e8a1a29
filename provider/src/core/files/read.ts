import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { limits } from "../model/text";
import { ownLimit } from "../text";
import { explainOutside } from "./boundary";
import { suggestPath } from "./near-path";
import { explainUnread } from "./system-errors";

/** How to read a file. */
export interface ReadOptions {
  /** What messages call the file; default: the path as given. */
  readonly called?: string;
  /** The folder whose project must contain the file, after links are resolved; default: any. */
  readonly within?: string;
  /** How to make a file smaller that is too large, a sentence. */
  readonly toShrink?: string;
  /** The most bytes that the file may have; default: what a model may have. */
  readonly atMost?: number;
}

/** A file that can't be read, isn't text, or is too large. The message names the file and the fix. */
export class UnreadableFileError extends Error {
  override readonly name = "UnreadableFileError";

  constructor(
    called: string,
    reason: string,
    /** The system's name for it, such as `ENOENT`; undefined where the system didn't refuse. */
    readonly code?: string,
  ) {
    super(`${called}: ${reason}`);
  }
}

/**
 * Reads a text file of the user's: a model, what a model includes, a manifest, settings. Valid UTF-8 only; otherwise as
 * {@link readBytes}.
 *
 * @throws UnreadableFileError
 * @example readText("models/columns/audit.yaml", { within: "models" })
 */
export function readText(path: string, options: ReadOptions = {}): string {
  const bytes = readBytes(path, options);
  if (!isUtf8(bytes)) {
    throw new UnreadableFileError(options.called ?? path, "is not valid UTF-8. Save it as UTF-8.");
  }
  return bytes.toString("utf8");
}

/**
 * Reads a file of the user's; every command, the program and the plugin host read the user's files through it.
 *
 * It opens nothing but a regular file and checks the size before it reads: a device, a pipe or a file of `/proc` would
 * otherwise block the process, fill its memory, or put foreign secrets into a model.
 *
 * @param path relative to the working directory of the process.
 * @throws UnreadableFileError
 */
export function readBytes(
  path: string,
  { called = path, within, toShrink = "Split it into several files.", atMost = limits.length }: ReadOptions = {},
): Buffer {
  const file = resolve(path);
  // The message about an included file names the place of the include, and a path relative to it.
  const place = within === undefined ? `; looked at ${file}` : "";
  const refuse = (reason: string, code?: string) => new UnreadableFileError(called, reason, code);
  const refuseUnread = (code: string | undefined, hint = "") => {
    const { what, fix } = explainUnread(code, file);
    return refuse(`${what}${place}.${hint}${fix}`, code);
  };
  const refuseTooLarge = () => refuse(`is larger than ${atMost / 1024 / 1024} MB, ${ownLimit}. ${toShrink}`);
  let descriptor: number | undefined;
  try {
    const why = within === undefined ? undefined : explainOutside(file, within, within);
    if (why !== undefined) throw refuse(why);
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw refuseUnread("EISDIR");
    if (!stats.isFile()) throw refuse("is a device, a pipe or a socket. Name a regular file.");
    if (stats.size > atMost) throw refuseTooLarge();
    const bytes = readBounded(descriptor, atMost);
    if (bytes.length > atMost) throw refuseTooLarge();
    return bytes;
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw refuseUnread(code, suggestPath(path, { called, within }));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const chunkSize = 64 * 1024;

/** The contents of a file, up to one byte more than the limit: files of `/proc` have no size, and others may grow. */
function readBounded(descriptor: number, atMost: number): Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length <= atMost) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkSize, atMost + 1 - length));
    const read = readSync(descriptor, chunk);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return Buffer.concat(chunks);
}
