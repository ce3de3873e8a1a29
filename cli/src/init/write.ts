import { UsageError } from "../command";
import type { FileChange, FileWriter } from "../command/files";
import type { Files } from "./files";

/** What becomes of files that are already here, with other contents. */
export interface Existing {
  readonly keep?: boolean | undefined;
  readonly overwrite?: boolean | undefined;
}

/** What became of a file; `kept`: it was here, with other contents. */
export interface WrittenFile {
  readonly path: string;
  readonly action: FileChange["action"] | "kept";
}

/**
 * Refuses to go on where a file is here with other contents, and no option says what becomes of it.
 *
 * @throws UsageError that names all of them.
 */
export function requireRoom(folder: FileWriter, files: Files, { keep, overwrite }: Existing): void {
  const others = keep || overwrite ? [] : Object.keys(files).filter((path) => isOther(folder, path, files));
  if (others.length === 0) return;
  throw new UsageError(
    `these files are already here, with other contents: ${others.join(", ")}. Add --keep to keep them and write ` +
      "the others, or --overwrite to replace them.",
  );
}

/** Writes files that {@link requireRoom} has let pass. */
export function writeAll(folder: FileWriter, files: Files, { keep }: Existing): WrittenFile[] {
  return Object.entries(files).map(([path, text]) => {
    const isHere = folder.read(path) !== undefined;
    if (isHere && !isOther(folder, path, files)) return { path, action: "unchanged" };
    return isHere && keep ? { path, action: "kept" } : folder.write(path, text);
  });
}

/** Adds the lines that `.gitignore` lacks; its own stay. */
export function ignore(folder: FileWriter, entries: readonly string[]): WrittenFile {
  const before = folder.read(".gitignore") ?? "";
  const has = new Set(before.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, "")));
  const missing = entries.filter((entry) => !has.has(entry.replace(/\/$/, "")));
  const start = missing.length === 0 || before === "" || before.endsWith("\n") ? before : `${before}\n`;
  return folder.write(".gitignore", start + missing.map((entry) => `${entry}\n`).join(""));
}

function isOther(folder: FileWriter, path: string, files: Files): boolean {
  const text = folder.read(path);
  // Version control may have changed the line breaks.
  return text !== undefined && text.replaceAll("\r\n", "\n") !== files[path];
}
