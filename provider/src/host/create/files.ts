import { rmSync } from "node:fs";
import { parseJsonLines, readText } from "../../core/runtime";

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
