import { existsSync, readFileSync, statSync } from "node:fs";
import { join, normalize } from "node:path";
import { load } from "js-yaml";
import { readFields } from "pulumi-analytics-internal/core/data";
import { FileWriter } from "../command/files";
import type { Language } from "./languages";
import { readProjectName } from "./program";

/** What a project is, as far as the folder says it. */
export interface ExistingProject {
  readonly name: string;
  readonly language?: Language;
  /** As `Pulumi.yaml` says it: `go`. */
  readonly runtime?: string;
  /** The file that a runtime of Node.js begins with, from the folder; undefined: there is none yet. */
  readonly main?: string;
  /** Whether the runtime loads TypeScript. */
  readonly loadsTypescript: boolean;
  /** Whether it names the provider plugin. */
  readonly hasPlugin: boolean;
}

const languageOfRuntime: Readonly<Record<string, Language>> = {
  nodejs: "typescript",
  bun: "typescript",
  yaml: "yaml",
  python: "python",
};

/** The project of a folder: what its `Pulumi.yaml` says, or a name that fits the folder. */
export function readExistingProject(cwd: string): ExistingProject {
  const { name, runtime: given, packages, main } = read(cwd);
  const runtime = typeof given === "string" ? given : given?.name;
  const language = languageOfRuntime[runtime ?? ""];
  const own = language === "typescript" ? findMain(cwd, main ?? ".") : undefined;
  return {
    name: name ?? readProjectName(cwd),
    ...(language === undefined ? {} : { language }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(own === undefined ? {} : { main: own }),
    hasPlugin: packages?.analytics !== undefined,
    loadsTypescript: typeof given === "string" || given?.options?.typescript !== false,
  };
}

/** What Node.js begins with: a file, or of a folder what its `package.json` names, or its index. */
function findMain(cwd: string, path: string): string | undefined {
  const stats = statSync(join(cwd, path), { throwIfNoEntry: false });
  if (stats?.isFile()) return normalize(path).replaceAll("\\", "/");
  if (stats === undefined)
    return ["js", "ts"].map((end) => `${path}.${end}`).find((file) => existsSync(join(cwd, file)));
  const { main } = readFields(readJson(join(cwd, path, "package.json")));
  const names = [...(typeof main === "string" ? [main] : []), "index.js", "index.ts"];
  const found = names.map((name) => join(path, name)).find((file) => existsSync(join(cwd, file)));
  return found?.replaceAll("\\", "/");
}

function readJson(place: string): unknown {
  try {
    return JSON.parse(readFileSync(place, "utf8"));
  } catch {
    return undefined;
  }
}

/** What is read of `Pulumi.yaml`. */
interface ProjectFile {
  readonly name?: string;
  readonly runtime?: string | { readonly name?: string; readonly options?: { readonly typescript?: unknown } | null };
  readonly main?: string;
  readonly packages?: { readonly analytics?: unknown } | null;
}

function read(cwd: string): ProjectFile {
  try {
    return load(new FileWriter(cwd, ".").read("Pulumi.yaml") || "{}") ?? {};
  } catch {
    // A file that can't be read as YAML differs from the one to write, which is reported.
    return {};
  }
}
