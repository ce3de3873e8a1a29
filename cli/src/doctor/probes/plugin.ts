import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { installCommand } from "../../project/package-manager";
import { formatPluginLine } from "../../project/package-place";
import { type Answer, answer, fail, pass, skip } from "../finding";
import { manifest } from "../manifest";
import { findInstalled } from "./packages";
import { findPlugin, getLanguage, isNode, type Project } from "./project";

/** Which provider plugin the project uses, if any. */
export function probePlugin(project: Project | undefined): Answer {
  if (project === undefined) return answer(skip("there is no project"));
  const named = findPlugin(project);
  const line = formatPluginLine(project.folder);
  if (named === undefined) {
    if (!isNode(getLanguage(project))) return answer(skip("Pulumi.yaml names no plugin"));
    const file = findNativeFile(project.program);
    if (file === undefined) return answer(pass("not used"));
    return answer(
      fail(`${file} uses pulumi-analytics/native, but Pulumi.yaml names no plugin`, `Add to Pulumi.yaml: \`${line}\`.`),
    );
  }
  if (!/^[./]|^[a-z]:[\\/]/i.test(named)) {
    return answer(fail(`${named} is not a folder`, `Write in Pulumi.yaml: \`${line}\`.`));
  }
  const folder = resolve(project.folder, named);
  const found = readVersion(folder);
  const executable = join(folder, executableName);
  if (found !== undefined && !isExecutable(executable)) {
    return answer(
      fail(
        `${executable} is not executable, so that Pulumi can't start it`,
        `Run \`chmod +x ${executable}\`, or install the package again. Archives and some file systems lose this mark.`,
      ),
    );
  }
  if (found === undefined) {
    const command = installCommand(project.program, manifest.name);
    return answer(
      fail(`${folder} has no plugin`, `Install the package (\`${command}\`), or write in Pulumi.yaml: \`${line}\`.`),
    );
  }
  const own = findInstalled(manifest.name, project.program);
  if (own !== undefined && own.version !== found) {
    return answer(
      fail(
        `${found} in ${folder}, but the program uses ${manifest.name} ${own.version} in ${own.folder}`,
        "Let `packages.analytics` in Pulumi.yaml name the folder `plugin` of the package that the program uses.",
      ),
    );
  }
  return answer(pass(`${found} in ${folder}`));
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
function readVersion(folder: string): string | undefined {
  try {
    if (!["PulumiPlugin.yaml", executableName].every((file) => existsSync(join(folder, file)))) return undefined;
    return (JSON.parse(readFileSync(join(folder, "schema.json"), "utf8")) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** A file at the top of the program's folder that uses the classes of the plugin. */
function findNativeFile(program: string): string | undefined {
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
