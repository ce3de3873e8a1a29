import { existsSync } from "node:fs";
import { join } from "node:path";
import { version } from "pulumi-analytics-internal/core/runtime";
import type { Wanted } from "../../project/package-json";
import { findPackagePath } from "../../project/package-place";
import { formatJson, readProjectName, sdkRange, typescriptPackages, writeTsconfig } from "../../project/program";
import { writeYaml } from "../../text/writers/yaml";

/** The packages that the program needs. */
export const programPackages: Wanted = {
  dependencies: { "@pulumi/pulumi": sdkRange, "pulumi-analytics": `^${version}` },
  devDependencies: typescriptPackages,
};

/** What makes a folder a Pulumi project: written where it is missing, and the user's from then on. */
export function writeProjectFiles(
  folder: string,
  imports = false,
  main = "index.ts",
): Readonly<Record<string, string>> {
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
    [tsconfig]: writeTsconfig(folder, main),
    ".gitignore": "node_modules/\n",
  };
}

/** Whether a folder has a `tsconfig.json` that isn't of a Pulumi project. */
const isOthers = (folder: string) =>
  existsSync(join(folder, "tsconfig.json")) && !existsSync(join(folder, "Pulumi.yaml"));
