import { basename } from "node:path";
import { escapeControls } from "pulumi-analytics-internal/core/text";
import { lt, minVersion } from "semver";
import { locatePackage, readInstalledManifest } from "./package-place";

/**
 * The name of the Pulumi project in a folder. It is also the namespace of the program's own settings, which mustn't be
 * the provider's.
 */
export function readProjectName(folder: string): string {
  const words =
    basename(folder)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.length === 0 || words.join() === "analytics" ? "analytics-organization" : words.join("-");
}

/** Options that every TypeScript before 6 knows, also the 3.8 that the SDK brings. */
const widelyKnown = { target: "es2020", module: "commonjs", moduleResolution: "node" };

/** TypeScript 6 refuses `node`, and 3.8 doesn't know `node16`. */
const recent = { target: "es2022", module: "node16", moduleResolution: "node16" };

/** `import orders from "./orders.json"` works only with both. */
const jsonImports = { esModuleInterop: true, resolveJsonModule: true };

/** The options that say how a program's files become modules, for the TypeScript of a folder. */
export function chooseModuleOptions(folder: string): typeof widelyKnown {
  const version = findTypeScript(folder) ?? minVersion(typescriptPackages.typescript);
  return version !== null && lt(version, "6.0.0") ? widelyKnown : recent;
}

/**
 * `tsconfig.json` of a program in a folder. Without `skipLibCheck`, each preview would check the types of all packages
 * again, which takes minutes.
 */
export function writeTsconfig(folder: string, main = "index.ts"): string {
  const compilerOptions = {
    ...chooseModuleOptions(folder),
    ...jsonImports,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  return formatJson({ compilerOptions, files: [main] });
}

function findTypeScript(folder: string): string | undefined {
  const place = locatePackage("typescript", folder);
  return place && readInstalledManifest<{ readonly version: string }>(place, folder).version;
}

/**
 * The SDK of a program. Later ones than 3.248 need Node 22, and some package managers install none with an older Node.
 */
export const sdkRange = lt(process.versions.node, "22.0.0") ? "~3.248.0" : "^3.160.0";

/**
 * What compiles a program. Without it, the SDK's own TypeScript 3.8 does, which can't read today's types of other
 * packages.
 */
export const typescriptPackages = { typescript: "^5.9.0", "@types/node": "^20.0.0" };

/** JSON as people read it in a file. */
export const formatJson = (value: object, indent: string | number = 2) =>
  `${escapeControls(JSON.stringify(value, null, indent))}\n`;
