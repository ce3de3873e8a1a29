import { load } from "js-yaml";
import { FileWriter } from "../command/files";
import type { Language } from "./languages";
import { readProjectName } from "./program";

/** What a project is, as far as the folder says it. */
export interface ExistingProject {
  readonly name: string;
  readonly language?: Language;
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
  const { name, runtime, packages } = read(cwd);
  const language = languageOfRuntime[typeof runtime === "string" ? runtime : (runtime?.name ?? "")];
  const hasPlugin = packages?.analytics !== undefined;
  return { name: name ?? readProjectName(cwd), ...(language === undefined ? {} : { language }), hasPlugin };
}

/** What is read of `Pulumi.yaml`. */
interface ProjectFile {
  readonly name?: string;
  readonly runtime?: string | { readonly name?: string };
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
