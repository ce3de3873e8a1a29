import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getJournalFolder } from "./create";

/** A delete that is under way. */
export interface BegunDelete {
  /** Whether an earlier run began it, and was killed before the answer. */
  readonly wasBegun: boolean;
  /** Notes that the platform answered. */
  end(): void;
}

/** Notes beside the journal that a delete begins: an empty file until its answer. */
export function beginDelete(id: string): BegunDelete {
  const folder = join(dirname(getJournalFolder(process.env)), "deletes");
  const file = join(folder, createHash("sha256").update(id).digest("base64url"));
  const wasBegun = existsSync(file);
  ignoreErrors(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, "");
  });
  return { wasBegun, end: () => ignoreErrors(() => rmSync(file, { force: true })) };
}

/** Where nothing can be written, nothing is known of an earlier run. */
function ignoreErrors(write: () => void): void {
  try {
    write();
  } catch {
    // See above.
  }
}
