import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ProgramInfo } from "@pulumi/pulumi/proto/language_pb";
import { type Language, runtimeOptions, text } from "./language";
import { serve } from "./server";

const nodejs: Language = {
  name: "nodejs",
  title: "TypeScript",

  about: () => ({ executable: process.execPath, version: process.version }),

  program(info, commandLine) {
    const options = optionsOf(info);
    const directory = info.getProgramDirectory();
    return {
      command: process.execPath,
      commandLine: [...options.nodeArguments, fromDirectory(directory, "@pulumi/pulumi/cmd/run"), ...commandLine],
      directory,
      environment: { ...process.env, ...options.environment },
    };
  },

  plugin({ info, kind, directory, environment, commandLine }) {
    const options = optionsOf(info);
    const home = info.getProgramDirectory();
    const isPolicyPack = kind === "analyzer";
    const launcher = isPolicyPack ? "run-policy-pack" : "run-plugin";
    return {
      command: process.execPath,
      commandLine: [
        ...options.nodeArguments,
        fromDirectory(home, `@pulumi/pulumi/cmd/${launcher}`),
        // The two launchers differ in the order, and a policy pack expects to run in its own folder.
        ...(isPolicyPack ? [...commandLine, home] : [home, ...commandLine]),
      ],
      directory: isPolicyPack ? home : directory,
      environment: { ...environment, ...options.environment },
    };
  },

  dependencies(info) {
    const directory = info.getProgramDirectory();
    // A package manager would take the next folder above that has one.
    if (!existsSync(join(directory, "package.json"))) return [];
    const command = packageManager(directory, runtimeOptions(info).packagemanager);
    return [{ command, commandLine: ["install"], directory, environment: process.env }];
  },

  link(directory, path) {
    const file = join(directory, "package.json");
    const { name } = JSON.parse(readFileSync(join(directory, path, "package.json"), "utf8")) as { name: string };
    const source = readFileSync(file, "utf8");
    const manifest = JSON.parse(source) as { dependencies?: Record<string, string> };
    manifest.dependencies = { ...manifest.dependencies, [name]: `file:${path}` };
    const indentation = /^\{\s*?\n([ \t]+)/.exec(source)?.[1] ?? "  ";
    writeFileSync(file, `${JSON.stringify(manifest, null, indentation)}\n`);
    const variable = (name.split("/").at(-1) ?? name).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    return { statement: `import * as ${variable} from "${name}";` };
  },
};

/** What each package manager leaves in a project. */
const lockFiles = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

function packageManager(directory: string, option: unknown): string {
  const chosen = text("packagemanager", option);
  if (chosen !== "" && chosen !== "auto") return chosen;
  return Object.entries(lockFiles).find(([file]) => existsSync(join(directory, file)))?.[1] ?? "npm";
}

/** What `runtime.options` say about Node.js. */
interface RuntimeOptions {
  nodeArguments: string[];
  environment: Record<string, string>;
}

function optionsOf(info: ProgramInfo): RuntimeOptions {
  const { typescript = true, tsconfig, nodeargs } = runtimeOptions(info);
  if (typeof typescript !== "boolean") throw new Error("The runtime option typescript must be a boolean.");
  return {
    nodeArguments: words(text("nodeargs", nodeargs)),
    environment: {
      ...(typescript && { PULUMI_NODEJS_TYPESCRIPT: "true" }),
      ...(tsconfig !== undefined && { PULUMI_NODEJS_TSCONFIG_PATH: text("tsconfig", tsconfig) }),
    },
  };
}

/** Splits a command line as a shell would, as far as blanks and quotes go. */
function words(commandLine: string): string[] {
  const quoted = /"([^"]*)"|'([^']*)'/g;
  return (commandLine.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(quoted, "$1$2"));
}

/** Resolves a module as a file of `directory` would. */
function fromDirectory(directory: string, module: string): string {
  try {
    return createRequire(join(directory, "index.js")).resolve(module);
  } catch {
    throw new Error(`${module} was not found from ${directory}: install the dependencies there, then try again.`);
  }
}

serve(nodejs);
