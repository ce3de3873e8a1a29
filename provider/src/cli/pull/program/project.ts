import { version } from "../../../core/version";
import { packagePath } from "../../package-place";
import { asText, projectName, tsconfig, typescriptPackages } from "../../project";

/** What makes a folder a Pulumi project: written where it is missing, and the user's from then on. */
export function projectFiles(folder: string, imports = false): Readonly<Record<string, string>> {
  const name = projectName(folder);
  const dependencies = { "@pulumi/pulumi": "^3.160.0", "pulumi-analytics": `^${version}` };
  return {
    "Pulumi.yaml": [
      `name: ${name}`,
      "description: An organization as code",
      "runtime:",
      "  name: nodejs",
      "  options:",
      "    typescript: true",
      ...(imports ? ["packages:", `  analytics: ${packagePath(folder)}/plugin`] : []),
      "",
    ].join("\n"),
    "package.json": asText({
      name,
      private: true,
      main: "index.ts",
      dependencies,
      devDependencies: typescriptPackages,
    }),
    "tsconfig.json": asText(tsconfig),
    ".gitignore": "node_modules/\n",
  };
}
