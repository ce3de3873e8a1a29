import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { installCommand } from "../../package-manager";
import { pluginLine } from "../../package-place";
import { type Answer, answer, failed, ok, skipped } from "../finding";
import { manifest } from "../manifest";
import { installed } from "./packages";
import { isNode, languageOf, type Project } from "./project";

/** Which provider plugin the project uses, if any. */
export function plugin(project: Project | undefined): Answer {
  if (project === undefined) return answer(skipped("there is no project"));
  const named = pluginOf(project);
  const line = pluginLine(project.folder);
  if (named === undefined) {
    if (!isNode(languageOf(project))) return answer(skipped("Pulumi.yaml names no plugin"));
    const file = nativeIn(project.program);
    if (file === undefined) return answer(ok("not used"));
    return answer(
      failed(
        `${file} uses pulumi-analytics/native, but Pulumi.yaml names no plugin`,
        `Add to Pulumi.yaml: \`${line}\`.`,
      ),
    );
  }
  if (!/^[./]|^[a-z]:[\\/]/i.test(named)) {
    return answer(failed(`${named} is not a folder`, `Write in Pulumi.yaml: \`${line}\`.`));
  }
  const folder = resolve(project.folder, named);
  const found = versionIn(folder);
  const executable = join(folder, executableName);
  if (found !== undefined && !isExecutable(executable)) {
    return answer(
      failed(
        `${executable} is not executable, so that Pulumi can't start it`,
        `Run \`chmod +x ${executable}\`, or install the package again. Archives and some file systems lose this mark.`,
      ),
    );
  }
  if (found === undefined) {
    const command = installCommand(project.program, manifest.name);
    return answer(
      failed(`${folder} has no plugin`, `Install the package (\`${command}\`), or write in Pulumi.yaml: \`${line}\`.`),
    );
  }
  const own = installed(manifest.name, project.program);
  if (own !== undefined && own.version !== found) {
    return answer(
      failed(
        `${found} in ${folder}, but the program uses ${manifest.name} ${own.version} in ${own.folder}`,
        "Let `packages.analytics` in Pulumi.yaml name the folder `plugin` of the package that the program uses.",
      ),
    );
  }
  return answer(ok(`${found} in ${folder}`));
}

/** What `packages.analytics` of a project is. */
export function pluginOf({ file }: Project): string | undefined {
  const named = (file.packages as Record<string, unknown> | null | undefined)?.analytics;
  if (typeof named === "string") return named;
  const { source } = (named ?? {}) as { source?: unknown };
  return typeof source === "string" ? source : undefined;
}

const executableName = "pulumi-resource-analytics";

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The version of the plugin in a folder; undefined: there is none. */
function versionIn(folder: string): string | undefined {
  try {
    if (!["PulumiPlugin.yaml", executableName].every((file) => existsSync(join(folder, file)))) return undefined;
    return (JSON.parse(readFileSync(join(folder, "schema.json"), "utf8")) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** A file at the top of the program's folder that uses the classes of the plugin. */
function nativeIn(program: string): string | undefined {
  try {
    return readdirSync(program).find(
      (file) =>
        /\.[cm]?[jt]s$/.test(file) &&
        /["'`]pulumi-analytics\/native["'`]/.test(readFileSync(join(program, file), "utf8")),
    );
  } catch {
    return undefined;
  }
}
