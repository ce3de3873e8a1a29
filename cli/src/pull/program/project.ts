import { version } from "pulumi-analytics-internal/core/version";
import { findPackagePath } from "../../package-place";
import { formatJson, readProjectName, tsconfig, typescriptPackages } from "../../project";

/** What makes a folder a Pulumi project: written where it is missing, and the user's from then on. */
export function writeProjectFiles(folder: string, imports = false): Readonly<Record<string, string>> {
  const name = readProjectName(folder);
  const dependencies = { "@pulumi/pulumi": "^3.160.0", "pulumi-analytics": `^${version}` };
  return {
    "Pulumi.yaml": [
      `name: ${name}`,
      "description: An organization as code",
      "runtime:",
      "  name: nodejs",
      "  options:",
      "    typescript: true",
      ...(imports ? ["packages:", `  analytics: ${findPackagePath(folder)}/plugin`] : []),
      "",
    ].join("\n"),
    "package.json": formatJson({
      name,
      private: true,
      main: "index.ts",
      dependencies,
      devDependencies: typescriptPackages,
    }),
    "tsconfig.json": formatJson(tsconfig),
    ".gitignore": "node_modules/\n",
  };
}
