/** The program that a user has beside what a pull writes. */
import { dirname, relative } from "node:path";
import type { Manifest } from "../../documents/pull-manifest";
import { readExistingProject } from "../../project/existing";
import { programFiles } from "../../project/languages";

/** A program that `index.ts` isn't the beginning of. */
export interface OwnProgram {
  /** As `Pulumi.yaml` says it. */
  readonly runtime: string;
  /** The file that it begins with, as far as it is known. */
  readonly main: string | undefined;
  /** The module that has all that was pulled, and the line that adds it; undefined: the program can't load one. */
  readonly entry?: { readonly module: string; readonly line: string };
}

/** What a pull calls its own beginning where the user's program has one. */
const besideOwn = "pulled";

/** The program of a folder, if what a pull writes in TypeScript isn't all of it; undefined also for YAML and Python. */
export function findOwnProgram(folder: string, { program }: Pick<Manifest, "program">): OwnProgram | undefined {
  const { runtime, language, main, loadsTypescript } = readExistingProject(folder);
  if (runtime === undefined || language === "yaml" || language === "python") return undefined;
  if (language !== "typescript") return { runtime, main };
  if (main === undefined || main === programFiles.typescript) return undefined;
  if (!loadsTypescript || /\.m[jt]s$/.test(main)) return { runtime, main };
  // An earlier pull has called it so.
  const module = Object.hasOwn(program, programFiles.typescript) ? "index" : besideOwn;
  const path = relative(dirname(main), module).replaceAll("\\", "/");
  const from = path.startsWith(".") ? path : `./${path}`;
  const line = main.endsWith(".ts") ? `import "${from}";` : `require("${from}.ts");`;
  return { runtime, main, entry: { module, line } };
}
