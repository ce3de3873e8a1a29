/** The program that a folder has, and how what is pulled gets into it. */
import { dirname, relative } from "node:path";
import { readExistingProject } from "../../project/existing";
import { programFiles } from "../../project/languages";
import type { ProgramLanguage } from "./language";
import { programLanguages } from "./one-file";

/** The program of a folder. With neither `language` nor `module`, it can load nothing that a pull writes. */
export interface OwnProgram {
  /** As `Pulumi.yaml` says it; undefined: there is no project yet. */
  readonly runtime: string | undefined;
  /** The file that it begins with, as far as it is known. */
  readonly main: string | undefined;
  /** That of a program whose pulled resources stand in one file. */
  readonly language?: ProgramLanguage;
  /** The module of TypeScript that has all that was pulled. */
  readonly module?: string;
  /** The line that adds the module to `main`; undefined: the module is the program. */
  readonly line?: string;
}

/** What a pull calls its own beginning where the user's program has one. */
const besideOwn = "pulled";

/**
 * Reads what program a folder has.
 *
 * @param written the files of the program that earlier pulls wrote.
 */
export function readOwnProgram(folder: string, written: Readonly<Record<string, string>>): OwnProgram {
  const { runtime, language, main, loadsTypescript } = readExistingProject(folder);
  const own = { runtime, main };
  if (language === "yaml" || language === "python") return { ...own, language: programLanguages[language] };
  if (runtime === undefined) return { ...own, module: "index" };
  if (language !== "typescript") return own;
  if (main === undefined || main === programFiles.typescript) return { ...own, module: "index" };
  if (!loadsTypescript || /\.m[jt]s$/.test(main)) return own;
  // An earlier pull has called it so.
  const module = Object.hasOwn(written, programFiles.typescript) ? "index" : besideOwn;
  const path = relative(dirname(main), module).replaceAll("\\", "/");
  const from = path.startsWith(".") ? path : `./${path}`;
  return { ...own, module, line: main.endsWith(".ts") ? `import "${from}";` : `require("${from}.ts");` };
}
