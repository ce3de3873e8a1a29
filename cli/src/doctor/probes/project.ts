import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadAll, type YAMLException } from "js-yaml";
import { findProjectFile, readText } from "pulumi-analytics-internal/core/files";
import { explainLayout } from "pulumi-analytics-internal/core/model/text";
import { formatPluginLine } from "../../project/package-place";
import { type Answer, answer, fail, pass, skip } from "../finding";

/** A Pulumi project. */
export interface Project {
  readonly folder: string;
  /** Where the program lies, and so finds its packages. */
  readonly program: string;
  /** Where the files of the stacks lie. */
  readonly stacks: string;
  /** What `Pulumi.yaml` holds. */
  readonly file: Readonly<Record<string, unknown>>;
}

/**
 * The project of a folder: that of the nearest `Pulumi.yaml`, here or above. Without one, a stack that was asked for
 * can't be.
 */
export function probeProject(cwd: string, stack: string | undefined): Answer<Project> {
  const path = findProjectFile(cwd);
  if (path === undefined) {
    if (stack !== undefined) {
      return answer(fail("no Pulumi.yaml here or above", `Run the command in the project of --stack ${stack}.`));
    }
    return answer(skip("no Pulumi.yaml here or above: settings come only from the environment"));
  }
  const folder = dirname(path);
  const file = readYaml(path);
  if ("problem" in file) return answer(fail(file.problem, "Correct the file: Pulumi can't read it either."));
  const { name, main, stackConfigDir } = file.values;
  const value: Project = {
    folder,
    program: getProgramFolder(join(folder, typeof main === "string" ? main : "")),
    stacks: join(folder, typeof stackConfigDir === "string" ? stackConfigDir : ""),
    file: file.values,
  };
  const language = getLanguage(value);
  if (isNode(language) || findPlugin(value) !== undefined) return answer(pass(`${name} in ${path}`), value);
  return answer(
    fail(
      `${name} in ${path}: its runtime is ${JSON.stringify(language)}`,
      `Add the provider plugin to Pulumi.yaml: \`${formatPluginLine(folder)}\`. Without it, the provider's ` +
        "resources are dynamic Node.js resources.",
    ),
    value,
  );
}

/** What `packages.analytics` of a project is. */
export function findPlugin({ file }: Project): string | undefined {
  const named = (file.packages as Record<string, unknown> | null | undefined)?.analytics;
  if (typeof named === "string") return named;
  const { source } = (named ?? {}) as { source?: unknown };
  return typeof source === "string" ? source : undefined;
}

/** `main` names a folder or a file in it. */
function getProgramFolder(main: string): string {
  return statSync(main, { throwIfNoEntry: false })?.isFile() ? dirname(main) : main;
}

/** The language of a project: `nodejs`, `yaml`. */
export function getLanguage({ file: { runtime } }: Pick<Project, "file">): unknown {
  return typeof runtime === "string" ? runtime : (runtime as { name?: unknown } | undefined)?.name;
}

/** Whether programs of a language load packages of Node. */
export const isNode = (language: unknown) => language === "nodejs" || language === "bun";

/** A YAML file that holds a table. */
export function readYaml(path: string): { values: Record<string, unknown> } | { problem: string } {
  let text = "";
  try {
    text = readText(path);
    const [values]: unknown[] = loadAll(text);
    if (typeof values !== "object" || values === null) return { problem: `${path} has no fields` };
    return { values: values as Record<string, unknown> };
  } catch (error) {
    const { message, reason, mark } = error as YAMLException;
    const layout = mark && explainLayout(text, reason, { line: mark.line + 1, column: mark.column + 1 });
    if (layout === undefined) return { problem: `${path}: ${message.split("\n")[0]}` };
    return { problem: `${path}:${layout.line}:${layout.column}: ${layout.reason}. ${layout.hint}` };
  }
}
