import type { FileChange, FileWriter } from "../command/files";
import type { Files } from "./files";

/** What became of a file; `kept`: it was here, with other contents. */
export interface WrittenFile {
  readonly path: string;
  readonly action: FileChange["action"] | "kept";
}

/**
 * Writes files. Those that are here with other contents stay.
 *
 * @param options `overwrite`: these are replaced instead.
 */
export function writeAll(
  folder: FileWriter,
  files: Files,
  { overwrite = false }: { readonly overwrite?: boolean | undefined } = {},
): WrittenFile[] {
  return Object.entries(files).map(([path, text]) => {
    const isHere = folder.read(path) !== undefined;
    if (isHere && !isOther(folder, path, files)) return { path, action: "unchanged" };
    return isHere && !overwrite ? { path, action: "kept" } : folder.write(path, text);
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
