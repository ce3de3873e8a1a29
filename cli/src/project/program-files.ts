import { readdirSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

const programs = /\.(?:[cm]?[jt]sx?|py|go|cs|fs|vb|java|kt|scala|hcl)$|^Pulumi(?:\.[\w-]+)?\.ya?ml$/i;
const passed = /^(?:\.|node_modules$|dist$|build$|bin$|obj$|venv$|__pycache__$)/;

/** No file of a program that people write is longer. */
const longest = 2_000_000;

/** A file of a program. */
interface ProgramFile {
  /** From the folder, with `/`. */
  readonly file: string;
  readonly text: string;
}

/** The files of programs that people write, in and below a folder. */
export function readProgramFiles(cwd: string): ProgramFile[] {
  return listProgramFiles(cwd, "").flatMap((file) => {
    const place = resolve(cwd, file);
    return statSync(place).size > longest ? [] : [{ file, text: readFileSync(place, "utf8") }];
  });
}

function listProgramFiles(cwd: string, folder: string): string[] {
  return readdirSync(resolve(cwd, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (passed.test(entry.name)) return [];
    if (entry.isDirectory()) return listProgramFiles(cwd, path);
    return entry.isFile() && programs.test(entry.name) ? [path] : [];
  });
}
