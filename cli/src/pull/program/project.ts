import { existsSync } from "node:fs";
import { join } from "node:path";
import { version } from "pulumi-analytics-internal/core/runtime";
import { readExistingProject } from "../../project/existing";
import type { Wanted } from "../../project/package-json";
import { findPackageManager } from "../../project/package-manager";
import { findPackagePath } from "../../project/package-place";
import { formatJson, readProjectName, sdkRange, typescriptPackages, writeTsconfig } from "../../project/program";
import { pulledPolicyFolder, writeCiFiles, writePolicyFiles } from "../../project/starter-files";
import { writeYaml } from "../../text/writers/yaml";

/** The packages that the program needs. */
export const programPackages: Wanted = {
  dependencies: { "@pulumi/pulumi": sdkRange, "pulumi-analytics": `^${version}` },
  devDependencies: typescriptPackages,
};

/** The packages of a policy pack. */
export const policyPackages: Wanted = {
  dependencies: {},
  devDependencies: { "@pulumi/policy": "^1.13.0", "pulumi-analytics-policies": `^${version}` },
};

/** The CI file and the policy pack, as far as they are asked for. */
export function writeExtraFiles(
  folder: string,
  { ci, policies = false }: { readonly ci?: "github" | "gitlab"; readonly policies?: boolean },
): Readonly<Record<string, string>> {
  const hasPack = policies || existsSync(join(folder, pulledPolicyFolder));
  const policyPack = hasPack ? pulledPolicyFolder : "";
  const manager = findPackageManager(folder);
  const { language = "typescript" } = readExistingProject(folder);
  return {
    ...(ci === undefined ? {} : writeCiFiles({ ci, language, manager, policyPack })),
    ...(policies ? writePolicyFiles(readProjectName(folder)) : {}),
  };
}

/** What makes a folder a Pulumi project: written where it is missing, and the user's from then on. */
export function writeProjectFiles(folder: string, imports = false): Readonly<Record<string, string>> {
  const name = readProjectName(folder);
  // Another program's may be for browsers, or for modules that Pulumi doesn't load.
  const tsconfig = isOthers(folder) ? "tsconfig.pulumi.json" : "tsconfig.json";
  return {
    "Pulumi.yaml": [
      writeYaml({ name }),
      "description: An organization as code",
      "runtime:",
      "  name: nodejs",
      "  options:",
      "    typescript: true",
      ...(tsconfig === "tsconfig.json" ? [] : [`    tsconfig: ${tsconfig}`]),
      "main: index.ts",
      ...(imports ? [writeYaml({ packages: { analytics: `${findPackagePath(folder)}/plugin` } })] : []),
      "",
    ].join("\n"),
    "package.json": formatJson({
      name,
      // Yarn ignores a package of a workspace without it.
      version: "1.0.0",
      private: true,
      main: "index.ts",
      ...programPackages,
    }),
    [tsconfig]: writeTsconfig(folder),
    ".gitignore": "node_modules/\n",
  };
}

/** Whether a folder has a `tsconfig.json` that isn't of a Pulumi project. */
const isOthers = (folder: string) =>
  existsSync(join(folder, "tsconfig.json")) && !existsSync(join(folder, "Pulumi.yaml"));
