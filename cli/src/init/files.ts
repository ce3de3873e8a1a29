import { emulatorBackend, emulatorFolder } from "../project/emulator-stack";
import { type Language, programFiles } from "../project/languages";
import type { PackageManager } from "../project/package-manager";
import { formatJson } from "../project/program";
import { formatSchemaLine } from "../project/schema-line";
import { policyFolder, writeCiFiles, writePolicyProgram, writePolicyProject } from "../project/starter-files";
import { toFileName } from "../text/names";
import { quotePython } from "../text/writers/python";
import { quote } from "../text/writers/typescript";
import { escapeDollars, writeAccess, writeYaml } from "../text/writers/yaml";
import type { FirstModel } from "./model";
import type { ModelFolder, ModelRef } from "./model-folder";

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
  return {
    ...writers[form.language].writeSetup(form),
    ...writePolicyProject(form.name),
    ...writeCiFiles({ ...form, policyPack: policyFolder }),
  };
}

/** The files that depend on the first model. */
export function writeModelFiles(form: Form, model: FirstModel): Files {
  const { name, title, file, path, text } = model;
  const refs = [{ name: "warehouse", key: "connectionId" }];
  return {
    ...writeProgram(form, { kind: "DataModel", name, text: ["name", title], file, refs }),
    [file]: formatSchemaLine(form.packagePath, file, "data-model") + text,
    [`${policyFolder}/index.js`]: writePolicyProgram(form.name, [path]),
  };
}

/** The same for models that are here. */
export function writeFolderFiles(form: Form, { path, refs, tables }: ModelFolder): Files {
  const name = toFileName(path.split("/").at(-1)!) || "models";
  return {
    ...writeProgram(form, { kind: "DataModelDirectory", name, text: ["path", path], refs }),
    [`${policyFolder}/index.js`]: writePolicyProgram(form.name, tables),
  };
}

const writeProgram = (form: Form, declared: Declared): Files => ({
  [programFiles[form.language]]: joinLines(...writers[form.language].writeProgram(form, declared)),
});

/** Lines of `.gitignore`. */
export const listIgnored = (language: Language) => ["node_modules/", ...writers[language].ignored];

/** The project's own `package.json`, where there is none. Yarn ignores a package of a workspace without a version. */
export const writePackageJson = (name: string) => formatJson({ name, version: "1.0.0", private: true });

/** The folder of the emulator ignores itself. */
export const emulatorFiles: Files = { [`${emulatorFolder}/.gitignore`]: "*\n" };

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

/** What the program of a new project declares. */
interface Declared {
  readonly kind: "DataModel" | "DataModelDirectory";
  readonly name: string;
  /** Its first argument. */
  readonly text: readonly [field: string, value: string];
  /** Of a model. */
  readonly file?: string;
  readonly refs: readonly Pick<ModelRef, "name" | "key">[];
}

/** How a language writes a project. */
interface Writer {
  /** What it needs, whatever the program is. Of a project in YAML, the program is in `Pulumi.yaml`. */
  readonly writeSetup: (form: Form) => Files;
  /** The lines of the program. */
  readonly writeProgram: (form: Form, declared: Declared) => readonly string[];
  /** Lines of `.gitignore`. */
  readonly ignored: readonly string[];
}

const writers: Readonly<Record<Language, Writer>> = {
  typescript: {
    writeSetup: (form) => ({
      "Pulumi.yaml": joinLines(
        ...writeHead(form),
        "runtime:",
        "  name: nodejs",
        "  options:",
        "    typescript: true",
        `main: ${programFiles.typescript}`,
        "config:",
        ...indented,
      ),
      "tsconfig.json": form.tsconfig,
    }),

    writeProgram: (_, { kind, name, text: [field, value], file, refs }) => {
      const folder = 'config.require("folderId")';
      const readRef = (key: string) => `config.require(${quote(key)})`;
      const isModel = file !== undefined;
      return [
        ...typescriptHead,
        ...(isModel ? [`const folderId = ${folder};`] : []),
        ...(isModel ? refs.map((ref) => `const ${ref.name} = ${readRef(ref.key)};`) : []),
        "",
        `${isModel ? "const model = " : ""}new analytics.${kind}(${quote(name)}, {`,
        `  ${field}: ${quote(value)},`,
        isModel ? "  folderId," : `  folderId: ${folder},`,
        ...(isModel
          ? [`  spec: analytics.specFile(${quote(file)}, { refs: { ${refs.map((ref) => ref.name).join(", ")} } }),`]
          : wrapRefs(
              "  refs: {",
              refs.map((ref) => `    ${quote(ref.name)}: ${readRef(ref.key)},`),
              "  },",
            )),
        "});",
        ...(isModel ? ["", "export const url = model.url;"] : []),
      ];
    },

    ignored: [],
  },

  yaml: {
    writeSetup: () => ({}),

    writeProgram: (form, { kind, name, text: [field, value], file, refs }) => {
      const properties = {
        [field]: escapeDollars(value),
        folderId: writeAccess("folderId"),
        ...(file !== undefined && { spec: { "fn::fileAsset": escapeDollars(file) } }),
        ...(refs.length > 0 && { refs: Object.fromEntries(refs.map((ref) => [ref.name, writeAccess(ref.key)])) }),
      };
      return [
        ...writeYamlHead(form, ["folderId", ...refs.map(({ key }) => key)]),
        writeYaml({ resources: { [name]: { type: `analytics:${kind}`, properties } } }),
        ...(file === undefined ? [] : ["", writeYaml({ outputs: { url: writeAccess(name, "url") } })]),
      ];
    },

    ignored: ["sdks/"],
  },

  python: {
    writeSetup: (form) => ({
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

    writeProgram: (_, { kind, name, text: [field, value], file, refs }) => [
      ...pythonHead,
      "",
      `${file === undefined ? "" : "model = "}analytics.${kind}(`,
      `    ${quotePython(name)},`,
      `    ${field}=${quotePython(value)},`,
      '    folder_id=config.require("folderId"),',
      ...(file === undefined ? [] : [`    spec=pulumi.FileAsset(${quotePython(file)}),`]),
      ...wrapRefs(
        "    refs={",
        refs.map((ref) => `        ${quotePython(ref.name)}: config.require(${quotePython(ref.key)}),`),
        "    },",
      ),
      ")",
      ...(file === undefined ? [] : ["", 'pulumi.export("url", model.url)']),
    ],

    ignored: ["venv/", "sdks/", "__pycache__/"],
  },
};

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
