import { basename } from "node:path";
import { escapeControls } from "pulumi-analytics-internal/core/text";

/** The name of the Pulumi project in a folder. It is also the namespace of the program's own settings, which mustn't be the provider's. */
export function readProjectName(folder: string): string {
  const words =
    basename(folder)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.length === 0 || words.join() === "analytics" ? "analytics-organization" : words.join("-");
}

/** `tsconfig.json` of a program. Without `skipLibCheck`, each preview would check the types of all packages again, which takes minutes. */
export const tsconfig = {
  compilerOptions: {
    target: "es2022",
    module: "node16",
    moduleResolution: "node16",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  files: ["index.ts"],
};

/** What compiles a program. Pulumi's own TypeScript is 3.8, which doesn't know the options above. */
export const typescriptPackages = { typescript: "^5.9.0", "@types/node": "^20.0.0" };

/** JSON as people read it in a file. */
export const formatJson = (value: object) => `${escapeControls(JSON.stringify(value, null, 2))}\n`;
