import { emulatorBackend, emulatorFolder } from "../project/emulator-stack";
import type { Language } from "../project/languages";
import type { PackageManager } from "../project/package-manager";
import { formatJson } from "../project/program";
import { formatSchemaLine } from "../project/schema-line";
import { policyFolder, writeCiFiles, writePolicyProgram, writePolicyProject } from "../project/starter-files";
import { toFileName } from "../text/names";
import { quotePython } from "../text/writers/python";
import { quote } from "../text/writers/typescript";
import { escapeDollars, writeAccess, writeYaml } from "../text/writers/yaml";
import type { FirstModel } from "./model";
import type { ModelFolder } from "./model-folder";

/** What the project is to be. */
export interface Form {
  /** The path to this package, such as `./node_modules/pulumi-analytics`. */
  readonly packagePath: string;
  /** The project's package manager, for the CI file. */
  readonly manager: Pick<PackageManager, "name" | "inCi" | "inCiWithoutScripts">;
  /** `tsconfig.json` of a program in TypeScript. */
  readonly tsconfig: string;
  /** Whether the project is for the emulator, and keeps its state beside the emulator's. */
  readonly isEmulated: boolean;
  readonly name: string;
  readonly language: Language;
  readonly ci: "github" | "gitlab";
}

/** What `Pulumi.yaml` says of a project that `init` has written. */
export const ownDescription = "Data models as code";

/** Entries of `config` in `Pulumi.yaml`, for all stacks. */
export const writtenSetting = [
  "# Previews look up who reads what they remove: the policy no-used-removal asks for it.",
  "analytics:impact: true",
];
const indented = writtenSetting.map((line) => `  ${line}`);

/** Files by their path from the project's folder. */
export type Files = Readonly<Record<string, string>>;

/** Where the plugin is, for programs that aren't for Node.js. */
const listPluginLines = ({ packagePath }: Form) => [writeYaml({ packages: { analytics: `${packagePath}/plugin` } })];

/** The files that are the same whatever the first model is. */
export function writeProjectFiles(form: Form): Files {
  const { name, language } = form;
  return {
    ...setups[language](form),
    ...writePolicyProject(name),
    ...writeCiFiles({ ...form, policyPack: policyFolder }),
  };
}

/** The files that depend on the first model. */
export function writeModelFiles(form: Form, model: FirstModel): Files {
  const { name, language } = form;
  return {
    ...programs[language](form, model),
    [model.file]: formatSchemaLine(form.packagePath, model.file, "data-model") + model.text,
    [`${policyFolder}/index.js`]: writePolicyProgram(name, [model.path]),
  };
}

/** The same for models that are here. */
export const writeFolderFiles = (form: Form, folder: ModelFolder): Files => ({
  ...folderPrograms[form.language](form, folder),
  [`${policyFolder}/index.js`]: writePolicyProgram(form.name, folder.tables),
});

/** Lines of `.gitignore`. */
export function listIgnored(language: Language): string[] {
  const others = { typescript: [], yaml: ["sdks/"], python: ["venv/", "sdks/", "__pycache__/"] };
  return ["node_modules/", ...others[language]];
}

/** The project's own `package.json`, where there is none. Yarn ignores a package of a workspace without a version. */
export const writePackageJson = (name: string) => formatJson({ name, version: "1.0.0", private: true });

/** The folder of the emulator ignores itself. */
export const emulatorFiles: Files = { [`${emulatorFolder}/.gitignore`]: "*\n" };

/** What a language needs, whatever the program is. Of a project in YAML, the program is in `Pulumi.yaml`. */
const setups: Readonly<Record<Language, (form: Form) => Files>> = {
  typescript: (form) => ({
    "Pulumi.yaml": joinLines(
      ...writeHead(form),
      "runtime:",
      "  name: nodejs",
      "  options:",
      "    typescript: true",
      "main: index.ts",
      "config:",
      ...indented,
    ),
    "tsconfig.json": form.tsconfig,
  }),

  yaml: () => ({}),

  python: (form) => ({
    "Pulumi.yaml": joinLines(
      ...writeHead(form),
      "runtime:",
      "  name: python",
      "  options:",
      "    virtualenv: venv",
      ...listPluginLines(form),
      "config:",
      ...indented,
    ),
    // `pulumi install` generates the SDK from the plugin.
    "requirements.txt": joinLines("pulumi>=3.160.0,<4.0.0", "sdks/analytics"),
  }),
};

const typescriptHead = [
  'import * as pulumi from "@pulumi/pulumi";',
  'import * as analytics from "pulumi-analytics";',
  "",
  "// The stack's configuration: `pulumi config`.",
  "const config = new pulumi.Config();",
];

