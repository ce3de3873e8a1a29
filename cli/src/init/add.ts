/** What `init` adds to a project that has a program of another origin, such as one that was pulled. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, exitCodes, type Outcome } from "../command";
import { FileWriter, formatPath } from "../command/files";
import { manifestPath } from "../documents/pull-manifest";
import { addEditorSettings } from "../project/editor";
import { readExistingProject } from "../project/existing";
import { addDependencies } from "../project/package-json";
import { findPackageManager } from "../project/package-manager";
import { findFolderWith, locatePackage } from "../project/package-place";
import {
  findPolicyFolder,
  policyFolder,
  pulledPolicyFolder,
  writeCiFiles,
  writePolicyFiles,
} from "../project/starter-files";
import { writeAgentsFile } from "./agents";
import { ownDescription, writePackageJson } from "./files";
import { addImpactSetting, hasImpactSetting } from "./impact-setting";
import type { InitOptions } from "./options";
import { listPackages } from "./packages";
import { type WrittenFile, writeAll } from "./write";

/** Whether a folder has a program that `init` didn't begin: that one, it would continue with. */
export function hasOtherProgram(cwd: string): boolean {
  const text = new FileWriter(cwd, ".").read("Pulumi.yaml");
  return text !== undefined && !text.includes(`description: ${ownDescription}`);
}

/** The host whose CI file a project gets: GitHub, unless something here speaks for GitLab. */
export function findCiHost(cwd: string): "github" | "gitlab" {
  if (findFolderWith(cwd, ".gitlab-ci.yml") !== undefined) return "gitlab";
  const repository = findFolderWith(cwd, ".git/config");
  const isGitlab = repository !== undefined && /gitlab/i.test(readFileSync(join(repository, ".git/config"), "utf8"));
  return isGitlab ? "gitlab" : "github";
}

/** Says that a CI file isn't where its host reads it: at the root of the repository. */
export function noteUnreadCi(
  { cwd, console }: Pick<Context, "cwd" | "console">,
  written: readonly WrittenFile[],
): void {
  const root = findFolderWith(cwd, ".git") ?? cwd;
  const folder = formatPath(root, cwd);
  const [file] = written.filter(({ path, action }) => isCiFile(path) && action === "create");
  if (folder === "" || file === undefined) return;
  console.note(
    `${file.path}: CI runs only what is at the root of the repository. Move it there, and let its steps and paths ` +
      `begin in ${folder} (\`working-directory: ${folder}\` on GitHub).`,
  );
}

const isCiFile = (path: string) => path.startsWith(".github/workflows/") || path === ".gitlab-ci.yml";

/** Writes the CI file, the policy pack and the editor's settings, where they are missing. */
export function addMissing(context: Context, options: Pick<InitOptions, "overwrite">): Outcome {
  const { cwd, console } = context;
  const { name, language = "typescript" } = readExistingProject(cwd);
  const policyPack = choosePolicyFolder(cwd);
  const folder = new FileWriter(cwd, ".");
  const files = writeAll(
    folder,
    {
      ...writeCiFiles({ ci: findCiHost(cwd), language, manager: findPackageManager(cwd), policyPack }),
      ...writePolicyFiles(name, policyPack),
    },
    options,
  );
  files.push(
    ...addEditorSettings(cwd, cwd),
    addPolicyPackages(folder, name),
    ...[addImpactSetting(folder)].filter((one) => one !== undefined),
    writeAgentsFile(context, policyPack, options.overwrite),
  );
  noteUnreadCi(context, files);
  const changed = files.filter(({ action }) => action === "create" || action === "update");
  for (const { path, action } of files) if (action !== "unchanged") console.note(`  ${action.padEnd(7)} ${path}`);
  const isInstalled = listPolicyPackages().every(({ name: one }) => locatePackage(one, cwd) !== undefined);
  const install = isInstalled ? [] : [`${findPackageManager(cwd).name} install`];
  const setting = hasImpactSetting(folder) ? [] : ["pulumi config set analytics:impact true"];
  const next = [...install, ...setting, `pulumi preview --policy-pack ${policyPack}`];
  const intro = changed.length === 0 ? `${name} lacks nothing.` : `${name} has what it lacked. Next:`;
  return {
    json: { project: name, language, files, installed: [], preview: "skipped", next },
    text: [intro, ...(changed.length === 0 ? [] : next.map((line) => `  ${line}`))].join("\n"),
    exit: exitCodes.ok,
  };
}

/** The folder of the policy pack: the one that is there, or one that no file of the program has the name of. */
function choosePolicyFolder(cwd: string): string {
  const has = (path: string) => existsSync(join(cwd, path));
  return findPolicyFolder(cwd) ?? (has(manifestPath) || has(`${policyFolder}.ts`) ? pulledPolicyFolder : policyFolder);
}

/** The packages of a policy pack. */
const listPolicyPackages = () => listPackages("yaml", { emulator: false }).filter(({ dev }) => dev);

function addPolicyPackages(folder: FileWriter, name: string): WrittenFile {
  const devDependencies = Object.fromEntries(listPolicyPackages().map(({ name: one, range }) => [one, range]));
  const { text } = addDependencies(folder.read("package.json") ?? writePackageJson(name), {
    dependencies: {},
    devDependencies,
  });
  return folder.write("package.json", text);
}
