import { lstatSync, writeSync } from "node:fs";

/**
 * Size in bytes of a file that the emulator is about to write, or undefined if there is none.
 *
 * @throws if the path is no plain file: opening a pipe waits forever, and a device isn't ours to write to.
 */
export function getPlainFileSize(path: string): number | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) {
    throw new Error(`${path} isn't a plain file. Choose another path.`);
  }
  return stats?.size;
}

/**
 * Writes the whole text at a position: on a disk that is nearly full, one call of `writeSync` may write only a part.
 */
export function writeWhole(file: number, text: string, position: number): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
}
