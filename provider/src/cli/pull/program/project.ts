import { basename } from "node:path";
import { version } from "../../../core/version";

/** What makes a folder a Pulumi project: written where it is missing, and the user's from then on. */
export function projectFiles(folder: string, imports = false): Readonly<Record<string, string>> {
  const name = projectName(folder);
  const dependencies = { "@pulumi/pulumi": "^3.160.0", "pulumi-analytics": `^${version}` };
  const compilerOptions = {
    target: "es2022",
    module: "node16",
    moduleResolution: "node16",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  return {
    "Pulumi.yaml": [
      `name: ${name}`,
      "description: An organization as code",
      "runtime:",
      "  name: nodejs",
      "  options:",
      "    typescript: true",
      ...(imports ? ["packages:", "  analytics: ./node_modules/pulumi-analytics/plugin"] : []),
      "",
    ].join("\n"),
    "package.json": asText({ name, private: true, main: "index.ts", dependencies }),
    "tsconfig.json": asText({ compilerOptions, files: ["index.ts"] }),
    ".gitignore": "node_modules/\n",
  };
}

/** Also the namespace of the program's own settings, which mustn't be the provider's. */
function projectName(folder: string): string {
  const words =
    basename(folder)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.length === 0 || words.join() === "analytics" ? "analytics-organization" : words.join("-");
}

const asText = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
