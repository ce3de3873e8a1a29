import { load } from "js-yaml";
import { FileWriter } from "../command/files";
import { readProjectName } from "../project/program";
import type { Language } from "./options";

/** What a project is, as far as the folder says it. */
export interface ExistingProject {
  readonly name: string;
  readonly language?: Language;
}

const languageOfRuntime: Readonly<Record<string, Language>> = {
  nodejs: "typescript",
  bun: "typescript",
  yaml: "yaml",
  python: "python",
};

/** The project of a folder: what its `Pulumi.yaml` says, or a name that fits the folder. */
export function readExistingProject(cwd: string): ExistingProject {
  const { name, runtime } = read(cwd);
  const language = languageOfRuntime[typeof runtime === "string" ? runtime : (runtime?.name ?? "")];
  return { name: name ?? readProjectName(cwd), ...(language === undefined ? {} : { language }) };
}

function read(cwd: string): { readonly name?: string; readonly runtime?: string | { readonly name?: string } } {
  try {
    return load(new FileWriter(cwd, ".").read("Pulumi.yaml") || "{}") ?? {};
  } catch {
    // A file that can't be read as YAML differs from the one to write, which is reported.
    return {};
  }
}
