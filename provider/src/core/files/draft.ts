import { rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Writes beside a file what it is to hold; a rename then puts it there, whole. What a killed process left there goes. A
 * link there, which somebody else's project may have, isn't followed.
 *
 * @returns the draft's path.
 * @throws the system's error.
 */
export function writeDraft(place: string, content: string | Uint8Array, mode?: number): string {
  const draft = join(dirname(place), `.${basename(place)}.draft`);
  rmSync(draft, { force: true });
  writeFileSync(draft, content, { mode, flag: "wx" });
  return draft;
}