const pythonHead = [
  "import pulumi",
  "import pulumi_analytics as analytics",
  "",
  "# The stack's configuration: `pulumi config`.",
  "config = pulumi.Config()",
];

/** @param keys the settings that the program reads. */
const writeYamlHead = (form: Form, keys: readonly string[]) => [
  ...writeHead(form),
  "runtime: yaml",
  ...listPluginLines(form),
  "",
  "config:",
  "  # Set in the stack's configuration: `pulumi config`.",
  ...keys.map((key) => `  ${writeYaml({ [key]: "" }).replace(/ ""$/, "")} { type: string }`),
  ...indented,
  "",
];

const programs: Readonly<Record<Language, (form: Form, model: FirstModel) => Files>> = {
  typescript: (_, { name, title, file }) => ({
    "index.ts": joinLines(
      ...typescriptHead,
      'const folderId = config.require("folderId");',
      'const warehouse = config.require("connectionId");',
      "",
      `const model = new analytics.DataModel(${quote(name)}, {`,
      `  name: ${quote(title)},`,
      "  folderId,",
      `  spec: analytics.specFile(${quote(file)}, { refs: { warehouse } }),`,
      "});",
      "",
      "export const url = model.url;",
    ),
  }),

  yaml: (form, { name, title, file }) => ({
    "Pulumi.yaml": joinLines(
      ...writeYamlHead(form, ["folderId", "connectionId"]),
      writeYaml({
        resources: {
          [name]: {
            type: "analytics:DataModel",
            properties: {
              name: escapeDollars(title),
              folderId: writeAccess("folderId"),
              spec: { "fn::fileAsset": escapeDollars(file) },
              refs: { warehouse: writeAccess("connectionId") },
            },
          },
        },
      }),
      "",
      writeYaml({ outputs: { url: writeAccess(name, "url") } }),
    ),
  }),

  python: (_, { name, title, file }) => ({
    "__main__.py": joinLines(
      ...pythonHead,
      "",
      "model = analytics.DataModel(",
      `    ${quotePython(name)},`,
      `    name=${quotePython(title)},`,
      '    folder_id=config.require("folderId"),',
      `    spec=pulumi.FileAsset(${quotePython(file)}),`,
      '    refs={"warehouse": config.require("connectionId")},',
      ")",
      "",
      'pulumi.export("url", model.url)',
    ),
  }),
};

/** Programs that declare all models of a folder. */
const folderPrograms: Readonly<Record<Language, (form: Form, folder: ModelFolder) => Files>> = {
  typescript: (_, { path, refs }) => ({
    "index.ts": joinLines(
      ...typescriptHead,
      "",
      `new analytics.DataModelDirectory(${quote(toName(path))}, {`,
      `  path: ${quote(path)},`,
      '  folderId: config.require("folderId"),',
      ...wrapRefs(
        "  refs: {",
        refs.map(({ name, key }) => `    ${quote(name)}: config.require(${quote(key)}),`),
        "  },",
      ),
      "});",
    ),
  }),

  yaml: (form, { path, refs }) => ({
    "Pulumi.yaml": joinLines(
      ...writeYamlHead(form, ["folderId", ...refs.map(({ key }) => key)]),
      writeYaml({
        resources: {
          [toName(path)]: {
            type: "analytics:DataModelDirectory",
            properties: {
              path: escapeDollars(path),
              folderId: writeAccess("folderId"),
              ...(refs.length > 0 && {
                refs: Object.fromEntries(refs.map(({ name, key }) => [name, writeAccess(key)])),
              }),
            },
          },
        },
      }),
    ),
  }),

  python: (_, { path, refs }) => ({
    "__main__.py": joinLines(
      ...pythonHead,
      "",
      "analytics.DataModelDirectory(",
      `    ${quotePython(toName(path))},`,
      `    path=${quotePython(path)},`,
      '    folder_id=config.require("folderId"),',
      ...wrapRefs(
        "    refs={",
        refs.map(({ name, key }) => `        ${quotePython(name)}: config.require(${quotePython(key)}),`),
        "    },",
      ),
      ")",
    ),
  }),
};

/** The resource's name: that of the folder. */
const toName = (path: string) => toFileName(path.split("/").at(-1)!) || "models";

const wrapRefs = (open: string, refs: readonly string[], close: string) =>
  refs.length === 0 ? [] : [open, ...refs, close];

const writeHead = ({ name, isEmulated }: Form) => [
  writeYaml({ name }),
  `description: ${ownDescription}`,
  ...(isEmulated
    ? [
        "# The state of the emulator's stack. Remove this for a stack of your organization.",
        "backend:",
        `  url: ${emulatorBackend}`,
      ]
    : []),
];

const joinLines = (...all: readonly string[]) => `${all.join("\n")}\n`;
